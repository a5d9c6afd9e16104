import type { Instant } from './clinic-time.ts'

/** A half-open stretch of time: `from` belongs to it, `to` does not. */
export interface Interval {
  from: Instant
  to: Instant
}
