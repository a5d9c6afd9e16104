// The days, practitioner and location of a report, as stored in its address.

import { omitUndefined, parseDate, parseId } from '../ui/address.ts'

export const ranges = ['30-days', 'month', 'last-month', '90-days', 'year'] as const
export type Range = (typeof ranges)[number]
export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export interface ReportSearch {
  /** The range; the last 30 days if neither a range nor days are given. */
  range?: Range | undefined
  from?: string | undefined
  to?: string | undefined
  /** The period of the rows; by default one that suits the number of days. */
  by?: Period | undefined
  doctor?: number | undefined
  at?: number | undefined
}

/** Reads an address; invalid parts are left out. */
export function readReportSearch({
  range,
  from,
  to,
  by,
  doctor,
  at,
}: Record<string, unknown>): ReportSearch {
  return omitUndefined({
    range: ranges.find((one) => one === range),
    by: periods.find((one) => one === by),
    from: parseDate(from),
    to: parseDate(to),
    doctor: parseId(doctor),
    at: parseId(at),
  })
}
