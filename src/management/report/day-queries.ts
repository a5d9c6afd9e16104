// The sums of days, counted from the current visits, tokens and payments: the only source of the
// report's figures. The same statements count days that are stored and days that are not over.
// docs/decisions/screens.md

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { statusSql } from '../../visits/appointments/appointment-status.ts'
import { type MoneyChannel, visitCounts } from './sums.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hasComeCondition = (alias: string) => `${alias}.status in ('IN_CONSULTATION', 'COMPLETED')`

/**
 * Days from one date to another, both inclusive, and whose days; the instants bound these dates in
 * any timezone.
 */
const dayParameters = {
  workspaceId: 'bigint',
  firstDate: 'date',
  lastDate: 'date',
  earliest: 'timestamptz',
  latest: 'timestamptz',
  doctorId: 'bigint?',
  locationId: 'bigint?',
} as const
export type DayRange = RowOf<typeof dayParameters>

const scopeCondition = (alias: string) =>
  `(:doctorId::bigint is null or ${alias}.doctor_id = :doctorId) and (:locationId::bigint is null or ${alias}.location_id = :locationId)`

/** Days between booking and visit in the clinic's calendar, as the report groups them. */
const leads: Record<string, string> = {
  leadSameDay: 'lead_days = 0',
  leadNextDay: 'lead_days = 1',
  leadWeek: 'lead_days between 2 and 6',
  leadFortnight: 'lead_days between 7 and 13',
  leadMonth: 'lead_days between 14 and 29',
  leadLater: 'lead_days >= 30',
}

const visitCountColumns: Record<keyof typeof visitCounts, string> = {
  expected:
    "count(*) filter (where status in ('SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'WAITING', 'CALLED'))",
  overdue: "count(*) filter (where status = 'OVERDUE')",
  inConsultation: "count(*) filter (where status = 'IN_CONSULTATION')",
  completed: "count(*) filter (where status = 'COMPLETED')",
  noShow: "count(*) filter (where status in ('NO_SHOW', 'SKIPPED'))",
  missed: "count(*) filter (where status = 'MISSED')",
  cancelled: "count(*) filter (where status = 'CANCELLED')",
  tokens: 'count(*) filter (where is_token)',
  newPatients: 'count(*) filter (where is_new)',
  patientConfirmed: 'count(*) filter (where is_confirmed)',
  bookedMinutes: 'coalesce(sum(minutes), 0)::bigint',
  bookedPlaces: "count(*) filter (where is_token and status <> 'CANCELLED')",
  leadVisits: 'count(lead_days)',
  leadMinutes: 'coalesce(sum(lead_minutes), 0)::bigint',
  leadSameDay: '',
  leadNextDay: '',
  leadWeek: '',
  leadFortnight: '',
  leadMonth: '',
  leadLater: '',
  ...Object.fromEntries(
    Object.entries(leads).map(([name, condition]) => [
      name,
      `count(*) filter (where ${condition})`,
    ]),
  ),
}

/**
 * Sums of visits and tokens on some days, by date, practitioner and location. Void visits are left
 * out (A-208). A patient is new at the first visit or token to which they came.
 */
