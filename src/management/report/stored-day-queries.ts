// The stored data of days that are over: their sums and payments, which are copies, and the hours
// that were offered.

import { type RowOf, statement } from '../../base/db/statement.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import { moneyColumns } from './day-queries.ts'
import { offeredCounts, storedCounts, toColumnName } from './sums.ts'

const dateParameters = { workspaceId: 'bigint', dates: 'text[]' } as const
const dateCondition = (alias: string) =>
  `${alias}.workspace_id = :workspaceId and ${alias}.date = any (:dates::text[]::date[])`

/** The dates of a list for which data is stored. */
export const storedDays = statement(
  'report_stored_days',
  {
    takes: dateParameters,
    returns: {
      date: 'date',
      hasHours: 'boolean',
      hoursAreEstimated: 'boolean',
      hasSums: 'boolean',
    },
  },
  `
  select asked.date, o.date is not null as "hasHours", coalesce(o.is_estimated, false) as "hoursAreEstimated",
    r.date is not null and not exists (select from stale_report_days s where s.workspace_id = :workspaceId and s.date = asked.date) as "hasSums"
  from unnest(:dates::text[]::date[]) as asked (date)
  left join offered_days o on o.workspace_id = :workspaceId and o.date = asked.date
  left join report_days r on r.workspace_id = :workspaceId and r.date = asked.date
  where o.date is not null or r.date is not null`,
)

/** Locks the counting of a workspace's days for this transaction. */
export const lockCounting = statement(
  'lock_report_counting',
  { takes: { workspaceId: 'bigint' }, returns: { isHeld: 'boolean' } },
  `
  select pg_try_advisory_xact_lock(hashtextextended('report', :workspaceId)) as "isHeld"`,
)

/**
 * Deletes the stored data of some days, and the visible records of their changes. A later change
 * adds a new record.
 */
export const deleteStoredDays = [
  'report_days',
  'report_sums',
  'report_money',
  'stale_report_days',
].map((table) =>
  statement(
    `delete_${table}`,
    { takes: dateParameters },
    `
  delete from ${table}
  where workspace_id = :workspaceId and date = any (:dates::text[]::date[])`,
  ),
)

/**
 * Records that days were counted. If another transaction has done so since this one began, this one
 * fails and is retried.
 */
export const storeDays = statement(
  'store_report_days',
  { takes: dateParameters },
  `
  insert into report_days (workspace_id, date)
  select :workspaceId, date
  from unnest(:dates::text[]::date[]) as date
  on conflict do nothing`,
)

const sumColumns = [...Object.keys(storedCounts).map(toColumnName), 'starts']
const keyColumns = 'date date, doctor_id bigint, location_id bigint'

/** Stores sums of days; `sums` are rows by column name. */
export const storeSums = statement(
  'store_report_sums',
  { takes: { workspaceId: 'bigint', sums: 'jsonb' } },
  `
  insert into report_sums (workspace_id, date, doctor_id, location_id, ${sumColumns.join(', ')})
  select :workspaceId, date, doctor_id, location_id, ${sumColumns.join(', ')}
  from jsonb_to_recordset(:sums::jsonb) as sums (${keyColumns}, ${sumColumns.map((name) => `${name} ${name === 'starts' ? 'bigint[]' : 'bigint'}`).join(', ')})`,
)

/** Stores the money of days. */
export const storeMoney = statement(
  'store_report_money',
  { takes: { workspaceId: 'bigint', money: 'jsonb' } },
  `
  insert into report_money (workspace_id, date, doctor_id, location_id, channel, method, currency, payments, taken_minor, refunded_minor)
  select :workspaceId, date, "doctorId", "locationId", channel, method, currency, payments, "takenMinor", "refundedMinor"
  from jsonb_to_recordset(:money::jsonb) as money (date date, "doctorId" bigint, "locationId" bigint, channel text, method text, currency text,
    payments bigint, "takenMinor" bigint, "refundedMinor" bigint)`,
)

/** Records that the hours of days are known. */
export const storeOfferedDays = statement(
  'store_offered_days',
  { takes: { ...dateParameters, estimated: 'text[]' } },
  `
  insert into offered_days (workspace_id, date, is_estimated)
  select :workspaceId, date, date = any (:estimated::text[]::date[])
  from unnest(:dates::text[]::date[]) as date
  on conflict do nothing`,
)

export const storeOfferedHours = statement(
  'store_offered_hours',
  { takes: { workspaceId: 'bigint', hours: 'jsonb' } },
  `
  insert into offered_hours (workspace_id, date, doctor_id, location_id, offered_minutes, offered_places)
  select :workspaceId, date, "doctorId", "locationId", "offeredMinutes", "offeredPlaces"
  from jsonb_to_recordset(:hours::jsonb) as hours (date date, "doctorId" bigint, "locationId" bigint, "offeredMinutes" integer, "offeredPlaces" integer)`,
)

const groupParameters = {
  ...dateParameters,
  doctorId: 'bigint?',
  locationId: 'bigint?',
  period: 'text',
} as const
const scopeCondition =
  '(:doctorId::bigint is null or k.doctor_id = :doctorId) and (:locationId::bigint is null or k.location_id = :locationId)'
