// Why a practitioner can or cannot be booked at a time, and the next available times.

import { weekdayNumber, weekdays } from '../../../base/values/calendar-date.ts'
import type { ExplainedTime } from '../../../visits/availability/explain.ts'
import { availabilityExplain } from '../../../visits/availability/operations/explain.ts'
import { timesNearest } from '../../../visits/availability/operations/times-nearest.ts'
import type { Table } from './command.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

type ShownTime = Omit<ExplainedTime, 'from' | 'to'> & { from: string; to: string }

/** Consecutive times with the same reason, as one row; with offsets if the clocks change. */
function timesTable(times: readonly ShownTime[]): Table {
  const groups: ShownTime[][] = []
  for (const time of times) {
    const last = groups.at(-1)?.at(-1)
    if (last?.why === time.why && last.isSlot === time.isSlot && last.to === time.from)
      groups.at(-1)?.push(time)
    else groups.push([time])
  }
  const offsets = new Set(times.flatMap(({ from, to }) => [from, to].map((iso) => iso.slice(-6))))
  const rows = groups.map((group) => {
    const first = group[0] as ShownTime
    const last = group.at(-1) as ShownTime
    // Times that are skipped when the clocks go forward have no offset.
    const isChanging = offsets.size > 1 && first.from !== last.to
    const formatTime = (clock: string, iso: string) =>
      isChanging ? `${clock} ${iso.slice(-6)}` : clock
    const from = formatTime(first.fromClock, first.from)
    const to = formatTime(last.toClock, last.to)
    return {
      time: from === to ? from : `${from} - ${to}`,
      slots: first.isSlot ? group.length : null,
      reason: first.reason,
      why: first.why,
    }
  })
  return { columns: ['time', 'slots', 'reason', 'why'], rows }
}

export const availabilityCommands = [
  command(availabilityExplain, {
    formatResult: ({ doctor, location, timezone, date, durationMins, mode, now, times }) => [
      `${doctor} at ${location} on ${weekdays[weekdayNumber(date) - 1]} ${date}: visits of ${durationMins} minutes, ${mode ?? 'any mode'}`,
      timesTable(times),
      `times of ${timezone}, where it is ${now.slice(0, 16).replace('T', ' ')}`,
    ],
    members: { date: { value: 'date' }, at: { value: 'time' } },
  }),
  command(timesNearest, {
    formatResult: (times) =>
      times.length === 0
        ? 'nothing is free'
        : {
            columns: ['time', 'doctor', 'modes', 'from', 'doctorId'],
            rows: times.map(({ fromDateTimeIso: from, doctorName: doctor, modes, doctorId }) => ({
              time: from.slice(0, 16).replace('T', ' '),
              doctor,
              modes: modes.join(', '),
              from,
              doctorId,
            })),
          },
    arguments: ['addressId'],
    members: {
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
      doctorIds: { name: 'doctor', value: 'id' },
      fromDateTimeIso: { name: 'from' },
      ignoreAppointmentId: { ...idMember('a visit', 'clinic visit list'), name: 'moving' },
    },
  }),
]
