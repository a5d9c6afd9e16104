// A day's bookable times as they would be after the pending changes; the service lists them by its
// own rule (SETUP-04).

import { NativeSelect, TextInput } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation, type Refusal } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { memberAt, useDraft } from './draft.ts'
import { useValueLabel } from './field.tsx'
import { type SettingsOutcome, useSettings } from './queries.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function DayPreview({ practitioner, location }: { practitioner: string; location: string }) {
  const { words } = useSettingsLanguage()
  const word = useValueLabel()
  const { workspace } = useWorkspace()
  const settings = useSettings().data
  const { edits, version, shown } = useDraft(workspace, settings)
  const types = Object.entries(
    (memberAt(shown, ['visitTypes']) ?? {}) as Record<string, { displayName: string }>,
  )
  const [date, setDate] = useState('')
  const [visitType, setVisitType] = useState('')
  // If there is no change, something is set to the value it already has.
  const pendingEdits =
    edits.length > 0 ? edits.map(({ path, value }) => ({ path, value })) : undefined
  const title = settings?.description.workspace.title
  const input = {
    version,
    edits: pendingEdits ?? [{ path: ['workspace', 'title'], value: title }],
    dryRun: true,
    withUpcomingVisits: true,
    preview: { practitioner, location, date, ...(visitType !== '' && { visitType }) },
  }
  const plan = useQuery<SettingsOutcome, Refusal>({
    // This is not reloaded with each booked visit, because it does the work of an import. Whatever
    // affects it also changes the version.
    queryKey: ['settings-preview', workspace, input],
    queryFn: date === '' ? skipToken : () => callOperation(workspace, 'settings-change', input),
    retry: false,
  })
  const { slots = [], shifts = [] } = plan.data?.preview ?? {}
  return (
    <section className={classes.preview} aria-label={words.settings.preview}>
      <TextInput
        size="xs"
        type="date"
        label={words.settings.preview}
        description={words.settings.previewHint}
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      {types.length > 0 && (
        <NativeSelect
          size="xs"
          label={words.settings.previewType}
          value={visitType}
          data={[
            { value: '', label: words.settings.previewAnyType },
            ...types.map(([name, { displayName }]) => ({ value: name, label: displayName })),
          ]}
          onChange={({ currentTarget }) => setVisitType(currentTarget.value)}
        />
      )}
      <RefusalNote refusal={plan.error} />
      {plan.data && date !== '' && (
        <>
          <p className={classes.soft} role="status">
            {words.settings.slotsOfDay(
              slots.filter(({ taken }) => !taken).length,
              slots.filter(({ taken }) => taken).length,
            )}
          </p>
          <ul className={classes.slots}>
            {slots.map(({ from, modes, taken }) => (
              <li key={from} data-taken={taken} title={modes.map(word).join(', ')}>
                {from}
                {taken && <small> {words.settings.taken}</small>}
              </li>
            ))}
            {shifts.map(({ name, from, to, tokens }) => (
              <li key={name}>
                {name} {from} – {to} <small>{words.settings.tokens(tokens)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
