// What a contact's people have: visits and tokens, packs, receipts and waiting-list entries. Each
// statement is bounded, also for a contact that many people share.

import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import type { Mode } from '../../../base/values/modes.ts'
import { publicNameSql } from '../../../base/values/public-name.ts'
import { isUpcomingVisit } from '../../../base/values/visit-to-come.ts'
import { payableIdColumns } from '../../../money/payments/payable-name.ts'
import type { StoredStatus } from '../../../visits/appointments/appointment-status.ts'
import type { VisitStatus } from '../../../visits/queue/visit-status.ts'

const personColumns = { id: 'bigint', firstName: 'text?', lastName: 'text?' } as const

/** The people whom a phone number reaches, by their own records or by merged ones. */
export const peopleOfPhone = statement(
  'people_of_phone',
  {
    takes: { workspaceId: 'bigint', phoneNormalised: 'text', limit: 'bigint' },
    returns: personColumns,
  },
  `
  select id, first_name as "firstName", last_name as "lastName"
  from patients
  where workspace_id = :workspaceId and erased_at is null and id = any (array(
    select id from patients where workspace_id = :workspaceId and phone_normalised = :phoneNormalised
    union
    select merged_into from merged_patients where workspace_id = :workspaceId and phone_normalised = :phoneNormalised
    order by 1
    limit :limit
  ))
  order by id
  for key share`,
)

/** The same for an e-mail address; folding finds slightly too much, so the address is returned. */
export const peopleOfEmail = statement(
  'people_of_email',
  {
    takes: { workspaceId: 'bigint', emailFolded: 'text', limit: 'bigint' },
    returns: { ...personColumns, foundBy: 'text' },
  },
  `
  select p.id, p.first_name as "firstName", p.last_name as "lastName", found.email as "foundBy"
  from (
    select id, email from patients where workspace_id = :workspaceId and email_folded = :emailFolded
    union
    select merged_into, email from merged_patients where workspace_id = :workspaceId and email_folded = :emailFolded
    order by 1
    limit :limit
  ) as found
  join patients p on p.workspace_id = :workspaceId and p.id = found.id and p.erased_at is null
  order by p.id
  for key share of p`,
)

const visitColumns = {
  patientId: 'bigint',
  id: 'bigint',
  isToken: 'boolean',
  /** The start of a visit, or of the shift of a token. */
  fromAt: 'timestamptz',
  toAt: 'timestamptz',
  timezone: 'text',
  status: narrowType<StoredStatus | VisitStatus>('text'),
  mode: narrowType<Mode>('text'),
  /** The booking reference, or the token. */
  reference: 'text',
  location: 'text',
  practitioner: 'text',
} as const
export type ListedVisit = RowOf<typeof visitColumns>

