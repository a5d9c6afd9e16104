// The days of a report, and the preceding period with which it is compared. Pure.

import { addDays } from '../ui/times.ts'
import type { Period, Range, ReportSearch } from './report-search.ts'

export interface DateRange {
  from: string
  to: string
}

/** The number of days, both ends included. */
const countDays = ({ from, to }: DateRange) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

function rangeDates(range: Range, today: string): DateRange {
  const first = `${today.slice(0, 8)}01`
  switch (range) {
    case 'month':
      return { from: first, to: today }
    case 'last-month': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
    case '30-days':
      return { from: addDays(today, -29), to: today }
    case '90-days':
      return { from: addDays(today, -89), to: today }
    case 'year':
      return { from: addDays(today, -364), to: today }
  }
}

/** The days in an address, in chronological order and limited to a year. */
export function reportDates({ range, from, to }: ReportSearch, today: string): DateRange {
  if (range || (!from && !to)) return rangeDates(range ?? '30-days', today)
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? `${last.slice(0, 8)}01`
  const days = first <= last ? { from: first, to: last } : { from: last, to: first }
  return countDays(days) > 366 ? { from: addDays(days.to, -365), to: days.to } : days
}

/** The preceding period of the same length. */
export function precedingRange({ from, to }: DateRange): DateRange {
  return { from: addDays(from, -countDays({ from, to })), to: addDays(from, -1) }
}

/** The default period of a bar, chosen to make at most about thirty bars. */
export function defaultPeriod(days: DateRange): Period {
  const length = countDays(days)
  if (length <= 31) return 'day'
  return length <= 120 ? 'week' : 'month'
}
