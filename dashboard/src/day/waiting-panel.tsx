// The waiting list beside the day: who is on it, the free times that fit, and booking a time or offering it in one step (DAY-15).

import { Button, Checkbox, CloseButton, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './panel.module.css'
import { isChosen, PatientChoice, type Whom } from './patient-choice.tsx'
import { nameOf } from './patient-name.ts'
import { type Day, useWaiting } from './queries.ts'

type Entry = Output<'waiting-list'>[number]
type Time = Entry['times'][number]
type Offer = NonNullable<Entry['offer']>

const modes = ['OFFLINE', 'ONLINE'] as const
const parts = ['MORNING', 'AFTERNOON', 'EVENING'] as const
/** How long an offered time is held. */
const minutesOffered = [15, 30, 60, 120, 240, 1440]
const minutesByDefault = 30
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

interface Shown {
  day: Day
  close(): void
  booked(visit: number): void
}

export function WaitingPanel({ day, close, booked }: Shown) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isAdding, setIsAdding] = useState(false)
  const waiting = useWaiting(day.addressId)
  const [minutes, setMinutes] = useState(minutesByDefault)
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={useIsNarrow() ? 1 : 2} size="h4">
          {words.waiting.title}
        </Title>
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      <RefusalNote refusal={waiting.error} />
      {isAdding ? (
        <NewEntry day={day} entries={waiting.data ?? []} close={() => setIsAdding(false)} />
      ) : (
        may('visits:write') && (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            {words.waiting.add}
          </Button>
        )
      )}
      {waiting.data?.length === 0 && !isAdding && <Text size="sm">{words.waiting.none}</Text>}
      {may('visits:write') && waiting.data?.some(({ times }) => times.length > 0) && <HoldFor minutes={minutes} choose={setMinutes} />}
      <ul className={classes.waiting}>
        {waiting.data?.map((entry) => (
          <li key={entry.id}>
            <EntryCard {...{ day, entry, minutes, booked }} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function HoldFor({ minutes, choose }: { minutes: number; choose(minutes: number): void }) {
  const { words, locale } = useLanguage()
  const label = (value: number) => {
    const [count, unit] = value < 60 ? ([value, 'minute'] as const) : ([value / 60, 'hour'] as const)
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  }
  return (
    <NativeSelect
      label={words.waiting.holdFor}
      size="xs"
      value={String(minutes)}
      data={minutesOffered.map((value) => ({ value: String(value), label: label(value) }))}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
    />
  )
}

/** Patients whom a free time fits, each booked into it by one button. */
export function FittingPatients({ day, doctor, from, booked }: { day: Day; doctor: number; from: string; booked(visit: number): void }) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const fitting = useOperation('waiting-list', { addressId: day.addressId, doctorId: doctor, fromDateTimeIso: from }, { enabled: !member.rights.ownVisits })
  if (fitting.isPlaceholderData || !fitting.data?.length) return null
  return (
    <section aria-label={words.waiting.fits}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {words.waiting.fits}
        </Text>
        <ul className={classes.waiting}>
          {fitting.data.map((entry) => (
            <li key={entry.id}>
              <EntryCard {...{ day, entry, booked }} minutes={minutesByDefault} />
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  )
}

function EntryCard({ day, entry, minutes, booked }: { day: Day; entry: Entry; minutes: number; booked(visit: number): void }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const book = useChange('waiting-book')
  const end = useChange('waiting-end')
  const offer = useChange('waiting-offer')
  const takeBack = useChange('waiting-offer-end')
  const open = entry.offer?.state === 'OPEN' ? entry.offer : undefined
  const times = open ? [] : entry.times
  const name = nameOf(entry.patient, words)
  const doctorName = (id: number) => day.doctors.find(({ doctorId }) => doctorId === id)?.doctorName ?? ''
  const wishes = [
    entry.doctorIds.map(doctorName).filter(Boolean).join(', '),
    entry.mode && wordFor(words.mode, entry.mode),
    entry.weekdays.map((weekday) => weekdayText(weekday, locale)).join(' '),
    entry.partsOfDay.map((part) => words.waiting.parts[part]).join(', '),
    `${dateText(entry.fromDate, locale, 'short')} – ${dateText(entry.toDate, locale, 'short')}`,
  ].filter(Boolean)
  const told = (time: Pick<Time, 'doctorId' | 'fromDateTimeIso'>) =>
    `${dateText(dateOf(time.fromDateTimeIso), locale, 'short')} · ${clockOf(time.fromDateTimeIso)} ${doctorName(time.doctorId)}`
  // The entry is removed, and this card with it, before the callbacks passed to `mutate` would run.
  const bookInto = (time: Pick<Time, 'doctorId' | 'fromDateTimeIso'>, mode: Offer['mode']) =>
    void book.mutateAsync({ id: entry.id, ...timeOf(time), mode }).then(
      ({ id }) => booked(id),
      () => {},
    )
  const [isOpen, setIsOpen] = useState(false)
  const modeFor = (time: Time) => entry.mode ?? time.modes.find((mode) => mode === 'OFFLINE') ?? time.modes[0] ?? 'OFFLINE'
  return (
    <Stack gap={4}>
      <div className={classes.whose}>
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </summary>
          {/* Only of those whom someone looks at: a list may have hundreds. */}
          {isOpen && <PatientHead patient={{ ...entry.patient, phone: null }} leadsToRecord />}
        </details>
        {entry.patient.phone && <PhoneLink phone={entry.patient.phone} />}
      </div>
      <Text size="xs" c="dimmed">
        {wishes.join(' · ')}
      </Text>
      {entry.note && (
        <Text size="sm">
          <bdi>{entry.note}</bdi>
        </Text>
      )}
      {entry.offer && <OfferNote day={day} offer={entry.offer} time={told(entry.offer)} />}
      {[...new Set(times.flatMap(({ replaces }) => replaces ?? []))].map((replaced) => (
        <Text key={replaced} size="sm">
          {words.waiting.replaces(`${dateText(dateOf(replaced), locale, 'short')} · ${clockOf(replaced)}`)}
        </Text>
      ))}
      {!open && entry.times.length === 0 && <Text size="sm">{words.waiting.nothingFree}</Text>}
      {may('visits:write') && (
        <div className={classes.times}>
          {open && (
            <>
              <Button
                size="compact-sm"
                variant="light"
                aria-label={words.waiting.acceptedFor(name)}
                disabled={book.isPending}
                onClick={() => bookInto(open, open.mode)}
              >
                {words.waiting.accepted}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={words.waiting.takeBackFor(name)}
                loading={takeBack.isPending}
                onClick={() => takeBack.mutate({ id: entry.id })}
              >
                {words.waiting.takeBack}
              </Button>
            </>
          )}
          {times.map((time) => (
            <span key={`${time.doctorId} ${time.fromDateTimeIso}`} className={classes.time}>
              <Button
                size="compact-sm"
                variant="light"
                classNames={{ root: classes.wraps ?? '', label: classes.wrapsLabel ?? '' }}
                aria-label={words.waiting.bookFor(name, told(time))}
                disabled={book.isPending}
                onClick={() => bookInto(time, modeFor(time))}
              >
                {told(time)}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={words.waiting.offerTo(name, told(time))}
                disabled={offer.isPending}
                onClick={() => offer.mutate({ id: entry.id, ...timeOf(time), mode: modeFor(time), minutes })}
              >
                {words.waiting.offer}
              </Button>
            </span>
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={words.waiting.endFor(name)}
            loading={end.isPending}
            onClick={() => end.mutate({ id: entry.id })}
          >
            {words.waiting.end}
          </Button>
        </div>
      )}
      <RefusalNote refusal={book.error ?? end.error ?? offer.error ?? takeBack.error} />
    </Stack>
  )
}

/** Open offers, and the results of past ones. */
function OfferNote({ day, offer, time }: { day: Day; offer: Offer; time: string }) {
  const { words, locale } = useLanguage()
  const { state, expiresAt, notice } = offer
  if (state !== 'OPEN') {
    return state === 'ACCEPTED' ? null : (
      <Text size="xs" c="dimmed">
        {words.waiting.ended[state](time)}
      </Text>
    )
  }
  const until = dateOf(expiresAt) === dateOf(day.now) ? clockOf(expiresAt) : `${dateText(dateOf(expiresAt), locale, 'short')} · ${clockOf(expiresAt)}`
  const told = notice === null || notice === 'SENDING' ? words.waiting.toldSoon : words.waiting.told[notice === 'SKIPPED' ? 'FAILED' : notice]
  return (
    <Text size="sm" role="status">
      {words.waiting.offered(time, until)} {told}
    </Text>
  )
}

const timeOf = ({ doctorId, fromDateTimeIso }: Pick<Time, 'doctorId' | 'fromDateTimeIso'>) => ({ doctorId, fromDateTimeIso })

/** The name of a weekday; 2024-01-01 was a Monday. */
function weekdayText(weekday: (typeof weekdays)[number], locale: string): string {
  const monday = Date.UTC(2024, 0, 1)
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(monday + weekdays.indexOf(weekday) * 86_400_000)
}

function NewEntry({ day, entries, close }: { day: Day; entries: readonly Entry[]; close(): void }) {
  const { words, locale } = useLanguage()
  const add = useChange('waiting-add')
  const [whom, setWhom] = useState<Whom>()
  const [doctor, setDoctor] = useState('')
  const [mode, setMode] = useState('')
  const [fromDate, setFromDate] = useState(day.date)
  const [toDate, setToDate] = useState('')
  const [days, setDays] = useState<string[]>([])
  const [partsOfDay, setParts] = useState<string[]>([])
  const [note, setNote] = useState('')
  const scheduled = day.doctors.filter(({ appointmentSystemType, isBookable }) => appointmentSystemType === 'SCHEDULED' && isBookable)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!whom) return
    add.mutate(
      {
        addressId: day.addressId,
        ...('patientId' in whom ? { patientId: whom.patientId } : { patientPayload: whom.payload }),
        doctorIds: doctor ? [Number(doctor)] : [],
        ...(mode && { mode: mode as (typeof modes)[number] }),
        fromDate,
        ...(toDate && { toDate }),
        weekdays: weekdays.filter((weekday) => days.includes(weekday)),
        partsOfDay: parts.filter((part) => partsOfDay.includes(part)),
        ...(note.trim() && { note: note.trim() }),
      },
      { onSuccess: close },
    )
  }

  const isOnList = whom !== undefined && 'patientId' in whom && entries.some(({ patientId }) => patientId === whom.patientId)
  return (
    <form onSubmit={submit} aria-label={words.waiting.add}>
      <Stack gap="sm">
        <PatientChoice whom={whom} choose={setWhom} at={day.addressId} />
        {isOnList && (
          <Text size="sm" role="status">
            {words.waiting.already}
          </Text>
        )}
        <NativeSelect
          label={words.waiting.doctor}
          size="xs"
          value={doctor}
          data={[{ value: '', label: words.waiting.any }, ...scheduled.map(({ doctorId, doctorName }) => ({ value: String(doctorId), label: doctorName }))]}
          onChange={({ currentTarget }) => setDoctor(currentTarget.value)}
        />
        <NativeSelect
          label={words.book.mode}
          size="xs"
          value={mode}
          data={[{ value: '', label: words.waiting.any }, ...modes.map((value) => ({ value, label: wordFor(words.mode, value) }))]}
          onChange={({ currentTarget }) => setMode(currentTarget.value)}
        />
        <Group gap="xs" grow>
          <TextInput
            type="date"
            label={words.block.from}
            size="xs"
            required
            value={fromDate}
            onChange={({ currentTarget }) => setFromDate(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={words.block.to}
            size="xs"
            value={toDate}
            min={fromDate}
            onChange={({ currentTarget }) => setToDate(currentTarget.value)}
          />
        </Group>
        <Checkbox.Group label={words.waiting.weekdays} size="xs" value={days} onChange={setDays}>
          <Group gap="xs" mt={4}>
            {weekdays.map((weekday) => (
              <Checkbox key={weekday} size="xs" value={weekday} label={weekdayText(weekday, locale)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Checkbox.Group label={words.waiting.partsOfDay} size="xs" value={partsOfDay} onChange={setParts}>
          <Group gap="xs" mt={4}>
            {parts.map((part) => (
              <Checkbox key={part} size="xs" value={part} label={words.waiting.parts[part]} />
            ))}
          </Group>
        </Checkbox.Group>
        <TextInput label={words.waiting.note} size="xs" maxLength={500} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
        <RefusalNote refusal={add.error} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={add.isPending} disabled={!isChosen(whom) || (toDate !== '' && toDate < fromDate)}>
            {words.waiting.submit}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
