import { addDays, type CalendarDate, weekdayNumber } from '../../base/values/calendar-date.ts'
import type { Mode } from '../../base/values/modes.ts'

/** Local minutes of a clinic day, half-open, and the modes that are offered. */
export interface WorkingWindow {
  fromMinute: number
  /** The end. In a description it may be beyond 1440: the window then continues after midnight. */
  toMinute: number
  modes: readonly Mode[]
}

/** Dates in the clinic's calendar; both and all between them are closed. */
export interface ClosingDays {
  firstDate: CalendarDate
  lastDate: CalendarDate
}

/** When a doctor works at a location. */
export interface Hours {
  /** The windows of each ISO weekday, 1 to 7. */
  weeklyHours: ReadonlyMap<number, readonly WorkingWindow[]>
  /** Replaces the weekly hours of a date; an empty list means closed. */
  exceptions: ReadonlyMap<CalendarDate, readonly WorkingWindow[]>
  /**
   * The closings of the workspace, the location and the doctor, on which the weekly hours do not
   * apply.
   */
  closings: readonly ClosingDays[]
}

/** The working windows of a date, and their source. */
export interface DateHours {
  /**
   * DATE: hours for this very date. CLOSING: a range of closing days. WEEKDAY: the weekly hours.
   */
  by: 'DATE' | 'CLOSING' | 'WEEKDAY'
  windows: readonly WorkingWindow[]
}

const minutesPerDay = 1440

/**
 * The hours of a date: those for this very date, otherwise none if it is closed, otherwise those of
 * its weekday. Hours after midnight belong to the date on which they fall: a closed date has none,
 * not even the end of hours that began the evening before.
 */
export function hoursOn(hours: Hours, date: CalendarDate): DateHours {
  const { by, windows } = hoursStartingOn(hours, date)
  if (by !== 'WEEKDAY' && windows.length === 0) return { by, windows }
  const before = hoursStartingOn(hours, addDays(date, -1)).windows.filter(
    ({ toMinute }) => toMinute > minutesPerDay,
  )
  if (before.length === 0 && windows.every(({ toMinute }) => toMinute <= minutesPerDay))
    return { by, windows }
  const clippedWindows = windows.map((window) => ({
    ...window,
    toMinute: Math.min(window.toMinute, minutesPerDay),
  }))
  return {
    by,
    windows: [
      ...before.map((window) => ({
        ...window,
        fromMinute: 0,
        toMinute: window.toMinute - minutesPerDay,
      })),
      ...clippedWindows,
    ],
  }
}

/** The hours that begin on a date, as described. */
function hoursStartingOn(
  { weeklyHours, exceptions, closings }: Hours,
  date: CalendarDate,
): DateHours {
  const exceptionWindows = exceptions.get(date)
  if (exceptionWindows) return { by: 'DATE', windows: exceptionWindows }
  if (closings.some(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate))
    return { by: 'CLOSING', windows: [] }
  return { by: 'WEEKDAY', windows: weeklyHours.get(weekdayNumber(date)) ?? [] }
}

/** The working windows of a date. */
export function windowsOn(hours: Hours, date: CalendarDate): readonly WorkingWindow[] {
  return hoursOn(hours, date).windows
}

/**
 * The shifts of a date: those for this very date, and the weekly ones unless the date is closed or
 * has its own hours. `shifts` are a practice's, in their order.
 */
export function shiftsOn<
  Shift extends { weekdays: readonly number[] | null; date: CalendarDate | null },
>(practice: Hours & { shifts: readonly Shift[] }, date: CalendarDate): Shift[] {
  const isOrdinary = hoursOn(practice, date).by === 'WEEKDAY'
  const weekday = weekdayNumber(date)
  return practice.shifts.filter(
    (shift) => shift.date === date || (isOrdinary && shift.weekdays?.includes(weekday)),
  )
}
