import { type CalendarDate, weekdayNumber } from '../values/calendar-date.ts'
import type { Mode } from '../values/modes.ts'

/** Wall-clock minutes of a clinic day, half-open, and the modes worked in. */
export interface WorkingWindow {
  fromMinute: number
  toMinute: number
  modes: readonly Mode[]
}

/** Dates of the clinic's calendar, both of which and all between are closed. */
export interface ClosingDays {
  firstDate: CalendarDate
  lastDate: CalendarDate
}

/** When a doctor works at a location. */
export interface Hours {
  /** By ISO weekday, 1 to 7. */
  weeklyHours: ReadonlyMap<number, readonly WorkingWindow[]>
  /** Replaces the weekly hours of a date; an empty list is a closed day. */
  exceptions: ReadonlyMap<CalendarDate, readonly WorkingWindow[]>
  /** Of the workspace, the location and the doctor; the weekly hours do not hold on them. */
  closings: readonly ClosingDays[]
}

/** The windows worked on a date, and what decides them. */
export interface HoursOfDate {
  /** DATE: what is said of the very date. CLOSING: a range of closing days. WEEKDAY: the weekly hours. */
  by: 'DATE' | 'CLOSING' | 'WEEKDAY'
  windows: readonly WorkingWindow[]
}

/** The hours of a date: what is said of the very date, else nothing while it is closed, else those of its weekday. */
export function hoursOn({ weeklyHours, exceptions, closings }: Hours, date: CalendarDate): HoursOfDate {
  const ofDate = exceptions.get(date)
  if (ofDate) return { by: 'DATE', windows: ofDate }
  if (closings.some(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate)) return { by: 'CLOSING', windows: [] }
  return { by: 'WEEKDAY', windows: weeklyHours.get(weekdayNumber(date)) ?? [] }
}

/** The windows worked on a date. */
export function windowsOn(hours: Hours, date: CalendarDate): readonly WorkingWindow[] {
  return hoursOn(hours, date).windows
}

/**
 * The shifts that run on a date: those of the very date, and the weekly ones unless the date is closed or has hours of its own. `shifts`
 * are a practice's, in their order.
 */
export function shiftsOn<Shift extends { weekdays: readonly number[] | null; date: CalendarDate | null }>(
  practice: Hours & { shifts: readonly Shift[] },
  date: CalendarDate,
): Shift[] {
  const isOrdinary = hoursOn(practice, date).by === 'WEEKDAY'
  const weekday = weekdayNumber(date)
  return practice.shifts.filter((shift) => shift.date === date || (isOrdinary && shift.weekdays?.includes(weekday)))
}
