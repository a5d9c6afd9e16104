// Which free times suit a patient on the waiting list (DAY-15). These functions are pure: the rule
// that lists times decides what is free.

import { type CalendarDate, weekdayNumber, weekdays } from '../../../base/values/calendar-date.ts'
import { dateAt, minuteOfDayAt } from '../../../base/values/clinic-time.ts'
import type { Mode } from '../../../base/values/modes.ts'
import type { GridSlot } from '../../availability/slot-grid.ts'

export const partsOfDay = ['MORNING', 'AFTERNOON', 'EVENING'] as const
export type PartOfDay = (typeof partsOfDay)[number]
export type Weekday = (typeof weekdays)[number]

/** The times when a patient can come. An empty field accepts any value. */
export interface WaitingTimes {
  mode: Mode | null
  fromDate: CalendarDate
  toDate: CalendarDate
  weekdays: readonly Weekday[]
  partsOfDay: readonly PartOfDay[]
  doctorIds: readonly number[]
}

const noon = 12 * 60
const evening = 17 * 60

/** The part of the day that contains a minute. */
function partOfDay(minute: number): PartOfDay {
  if (minute < noon) return 'MORNING'
  return minute < evening ? 'AFTERNOON' : 'EVENING'
}

/** Whether a free time of a practitioner suits the patient. */
export function isFitting(
  times: WaitingTimes,
  doctorId: number,
  slot: Pick<GridSlot, 'from' | 'modes'>,
  timezone: string,
): boolean {
  const date = dateAt(timezone, slot.from)
  return (
    date >= times.fromDate &&
    date <= times.toDate &&
    (times.doctorIds.length === 0 || times.doctorIds.includes(doctorId)) &&
    (times.mode === null || slot.modes.includes(times.mode)) &&
    (times.weekdays.length === 0 ||
      times.weekdays.includes(weekdays[weekdayNumber(date) - 1] as Weekday)) &&
    (times.partsOfDay.length === 0 ||
      times.partsOfDay.includes(partOfDay(minuteOfDayAt(timezone, slot.from))))
  )
}
