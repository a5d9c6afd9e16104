// Who changed the settings, when and how; an earlier version can be viewed and restored (SETUP-03).

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOnce, useOperation } from '../api/workspace.tsx'
import { Differences, WhatIsLost } from './plan.tsx'
import { Mistakes } from './plan-panel.tsx'
import type { Version } from './queries.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

const [limitAtFirst, limitMax] = [20, 100]

export function Versions({ version }: { version: number }) {
  const { words, locale } = useSettingsLanguage()
  const [limit, setLimit] = useState(limitAtFirst)
  const versions = useOperation('settings-versions', { before: 2_147_483_647, limit })
  const [open, show] = useState<number>()
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section className={classes.card} aria-label={words.settings.sections.versions}>
      <h2 className={classes.heading}>{words.settings.sections.versions}</h2>
      {versions.data?.length === 0 && <p className={classes.soft}>{words.settings.noVersions}</p>}
      <ul className={classes.versions}>
        {versions.data?.map((one) => (
          <li key={one.number}>
            <Group gap="xs" justify="space-between">
              <span>
                <strong>{words.settings.versionOf(one.number)}</strong> <bdi>{one.by}</bdi> · {when.format(new Date(one.madeAt))} ·{' '}
                {one.putBack === null ? words.settings.origins[one.origin] : words.settings.putBackOf(one.putBack)}
              </span>
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={open === one.number}
                onClick={() => show(open === one.number ? undefined : one.number)}
              >
                {words.settings.lookAt(one.number)}
              </Button>
            </Group>
            {open === one.number && <OneVersion one={one} last={version} />}
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

function OneVersion({ one, last }: { one: Version; last: number }) {
  const { words } = useSettingsLanguage()
  const { number } = one
  const shown = useOperation('settings-version', { number })
  const plan = useOnce('settings-put-back', () => undefined)
  const putBack = useChange('settings-put-back')
  return (
    <div className={classes.version}>
      <Mistakes refusal={shown.error ?? putBack.error ?? plan.error} />
      {shown.data?.since !== undefined && shown.data.since !== null && <Differences differences={shown.data.differences} />}
      {number !== last && !plan.data && (
        <Button
          size="xs"
          variant="default"
          className={classes.add}
          loading={plan.isPending}
          onClick={() => plan.mutate({ number, version: last, withUpcomingVisits: true, dryRun: true })}
        >
          {words.settings.putBackPlan}
        </Button>
      )}
      {plan.data && (
        <div role="group" aria-label={words.settings.putBackPlan}>
          <Differences differences={plan.data.differences} />
          <WhatIsLost outcome={plan.data} />
          <Button
            size="xs"
            loading={putBack.isPending}
            onClick={() =>
              putBack.mutate({ number, version: last, withUpcomingVisits: plan.data.deserted.length > 0, dryRun: false }, { onSuccess: plan.reset })
            }
          >
            {words.settings.putBack(number)}
          </Button>
        </div>
      )}
    </div>
  )
}