export const sumsOfVisits = statement(
  'report_sums_of_visits',
  {
    takes: { ...dayParameters, now: 'timestamptz' },
    returns: {
      date: 'date',
      doctorId: 'bigint',
      locationId: 'bigint',
      ...visitCounts,
      starts: 'bigint[]',
    },
  },
  `
  with happened as (
    select a.appointment_date as date, a.doctor_id, a.location_id, ${statusSql('a')} as status, false as is_token,
      ${hasComeCondition('a')} and not exists (
        select from appointments e
        where e.workspace_id = :workspaceId and e.patient_id = a.patient_id and ${hasComeCondition('e')}
          and (e.appointment_date, e.from_at, e.id) < (a.appointment_date, a.from_at, a.id)
      ) and not exists (
        select from queue_visits e
        where e.workspace_id = :workspaceId and e.patient_id = a.patient_id and ${hasComeCondition('e')} and e.appointment_date < a.appointment_date
      ) as is_new,
      a.patient_confirmed_at is not null as is_confirmed,
      case when a.status <> 'CANCELLED' and a.unoffered_reason is null then (extract(epoch from a.to_at - a.from_at) / 60)::bigint end as minutes,
      case when a.status <> 'CANCELLED' then greatest(0, floor(extract(epoch from a.from_at - a.created_at) / 60))::bigint end as lead_minutes,
      case when a.status <> 'CANCELLED' then greatest(0, a.appointment_date - (a.created_at at time zone a.timezone)::date) end as lead_days,
      case when a.status <> 'CANCELLED' then extract(hour from a.from_at at time zone 'UTC' + a.from_offset_mins * interval '1 minute')::integer end as hour
    from appointments a
    where a.workspace_id = :workspaceId and a.from_at >= :earliest and a.from_at < :latest and a.appointment_date between :firstDate and :lastDate
      and not a.voided and ${scopeCondition('a')}
    union all
    select v.appointment_date, v.doctor_id, v.location_id, v.status, true,
      ${hasComeCondition('v')} and not exists (
        select from queue_visits e
        where e.workspace_id = :workspaceId and e.patient_id = v.patient_id and ${hasComeCondition('e')} and (e.appointment_date, e.id) < (v.appointment_date, v.id)
      ) and not exists (
        select from appointments e
        where e.workspace_id = :workspaceId and e.patient_id = v.patient_id and ${hasComeCondition('e')} and e.appointment_date <= v.appointment_date
      ),
      false, null, null, null,
      extract(hour from v.began_at at time zone l.timezone)::integer
    from queue_visits v
    join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
    where v.workspace_id = :workspaceId and v.appointment_date between :firstDate and :lastDate and not v.voided and ${scopeCondition('v')}
  )
  select date, doctor_id as "doctorId", location_id as "locationId",
    ${Object.entries(visitCountColumns)
      .map(([name, expression]) => `${expression} as "${name}"`)
      .join(',\n    ')},
    array[${hours.map((hour) => `count(*) filter (where hour = ${hour})`).join(', ')}] as starts
  from happened
  group by date, doctor_id, location_id`,
)

export const moneyColumns = {
  date: 'date',
  doctorId: 'bigint?',
  locationId: 'bigint?',
  channel: narrowType<MoneyChannel>('text'),
  method: 'text',
  currency: 'text',
  payments: 'bigint',
  takenMinor: 'bigint',
  refundedMinor: 'bigint',
} as const
export type DayMoney = RowOf<typeof moneyColumns>

const zoneSql = (location: string) => `coalesce(
      (select l.timezone from locations l where l.workspace_id = :workspaceId and l.id = ${location}),
      (select w.timezone from workspaces w where w.id = :workspaceId)
    )`

/** Whether only the fact of payment is known, not how it was made. */
const paidElsewhereCondition = (alias: string, column: string, id = `${alias}.id`) => `not exists (
      select from desk_payments p
      where p.workspace_id = :workspaceId and p.${column} = ${id} and p.cause = 'PAID'
        and not exists (select from desk_payments c where c.workspace_id = :workspaceId and c.corrects_id = p.id)
    ) and not exists (
      select from payment_sessions s
      where s.workspace_id = :workspaceId and s.${column} = ${id} and s.state in ('PAID', 'RETURNING', 'RETURNED')
    )`

/**
 * Payments and refunds of some days: at desks, by the till's date; through gateways, by the ledger,
 * without refunded late payments; and elsewhere, for bookings that arrived as paid, by the date of
 * the visit or sale.
 */
