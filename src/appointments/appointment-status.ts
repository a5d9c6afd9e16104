// Where a visit stands: what is stored, what is derived from the time, and which moves there are.

import type { Instant } from '../values/clinic-time.ts'
import type { Interval } from '../values/intervals.ts'

/** What is stored; RESCHEDULED by the move of a visit alone (A-198). */
export const storedStatuses = ['SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'RESCHEDULED'] as const
export type StoredStatus = (typeof storedStatuses)[number]

/** All that are shown. OVERDUE: it has begun, and nobody came yet; MISSED: its clinic day is over. */
export const appointmentStatuses = [...storedStatuses, 'OVERDUE', 'MISSED'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Visits that wait for the patient: of these the time makes OVERDUE and MISSED ones (A-200). */
const awaited = ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED'] as const satisfies StoredStatus[]

// A-196. Nothing leads to SCHEDULED, and to RESCHEDULED only a new time.
const moves: Record<StoredStatus, readonly StoredStatus[]> = {
  SCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  RESCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  CONFIRMED: ['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  IN_CONSULTATION: ['COMPLETED', 'CANCELLED'],
  NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

/** Visits that can be given another time: they are not over, and the patient is not with the doctor. */
const movable: readonly StoredStatus[] = ['SCHEDULED', 'CONFIRMED', 'NO_SHOW', 'RESCHEDULED']

/** Whether a visit may go from one status to another. To stay where it is is no move (A-197). */
export const mayBecome = (from: StoredStatus, to: AppointmentStatus) => moves[from].some((status) => status === to)

/** Where a visit may go from a status. */
export const nextOf = (from: StoredStatus) => moves[from]

/** The same in words. */
export const waysFrom = (from: StoredStatus) => moves[from].join(', ') || 'none'

/** Whether a visit that stands there may be given another time. */
export const mayMove = (status: StoredStatus) => movable.includes(status)

/**
 * SQL of the status that is shown at `:now`, of rows of `alias`: the one expression for reading and for filtering. A row without
 * `day_ends_at` is of before there was one; its day ends by the offset its visit ended with.
 */
export function statusAt(alias: string): string {
  return `case
    when ${alias}.status not in (${awaited.map((status) => `'${status}'`).join(', ')}) or ${alias}.from_at > :now then ${alias}.status
    when coalesce(${alias}.day_ends_at, ((${alias}.appointment_date + 1)::timestamp - ${alias}.to_offset_mins * interval '1 minute') at time zone 'UTC') <= :now then 'MISSED'
    else 'OVERDUE'
  end`
}

/** When visits that are shown with a status at `now` begin, so that a search for it need not look at all there are. */
export function startsOf(status: AppointmentStatus, now: Instant): Interval {
  // A visit that begins now has begun.
  const begun = now + 1
  if (status === 'MISSED') return { from: -Infinity, to: begun }
  // No day of a clinic has 48 hours.
  if (status === 'OVERDUE') return { from: now - 48 * 3_600_000, to: begun }
  return { from: awaited.some((waiting) => waiting === status) ? now : -Infinity, to: Infinity }
}
