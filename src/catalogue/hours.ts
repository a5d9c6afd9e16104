import { type CalendarDate, weekdayNumber } from '../values/calendar-date.ts'
import type { Mode } from '../values/modes.ts'

/** Wall-clock minutes of a clinic day, half-open, and the modes worked in. */
export interface WorkingWindow {
  fromMinute: number
  toMinute: number
  modes: readonly Mode[]
}

/** When a doctor works at a location. */
export interface Hours {
  /** By ISO weekday, 1 to 7. */
  weeklyHours: ReadonlyMap<number, readonly WorkingWindow[]>
  /** Replaces the weekly hours of a date; an empty list is a closed day. */
  exceptions: ReadonlyMap<CalendarDate, readonly WorkingWindow[]>
}

/** The windows worked on a date. */
export function windowsOn({ weeklyHours, exceptions }: Hours, date: CalendarDate): readonly WorkingWindow[] {
  return exceptions.get(date) ?? weeklyHours.get(weekdayNumber(date)) ?? []
}