/** The first visits and tokens of each person, starting after a time and an id. */
function visitsOfPeople(name: string, isUpcoming: boolean) {
  const direction = isUpcoming ? 'asc' : 'desc'
  const negation = isUpcoming ? '' : 'not '
  const afterCondition = (at: string, id: string) =>
    `(:afterAt::timestamptz is null or (${at}, ${id}) ${isUpcoming ? '>' : '<'} (:afterAt::timestamptz, :afterId::bigint))`
  return statement(
    name,
    {
      takes: {
        workspaceId: 'bigint',
        patientIds: 'bigint[]',
        now: 'timestamptz',
        afterAt: 'timestamptz?',
        afterId: 'bigint?',
        limit: 'bigint',
      },
      returns: visitColumns,
    },
    `
  select asked.id as "patientId", b.id, b.is_token as "isToken", b.from_at as "fromAt", b.to_at as "toAt", b.timezone, b.status, b.mode, b.reference,
    l.full_address as location, ${publicNameSql('u')} as practitioner
  from unnest(:patientIds::bigint[]) as asked (id)
  cross join lateral (
    select *
    from (
      (
        select a.id, false as is_token, a.from_at, a.to_at, a.timezone, a.status, a.mode, a.booking_reference as reference, a.location_id, a.doctor_id
        from appointments a
        where a.workspace_id = :workspaceId and a.patient_id = asked.id and not a.voided and ${negation}(${isUpcomingVisit('a')})
          and ${afterCondition('a.from_at', 'a.id')}
        order by a.from_at ${direction}, a.id ${direction}
        limit :limit
      )
      union all
      select v.id, true, t.from_at, t.to_at, t.timezone, v.status, v.mode, v.token_letter || '-' || v.token_number, v.location_id, v.doctor_id
      from queue_visits v
      cross join lateral (
        select (v.appointment_date + make_interval(mins => s.from_minute)) at time zone z.timezone as from_at,
          (v.appointment_date + make_interval(mins => s.to_minute)) at time zone z.timezone as to_at, z.timezone
        from work_shifts s
        join locations z on z.workspace_id = v.workspace_id and z.id = v.location_id
        where s.workspace_id = v.workspace_id and s.id = v.work_shift_id
      ) t
      where v.workspace_id = :workspaceId and v.patient_id = asked.id
        and ${negation}(v.status in ('WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION')) and ${afterCondition('t.from_at', 'v.id')}
    ) booked
    order by from_at ${direction}, id ${direction}
    limit :limit
  ) b
  join locations l on l.workspace_id = :workspaceId and l.id = b.location_id
  join users u on u.workspace_id = :workspaceId and u.id = b.doctor_id
  order by b.from_at ${direction}, b.id ${direction}`,
  )
}

/** Visits that are not over and tokens that are waiting or being seen, the next first. */
export const upcomingOfPeople = visitsOfPeople('upcoming_visits_of_people', true)

/** All other visits and tokens, the latest first. */
export const pastOfPeople = visitsOfPeople('past_visits_of_people', false)

/** Packs that can pay for a visit, or could once they are paid for; the first to end is first. */
export const packsOfPeople = statement(
  'packs_of_people',
  {
    takes: { workspaceId: 'bigint', patientIds: 'bigint[]', today: 'date', limit: 'bigint' },
    returns: {
      patientId: 'bigint',
      id: 'bigint',
      name: 'text',
      totalSessions: 'integer',
      sessionsUsed: 'integer',
      expiresOn: 'date',
      isPaid: 'boolean',
      /** False: it was bought with a visit, and has no page of its own. */
      wasSoldAlone: 'boolean',
    },
  },
  `
  select patient_id as "patientId", id, display_name as name, total_sessions as "totalSessions", sessions_used as "sessionsUsed", expires_on as "expiresOn",
    activated_at is not null as "isPaid", payment_status is not null as "wasSoldAlone"
  from patient_packs
  where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[]) and ended_at is null and not is_refunding and expires_on >= :today
    and sessions_used < total_sessions
  order by expires_on, id
  limit :limit`,
)

/** SQL for the payments of one of the booked rows, each kind by its own index. */
const paymentsSql = (table: 'desk_payments' | 'payment_sessions') =>
  `(${['appointment_id', 'visit_id', 'patient_pack_id']
    .map(
      (column) =>
        `select id from ${table} where workspace_id = :workspaceId and ${column} = b.${column}`,
    )
    .join(' union all ')})`

const receiptColumns = {
  patientId: 'bigint',
  id: 'bigint',
  cause: narrowType<'PAYMENT' | 'REVERSAL'>('text'),
  locationId: 'bigint?',
  year: 'integer',
  number: 'bigint',
  at: 'timestamptz',
  timezone: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  ...payableIdColumns,
  /** The end of the visit, the token's day or the pack. */
  toAt: 'timestamptz',
  hasPage: 'boolean',
} as const
export type ListedReceipt = RowOf<typeof receiptColumns>

