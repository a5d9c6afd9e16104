// Tills as stored: a row for each till, its entries, and its closes with their counts.
// docs/decisions/money.md

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { authorParameters } from '../../base/operations/actor.ts'

/**
 * PAID: a patient has paid. CORRECTED: a payment had been recorded by mistake. REFUNDED: it was
 * refunded.
 */
export const tillCauses = ['PAID', 'CORRECTED', 'REFUNDED'] as const
export type TillCause = (typeof tillCauses)[number]

const locationParameters = { workspaceId: 'bigint', locationId: 'bigint?' } as const
const tillColumns = {
  id: 'bigint',
  entries: 'bigint',
  closes: 'bigint',
  closedThrough: 'bigint',
} as const

const tillQuery = `
  select id, entries, closes, closed_through as "closedThrough"
  from tills
  where workspace_id = :workspaceId and location_id is not distinct from :locationId`

/** The till of a location; no row until its first entry. */
export const tillOfLocation = statement(
  'till_of_location',
  { takes: locationParameters, returns: tillColumns },
  tillQuery,
)

/** The same till, locked until the transaction ends: no entry can be added until then. */
export const lockTill = statement(
  'lock_till_of_location',
  { takes: locationParameters, returns: tillColumns },
  `${tillQuery}\n  for no key update`,
)

/**
 * All possible tills: one for each location, and one for payments without a location, if there are
 * any.
 */
export const workspaceTills = statement(
  'tills_of_workspace',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      locationId: 'bigint?',
      location: 'text?',
      city: 'text?',
      timezone: 'text',
      openEntries: 'bigint',
      openSince: 'timestamptz?',
      lastClosedAt: 'timestamptz?',
    },
  },
  `
  select place.id as "locationId", place.name as location, place.city, place.timezone, coalesce(t.entries - t.closed_through, 0) as "openEntries",
    (select e.at from till_entries e where e.workspace_id = t.workspace_id and e.till_id = t.id and e.number = t.closed_through + 1) as "openSince",
    (select c.at from till_closes c where c.workspace_id = t.workspace_id and c.till_id = t.id and c.number = t.closes) as "lastClosedAt"
  from (
    select id, name, city, timezone, active from locations where workspace_id = :workspaceId
    union all
    select null, null, null, timezone, true
    from workspaces
    where id = :workspaceId and exists (select from tills where workspace_id = :workspaceId and location_id is null)
  ) place
  left join tills t on t.workspace_id = :workspaceId and t.location_id is not distinct from place.id
  where place.active or t.id is not null
  order by place.id nulls last`,
)

/** The name and timezone of a location, or of the workspace if none is named. */
export const tillLocation = statement(
  'till_location',
  { takes: locationParameters, returns: { location: 'text?', timezone: 'text' } },
  `
  select name as location, timezone
  from locations
  where workspace_id = :workspaceId and id = :locationId
  union all
  select null, timezone
  from workspaces
  where id = :workspaceId and :locationId::bigint is null`,
)

const sumColumns = {
  method: 'text',
  currency: 'text',
  memberId: 'bigint?',
  member: 'text?',
  payments: 'bigint',
  takenMinor: 'bigint',
  correctedMinor: 'bigint',
  refundedMinor: 'bigint',
} as const
/**
 * What one member took by one method, in minor units: `taken` is never negative, the others are
 * never positive.
 */
export type TillSum = RowOf<typeof sumColumns>

const sumQuery = (condition: string) => `
  select e.method, e.currency, e.member_id as "memberId", u.display_name as member, count(*) filter (where e.cause = 'PAID') as payments,
    coalesce(sum(e.amount_minor) filter (where e.cause = 'PAID'), 0)::bigint as "takenMinor",
    coalesce(sum(e.amount_minor) filter (where e.cause = 'CORRECTED'), 0)::bigint as "correctedMinor",
    coalesce(sum(e.amount_minor) filter (where e.cause = 'REFUNDED'), 0)::bigint as "refundedMinor"
  from till_entries e
  left join users u on u.workspace_id = e.workspace_id and u.id = e.member_id
  where e.workspace_id = :workspaceId and e.till_id = :tillId and ${condition}
  group by e.method, e.currency, e.member_id, u.display_name
  order by e.method, e.currency, u.display_name, e.member_id`

const tillParameters = { workspaceId: 'bigint', tillId: 'bigint' } as const
const periodParameters = { ...tillParameters, fromAt: 'timestamptz', toAt: 'timestamptz' } as const

/** The sums of a period's entries, by method, currency and member. */
export const periodSums = statement(
  'till_sums_of_period',
  { takes: periodParameters, returns: sumColumns },
  sumQuery('e.at >= :fromAt and e.at < :toAt'),
)

/** The same sums for a range of entry numbers, both ends included. */
export const entrySums = statement(
  'till_sums_of_entries',
  { takes: { ...tillParameters, first: 'bigint', last: 'bigint' }, returns: sumColumns },
  sumQuery('e.number between :first and :last'),
)

const entryColumns = {
  number: 'bigint',
  at: 'timestamptz',
  cause: narrowType<TillCause>('text'),
  amountMinor: 'bigint',
  currency: 'text',
  method: 'text',
  memberId: 'bigint?',
  member: 'text?',
  deskPaymentId: 'bigint?',
  appointmentId: 'bigint?',
  visitId: 'bigint?',
  patientPackId: 'bigint?',
  /** The reference that people use for it: `BK7Q2M9X4KTD`, `A-12`, `pack 5`. */
  reference: 'text',
  reason: 'text?',
  /** Whether the payment was corrected later. */
  isCorrected: 'boolean',
  patientId: 'bigint',
  firstName: 'text?',
  lastName: 'text?',
  erased: 'boolean',
  /** The date of the visit or token; null for a pack. */
  visitDate: 'date?',
} as const
export type TillEntry = RowOf<typeof entryColumns>

