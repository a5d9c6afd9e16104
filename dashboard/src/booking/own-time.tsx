// A time that is not on offer but that staff may still book: off the grid, already begun, or
// outside the hours, with a reason (DAY-18).

import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Words } from '../../../words/en/dashboard.ts'
import { type Column, type Day, useBookableDoctors } from '../day/queries.ts'
import { patientName } from '../ui/patient-name.ts'
import {
  clockText,
  clockTime,
  endMinute,
  minuteOfClock,
  startMinute,
  timestampIn,
} from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'

/** The date and the time as typed. */
export interface CustomTime {
  doctor: number | undefined
  clock: string
  reason: string
}

/**
 * What is known about a typed time: its practitioner and length. Empty if no time has been typed.
 */
export function useCustomTime(
  { addressId, timezone, date }: Day,
  customTime: CustomTime | undefined,
) {
  const doctors = useBookableDoctors(addressId, customTime !== undefined)
  const doctor = customTime && (doctors.find(({ id }) => id === customTime.doctor) ?? doctors[0])
  const practice = doctor?.practices.find((one) => one.addressId === addressId)
  const minute =
    customTime && /^\d\d:\d\d/.test(customTime.clock) ? minuteOfClock(customTime.clock) : undefined
  const time = doctor &&
    practice &&
    minute !== undefined && {
      doctorId: doctor.id,
      doctorName: doctor.name,
      modes: practice.modes,
      from: timestampIn(timezone, date, clockText(minute)),
      fromMinute: minute,
      toMinute: minute + practice.durationMins,
    }
  return { doctors, doctor, time: time || undefined }
}

interface CustomTimeFieldsProps {
  own: CustomTime
  doctors: ReturnType<typeof useBookableDoctors>
  doctor: number | undefined
  change(customTime: CustomTime): void
  /** Returns to the times on offer. */
  leave(): void
}

export function CustomTimeFields({
  own: customTime,
  doctors,
  doctor,
  change,
  leave: discard,
}: CustomTimeFieldsProps) {
  const { words } = useLanguage()
  return (
    <Fieldset legend={words.own.title} p="sm">
      <Stack gap="xs">
        <NativeSelect
          label={words.week.practitioner}
          size="xs"
          value={String(doctor ?? '')}
          data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ currentTarget }) =>
            change({ ...customTime, doctor: Number(currentTarget.value) })
          }
        />
        <TextInput
          type="time"
          label={words.own.time}
          size="xs"
          required
          value={customTime.clock}
          autoFocus
          onChange={({ currentTarget }) => change({ ...customTime, clock: currentTarget.value })}
        />
        <TextInput
          label={words.own.reason}
          description={words.own.reasonHint}
          size="xs"
          required
          maxLength={500}
          value={customTime.reason}
          onChange={({ currentTarget }) => change({ ...customTime, reason: currentTarget.value })}
        />
        <Group>
          <Button size="compact-xs" variant="subtle" onClick={discard}>
            {words.own.leave}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}

interface TimeConflictsProps {
  day: Day
  doctorId: number
  fromMinute: number
  toMinute: number
}

/** What else is at a time, as far as the day shows it. */
export function TimeConflicts({
  day: { doctors, date },
  doctorId,
  fromMinute,
  toMinute,
}: TimeConflictsProps) {
  const { words } = useLanguage()
  const column = doctors.find((one) => one.doctorId === doctorId)
  const visits = (column?.visits ?? [])
    .filter(({ status }) => status !== 'CANCELLED' && status !== 'NO_SHOW')
    .map(({ id, patient, fromDateTimeTs: from, toDateTimeTs: to }) => ({
      key: `visit ${id}`,
      from,
      to,
      what: patientName(patient, words),
    }))
  const busy = (column?.busy ?? []).map((one) => ({
    key: `${one.kind} ${one.fromDateTimeIso}`,
    from: one.fromDateTimeIso,
    to: one.toDateTimeIso,
    what: busyText(one, words),
  }))
  const conflicts = [...visits, ...busy.filter(({ key }) => !key.startsWith('HELD'))].filter(
    ({ from, to }) => startMinute(from, date) < toMinute && endMinute(to, date) > fromMinute,
  )
  return conflicts.map(({ key, from, to, what: label }) => (
    <Text key={key} size="sm">
      <bdi dir="ltr">{`${clockText(startMinute(from, date))}–${clockText(endMinute(to, date))}`}</bdi>{' '}
      <bdi>{label}</bdi>
    </Text>
  ))
}

function busyText({ kind, block, offer }: Column['busy'][number], words: Words): string {
  if (offer)
    return words.waiting.offeredTo(patientName(offer.patient, words), clockTime(offer.expiresAt))
  if (kind === 'ELSEWHERE') return words.day.elsewhere
  if (kind === 'TRAVEL') return words.day.travel
  return [words.day.blocked, block?.reason].filter(Boolean).join(' · ')
}
