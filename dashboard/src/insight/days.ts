// The days of a report, and the preceding period that it is compared with. Pure.

import { shifted } from '../ui/times.ts'
import type { Period, Range, ReportSearch } from './report-search.ts'

export interface Days {
  from: string
  to: string
}

/** The number of days, both ends included. */
const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

function daysOfRange(range: Range, today: string): Days {
  const first = `${today.slice(0, 8)}01`
  switch (range) {
    case 'month':
      return { from: first, to: today }
    case 'last-month': {
      const last = shifted(first, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
    case '90-days':
      return { from: shifted(today, -89), to: today }
    case 'year':
      return { from: shifted(today, -364), to: today }
  }
}

/** The days in an address, put in order and limited to a year. */
export function daysOf({ range, from, to }: ReportSearch, today: string): Days {
  if (range || (!from && !to)) return daysOfRange(range ?? 'month', today)
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? `${last.slice(0, 8)}01`
  const days = first <= last ? { from: first, to: last } : { from: last, to: first }
  return lengthOf(days) > 366 ? { from: shifted(days.to, -365), to: days.to } : days
}

/** The preceding period of the same length. */
export function daysBefore({ from, to }: Days): Days {
  return { from: shifted(from, -lengthOf({ from, to })), to: shifted(from, -1) }
}

/** The default period of a bar, so that there are about thirty bars at most. */
export function periodOf(days: Days): Period {
  const length = lengthOf(days)
  return length <= 31 ? 'day' : length <= 120 ? 'week' : 'month'
}
