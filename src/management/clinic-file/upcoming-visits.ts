// The upcoming visits of items that an import removes.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'
import { type Change, changedNames } from './changes.ts'

/** An item that the file removes, with its number of upcoming visits. */
export interface RemovedWithVisits {
  kind: 'practitioner' | 'location' | 'room' | 'shift'
  /**
   * The name as in the summary: a room with its location, a shift with its practitioner and
   * location.
   */
  name: string
  visits: number
}

/** `1 upcoming visit`, `2 upcoming visits`. */
export function formatUpcomingVisits(visits: number): string {
  return `${visits} upcoming ${visits === 1 ? 'visit' : 'visits'}`
}

/**
 * Locks the configuration: from here to the end of the transaction, no booking that uses the old
 * one is in progress (docs/decisions/booking.md).
 */
const lockConfiguration = statement(
  'lock_configuration',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('configuration', :workspaceId))`,
)

/**
 * SQL: whether a queue visit `v` at the location `l` is upcoming. Pre-filtered by the date in UTC,
 * which differs by at most a day.
 */
const isUpcomingToken = `v.workspace_id = :workspaceId and v.appointment_date >= (:now::timestamptz at time zone 'UTC')::date - 1
      and v.appointment_date >= (:now::timestamptz at time zone l.timezone)::date and v.status in ('WAITING', 'CALLED', 'IN_CONSULTATION')`

/** Live upcoming visits, and those of the last day, have claims; tokens are found by date. */
const visitsOfRemoved = statement(
  'visits_of_removed',
  {
    takes: {
      workspaceId: 'bigint',
      now: 'timestamptz',
      practitioners: 'text[]',
      locations: 'text[]',
      rooms: 'text[]',
      shifts: 'text[]',
    },
    returns: {
      kind: narrowType<RemovedWithVisits['kind']>('text'),
      name: 'text',
      visits: 'bigint',
    },
  },
  `
  with upcoming as (
    select u.name as practitioner, l.name as location, l.name || '/' || r.name as room, null as shift
    from claims c
    join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
    join users u on u.workspace_id = a.workspace_id and u.id = a.doctor_id
    join locations l on l.workspace_id = a.workspace_id and l.id = a.location_id
    left join rooms r on r.workspace_id = a.workspace_id and r.id = a.room_id
    where c.workspace_id = :workspaceId and c.to_at > :now and ${isUpcomingVisit('a')}
    union all
    select u.name, l.name, null, concat_ws('/', u.name, l.name, s.name)
    from queue_visits v
    join users u on u.workspace_id = v.workspace_id and u.id = v.doctor_id
    join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
    join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
    where ${isUpcomingToken}
  )
  select kind, name, count(*) as visits
  from upcoming
  cross join lateral (values ('practitioner', practitioner), ('location', location), ('room', room), ('shift', shift)) as of (kind, name)
  where name = any(case kind when 'practitioner' then :practitioners::text[] when 'location' then :locations::text[] when 'room' then :rooms::text[] else :shifts::text[] end)
  group by kind, name
  order by kind, name`,
)

/**
 * Upcoming visits on closed days, except on dates for which the practice has its own hours, and
 * except tokens of shifts defined for that date.
 */
const visitsOnClosingDays = statement(
  'visits_on_closing_days',
  { takes: { workspaceId: 'bigint', now: 'timestamptz' }, returns: { visits: 'bigint' } },
  `
  with upcoming as (
    select a.appointment_date, a.location_id, a.doctor_id
    from claims c
    join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
    where c.workspace_id = :workspaceId and c.to_at > :now and ${isUpcomingVisit('a')}
      and not exists (
        select from hour_exceptions e
        where e.workspace_id = a.workspace_id and e.doctor_id = a.doctor_id and e.location_id = a.location_id and e.date = a.appointment_date
      )
    union all
    select v.appointment_date, v.location_id, v.doctor_id
    from queue_visits v
    join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
    join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
    where ${isUpcomingToken} and s.date is null
  )
  select count(*) as visits
  from upcoming u
  where exists (
    select from closing_days d
    where d.workspace_id = :workspaceId and u.appointment_date between d.first_date and d.last_date
      and coalesce(d.location_id, u.location_id) = u.location_id and coalesce(d.practitioner_id, u.doctor_id) = u.doctor_id
  )`,
)

/**
 * The number of upcoming visits on closed days; they were booked before the closing, and remain.
 */
export async function countOnClosingDays(
  queries: Queries,
  workspaceId: number,
  now: Instant,
): Promise<number> {
  const [counted] = await queries.rows(visitsOnClosingDays, { workspaceId, now })
  return counted?.visits ?? 0
}

/**
 * The items that an import removes although they have upcoming visits. Except in a dry run, the
 * configuration is locked exclusively from here on: bookings that were in progress have ended and
 * are counted, and later ones use the new configuration.
 */
export async function findRemovedWithVisits(
  queries: Queries,
  workspaceId: number,
  changes: readonly Change[],
  now: Instant,
  isDryRun: boolean,
): Promise<RemovedWithVisits[]> {
  const practitioners = changedNames(changes, 'practitioner', 'removed')
  const locations = changedNames(changes, 'location', 'removed')
  const removed = {
    practitioners,
    locations,
    // Removing a location removes its rooms, and removing a practitioner removes their shifts; each
    // visit is counted only once.
    rooms: changedNames(changes, 'room', 'removed').filter(
      (room) => !locations.some((location) => room.startsWith(`${location}/`)),
    ),
    shifts: changedNames(changes, 'shift', 'removed').filter((shift) => {
      const [doctor = '', location = ''] = shift.split('/')
      return !practitioners.includes(doctor) && !locations.includes(location)
    }),
  }
  if (Object.values(removed).every((names) => names.length === 0)) return []
  if (!isDryRun) await queries.rows(lockConfiguration, { workspaceId })
  return queries.rows(visitsOfRemoved, { workspaceId, now, ...removed })
}
