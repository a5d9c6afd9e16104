// Exporting the clinic file, and importing another one.

import { Button, Checkbox, FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOnce } from '../api/workspace.tsx'
import { download } from './download.ts'
import { Differences, WhatIsLost } from './plan.tsx'
import { Mistakes } from './plan-panel.tsx'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

export function FileCard() {
  const { words } = useSettingsLanguage()
  const written = useOnce('workspace-export', () => undefined)
  const plan = useOnce('settings-import', () => undefined)
  const bring = useChange('settings-import')
  const [file, setFile] = useState<{ name: string; source: string }>()
  const [anyVersion, allow] = useState(false)
  const ask = (source: string, any: boolean) => plan.mutate({ source, anyVersion: any, withUpcomingVisits: true, dryRun: true })
  async function choose(chosen: File | null) {
    if (!chosen) return
    const source = await chosen.text()
    setFile({ name: chosen.name, source })
    bring.reset()
    ask(source, anyVersion)
  }
  return (
    <section className={classes.card} aria-label={words.settings.sections.file}>
      <h2 className={classes.heading}>{words.settings.sections.file}</h2>
      <p className={classes.soft}>{words.settings.fileText}</p>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={written.isPending}
          onClick={() => written.mutate({}, { onSuccess: ({ source, version }) => download(`clinic-${version}.yaml`, source, 'application/yaml') })}
        >
          {words.settings.download}
        </Button>
        <FileButton accept=".yaml,.yml,.json" onChange={(chosen) => void choose(chosen)} inputProps={{ 'aria-label': words.settings.upload }}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={plan.isPending}>
              {words.settings.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      <Mistakes refusal={written.error ?? bring.error ?? plan.error} />
      {file && (
        <div className={classes.version} role="group" aria-label={file.name}>
          <strong>{file.name}</strong>
          <Checkbox
            size="xs"
            label={words.settings.anyVersion}
            checked={anyVersion}
            onChange={({ currentTarget }) => {
              allow(currentTarget.checked)
              ask(file.source, currentTarget.checked)
            }}
          />
          {plan.data && !bring.data && (
            <>
              <Differences differences={plan.data.differences} />
              <WhatIsLost outcome={plan.data} />
              <Button
                size="xs"
                className={classes.add}
                loading={bring.isPending}
                disabled={plan.data.differences.length === 0}
                onClick={() => bring.mutate({ source: file.source, anyVersion, withUpcomingVisits: plan.data.deserted.length > 0, dryRun: false })}
              >
                {words.settings.apply}
              </Button>
            </>
          )}
          {bring.data && <p role="status">{words.settings.applied(bring.data.version)}</p>}
        </div>
      )}
    </section>
  )
}
