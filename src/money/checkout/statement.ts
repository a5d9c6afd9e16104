// Payments that gateways received and refunded in a period, by location and currency. The days are
// those of each location.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import type { LedgerCause } from '../payments/ledger.ts'

const paymentLocations = statement(
  'payment_locations',
  {
    takes: { workspaceId: 'bigint' },
    returns: { locationId: 'bigint?', name: 'text', timezone: 'text' },
  },
  `
  select id as "locationId", name, timezone
  from locations
  where workspace_id = :workspaceId
  union all
  select null, '', timezone
  from workspaces
  where id = :workspaceId`,
)

/**
 * Entries within the days of their location; `days` is JSON: each location with the start and end
 * of its period.
 */
const entriesInDays = `from ledger_entries e
    join payment_sessions s on s.workspace_id = e.workspace_id and s.id = e.payment_session_id
    join jsonb_to_recordset(:days::jsonb) as d (location_id bigint, from_at timestamptz, to_at timestamptz) on d.location_id is not distinct from s.location_id
    where e.workspace_id = :workspaceId and e.at >= :earliest and e.at < :latest and e.at >= d.from_at and e.at < d.to_at`

const daysParameters = {
  workspaceId: 'bigint',
  days: 'jsonb',
  earliest: 'timestamptz',
  latest: 'timestamptz',
} as const

const dayTotals = statement(
  'payment_totals_of_days',
  {
    takes: daysParameters,
    returns: {
      locationId: 'bigint?',
      currency: 'text',
      payments: 'bigint',
      capturedMinor: 'bigint',
      refunds: 'bigint',
      refundedMinor: 'bigint',
      lateMinor: 'bigint',
      lateReturnedMinor: 'bigint',
    },
  },
  `
  select s.location_id as "locationId", e.currency,
    count(*) filter (where e.credit = 'FEES') as payments,
    coalesce(sum(e.amount_minor) filter (where e.credit = 'FEES'), 0)::bigint as "capturedMinor",
    count(*) filter (where e.debit = 'FEES') as refunds,
    coalesce(sum(e.amount_minor) filter (where e.debit = 'FEES'), 0)::bigint as "refundedMinor",
    coalesce(sum(e.amount_minor) filter (where e.credit = 'OWED_BACK'), 0)::bigint as "lateMinor",
    coalesce(sum(e.amount_minor) filter (where e.debit = 'OWED_BACK'), 0)::bigint as "lateReturnedMinor"
  ${entriesInDays}
  group by s.location_id, e.currency
  order by s.location_id, e.currency`,
)

const dayEntries = statement(
  'payment_entries_of_days',
  {
    takes: { ...daysParameters, limit: 'bigint' },
    returns: {
      locationId: 'bigint?',
      at: 'timestamptz',
      cause: narrowType<LedgerCause>('text'),
      isLate: 'boolean',
      sessionRef: 'text',
      description: 'text',
      gateway: 'text',
      gatewayId: 'text?',
      amountMinor: 'bigint',
      currency: 'text',
    },
  },
  `
  select s.location_id as "locationId", e.at, e.cause, 'OWED_BACK' in (e.debit, e.credit) as "isLate", s.session_ref as "sessionRef", s.description, s.gateway,
    s.gateway_id as "gatewayId", e.amount_minor as "amountMinor", e.currency
  ${entriesInDays}
  order by e.at, e.id
  limit :limit`,
)

/**
 * A location with its period. Payments for packs from before locations were stored have the
 * workspace's zone and no name.
 */
interface LocationDays {
  locationId: number | null
  name: string
  timezone: string
  from: Instant
  to: Instant
}

/**
 * Totals for the days from one date to another, both inclusive, and the entries, oldest first, if
 * requested. Amounts are in minor units.
 */
export async function buildStatement(
  queries: Queries,
  workspaceId: number,
  { from, to }: { from: CalendarDate; to: CalendarDate },
  entriesMax: number,
) {
  const locations: LocationDays[] = (await queries.rows(paymentLocations, { workspaceId })).map(
    (location) => ({
      ...location,
      from: clinicDay(location.timezone, from).from,
      to: clinicDay(location.timezone, to).to,
    }),
  )
  const days = locations.map((location) => ({
    location_id: location.locationId,
    from_at: new Date(location.from).toISOString(),
    to_at: new Date(location.to).toISOString(),
  }))
  const parameters = {
    workspaceId,
    days,
    earliest: Math.min(...locations.map((location) => location.from)),
    latest: Math.max(...locations.map((location) => location.to)),
  }
  const findLocation = (locationId: number | null) =>
    locations.find((location) => location.locationId === locationId)
  return {
    totals: (await queries.rows(dayTotals, parameters)).map((row) => ({
      ...row,
      place: findLocation(row.locationId),
    })),
    entries:
      entriesMax === 0
        ? []
        : (await queries.rows(dayEntries, { ...parameters, limit: entriesMax })).map((row) => ({
            ...row,
            place: findLocation(row.locationId),
          })),
  }
}
