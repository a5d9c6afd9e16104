import type { Instant } from './clinic-time.ts'

/** A half-open interval of time: it includes `from`, but not `to`. */
export interface Interval {
  from: Instant
  to: Instant
}

/** The parts of `period` that no interval covers, ascending. */
export function uncoveredIntervals(period: Interval, intervals: readonly Interval[]): Interval[] {
  const gaps: Interval[] = []
  let covered = period.from
  const end = { from: period.to, to: period.to }
  for (const { from, to } of [
    ...intervals.filter((interval) => interval.from < interval.to).sort((a, b) => a.from - b.from),
    end,
  ]) {
    const open = Math.min(from, period.to)
    if (open > covered) gaps.push({ from: covered, to: open })
    covered = Math.max(covered, to)
  }
  return gaps
}
