// The days of a report, and which of them are over.

import { addDays, type CalendarDate, weekdayNumber } from '../../base/values/calendar-date.ts'
import { clinicDay, dateAt, type Instant } from '../../base/values/clinic-time.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The dates from one to another, both inclusive. */
export function datesBetween(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** The first date of the period that contains a date; weeks begin on Monday. */
export function periodStart(date: CalendarDate, period: Period): CalendarDate {
  if (period === 'month') return `${date.slice(0, 8)}01`
  return period === 'week' ? addDays(date, 1 - weekdayNumber(date)) : date
}

/** Splits dates into runs of consecutive ones, with at most `daysMax` in each. */
export function dateRuns(dates: readonly CalendarDate[], daysMax: number): CalendarDate[][] {
  const dateRunsFound: CalendarDate[][] = []
  for (const date of dates.toSorted()) {
    const dateRun = dateRunsFound.at(-1)
    if (dateRun && dateRun.length < daysMax && addDays(dateRun.at(-1) ?? date, 1) === date)
      dateRun.push(date)
    else dateRunsFound.push([date])
  }
  return dateRunsFound
}

/** The instants that bound some dates in any timezone. */
export function dateBounds(
  first: CalendarDate,
  last: CalendarDate,
): { earliest: Instant; latest: Instant } {
  return {
    earliest: clinicDay('Etc/UTC', first).from - 14 * hourMs,
    latest: clinicDay('Etc/UTC', last).to + 12 * hourMs,
  }
}

const hourMs = 3_600_000
// By this time after midnight, a transaction that began before it has committed, or never will.
const settlingMs = hourMs

/** The last date that has been over for an hour in all of the given timezones. */
export function lastFinishedDate(zones: readonly string[], now: Instant): CalendarDate {
  const dates = zones.map((zone) => addDays(dateAt(zone, now - settlingMs), -1))
  return dates.reduce((a, b) => (a < b ? a : b))
}
