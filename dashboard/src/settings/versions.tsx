// Who changed the settings, when and how. An earlier version can be viewed and restored (SETUP-03).

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOperation, useOperationOnce } from '../api/workspace.tsx'
import { DifferenceList, LostVisits } from './plan.tsx'
import { MistakeList } from './plan-panel.tsx'
import type { SettingsVersion } from './queries.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

const initialLimit = 20
const limitMax = 100

export function Versions({ version }: { version: number }) {
  const { words, locale } = useSettingsLanguage()
  const [limit, setLimit] = useState(initialLimit)
  const versions = useOperation('settings-versions', { before: 2_147_483_647, limit })
  const [openVersion, setOpenVersion] = useState<number>()
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <section className={classes.card} aria-label={words.settings.sections.versions}>
      <h2 className={classes.heading}>{words.settings.sections.versions}</h2>
      {versions.data?.length === 0 && <p className={classes.soft}>{words.settings.noVersions}</p>}
      <ul className={classes.versions}>
        {versions.data?.map((one) => (
          <li key={one.number}>
            <Group gap="xs" justify="space-between">
              <span>
                <strong>{words.settings.versionOf(one.number)}</strong> <bdi>{one.by}</bdi> ·{' '}
                {dateTimeFormat.format(new Date(one.createdAt))} ·{' '}
                {one.putBack === null
                  ? words.settings.origins[one.origin]
                  : words.settings.restoredVersion(one.putBack)}
              </span>
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={openVersion === one.number}
                onClick={() => setOpenVersion(openVersion === one.number ? undefined : one.number)}
              >
                {words.settings.viewVersion(one.number)}
              </Button>
            </Group>
            {openVersion === one.number && <VersionCard version={one} last={version} />}
          </li>
        ))}
      </ul>
      {versions.data && versions.data.length >= limit && limit < limitMax && (
        <Button size="compact-sm" variant="default" onClick={() => setLimit(limitMax)}>
          {words.settings.more}
        </Button>
      )}
    </section>
  )
}

function VersionCard({ version, last: lastNumber }: { version: SettingsVersion; last: number }) {
  const { words } = useSettingsLanguage()
  const { number } = version
  const versionDetails = useOperation('settings-version', { number })
  const plan = useOperationOnce('settings-put-back', () => undefined)
  const restore = useChange('settings-put-back')
  return (
    <div className={classes.version}>
      <MistakeList refusal={versionDetails.error ?? restore.error ?? plan.error} />
      {versionDetails.data?.since !== undefined && versionDetails.data.since !== null && (
        <DifferenceList differences={versionDetails.data.differences} />
      )}
      {number !== lastNumber && !plan.data && (
        <Button
          size="xs"
          variant="default"
          className={classes.add}
          loading={plan.isPending}
          onClick={() =>
            plan.mutate({ number, version: lastNumber, withUpcomingVisits: true, dryRun: true })
          }
        >
          {words.settings.previewRestore}
        </Button>
      )}
      {plan.data && (
        <div role="group" aria-label={words.settings.previewRestore}>
          <DifferenceList differences={plan.data.differences} />
          <LostVisits outcome={plan.data} />
          <Button
            size="xs"
            loading={restore.isPending}
            onClick={() =>
              restore.mutate(
                {
                  number,
                  version: lastNumber,
                  withUpcomingVisits: plan.data.removedWithVisits.length > 0,
                  dryRun: false,
                },
                { onSuccess: plan.reset },
              )
            }
          >
            {words.settings.putBack(number)}
          </Button>
        </div>
      )}
    </div>
  )
}
