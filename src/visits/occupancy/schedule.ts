import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { BusyInterval } from './busy-time.ts'
import { type BusyKind, travelTimesJoin } from './queries.ts'

/** A taken time, and what occupies it. */
export interface TakenTime extends BusyInterval {
  /** The visit of a BOOKED or TRAVEL time; otherwise null. */
  appointmentId: number | null
  /** The block of a BLOCKED_BY_CLINIC time; otherwise null. */
  blockId: number | null
  /** The waiting-list offer that holds a HELD time; otherwise null. */
  offerId: number | null
}

// Claims are kept until a day after their visits. To add a source of taken times, add another
// `union all` here. No busy time of a calendar is longer than a day.
const doctorSchedules = statement(
  'schedule_of_doctors',
  {
    takes: {
      workspaceId: 'bigint',
      locationId: 'bigint',
      doctorIds: 'bigint[]',
      from: 'timestamptz',
      to: 'timestamptz',
    },
    returns: {
      doctorId: 'bigint',
      kind: narrowType<BusyKind>('text'),
      from: 'timestamptz',
      to: 'timestamptz',
      appointmentId: 'bigint?',
      blockId: 'bigint?',
      offerId: 'bigint?',
    },
  },
  `
  select c.doctor_id as "doctorId", case when o.id is null then 'BOOKED' else 'HELD' end as kind, c.from_at as "from", c.to_at as "to",
    case when o.id is null then c.appointment_id end as "appointmentId", null::bigint as "blockId", o.id as "offerId"
  from claims c
  left join waiting_offers o on o.workspace_id = :workspaceId and o.claim_id = c.appointment_id and o.state = 'OPEN'
  where c.workspace_id = :workspaceId and c.doctor_id = any(:doctorIds) and tstzrange(c.from_at, c.to_at) && tstzrange(:from, :to)
  union all
  select c.doctor_id, 'TRAVEL', travel.from_at, travel.to_at, c.appointment_id, null, null
  from claims c
  ${travelTimesJoin('c')}
  where c.workspace_id = :workspaceId and c.doctor_id = any(:doctorIds) and c.travel_mins > 0 and travel.from_at < :to and travel.to_at > :from
  union all
  select doctor_id, 'BLOCKED', from_at, to_at, null, null, null
  from calendar_busy_times
  where workspace_id = :workspaceId and doctor_id = any(:doctorIds)
    and from_at > :from::timestamptz - interval '24 hours' and from_at < :to and to_at > :from
  union all
  select doctor_id, 'BLOCKED_BY_CLINIC', from_at, to_at, null, id, null
  from blocks
  where workspace_id = :workspaceId and doctor_id = any(:doctorIds) and to_at > :from and from_at < :to and (location_id is null or location_id = :locationId)`,
)

/**
 * The times taken for some of a location's doctors within a period, including visits at any
 * location; grouped by doctor, unordered.
 */
export async function loadSchedule(
  queries: Queries,
  { workspaceId, locationId }: { workspaceId: number; locationId: number },
  doctorIds: readonly number[],
  period: Interval,
): Promise<Map<number, TakenTime[]>> {
  const schedule = new Map<number, TakenTime[]>(doctorIds.map((doctorId) => [doctorId, []]))
  for (const { doctorId, ...taken } of await queries.rows(doctorSchedules, {
    workspaceId,
    locationId,
    doctorIds,
    ...period,
  }))
    schedule.get(doctorId)?.push(taken)
  return schedule
}
