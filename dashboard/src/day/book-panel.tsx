// A booking: place, practitioner and time are filled in where somebody clicked into a free time; a known patient takes three fields.

import { Button, CloseButton, Group, NativeSelect, Stack, Text, Textarea, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import type { DaySearch } from './day-search.ts'
import classes from './panel.module.css'
import { PatientChoice, type Whom } from './patient-choice.tsx'
import type { Day } from './queries.ts'

interface Booking {
  day: Day
  search: DaySearch
  close(): void
  /** Another time. */
  choose(time: { doctor: number; from: string; to: string }): void
  booked(visit: number): void
}

const methods = ['CASH', 'CARD', 'UPI'] as const

export function BookPanel({ day, search, close, choose, booked }: Booking) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const book = useChange('visit-book')
  const [whom, setWhom] = useState<Whom>()
  const [complaint, setComplaint] = useState('')
  const [paidBy, setPaidBy] = useState('')
  const [wantedMode, setMode] = useState<string>()
  const column = day.doctors.find(({ doctorId }) => doctorId === search.doctor)
  const slot = column?.slots.find(({ fromDateTimeIso }) => fromDateTimeIso === search.from)
  const modes = slot?.modes ?? []
  const mode = modes.find((candidate) => candidate === wantedMode) ?? modes[0]
  const asked =
    column && search.from && search.to && mode
      ? { addressId: day.addressId, doctorId: column.doctorId, mode, fromDateTimeIso: search.from, toDateTimeIso: search.to }
      : undefined
  const quote = useOperation(
    'visit-quote',
    { ...(asked as NonNullable<typeof asked>), ...(whom && 'patientId' in whom ? { patientId: whom.patientId } : {}) },
    { enabled: asked !== undefined },
  )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!asked || !whom) return
    book.mutate(
      {
        ...asked,
        ...('patientId' in whom ? { patientId: whom.patientId } : { patientPayload: whom.payload }),
        ...(complaint.trim() && { chiefComplaint: complaint.trim() }),
        ...(paidBy && { paidBy }),
      },
      { onSuccess: ({ id }) => booked(id) },
    )
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={useIsNarrow() ? 1 : 2} size="h4">
            {words.book.title}
          </Title>
          <CloseButton aria-label={words.visit.close} onClick={close} />
        </Group>
        {asked && column ? (
          <Text size="sm">
            <strong>
              {dateText(dateOf(asked.fromDateTimeIso), locale, 'short')} · {clockOf(asked.fromDateTimeIso)}–{clockOf(asked.toDateTimeIso)}
            </strong>
            <br />
            {column.doctorName}
          </Text>
        ) : (
          <NextTimes day={day} choose={choose} />
        )}
        <PatientChoice whom={whom} choose={setWhom} />
        {modes.length > 1 && (
          <NativeSelect
            label={words.book.mode}
            size="xs"
            value={mode}
            data={modes.map((value) => ({ value, label: wordFor(words.mode, value) }))}
            onChange={({ currentTarget }) => setMode(currentTarget.value)}
          />
        )}
        <Textarea
          label={words.book.complaint}
          size="xs"
          autosize
          value={complaint}
          maxLength={500}
          onChange={({ currentTarget }) => setComplaint(currentTarget.value)}
        />
        {may('money:write') && (
          <NativeSelect
            label={words.book.payment}
            size="xs"
            value={paidBy}
            data={[{ value: '', label: words.book.payLater }, ...methods.map((value) => ({ value, label: words.method[value] }))]}
            onChange={({ currentTarget }) => setPaidBy(currentTarget.value)}
          />
        )}
        {asked && quote.data && (
          <div className={classes.amount} role="status">
            <span>{words.book.price}</span>
            <strong>{moneyText(quote.data.payableAmount, quote.data.currency, locale)}</strong>
          </div>
        )}
        <RefusalNote refusal={book.error}>
          {(book.error?.code === 'SLOT_NOT_AVAILABLE' || book.error?.code === 'SLOT_NOT_OFFERED') && (
            <NextTimes day={day} doctor={search.doctor} choose={choose} />
          )}
        </RefusalNote>
        <Button type="submit" loading={book.isPending} disabled={!asked || !whom}>
          {words.book.submit}
        </Button>
      </Stack>
    </form>
  )
}

/** Free times of the day, the next ones first: of one practitioner, or the next of each. */
function NextTimes({ day, doctor, choose }: { day: Day; doctor?: number | undefined; choose: Booking['choose'] }) {
  const { words } = useLanguage()
  const free = day.doctors
    .filter(({ doctorId }) => doctor === undefined || doctorId === doctor)
    .flatMap(({ doctorId, doctorName, slots }) =>
      slots
        .filter(({ status }) => status === 'AVAILABLE')
        .slice(0, doctor === undefined ? 2 : 5)
        .map((slot) => ({ ...slot, doctorId, doctorName })),
    )
    .toSorted((a, b) => a.fromDateTimeIso.localeCompare(b.fromDateTimeIso))
    .slice(0, 8)
  return (
    <Stack gap={4}>
      <Text size="sm">{free.length === 0 ? words.book.chooseTime : words.book.nearest}</Text>
      <div className={classes.times}>
        {free.map(({ doctorId, doctorName, fromDateTimeIso, toDateTimeIso }) => (
          <Button
            key={`${doctorId} ${fromDateTimeIso}`}
            size="compact-sm"
            variant="default"
            aria-label={`${clockOf(fromDateTimeIso)} ${doctorName}`}
            onClick={() => choose({ doctor: doctorId, from: fromDateTimeIso, to: toDateTimeIso })}
          >
            {clockOf(fromDateTimeIso)}
            {doctor === undefined && ` ${doctorName}`}
          </Button>
        ))}
      </div>
    </Stack>
  )
}
