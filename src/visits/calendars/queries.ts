import { statement } from '../../base/db/statement.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'

/** Due work that fetches a calendar. */
export const refreshKind = 'calendar-refresh'

const calendarParameters = { workspaceId: 'bigint', calendarId: 'bigint' } as const

/**
 * Begins another attempt to read a calendar, and returns its inputs. Timezones are those of the
 * practitioner's locations, or of the workspace if there are none. Returns no row if the calendar
 * does not exist.
 */
export const beginAttempt = statement(
  'begin_calendar_attempt',
  {
    takes: { ...calendarParameters, now: 'timestamptz' },
    returns: {
      attempt: 'bigint',
      doctorId: 'bigint',
      url: 'text?',
      etag: 'text?',
      lastModified: 'text?',
      readTo: 'timestamptz?',
      readZones: 'text?',
      succeededAt: 'timestamptz?',
      email: 'text?',
      zones: 'text[]',
    },
  },
  `
  update calendars c
  set attempt = attempt + 1, attempted_at = :now
  where workspace_id = :workspaceId and id = :calendarId
  returning attempt, doctor_id as "doctorId", url, etag, last_modified as "lastModified", read_to as "readTo", read_zones as "readZones",
    succeeded_at as "succeededAt",
    (select email from users where workspace_id = c.workspace_id and id = c.doctor_id) as email, (
    select coalesce(array_agg(distinct l.timezone order by l.timezone) filter (where l.active and d.active), array_agg(distinct w.timezone))
    from workspaces w
    left join doctor_locations d on d.workspace_id = w.id and d.doctor_id = c.doctor_id
    left join locations l on l.workspace_id = d.workspace_id and l.id = d.location_id
    where w.id = c.workspace_id
  ) as zones`,
)

/** Whether an attempt is still the latest; if so, none can begin until the transaction ends. */
export const lockAttempt = statement(
  'lock_calendar_attempt',
  { takes: { ...calendarParameters, attempt: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from calendars
  where workspace_id = :workspaceId and id = :calendarId and attempt = :attempt
  for no key update`,
)

/**
 * Replaces the busy times of a calendar with `rows`, writing only differences; returns the number
 * of rows written.
 */
export const replaceBusyTimes = statement(
  'replace_busy_times',
  {
    takes: { ...calendarParameters, doctorId: 'bigint', rows: 'jsonb' },
    returns: { added: 'bigint', removed: 'bigint' },
  },
  `
  with described as (
    select from_at, to_at from jsonb_to_recordset(:rows::jsonb) as d (from_at timestamptz, to_at timestamptz)
  ),
  removed as (
    delete from calendar_busy_times
    where workspace_id = :workspaceId and doctor_id = :doctorId and calendar_id = :calendarId
      and from_at not in (select from_at from described)
    returning from_at
  ),
  written as (
    insert into calendar_busy_times as known (workspace_id, doctor_id, from_at, calendar_id, to_at)
    select :workspaceId, :doctorId, from_at, :calendarId, to_at
    from described
    on conflict (workspace_id, doctor_id, from_at, calendar_id) do update
    set to_at = excluded.to_at
    where known.to_at <> excluded.to_at
    returning from_at
  )
  select (select count(*) from written) as added, (select count(*) from removed) as removed`,
)

export const recordRead = statement(
  'record_calendar_read',
  {
    takes: {
      ...calendarParameters,
      now: 'timestamptz',
      etag: 'text?',
      lastModified: 'text?',
      readTo: 'timestamptz',
      readZones: 'text',
      unreadableEvents: 'integer',
      unknownZones: 'boolean',
    },
  },
  `
  update calendars
  set succeeded_at = :now, problem = null, etag = :etag, last_modified = :lastModified, read_to = :readTo, read_zones = :readZones,
    unreadable_events = :unreadableEvents, unknown_zones = :unknownZones
  where workspace_id = :workspaceId and id = :calendarId`,
)

/** Records for the latest attempt whether it succeeded (`problem` is null) or failed. */
export const recordAttempt = statement(
  'record_calendar_attempt',
  { takes: { ...calendarParameters, attempt: 'bigint', now: 'timestamptz', problem: 'text?' } },
  `
  update calendars
  set problem = :problem, succeeded_at = case when :problem::text is null then :now else succeeded_at end
  where workspace_id = :workspaceId and id = :calendarId and attempt = :attempt`,
)

/** A calendar as operators see it. */
const stateColumns = {
  id: 'bigint',
  doctorId: 'bigint',
  doctor: 'text?',
  name: 'text',
  url: 'text?',
  nextAt: 'timestamptz?',
  succeededAt: 'timestamptz?',
  problem: 'text?',
  readTo: 'timestamptz?',
  unreadableEvents: 'integer',
  unknownZones: 'boolean',
  busyTimes: 'bigint',
} as const

export const calendarStates = statement(
  'calendar_states',
  { takes: { workspaceId: 'bigint' }, returns: stateColumns },
  `
  select c.id, c.doctor_id as "doctorId", u.name as doctor, c.name, c.url, w.due_at as "nextAt", c.succeeded_at as "succeededAt",
    c.problem, c.read_to as "readTo", c.unreadable_events as "unreadableEvents", c.unknown_zones as "unknownZones", (
      select count(*)
      from calendar_busy_times b
      where b.workspace_id = c.workspace_id and b.doctor_id = c.doctor_id and b.calendar_id = c.id
    ) as "busyTimes"
  from calendars c
  join users u on u.workspace_id = c.workspace_id and u.id = c.doctor_id
  left join due_work w on w.workspace_id = c.workspace_id and w.kind = '${refreshKind}' and w.subject_id = c.id and w.state = 'WAITING'
  where c.workspace_id = :workspaceId
  order by u.name, c.name, c.id`,
)

/**
 * Upcoming visits that were booked before an overlapping busy time of a calendar was known. Only
 * live upcoming visits have claims.
 */
export const visitsOverlappingCalendars = statement(
  'visits_overlapping_calendars',
  {
    takes: { workspaceId: 'bigint', now: 'timestamptz', most: 'bigint' },
    returns: {
      calendarId: 'bigint',
      appointmentId: 'bigint',
      from: 'timestamptz',
      timezone: 'text',
      count: 'bigint',
    },
  },
  `
  select "calendarId", "appointmentId", "from", timezone, count
  from (
    select b.calendar_id as "calendarId", c.appointment_id as "appointmentId", c.from_at as "from", a.timezone,
      count(*) over of_calendar as count, row_number() over (of_calendar order by c.from_at, c.appointment_id) as place
    from claims c
    cross join lateral (
      select distinct b.calendar_id
      from calendar_busy_times b
      where b.workspace_id = c.workspace_id and b.doctor_id = c.doctor_id
        and b.from_at > c.from_at - interval '24 hours' and b.from_at < c.to_at and b.to_at > c.from_at
    ) as b
    join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
    where c.workspace_id = :workspaceId and c.to_at > :now and ${isUpcomingVisit('a')}
    window of_calendar as (partition by b.calendar_id)
  ) as beside
  where place <= :most
  order by "calendarId", "from"`,
)