export const sumsOfMoney = statement(
  'report_sums_of_money',
  { takes: dayParameters, returns: moneyColumns },
  `
  with at_desks as (
    select (e.at at time zone ${zoneSql('t.location_id')})::date as date, coalesce(a.doctor_id, v.doctor_id) as doctor_id, t.location_id,
      'DESK' as channel, e.method, e.currency, e.cause, e.amount_minor
    from tills t
    join till_entries e on e.workspace_id = t.workspace_id and e.till_id = t.id and e.at >= :earliest and e.at < :latest
    left join desk_payments p on p.workspace_id = e.workspace_id and p.id = e.desk_payment_id
    left join refunds r on r.workspace_id = e.workspace_id and r.id = e.refund_id
    left join appointments a on a.workspace_id = e.workspace_id and a.id = coalesce(p.appointment_id, r.appointment_id)
    left join queue_visits v on v.workspace_id = e.workspace_id and v.id = coalesce(p.visit_id, r.visit_id)
    where t.workspace_id = :workspaceId
  ),
  online as (
    select (e.at at time zone ${zoneSql('s.location_id')})::date, coalesce(a.doctor_id, v.doctor_id), s.location_id,
      'ONLINE', 'ONLINE', e.currency, case e.cause when 'CAPTURED' then 'PAID' else 'REFUNDED' end,
      case e.cause when 'CAPTURED' then e.amount_minor else -e.amount_minor end
    from ledger_entries e
    join payment_sessions s on s.workspace_id = e.workspace_id and s.id = e.payment_session_id
    left join appointments a on a.workspace_id = s.workspace_id and a.id = s.appointment_id
    left join queue_visits v on v.workspace_id = s.workspace_id and v.id = s.visit_id
    where e.workspace_id = :workspaceId and e.at >= :earliest and e.at < :latest and 'FEES' in (e.debit, e.credit)
  ),
  elsewhere as (
    select a.appointment_date, a.doctor_id, a.location_id, 'ELSEWHERE', a.payment_mode, a.currency, 'PAID', a.charge_minor - a.discount_minor
    from appointments a
    where a.workspace_id = :workspaceId and a.from_at >= :earliest and a.from_at < :latest and a.appointment_date between :firstDate and :lastDate
      and not a.voided and a.payment_status in ('PAID', 'REFUNDED') and a.charge_minor > a.discount_minor and ${paidElsewhereCondition('a', 'appointment_id')}
    union all
    select v.appointment_date, v.doctor_id, v.location_id, 'ELSEWHERE', v.payment_mode, v.currency, 'PAID', v.charge_minor - v.discount_minor
    from queue_visits v
    where v.workspace_id = :workspaceId and v.appointment_date between :firstDate and :lastDate
      and not v.voided and v.payment_status in ('PAID', 'REFUNDED') and v.charge_minor > v.discount_minor and ${paidElsewhereCondition('v', 'visit_id')}
    union all
    select k.purchased_on, null, null, 'ELSEWHERE', k.payment_mode, k.currency, 'PAID', k.amount_minor
    from patient_packs k
    where k.workspace_id = :workspaceId and k.purchased_on between :firstDate and :lastDate
      and k.payment_status in ('PAID', 'REFUNDED') and k.amount_minor > 0 and ${paidElsewhereCondition('k', 'patient_pack_id')}
    union all
    select (r.requested_at at time zone ${zoneSql('coalesce(a.location_id, v.location_id)')})::date, coalesce(a.doctor_id, v.doctor_id),
      coalesce(a.location_id, v.location_id), 'ELSEWHERE', coalesce(a.payment_mode, v.payment_mode, k.payment_mode), r.currency, 'REFUNDED', -r.amount_minor
    from refunds r
    left join appointments a on a.workspace_id = r.workspace_id and a.id = r.appointment_id
    left join queue_visits v on v.workspace_id = r.workspace_id and v.id = r.visit_id
    left join patient_packs k on k.workspace_id = r.workspace_id and k.id = r.patient_pack_id
    where r.workspace_id = :workspaceId and r.payment_session_id is null and r.requested_at >= :earliest and r.requested_at < :latest
      and r.state = 'DONE' and r.amount_minor > 0 and a.voided is not true
      and not exists (select from till_entries e where e.workspace_id = r.workspace_id and e.refund_id = r.id)
  ),
  moved as (
    select * from at_desks
    union all
    select * from online
    union all
    select * from elsewhere
  )
  select m.date, m.doctor_id as "doctorId", m.location_id as "locationId", m.channel, coalesce(m.method, 'CASH') as method, m.currency,
    count(*) filter (where m.cause = 'PAID') - count(*) filter (where m.cause = 'CORRECTED') as payments,
    coalesce(sum(m.amount_minor) filter (where m.cause <> 'REFUNDED'), 0)::bigint as "takenMinor",
    coalesce(-sum(m.amount_minor) filter (where m.cause = 'REFUNDED'), 0)::bigint as "refundedMinor"
  from moved m
  where m.date between :firstDate and :lastDate and ${scopeCondition('m')}
  group by m.date, m.doctor_id, m.location_id, m.channel, coalesce(m.method, 'CASH'), m.currency`,
)

