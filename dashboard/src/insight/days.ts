// The days of a report, and those before them that it is compared with. Pure.

import { shifted } from '../ui/times.ts'
import type { Period, Range, ReportSearch } from './report-search.ts'

export interface Days {
  from: string
  to: string
}

/** How many days there are, both ends included. */
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

/** The days that an address asks for, in their order and of a year at most. */
export function daysOf({ range, from, to }: ReportSearch, today: string): Days {
  if (range || (!from && !to)) return daysOfRange(range ?? 'month', today)
  const last = to ?? (from && from > today ? from : today)
  const first = from ?? `${last.slice(0, 8)}01`
  const days = first <= last ? { from: first, to: last } : { from: last, to: first }
  return lengthOf(days) > 366 ? { from: shifted(days.to, -365), to: days.to } : days
}

/** As many days before. */
export function daysBefore({ from, to }: Days): Days {
  return { from: shifted(from, -lengthOf({ from, to })), to: shifted(from, -1) }
}

/** By what days are shown where nobody says it: so that there are some thirty bars at most. */
export function periodOf(days: Days): Period {
  const length = lengthOf(days)
  return length <= 31 ? 'day' : length <= 120 ? 'week' : 'month'
}
