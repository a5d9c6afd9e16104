// The status of a visit: the stored statuses, those derived from the time, and the permitted
// transitions.

import type { Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'

/** Stored statuses. Only a move of the visit sets RESCHEDULED (A-198). */
export const storedStatuses = [
  'SCHEDULED',
  'CONFIRMED',
  'IN_CONSULTATION',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
  'RESCHEDULED',
] as const
export type StoredStatus = (typeof storedStatuses)[number]

/**
 * All statuses that are shown. OVERDUE: it should have begun, but the patient has not come; MISSED:
 * its clinic day is over.
 */
export const appointmentStatuses = [...storedStatuses, 'OVERDUE', 'MISSED'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/**
 * Statuses in which the patient is awaited: only these become OVERDUE or MISSED as time passes
 * (A-200).
 */
const awaitedStatuses = ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED'] as const satisfies StoredStatus[]

/** Whether the patient of a visit is awaited: only then can the patient cancel it. */
export const isAwaited = (status: StoredStatus) =>
  awaitedStatuses.some((waiting) => waiting === status)

// No change of status leads to SCHEDULED, and only a new time leads to RESCHEDULED (A-196).
const transitions: Record<StoredStatus, readonly StoredStatus[]> = {
  SCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  RESCHEDULED: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  CONFIRMED: ['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
  IN_CONSULTATION: ['COMPLETED', 'CANCELLED'],
  NO_SHOW: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED'],
  COMPLETED: [],
  CANCELLED: [],
}

/**
 * Visits that can be moved to another time: they are not over, and the patient is not with the
 * doctor.
 */
const movableStatuses: readonly StoredStatus[] = [
  'SCHEDULED',
  'CONFIRMED',
  'NO_SHOW',
  'RESCHEDULED',
]

/**
 * Whether a visit may change from one status to another. Keeping a status is not a transition
 * (A-197).
 */
export const canTransition = (from: StoredStatus, to: AppointmentStatus) =>
  transitions[from].some((status) => status === to)

/** The statuses that a visit may change to from a status. */
export const nextStatuses = (from: StoredStatus) => transitions[from]

/** The permitted statuses as text. */
export const nextStatusesText = (from: StoredStatus) => transitions[from].join(', ') || 'none'

/** Whether a visit with this status may be moved to another time. */
export const canMove = (status: StoredStatus) => movableStatuses.includes(status)

/**
 * SQL for the status that is shown at `:now`, for rows of `alias`: the one expression for reading
 * and for filtering. Rows from before `day_ends_at` existed lack it; for them, the day ends by the
 * offset that the visit ended with.
 */
export function statusSql(alias: string): string {
  return `case
    when ${alias}.status not in (${awaitedStatuses.map((status) => `'${status}'`).join(', ')}) or ${alias}.from_at > :now then ${alias}.status
    when coalesce(${alias}.day_ends_at, ((${alias}.appointment_date + 1)::timestamp - ${alias}.to_offset_mins * interval '1 minute') at time zone 'UTC') <= :now then 'MISSED'
    else 'OVERDUE'
  end`
}

/**
 * The range in which visits with a given status at `now` start, so that a search need not examine
 * all visits.
 */
export function startRange(status: AppointmentStatus, now: Instant): Interval {
  // A visit that starts exactly now has begun.
  const justAfterNow = now + 1
  if (status === 'MISSED') return { from: -Infinity, to: justAfterNow }
  // No day of a clinic has 48 hours.
  if (status === 'OVERDUE') return { from: now - 48 * 3_600_000, to: justAfterNow }
  return { from: isAwaited(status) ? now : -Infinity, to: Infinity }
}
