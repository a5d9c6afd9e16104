import type { Queries } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'
import type { Interval } from '../values/intervals.ts'
import type { BusyInterval } from './busy-time.ts'
import type { BusyKind } from './queries.ts'

/** Time that is taken, with what takes it. */
export interface TakenTime extends BusyInterval {
  /** The visit of what is BOOKED; null elsewhere. */
  appointmentId: number | null
}

// Claims are kept until a day after their visits. What else takes a doctor's time is one more `union all` here. No busy time of a
// calendar is longer than a day.
const scheduleOfDoctors = statement(
  'schedule_of_doctors',
  {
    takes: { workspaceId: 'bigint', doctorIds: 'bigint[]', from: 'timestamptz', to: 'timestamptz' },
    returns: { doctorId: 'bigint', kind: narrowed<BusyKind>('text'), from: 'timestamptz', to: 'timestamptz', appointmentId: 'bigint?' },
  },
  `
  select doctor_id as "doctorId", 'BOOKED' as kind, from_at as "from", to_at as "to", appointment_id as "appointmentId"
  from claims
  where workspace_id = :workspaceId and doctor_id = any(:doctorIds) and tstzrange(from_at, to_at) && tstzrange(:from, :to)
  union all
  select doctor_id, 'BLOCKED', from_at, to_at, null
  from calendar_busy_times
  where workspace_id = :workspaceId and doctor_id = any(:doctorIds)
    and from_at > :from::timestamptz - interval '24 hours' and from_at < :to and to_at > :from`,
)

/** What takes the time of some doctors, at whatever location, within a period; by doctor, in no order. */
export async function scheduleOf(queries: Queries, workspaceId: number, doctorIds: readonly number[], period: Interval): Promise<Map<number, TakenTime[]>> {
  const schedule = new Map<number, TakenTime[]>(doctorIds.map((doctorId) => [doctorId, []]))
  for (const { doctorId, ...taken } of await queries.rows(scheduleOfDoctors, { workspaceId, doctorIds, ...period })) schedule.get(doctorId)?.push(taken)
  return schedule
}
