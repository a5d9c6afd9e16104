// The notes of a visit or token, and what was measured at a visit: shown, and editable (DAY-14).

import { Button, NumberInput, SimpleGrid, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { clockTime } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './panel.module.css'

export function Notes({ visit }: { visit: VisitDetails }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isEditing, setIsEditing] = useState(false)
  const { appointmentNotes } = visit
  if (isEditing) return <NotesForm visit={visit} close={() => setIsEditing(false)} />
  return (
    <section aria-label={words.visit.notes}>
      <Heading>{words.visit.notes}</Heading>
      <Text size="sm" className={classes.notes} {...(!appointmentNotes && { c: 'dimmed' })}>
        {appointmentNotes ?? words.notes.none}
      </Text>
      {may('visits:write') && (
        <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setIsEditing(true)}>
          {words.notes.edit}
        </Button>
      )}
    </section>
  )
}

function NotesForm({
  visit: { id, appointmentNotes },
  close,
}: {
  visit: VisitDetails
  close(): void
}) {
  const { words } = useLanguage()
  const change = useChange('visit-notes')
  // The notes as read; others may change them while this member writes.
  const [before] = useState(appointmentNotes)
  const { values, isChanged, text } = useFields({ notes: appointmentNotes ?? '' })
  // After a refusal, the member has seen what the others wrote.
  const known = change.isError ? appointmentNotes : before
  return (
    <Form
      aria-label={words.notes.edit}
      change={change}
      isChanged={isChanged}
      onSubmit={() => change.mutate({ id, ...values, before: known }, { onSuccess: close })}
      submit={words.notes.save}
      close={close}
      closeText={words.notes.discard}
    >
      <Textarea
        label={words.visit.notes}
        size="xs"
        autosize
        minRows={2}
        maxLength={500}
        autoFocus
        {...text('notes')}
      />
      {before !== appointmentNotes && (
        <Text size="sm" role="status">
          {words.notes.now(appointmentNotes ?? words.notes.none)}
        </Text>
      )}
    </Form>
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

const blankVitals = Object.fromEntries(measures.map((measure) => [measure, ''])) as Record<
  Measure,
  number | string
>

type MeasuredVisit = Extract<VisitDetails, { vitals: unknown }>

export function Vitals({ visit: { id, vitals } }: { visit: MeasuredVisit }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isAdding, setIsAdding] = useState(false)
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
      {may('visits:write') && !isAdding && (
        <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setIsAdding(true)}>
          {words.vitals.add}
        </Button>
      )}
      {isAdding && <VitalsForm id={id} close={() => setIsAdding(false)} />}
    </section>
  )
}

function VitalsForm({ id, close }: { id: number; close(): void }) {
  const { words } = useLanguage()
  const record = useChange('visit-vitals')
  const { values, isChanged, choice } = useFields(blankVitals)
  const vital = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return (
    <Form
      aria-label={words.vitals.add}
      change={record}
      isChanged={isChanged}
      isComplete={isChanged}
      onSubmit={() => record.mutate({ id, vital }, { onSuccess: close })}
      submit={words.notes.save}
      close={close}
      closeText={words.notes.discard}
    >
      <SimpleGrid cols={2} spacing="xs">
        {measures.map((member, index) => (
          <NumberInput
            key={member}
            label={words.vitals.names[member]}
            size="xs"
            min={0}
            suffix={` ${units[member]}`}
            autoFocus={index === 0}
            {...choice(member)}
          />
        ))}
      </SimpleGrid>
    </Form>
  )
}

function Heading({ children }: { children: string }) {
  return (
    <Text component={useIsNarrow() ? 'h2' : 'h3'} fw={600} size="sm" m={0} mb={4}>
      {children}
    </Text>
  )
}