/** Entries of a period in order, starting after a given number; 0 starts with the first. */
export const periodEntries = statement(
  'till_entries_of_period',
  { takes: { ...periodParameters, after: 'bigint', limit: 'bigint' }, returns: entryColumns },
  `
  select e.number, e.at, e.cause, e.amount_minor as "amountMinor", e.currency, e.method, e.member_id as "memberId", u.display_name as member,
    e.desk_payment_id as "deskPaymentId", coalesce(d.appointment_id, r.appointment_id) as "appointmentId", coalesce(d.visit_id, r.visit_id) as "visitId",
    coalesce(d.patient_pack_id, r.patient_pack_id) as "patientPackId",
    coalesce(a.booking_reference, v.token_letter || '-' || v.token_number, 'pack ' || coalesce(d.patient_pack_id, r.patient_pack_id)) as reference,
    coalesce(d.reason, r.override_reason) as reason,
    e.cause = 'PAID' and exists (select from desk_payments c where c.workspace_id = e.workspace_id and c.corrects_id = e.desk_payment_id) as "isCorrected",
    p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.erased_at is not null as erased,
    coalesce(a.appointment_date, v.appointment_date) as "visitDate"
  from (
    select *
    from till_entries
    where workspace_id = :workspaceId and till_id = :tillId and at >= :fromAt and at < :toAt
      and (:after::bigint = 0 or (at, number) > (
        select at, number from till_entries where workspace_id = :workspaceId and till_id = :tillId and number = :after
      ))
    order by at, number
    limit :limit
  ) e
  left join desk_payments d on d.workspace_id = e.workspace_id and d.id = e.desk_payment_id
  left join refunds r on r.workspace_id = e.workspace_id and r.id = e.refund_id
  left join appointments a on a.workspace_id = e.workspace_id and a.id = coalesce(d.appointment_id, r.appointment_id)
  left join queue_visits v on v.workspace_id = e.workspace_id and v.id = coalesce(d.visit_id, r.visit_id)
  left join patient_packs k on k.workspace_id = e.workspace_id and k.id = coalesce(d.patient_pack_id, r.patient_pack_id)
  join patients p on p.workspace_id = e.workspace_id and p.id = coalesce(a.patient_id, v.patient_id, k.patient_id)
  left join users u on u.workspace_id = e.workspace_id and u.id = e.member_id
  order by e.at, e.number`,
)

const countColumns = {
  method: 'text',
  currency: 'text',
  expectedMinor: 'bigint',
  countedMinor: 'bigint',
} as const

/** Stores a count for a close that is about to be written. */
export const insertCount = statement(
  'insert_till_count',
  { takes: { ...tillParameters, closeNumber: 'bigint', ...countColumns } },
  `
  insert into till_counts (workspace_id, till_id, close_number, method, currency, expected_minor, counted_minor)
  values (:workspaceId, :tillId, :closeNumber, :method, :currency, :expectedMinor, :countedMinor)`,
)

/** Closes a locked till, over entries up to a given one. */
export const insertClose = statement(
  'insert_till_close',
  {
    takes: {
      ...tillParameters,
      number: 'bigint',
      first: 'bigint',
      last: 'bigint',
      reason: 'text?',
      now: 'timestamptz',
      ...authorParameters,
    },
  },
  `
  insert into till_closes (workspace_id, till_id, number, first_entry, last_entry, reason, at, key_id, by_session, acting_user_id, operator, by_service)
  values (:workspaceId, :tillId, :number, :first, :last, :reason, :now, :keyId, :bySession, :actingUserId, :operator, :byService)`,
)

const closeColumns = {
  number: 'bigint',
  first: 'bigint',
  last: 'bigint',
  fromAt: 'timestamptz',
  at: 'timestamptz',
  byName: 'text?',
  reason: 'text?',
  ...authorParameters,
} as const
export type TillClose = RowOf<typeof closeColumns>

const closeQuery = `
  select c.number, c.first_entry as first, c.last_entry as last, e.at as "fromAt", c.at, u.display_name as "byName", c.reason, c.key_id as "keyId",
    c.by_session as "bySession", c.acting_user_id as "actingUserId", c.operator, c.by_service as "byService"
  from till_closes c
  join till_entries e on e.workspace_id = c.workspace_id and e.till_id = c.till_id and e.number = c.first_entry
  left join users u on u.workspace_id = c.workspace_id and u.id = c.acting_user_id
  where c.workspace_id = :workspaceId and c.till_id = :tillId`

/** Closes of a till, the latest first, below a given number. */
export const closesBefore = statement(
  'till_closes_before',
  { takes: { ...tillParameters, before: 'bigint', limit: 'bigint' }, returns: closeColumns },
  `${closeQuery} and c.number < :before
  order by c.number desc
  limit :limit`,
)

/** The counts of closes with numbers in a range. */
export const closeCounts = statement(
  'till_counts_of_closes',
  {
    takes: { ...tillParameters, first: 'bigint', last: 'bigint' },
    returns: { closeNumber: 'bigint', ...countColumns },
  },
  `
  select close_number as "closeNumber", method, currency, expected_minor as "expectedMinor", counted_minor as "countedMinor"
  from till_counts
  where workspace_id = :workspaceId and till_id = :tillId and close_number between :first and :last
  order by close_number, method, currency`,
)