/** Receipts and counter-receipts of payments, the latest first. */
export const receiptsOfPeople = statement(
  'receipts_of_people',
  {
    takes: { workspaceId: 'bigint', patientIds: 'bigint[]', limit: 'bigint' },
    returns: receiptColumns,
  },
  `
  with booked as (
    select patient_id, id as appointment_id, null::bigint as visit_id, null::bigint as patient_pack_id, to_at, not voided as has_page
    from appointments where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[])
    union all
    select patient_id, null, id, null, (appointment_date + 1)::timestamp at time zone 'UTC', true
    from queue_visits where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[])
    union all
    select patient_id, null, null, id, (expires_on + 1)::timestamp at time zone 'UTC', payment_status is not null
    from patient_packs where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[])
  ),
  paid as (
    select r.id as receipt_id, b.*
    from booked b
    cross join lateral ${paymentsSql('desk_payments')} d
    join receipts r on r.workspace_id = :workspaceId and r.desk_payment_id = d.id and r.cause = 'PAYMENT'
    union all
    select r.id, b.*
    from booked b
    cross join lateral ${paymentsSql('payment_sessions')} s
    join receipts r on r.workspace_id = :workspaceId and r.payment_session_id = s.id
  ),
  given as (
    select * from paid
    union all
    select c.id, p.patient_id, p.appointment_id, p.visit_id, p.patient_pack_id, p.to_at, p.has_page
    from paid p
    join receipts c on c.workspace_id = :workspaceId and c.reverses_id = p.receipt_id
  )
  select g.patient_id as "patientId", r.id, r.cause, k.location_id as "locationId", k.year, r.number, r.at, coalesce(l.timezone, w.timezone) as timezone,
    r.amount_minor as "amountMinor", r.currency, g.appointment_id as "appointmentId", g.visit_id as "visitId", g.patient_pack_id as "patientPackId",
    g.to_at as "toAt", g.has_page as "hasPage"
  from given g
  join receipts r on r.workspace_id = :workspaceId and r.id = g.receipt_id
  join receipt_counters k on k.workspace_id = :workspaceId and k.id = r.counter_id
  join workspaces w on w.id = :workspaceId
  left join locations l on l.workspace_id = :workspaceId and l.id = k.location_id
  order by r.at desc, r.id desc
  limit :limit`,
)

/** Open entries of the waiting list whose last date is not over, each with an offer still open. */
export const waitingOfPeople = statement(
  'waiting_of_people',
  {
    takes: { workspaceId: 'bigint', patientIds: 'bigint[]', now: 'timestamptz', limit: 'bigint' },
    returns: {
      patientId: 'bigint',
      id: 'bigint',
      fromDate: 'date',
      toDate: 'date',
      location: 'text',
      timezone: 'text',
      practitioners: 'text[]',
      offerId: 'bigint?',
      offeredAt: 'timestamptz?',
    },
  },
  `
  select e.patient_id as "patientId", e.id, e.from_date as "fromDate", e.to_date as "toDate", l.full_address as location, l.timezone,
    array(
      select ${publicNameSql('u')}
      from waiting_practitioners d
      join users u on u.workspace_id = d.workspace_id and u.id = d.doctor_id
      where d.workspace_id = e.workspace_id and d.entry_id = e.id
      order by d.doctor_id
    ) as practitioners, o.id as "offerId", o.from_at as "offeredAt"
  from waiting_entries e
  join locations l on l.workspace_id = e.workspace_id and l.id = e.location_id
  left join waiting_offers o on o.workspace_id = e.workspace_id and o.entry_id = e.id and o.state = 'OPEN' and o.expires_at > :now
  where e.workspace_id = :workspaceId and e.patient_id = any (:patientIds::bigint[]) and e.state = 'OPEN'
    and e.to_date >= (:now::timestamptz at time zone l.timezone)::date
  order by e.from_date, e.id
  limit :limit`,
)

/** Whose visit, token, pack or offer something is. */
export const ownerOfSubject = statement(
  'owner_of_subject',
  {
    takes: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      offerId: 'bigint?',
      patientPackId: 'bigint?',
    },
    returns: { patientId: 'bigint' },
  },
  `
  select patient_id as "patientId" from appointments where workspace_id = :workspaceId and id = :appointmentId
  union all
  select patient_id from queue_visits where workspace_id = :workspaceId and id = :visitId
  union all
  select patient_id from patient_packs where workspace_id = :workspaceId and id = :patientPackId
  union all
  select e.patient_id
  from waiting_offers o
  join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
  where o.workspace_id = :workspaceId and o.id = :offerId`,
)