const grouped = { period: 'date?', doctorId: 'bigint?', locationId: 'bigint?' } as const
// Sums of bigint are numeric, and take four times as long as these. No count for a practitioner's
// day is anywhere near two billion.
const sumSelectList = (counts: object) =>
  Object.keys(counts)
    .map((name) => `sum(k.${toColumnName(name)}::integer) as "${name}"`)
    .join(', ')

/**
 * Sums of stored days: a row for each period, for each practitioner and for each location, of which
 * exactly one is set.
 */
export const storedSums = statement(
  'report_stored_sums',
  { takes: groupParameters, returns: { ...grouped, ...storedCounts } },
  `
  select p.period, k.doctor_id as "doctorId", k.location_id as "locationId", ${sumSelectList(storedCounts)}
  from report_sums k
  cross join lateral (select date_trunc(:period, k.date::timestamp)::date as period) p
  where ${dateCondition('k')} and ${scopeCondition}
  group by grouping sets ((p.period), (k.doctor_id), (k.location_id))`,
)

/** The same sums for what was offered. */
export const storedHours = statement(
  'report_stored_hours',
  { takes: groupParameters, returns: { ...grouped, ...offeredCounts } },
  `
  select p.period, k.doctor_id as "doctorId", k.location_id as "locationId", ${sumSelectList(offeredCounts)}
  from offered_hours k
  cross join lateral (select date_trunc(:period, k.date::timestamp)::date as period) p
  where ${dateCondition('k')} and ${scopeCondition}
  group by grouping sets ((p.period), (k.doctor_id), (k.location_id))`,
)

/** Visits of stored days by weekday, 1 to 7, and hour of the day. */
export const storedStarts = statement(
  'report_stored_starts',
  {
    takes: { ...dateParameters, doctorId: 'bigint?', locationId: 'bigint?' },
    returns: { weekday: 'integer', hour: 'integer', visits: 'bigint' },
  },
  `
  select extract(isodow from k.date)::integer as weekday, (s.place - 1)::integer as hour, sum(s.visits)::bigint as visits
  from report_sums k
  cross join lateral unnest(k.starts) with ordinality as s (visits, place)
  where ${dateCondition('k')} and ${scopeCondition} and s.visits > 0
  group by 1, 2`,
)

/** Money of stored days by period. */
export const storedMoney = statement(
  'report_stored_money',
  {
    takes: groupParameters,
    returns: {
      period: 'date',
      channel: moneyColumns.channel,
      method: 'text',
      currency: 'text',
      payments: 'bigint',
      takenMinor: 'bigint',
      refundedMinor: 'bigint',
    },
  },
  `
  select date_trunc(:period, k.date::timestamp)::date as period, k.channel, k.method, k.currency, sum(k.payments)::bigint as payments,
    sum(k.taken_minor)::bigint as "takenMinor", sum(k.refunded_minor)::bigint as "refundedMinor"
  from report_money k
  where ${dateCondition('k')} and ${scopeCondition}
  group by 1, k.channel, k.method, k.currency`,
)

/** The names of practitioners and locations, including removed ones. */
export const reportNames = statement(
  'report_names',
  {
    takes: { workspaceId: 'bigint' },
    returns: { id: 'bigint', isLocation: 'boolean', name: 'text' },
  },
  `
  select u.id, false as "isLocation", ${publicNameSql('u')} as name
  from practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId
  union all
  select id, true, name
  from locations
  where workspace_id = :workspaceId`,
)

/** The timezones whose days make up a day of the workspace: its own, and those of its locations. */
export const workspaceZones = statement(
  'report_zones',
  { takes: { workspaceId: 'bigint' }, returns: { timezone: 'text', own: 'boolean' } },
  `
  select timezone, true as own
  from workspaces
  where id = :workspaceId
  union all
  select distinct timezone, false
  from locations
  where workspace_id = :workspaceId`,
)

/**
 * Workspaces with their last stored day or, if there is none, the day of their first visit or
 * token.
 */
export const workspacesBehind = statement(
  'report_workspaces_behind',
  { takes: {}, returns: { workspaceId: 'bigint', lastKept: 'date?', firstDay: 'date?' } },
  `
  select w.id as "workspaceId", kept.date as "lastKept", case when kept.date is null then least(
    (select appointment_date from appointments where workspace_id = w.id order by from_at, id limit 1),
    (select appointment_date from queue_visits where workspace_id = w.id order by appointment_date, id limit 1)
  ) end as "firstDay"
  from workspaces w
  left join lateral (select max(date) as date from report_days where workspace_id = w.id) kept on true`,
)

/** Days that have changed since they were counted. */
export const staleDays = statement(
  'report_stale_days',
  { takes: {}, returns: { workspaceId: 'bigint', date: 'date' } },
  `
  select distinct s.workspace_id as "workspaceId", s.date
  from stale_report_days s
  order by 1, 2
  limit 10000`,
)

export type StoredDay = RowOf<typeof storedDays.returns>
