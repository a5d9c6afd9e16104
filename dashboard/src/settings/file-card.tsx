// Exports the clinic file, and imports another one.

import { Button, Checkbox, FileButton, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOperationOnce } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { download } from './download.ts'
import { DifferenceList, LostVisits } from './plan.tsx'
import { MistakeList } from './plan-panel.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function FileCard() {
  const { words } = useSettingsLanguage()
  const exportChange = useOperationOnce('workspace-export', () => undefined)
  const plan = useOperationOnce('settings-import', () => undefined)
  const applyChange = useChange('settings-import')
  const [file, setFile] = useState<{ name: string; source: string }>()
  const [anyVersion, setAnyVersion] = useState(false)
  const requestPlan = (source: string, acceptsAnyVersion: boolean) =>
    plan.mutate({ source, anyVersion: acceptsAnyVersion, withUpcomingVisits: true, dryRun: true })
  async function choose(chosen: File | null) {
    if (!chosen) return
    const source = await chosen.text()
    setFile({ name: chosen.name, source })
    applyChange.reset()
    requestPlan(source, anyVersion)
  }
  return (
    <Card title={words.settings.sections.file} isSpaced>
      <p className={classes.soft}>{words.settings.fileText}</p>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={exportChange.isPending}
          onClick={() =>
            exportChange.mutate(
              {},
              {
                onSuccess: ({ source, version }) =>
                  download(`clinic-${version}.yaml`, source, 'application/yaml'),
              },
            )
          }
        >
          {words.settings.download}
        </Button>
        <FileButton
          accept=".yaml,.yml,.json"
          onChange={(chosen) => void choose(chosen)}
          inputProps={{ 'aria-label': words.settings.upload }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={plan.isPending}>
              {words.settings.upload}
            </Button>
          )}
        </FileButton>
      </Group>
      <MistakeList refusal={exportChange.error ?? applyChange.error ?? plan.error} isOfFile />
      {file && (
        <div className={classes.version} role="group" aria-label={file.name}>
          <strong>{file.name}</strong>
          <Checkbox
            size="xs"
            label={words.settings.anyVersion}
            checked={anyVersion}
            onChange={({ currentTarget }) => {
              setAnyVersion(currentTarget.checked)
              requestPlan(file.source, currentTarget.checked)
            }}
          />
          {plan.data && !applyChange.data && (
            <>
              <DifferenceList differences={plan.data.differences} />
              <LostVisits outcome={plan.data} />
              <Button
                size="xs"
                className={classes.add}
                loading={applyChange.isPending}
                disabled={plan.data.differences.length === 0}
                onClick={() =>
                  applyChange.mutate({
                    source: file.source,
                    anyVersion,
                    withUpcomingVisits: plan.data.removedWithVisits.length > 0,
                    dryRun: false,
                  })
                }
              >
                {words.settings.apply}
              </Button>
            </>
          )}
          {applyChange.data && (
            <p role="status">{words.settings.applied(applyChange.data.version)}</p>
          )}
        </div>
      )}
    </Card>
  )
}
