// A time that is not on offer and that staff may still book: off the grid, begun, or outside the hours, with a reason (DAY-18).

import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { clockOf, clockText, endMinuteOf, minuteOfClock, startMinuteOf, timestampIn } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { nameOf } from './patient-name.ts'
import { type Day, useBookableDoctors } from './queries.ts'

/** As it is typed. */
export interface OwnTime {
  doctor: number | undefined
  clock: string
  reason: string
}

/** What is known about a typed time: its practitioner and length. Empty if no time is typed. */
export function useOwnTime({ addressId, timezone, date }: Day, own: OwnTime | undefined) {
  const doctors = useBookableDoctors(addressId, own !== undefined)
  const doctor = own && (doctors.find(({ id }) => id === own.doctor) ?? doctors[0])
  const practice = doctor?.practices.find((one) => one.addressId === addressId)
  const minute = own && /^\d\d:\d\d/.test(own.clock) ? minuteOfClock(own.clock) : undefined
  const time = doctor &&
    practice &&
    minute !== undefined && {
      ...{ doctorId: doctor.id, doctorName: doctor.name, modes: practice.modes },
      ...{ from: timestampIn(timezone, date, clockText(minute)), fromMinute: minute, toMinute: minute + practice.durationMins },
    }
  return { doctors, doctor, time: time || undefined }
}

interface Fields {
  own: OwnTime
  doctors: ReturnType<typeof useBookableDoctors>
  doctor: number | undefined
  change(own: OwnTime): void
  /** Back to the times on offer. */
  leave(): void
}

export function OwnTimeFields({ own, doctors, doctor, change, leave }: Fields) {
  const { words } = useLanguage()
  return (
    <Fieldset legend={words.own.title} p="sm">
      <Stack gap="xs">
        <NativeSelect
          label={words.week.practitioner}
          size="xs"
          value={String(doctor ?? '')}
          data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) => change({ ...own, doctor: Number(currentTarget.value) })}
        />
        <TextInput
          type="time"
          label={words.own.time}
          size="xs"
          required
          value={own.clock}
          autoFocus
          onChange={({ currentTarget }) => change({ ...own, clock: currentTarget.value })}
        />
        <TextInput
          label={words.own.reason}
          description={words.own.reasonHint}
          size="xs"
          required
          maxLength={500}
          value={own.reason}
          onChange={({ currentTarget }) => change({ ...own, reason: currentTarget.value })}
        />
        <Group>
          <Button size="compact-xs" variant="subtle" onClick={leave}>
            {words.own.leave}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface Wanted {
  day: Day
  doctorId: number
  fromMinute: number
  toMinute: number
}

/** What is at a time, as far as the day may show it. */
export function InTheWay({ day: { doctors, date }, doctorId, fromMinute, toMinute }: Wanted) {
  const { words } = useLanguage()
  const column = doctors.find((one) => one.doctorId === doctorId)
  const visits = (column?.visits ?? [])
    .filter(({ status }) => status !== 'CANCELLED' && status !== 'NO_SHOW')
    .map(({ id, patient, fromDateTimeTs: from, toDateTimeTs: to }) => ({ key: `visit ${id}`, from, to, what: nameOf(patient, words) }))
  const busy = (column?.busy ?? []).map(({ kind, block, offer, fromDateTimeIso: from, toDateTimeIso: to }) => ({
    ...{ key: `${kind} ${from}`, from, to },
    what: offer
      ? words.waiting.offeredTo(nameOf(offer.patient, words), clockOf(offer.expiresAt))
      : kind === 'ELSEWHERE'
        ? words.day.elsewhere
        : kind === 'TRAVEL'
          ? words.day.travel
          : [words.day.blocked, block?.reason].filter(Boolean).join(' · '),
  }))
  const found = [...visits, ...busy.filter(({ key }) => !key.startsWith('HELD'))].filter(
    ({ from, to }) => startMinuteOf(from, date) < toMinute && endMinuteOf(to, date) > fromMinute,
  )
  return found.map(({ key, from, to, what }) => (
    <Text key={key} size="sm">
      <bdi dir="ltr">{`${clockText(startMinuteOf(from, date))}–${clockText(endMinuteOf(to, date))}`}</bdi> <bdi>{what}</bdi>
    </Text>
  ))
}
