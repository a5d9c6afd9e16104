// Visits to come of what an import takes away.

import type { Queries } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'
import { type Change, namesOf } from './changes.ts'

/** Something that leaves the file, and how many visits to come it has. */
export interface Deserted {
  kind: 'practitioner' | 'location' | 'room'
  /** As in the summary: of a room, with its location. */
  name: string
  visits: number
}

/** `1 upcoming visit`, `2 upcoming visits`. */
export function upcomingText(visits: number): string {
  return `${visits} upcoming ${visits === 1 ? 'visit' : 'visits'}`
}

/** From here to the end of the transaction no booking is under way on the configuration that was; see decision 26. */
const holdConfigurationAlone = statement(
  'hold_configuration_alone',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('configuration', :workspaceId))`,
)

/** Claims are the live visits to come, and those of the last day. */
const visitsOfRemoved = statement(
  'visits_of_removed',
  {
    takes: { workspaceId: 'bigint', now: 'timestamptz', practitioners: 'text[]', locations: 'text[]', rooms: 'text[]' },
    returns: { kind: narrowed<Deserted['kind']>('text'), name: 'text', visits: 'bigint' },
  },
  `
  with upcoming as (
    select u.name as practitioner, l.name as location, l.name || '/' || r.name as room
    from claims c
    join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
    join users u on u.workspace_id = a.workspace_id and u.id = a.doctor_id
    join locations l on l.workspace_id = a.workspace_id and l.id = a.location_id
    left join rooms r on r.workspace_id = a.workspace_id and r.id = a.room_id
    where c.workspace_id = :workspaceId and c.to_at > :now and a.status <> 'CANCELLED'
  )
  select kind, name, count(*) as visits
  from upcoming
  cross join lateral (values ('practitioner', practitioner), ('location', location), ('room', room)) as of (kind, name)
  where name = any(case kind when 'practitioner' then :practitioners::text[] when 'location' then :locations::text[] else :rooms::text[] end)
  group by kind, name
  order by kind, name`,
)

/** Not those of a date for which the practice has hours of its own. */
const visitsOnClosingDays = statement(
  'visits_on_closing_days',
  { takes: { workspaceId: 'bigint', now: 'timestamptz' }, returns: { visits: 'bigint' } },
  `
  select count(*) as visits
  from claims c
  join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  where c.workspace_id = :workspaceId and c.to_at > :now and a.status <> 'CANCELLED'
    and exists (
      select from closing_days d
      where d.workspace_id = a.workspace_id and a.appointment_date between d.first_date and d.last_date
        and coalesce(d.location_id, a.location_id) = a.location_id and coalesce(d.practitioner_id, a.doctor_id) = a.doctor_id
    )
    and not exists (
      select from hour_exceptions e
      where e.workspace_id = a.workspace_id and e.doctor_id = a.doctor_id and e.location_id = a.location_id and e.date = a.appointment_date
    )`,
)

/** How many visits to come lie on days that are closed; they were booked before, and stay. */
export async function upcomingOnClosingDays(queries: Queries, workspaceId: number, now: Instant): Promise<number> {
  const [counted] = await queries.rows(visitsOnClosingDays, { workspaceId, now })
  return counted?.visits ?? 0
}

/**
 * What an import removes although visits to come are booked with it. Unless it is only tried, the configuration is held alone from
 * here on: a booking that was under way has ended and is seen, and a later one meets the new configuration.
 */
export async function desertedBy(queries: Queries, workspaceId: number, changes: readonly Change[], now: Instant, isTried: boolean): Promise<Deserted[]> {
  const locations = namesOf(changes, 'location', 'removed')
  const removed = {
    practitioners: namesOf(changes, 'practitioner', 'removed'),
    locations,
    // A location takes its rooms with it, and its visits are counted once.
    rooms: namesOf(changes, 'room', 'removed').filter((room) => !locations.some((location) => room.startsWith(`${location}/`))),
  }
  if (Object.values(removed).every((names) => names.length === 0)) return []
  if (!isTried) await queries.rows(holdConfigurationAlone, { workspaceId })
  return queries.rows(visitsOfRemoved, { workspaceId, now, ...removed })
}