/**
 * Tokens whose patient was called or seen, with the facts about the day and the line in which they
 * waited.
 */
export const tokensOfDays = statement(
  'report_tokens_of_days',
  {
    takes: {
      workspaceId: 'bigint',
      firstDate: 'date',
      lastDate: 'date',
      doctorId: 'bigint?',
      locationId: 'bigint?',
    },
    returns: {
      id: 'bigint',
      queueDayId: 'bigint',
      date: 'date',
      doctorId: 'bigint',
      locationId: 'bigint',
      tokenLetter: 'text',
      tokenNumber: 'integer',
      status: 'text',
      createdAt: 'timestamptz',
      updatedAt: 'timestamptz',
      arrivedAt: 'timestamptz?',
      startedAt: 'timestamptz?',
      defaultSeconds: 'integer',
    },
  },
  `
  select v.id, v.queue_day_id as "queueDayId", v.appointment_date as date, v.doctor_id as "doctorId", v.location_id as "locationId",
    v.token_letter as "tokenLetter", v.token_number as "tokenNumber", v.status, v.created_at as "createdAt", v.updated_at as "updatedAt",
    v.arrived_at as "arrivedAt", d.started_at as "startedAt", s.default_seconds as "defaultSeconds"
  from queue_visits v
  join queue_days d on d.workspace_id = v.workspace_id and d.id = v.queue_day_id
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  where v.workspace_id = :workspaceId and v.appointment_date between :firstDate and :lastDate and ${scopeCondition('v')}
  order by v.queue_day_id, v.place`,
)

/** The events of some queues, in order; a null visit means the queue itself. */
export const tokenEvents = statement(
  'report_events_of_tokens',
  {
    takes: { workspaceId: 'bigint', queueDayIds: 'bigint[]' },
    returns: { visitId: 'bigint?', event: 'text', at: 'timestamptz' },
  },
  `
  select visit_id as "visitId", event, at
  from queue_events
  where workspace_id = :workspaceId and queue_day_id = any (:queueDayIds::bigint[])
  order by at, id`,
)

/**
 * The lengths of a practitioner's consultations that ended in a period, and of as many earlier ones
 * as estimates use; oldest first.
 */
export const consultationsAround = statement(
  'report_consultations_around',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      from: 'timestamptz',
      to: 'timestamptz',
      before: 'bigint',
    },
    returns: { completedAt: 'timestamptz', seconds: 'integer' },
  },
  `
  select completed_at as "completedAt", consultation_seconds as seconds
  from (
    (
      select completed_at, consultation_seconds
      from queue_visits
      where workspace_id = :workspaceId and doctor_id = :doctorId and location_id = :locationId and consultation_seconds is not null
        and completed_at < :from
      order by completed_at desc
      limit :before
    )
    union all
    select completed_at, consultation_seconds
    from queue_visits
    where workspace_id = :workspaceId and doctor_id = :doctorId and location_id = :locationId and consultation_seconds is not null
      and completed_at >= :from and completed_at < :to
  ) as consultations
  order by completed_at`,
)

/**
 * Time within practitioners' hours that was not on offer: blocked by the clinic, or busy in an
 * external calendar.
 */
export const blockedTimes = statement(
  'report_blocked_times',
  {
    takes: { workspaceId: 'bigint', from: 'timestamptz', to: 'timestamptz' },
    returns: { doctorId: 'bigint', locationId: 'bigint?', from: 'timestamptz', to: 'timestamptz' },
  },
  `
  select b.doctor_id as "doctorId", b.location_id as "locationId", b.from_at as "from", b.to_at as "to"
  from practitioners p
  join blocks b on b.workspace_id = p.workspace_id and b.doctor_id = p.user_id and b.to_at > :from and b.from_at < :to
  where p.workspace_id = :workspaceId
  union all
  select b.doctor_id, null, b.from_at, b.to_at
  from practitioners p
  join calendar_busy_times b on b.workspace_id = p.workspace_id and b.doctor_id = p.user_id
    and b.from_at > :from::timestamptz - interval '24 hours' and b.from_at < :to and b.to_at > :from
  where p.workspace_id = :workspaceId`,
)
