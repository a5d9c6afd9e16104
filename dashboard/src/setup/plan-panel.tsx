// The input before it is applied: the changes, the visits that lose their place, and who changed the settings in the meantime.

import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange, useOnce, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import type { useDraft } from './draft.ts'
import { Differences, WhatIsLost } from './plan.tsx'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

/** Moves the focus to new content, once: the same function each time, so that it is not called again. */
const focusOn = (element: HTMLElement | null) => element?.focus()

export function PlanPanel({ draft }: { draft: ReturnType<typeof useDraft> }) {
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const [withUpcomingVisits, allow] = useState(false)
  const plan = useOnce('settings-change', () => undefined)
  const apply = useChange('settings-change')
  const { version } = draft
  const edits = draft.edits.map(({ path, value }) => ({ path, ...(value !== undefined && { value }) }))
  const typed = JSON.stringify({ version, edits })
  const isOf = (asked: typeof plan.variables) => asked !== undefined && JSON.stringify({ version: asked.version, edits: asked.edits }) === typed
  // Messages about other input are no longer shown.
  const planned = isOf(plan.variables) ? plan.data : undefined
  const refusal = isOf(apply.variables) && apply.error ? apply.error : isOf(plan.variables) ? plan.error : null
  const meanwhile = refusal?.code === 'SETTINGS_CHANGED_MEANWHILE'
  const leaves = (planned?.deserted.length ?? 0) > 0
  const show = () => plan.mutate({ version, edits, withUpcomingVisits: true, dryRun: true })
  function goOn() {
    void client.invalidateQueries({ queryKey: [workspace] })
    draft.goOn(Number(refusal?.details.version))
  }
  return (
    <>
      {(planned || refusal) && (
        <section className={classes.card} aria-label={words.settings.planned} ref={focusOn} tabIndex={-1}>
          <h2 className={classes.heading}>{words.settings.planned}</h2>
          {meanwhile ? <Meanwhile refusal={refusal} goOn={goOn} /> : <Mistakes refusal={refusal} />}
          {planned && !meanwhile && (
            <>
              <Differences differences={planned.differences} />
              <WhatIsLost outcome={planned} />
              {leaves && (
                <Checkbox
                  size="xs"
                  label={words.settings.withUpcomingVisits}
                  checked={withUpcomingVisits}
                  onChange={({ currentTarget }) => allow(currentTarget.checked)}
                />
              )}
              {planned.differences.length > 0 && (
                <Button
                  size="xs"
                  className={classes.add}
                  loading={apply.isPending}
                  disabled={leaves && !withUpcomingVisits}
                  onClick={() => apply.mutate({ version, edits, withUpcomingVisits, dryRun: false }, { onSuccess: draft.discard })}
                >
                  {words.settings.apply}
                </Button>
              )}
            </>
          )}
        </section>
      )}
      <section className={classes.bar} aria-label={words.settings.plan}>
        <strong role="status">{words.settings.typed(draft.edits.length)}</strong>
        <Group gap="xs">
          <Button size="xs" loading={plan.isPending} variant={planned ? 'default' : 'filled'} onClick={show}>
            {words.settings.showPlan}
          </Button>
          <Button size="xs" variant="default" onClick={draft.discard}>
            {words.settings.discard}
          </Button>
        </Group>
      </section>
    </>
  )
}

/** What is wrong with the input, by the path of names. */
export function Mistakes({ refusal }: { refusal: Refusal | null }) {
  if (!refusal || refusal.mistakes.length === 0) return <RefusalNote refusal={refusal} />
  return (
    <RefusalNote refusal={refusal}>
      <ul className={classes.plain}>
        {refusal.mistakes.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <code>{path}</code> <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </RefusalNote>
  )
}

/** There is another version by now: its changes are shown, and the input stays (SETUP-03). */
function Meanwhile({ refusal, goOn }: { refusal: Refusal; goOn(): void }) {
  const { words } = useSettingsLanguage()
  const { by, changed } = refusal.details as { by?: string; changed?: readonly string[] }
  return (
    <RefusalNote refusal={refusal} title={words.settings.meanwhile(by ?? '')}>
      <ul className={classes.plain}>
        {changed?.map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
      <Text size="sm">{words.settings.meanwhileNext}</Text>
      <Button size="xs" variant="default" onClick={goOn}>
        {words.settings.lookAgain}
      </Button>
    </RefusalNote>
  )
}
