// The waiting list beside the day: who is on it, which free times fit, and booking or offering a
// time in one step (DAY-15).

import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import {
  isPatientSelected,
  PatientChoice,
  type PatientSelection,
} from '../booking/patient-choice.tsx'
import { type Day, useWaiting } from '../day/queries.ts'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import classes from '../visit/panel.module.css'
import { useLanguage, wordFor } from '../words/words.tsx'

type WaitingEntry = Output<'waiting-list'>[number]
type FreeTime = WaitingEntry['times'][number]
type Offer = NonNullable<WaitingEntry['offer']>

const modes = ['OFFLINE', 'ONLINE'] as const
const dayParts = ['MORNING', 'AFTERNOON', 'EVENING'] as const
/** How long an offered time is held. */
const holdMinuteChoices = [15, 30, 60, 120, 240, 1440]
const defaultHoldMinutes = 30
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

interface WaitingPanelProps {
  day: Day
  close(): void
  onBooked(visit: number): void
}

export function WaitingPanel({ day, close, onBooked }: WaitingPanelProps) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isAdding, setIsAdding] = useState(false)
  const waiting = useWaiting(day.addressId)
  const [minutes, setMinutes] = useState(defaultHoldMinutes)
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
      {may('visits:write') && waiting.data?.some(({ times }) => times.length > 0) && (
        <HoldDurationField minutes={minutes} choose={setMinutes} />
      )}
      <ul className={classes.waiting}>
        {waiting.data?.map((entry) => (
          <li key={entry.id}>
            <EntryCard {...{ day, entry, minutes, onBooked }} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function HoldDurationField({
  minutes,
  choose,
}: {
  minutes: number
  choose(minutes: number): void
}) {
  const { words, locale } = useLanguage()
  const minutesLabel = (value: number) => {
    const [count, unit] =
      value < 60 ? ([value, 'minute'] as const) : ([value / 60, 'hour'] as const)
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  }
  return (
    <NativeSelect
      label={words.waiting.holdFor}
      size="xs"
      value={String(minutes)}
      data={holdMinuteChoices.map((value) => ({
        value: String(value),
        label: minutesLabel(value),
      }))}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
    />
  )
}

/** Patients for whom a free time fits, each booked into it with one button. */
export function FittingPatients({
  day,
  doctor,
  from,
  onBooked,
}: {
  day: Day
  doctor: number
  from: string
  onBooked(visit: number): void
}) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const fittingEntries = useOperation(
    'waiting-list',
    member.rights.ownVisits
      ? skipToken
      : { addressId: day.addressId, doctorId: doctor, fromDateTimeIso: from },
  )
  if (fittingEntries.isPlaceholderData || !fittingEntries.data?.length) return null
  return (
    <section aria-label={words.waiting.fits}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {words.waiting.fits}
        </Text>
        <ul className={classes.waiting}>
          {fittingEntries.data.map((entry) => (
            <li key={entry.id}>
              <EntryCard {...{ day, entry, onBooked }} minutes={defaultHoldMinutes} />
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  )
}

function EntryCard({
  day,
  entry,
  minutes,
  onBooked,
}: {
  day: Day
  entry: WaitingEntry
  minutes: number
  onBooked(visit: number): void
}) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const book = useChange('waiting-book')
  const end = useChange('waiting-end')
  const offer = useChange('waiting-offer')
  const withdrawOffer = useChange('waiting-offer-end')
  const openOffer = entry.offer?.state === 'OPEN' ? entry.offer : undefined
  const times = openOffer ? [] : entry.times
  const name = patientName(entry.patient, words)
  const doctorName = (id: number) =>
    day.doctors.find(({ doctorId }) => doctorId === id)?.doctorName ?? ''
  const wishes = [
    entry.doctorIds.map(doctorName).filter(Boolean).join(', '),
    entry.mode && wordFor(words.mode, entry.mode),
    entry.weekdays.map((weekday) => weekdayText(weekday, locale)).join(' '),
    entry.partsOfDay.map((part) => words.waiting.parts[part]).join(', '),
    `${dateText(entry.fromDate, locale, 'short')} – ${dateText(entry.toDate, locale, 'short')}`,
  ].filter(Boolean)
  const timeLabel = (time: Pick<FreeTime, 'doctorId' | 'fromDateTimeIso'>) =>
    `${dateText(datePart(time.fromDateTimeIso), locale, 'short')} · ${clockTime(time.fromDateTimeIso)} ${doctorName(time.doctorId)}`
  // The entry is removed, and this card with it, before callbacks passed to `mutate` would run.
  const bookTime = (time: Pick<FreeTime, 'doctorId' | 'fromDateTimeIso'>, mode: Offer['mode']) =>
    void book.mutateAsync({ id: entry.id, ...timeKey(time), mode }).then(
      ({ id }) => onBooked(id),
      () => {},
    )
  const [isOpen, setIsOpen] = useState(false)
  const suggestedMode = (time: FreeTime) =>
    entry.mode ?? time.modes.find((mode) => mode === 'OFFLINE') ?? time.modes[0] ?? 'OFFLINE'
  return (
    <Stack gap={4}>
      <div className={classes.whose}>
        <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </summary>
          {/* Loaded only for entries that someone looks at: a list may have hundreds. */}
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
      {entry.offer && <OfferStatus day={day} offer={entry.offer} time={timeLabel(entry.offer)} />}
      {[...new Set(times.flatMap(({ replaces }) => replaces ?? []))].map((replaced) => (
        <Text key={replaced} size="sm">
          {words.waiting.replaces(
            `${dateText(datePart(replaced), locale, 'short')} · ${clockTime(replaced)}`,
          )}
        </Text>
      ))}
      {!openOffer && entry.times.length === 0 && <Text size="sm">{words.waiting.nothingFree}</Text>}
      {may('visits:write') && (
        <div className={classes.times}>
          {openOffer && (
            <>
              <Button
                size="compact-sm"
                variant="light"
                aria-label={words.waiting.acceptedFor(name)}
                disabled={book.isPending}
                onClick={() => bookTime(openOffer, openOffer.mode)}
              >
                {words.waiting.accepted}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={words.waiting.withdrawOfferFor(name)}
                loading={withdrawOffer.isPending}
                onClick={() => withdrawOffer.mutate({ id: entry.id })}
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
                aria-label={words.waiting.bookFor(name, timeLabel(time))}
                disabled={book.isPending}
                onClick={() => bookTime(time, suggestedMode(time))}
              >
                {timeLabel(time)}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={words.waiting.offerTo(name, timeLabel(time))}
                disabled={offer.isPending}
                onClick={() =>
                  offer.mutate({
                    id: entry.id,
                    ...timeKey(time),
                    mode: suggestedMode(time),
                    minutes,
                  })
                }
              >
                {words.waiting.offer}
              </Button>
            </span>
          ))}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={words.waiting.removeEntryFor(name)}
            loading={end.isPending}
            onClick={() => end.mutate({ id: entry.id })}
          >
            {words.waiting.end}
          </Button>
        </div>
      )}
      <RefusalNote refusal={book.error ?? end.error ?? offer.error ?? withdrawOffer.error} />
    </Stack>
  )
}

/** Open offers, and the outcomes of past ones. */
function OfferStatus({ day, offer, time }: { day: Day; offer: Offer; time: string }) {
  const { words, locale } = useLanguage()
  const { state, expiresAt, notice } = offer
  if (state !== 'OPEN') {
    return state === 'ACCEPTED' ? null : (
      <Text size="xs" c="dimmed">
        {words.waiting.ended[state](time)}
      </Text>
    )
  }
  const until =
    datePart(expiresAt) === datePart(day.now)
      ? clockTime(expiresAt)
      : `${dateText(datePart(expiresAt), locale, 'short')} · ${clockTime(expiresAt)}`
  const noticeText =
    notice === null || notice === 'SENDING'
      ? words.waiting.messageOnItsWay
      : words.waiting.told[notice === 'SKIPPED' ? 'FAILED' : notice]
  return (
    <Text size="sm" role="status">
      {words.waiting.offered(time, until)} {noticeText}
    </Text>
  )
}

const timeKey = ({
  doctorId,
  fromDateTimeIso,
}: Pick<FreeTime, 'doctorId' | 'fromDateTimeIso'>) => ({ doctorId, fromDateTimeIso })

/** The name of a weekday; 2024-01-01 was a Monday. */
function weekdayText(weekday: (typeof weekdays)[number], locale: string): string {
  const monday = Date.UTC(2024, 0, 1)
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    monday + weekdays.indexOf(weekday) * 86_400_000,
  )
}

function NewEntry({
  day,
  entries,
  close,
}: {
  day: Day
  entries: readonly WaitingEntry[]
  close(): void
}) {
  const { words, locale } = useLanguage()
  const add = useChange('waiting-add')
  const [patient, setPatient] = useState<PatientSelection>()
  const { values, isChanged, text, choice } = useFields({
    doctor: '',
    mode: '',
    fromDate: day.date,
    toDate: '',
    weekdays: [] as string[],
    partsOfDay: [] as string[],
    note: '',
  })
  const { doctor, mode, fromDate, toDate } = values
  const note = values.note.trim()
  const scheduled = day.doctors.filter(
    ({ appointmentSystemType, isBookable }) => appointmentSystemType === 'SCHEDULED' && isBookable,
  )

  function submit() {
    if (!patient) return
    add.mutate(
      {
        addressId: day.addressId,
        ...('patientId' in patient
          ? { patientId: patient.patientId }
          : { patientPayload: patient.payload }),
        doctorIds: doctor ? [Number(doctor)] : [],
        ...(mode && { mode: mode as (typeof modes)[number] }),
        fromDate,
        ...(toDate && { toDate }),
        weekdays: weekdays.filter((weekday) => values.weekdays.includes(weekday)),
        partsOfDay: dayParts.filter((part) => values.partsOfDay.includes(part)),
        ...(note && { note }),
      },
      { onSuccess: close },
    )
  }

  const isAlreadyWaiting =
    patient !== undefined &&
    'patientId' in patient &&
    entries.some(({ patientId }) => patientId === patient.patientId)
  return (
    <Form
      aria-label={words.waiting.add}
      gap="sm"
      change={add}
      isChanged={isChanged || patient !== undefined}
      isComplete={isPatientSelected(patient) && (toDate === '' || toDate >= fromDate)}
      onSubmit={submit}
      submit={words.waiting.submit}
      close={close}
    >
      <PatientChoice selection={patient} choose={setPatient} at={day.addressId} />
      {isAlreadyWaiting && (
        <Text size="sm" role="status">
          {words.waiting.already}
        </Text>
      )}
      <NativeSelect
        label={words.waiting.doctor}
        size="xs"
        {...text('doctor')}
        data={[
          { value: '', label: words.waiting.any },
          ...scheduled.map(({ doctorId, doctorName }) => ({
            value: String(doctorId),
            label: doctorName,
          })),
        ]}
      />
      <NativeSelect
        label={words.book.mode}
        size="xs"
        {...text('mode')}
        data={[
          { value: '', label: words.waiting.any },
          ...modes.map((value) => ({ value, label: wordFor(words.mode, value) })),
        ]}
      />
      <Group gap="xs" grow>
        <TextInput type="date" label={words.block.from} size="xs" required {...text('fromDate')} />
        <TextInput
          type="date"
          label={words.block.to}
          size="xs"
          min={fromDate}
          {...text('toDate')}
        />
      </Group>
      <Checkbox.Group label={words.waiting.weekdays} size="xs" {...choice('weekdays')}>
        <Group gap="xs" mt={4}>
          {weekdays.map((weekday) => (
            <Checkbox
              key={weekday}
              size="xs"
              value={weekday}
              label={weekdayText(weekday, locale)}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group label={words.waiting.partsOfDay} size="xs" {...choice('partsOfDay')}>
        <Group gap="xs" mt={4}>
          {dayParts.map((part) => (
            <Checkbox key={part} size="xs" value={part} label={words.waiting.parts[part]} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput label={words.waiting.note} size="xs" maxLength={500} {...text('note')} />
    </Form>
  )
}
