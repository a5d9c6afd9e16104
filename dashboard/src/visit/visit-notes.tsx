// The notes of a visit or token, and what was measured at a visit: shown, and editable (DAY-14).

import { Button, Group, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './panel.module.css'

export function Notes({ visit: { id, appointmentNotes } }: { visit: VisitDetails }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const change = useChange('visit-notes')
  const [typed, setTyped] = useState<string>()
  // The notes as read; others may change them while this member writes.
  const [before, setBefore] = useState(appointmentNotes)
  const isOutdated = typed !== undefined && before !== appointmentNotes
  function submit(event: SubmitEvent) {
    event.preventDefault()
    // After a refusal, the member has seen what the others wrote.
    const knownNotes = change.isError ? appointmentNotes : before
    change.mutate(
      { id, notes: typed ?? '', before: knownNotes },
      { onSuccess: () => setTyped(undefined) },
    )
  }
  if (typed === undefined) {
    return (
      <section aria-label={words.visit.notes}>
        <Heading>{words.visit.notes}</Heading>
        <Text size="sm" className={classes.notes} {...(!appointmentNotes && { c: 'dimmed' })}>
          {appointmentNotes ?? words.notes.none}
        </Text>
        {may('visits:write') && (
          <Button
            size="compact-xs"
            variant="subtle"
            ml={-8}
            onClick={() => {
              change.reset()
              setBefore(appointmentNotes)
              setTyped(appointmentNotes ?? '')
            }}
          >
            {words.notes.edit}
          </Button>
        )}
      </section>
    )
  }
  return (
    <form onSubmit={submit} aria-label={words.notes.edit}>
      <Stack gap="xs">
        <Textarea
          label={words.visit.notes}
          size="xs"
          autosize
          minRows={2}
          maxLength={500}
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {isOutdated && (
          <Text size="sm" role="status">
            {words.notes.now(appointmentNotes ?? words.notes.none)}
          </Text>
        )}
        <RefusalNote refusal={change.error} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={change.isPending}>
            {words.notes.save}
          </Button>
          <Button size="xs" variant="default" onClick={() => setTyped(undefined)}>
            {words.notes.discard}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What is usually measured, with the members under which it is stored. */
const units = {
  systolic: 'mmHg',
  diastolic: 'mmHg',
  pulse: '/min',
  temperature: '°C',
  spo2: '%',
  weight: 'kg',
  height: 'cm',
} as const
type Measure = keyof typeof units
const measures = Object.keys(units) as Measure[]

export function Vitals({
  visit: { id, vitals },
}: {
  visit: Extract<VisitDetails, { vitals: unknown }>
}) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const record = useChange('visit-vitals')
  const [typed, setTyped] = useState<Partial<Record<Measure, number | string>>>()
  const enteredVitals = Object.fromEntries(
    Object.entries(typed ?? {}).filter(([, value]) => value !== ''),
  )
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (Object.keys(enteredVitals).length > 0)
      record.mutate({ id, vital: enteredVitals }, { onSuccess: () => setTyped(undefined) })
  }
  const valueText = ([member, value]: [string, unknown]) =>
    `${wordFor(words.vitals.names, member)} ${typeof value === 'object' ? JSON.stringify(value) : value}${member in units ? ` ${units[member as Measure]}` : ''}`
  return (
    <section aria-label={words.vitals.title}>
      <Heading>{words.vitals.title}</Heading>
      {vitals.length > 0 && (
        <ol className={classes.history}>
          {vitals.map(({ recordedAt, vital: measured, by }) => (
            <li key={recordedAt}>
              <span>
                {Object.entries(measured).map(valueText).join(', ')}
                {by && <span className={classes.soft}> · {by}</span>}
              </span>
              <time dateTime={recordedAt} className={classes.soft}>
                {clockTime(recordedAt)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {may('visits:write') && !typed && (
        <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setTyped({})}>
          {words.vitals.add}
        </Button>
      )}
      {typed && (
        <form onSubmit={submit} aria-label={words.vitals.add}>
          <Stack gap="xs">
            <SimpleGrid cols={2} spacing="xs">
              {measures.map((member, index) => (
                <NumberInput
                  key={member}
                  label={words.vitals.names[member]}
                  size="xs"
                  min={0}
                  suffix={` ${units[member]}`}
                  value={typed[member] ?? ''}
                  autoFocus={index === 0}
                  onChange={(value) => setTyped({ ...typed, [member]: value })}
                />
              ))}
            </SimpleGrid>
            <RefusalNote refusal={record.error} />
            <Group gap="xs">
              <Button
                type="submit"
                size="xs"
                loading={record.isPending}
                disabled={Object.keys(enteredVitals).length === 0}
              >
                {words.notes.save}
              </Button>
              <Button size="xs" variant="default" onClick={() => setTyped(undefined)}>
                {words.notes.discard}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </section>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Text component={useIsNarrow() ? 'h2' : 'h3'} fw={600} size="sm" m={0} mb={4}>
      {children}
    </Text>
  )
}
