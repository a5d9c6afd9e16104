import { statement } from '../../base/db/statement.ts'
import { checkoutPath } from '../../money/payments/gateways/sandbox/sandbox-gateway.ts'
import { formReference, joinCourse } from './course-of-visit.ts'
import { deskMember } from './planned-visits.ts'

const parameters = { workspaceId: 'bigint', now: 'timestamptz', until: 'timestamptz' } as const

/** SQL for visits of the demo, as `joinCourse` needs them. */
const visitsWhere = (condition: string) => `
      from (
        select a.*, a.created_at as booked_at, a.booking_channel = 'WALK_IN' as walks_in
        from appointments a
        where a.workspace_id = :workspaceId and ${condition}
      ) v
      ${joinCourse('v')}
      where v.booking_reference = ${formReference('v')}`

/**
 * Takes the money for visits, tokens and packs that are paid until then, in the order of time, which
 * is the order of the till: all of it, a part, or all of it by two methods.
 */
export const takeDeskPayments = statement(
  'take_demo_payments',
  { takes: parameters },
  `
  with owed as (
    select v.id as appointment_id, null::bigint as visit_id, null::bigint as pack_id, v.patient_id, v.location_id, v.currency, v.charge_minor - v.discount_minor as minor,
      course.paid_at, course.method, case when v.payment_status = 'UNPAID' then 'IN PART' when course.paid_at < v.from_at then 'IN FULL' else course.settlement end as settlement
    ${visitsWhere(`a.payment_mode <> 'ONLINE' and a.booking_type = 'ONE_TIME_APPOINTMENT' and a.from_at > :until::timestamptz - interval '28 days'
          and not exists (select from desk_payments p where p.workspace_id = :workspaceId and p.appointment_id = a.id)`)}
      and (v.payment_status in ('PAID', 'REFUNDED') or v.status = 'COMPLETED' and course.settlement = 'IN PART')
    union all
    select null, v.id, null, v.patient_id, v.location_id, v.currency, v.charge_minor - v.discount_minor, v.began_at, v.payment_mode, 'IN FULL'
    from queue_visits v
    where v.workspace_id = :workspaceId and v.appointment_date > (:until::timestamptz - interval '28 days')::date and v.payment_status = 'PAID' and v.api_key_id is null
      and not exists (select from desk_payments p where p.workspace_id = :workspaceId and p.visit_id = v.id)
    union all
    select null, null, o.id, o.patient_id, (select id from locations where workspace_id = :workspaceId and name = 'jaipur'), o.currency, o.amount_minor, o.created_at, o.payment_mode, 'IN FULL'
    from patient_packs o
    where o.workspace_id = :workspaceId and o.payment_status = 'PAID' and o.payment_mode <> 'ONLINE'
      and not exists (select from desk_payments p where p.workspace_id = :workspaceId and p.patient_pack_id = o.id)
  ),
  taken as (
    insert into desk_payments (workspace_id, appointment_id, visit_id, patient_pack_id, location_id, cause, at, method, amount_minor, currency, taken_by, by_session, acting_user_id, by_service)
    select :workspaceId, appointment_id, visit_id, pack_id, location_id, 'PAID', paid_at, part.method, part.minor, currency, ${deskMember}, false, ${deskMember}, false
    from owed
    cross join lateral (
      select owed.method, owed.minor where settlement not in ('IN PART', 'IN TWO')
      union all
      select 'CASH', owed.minor / 200 * 100 where settlement in ('IN PART', 'IN TWO')
      union all
      select 'CARD', owed.minor - owed.minor / 200 * 100 where settlement = 'IN TWO'
    ) part
    where paid_at <= :until and (part.minor > 0 or owed.minor = 0)
    order by paid_at, part.method
    returning appointment_id, visit_id, patient_pack_id, at
  )
  insert into audit_entries (workspace_id, at, action, patient_id, appointment_id, visit_id, by_session, acting_user_id, by_service)
  select :workspaceId, taken.at, 'PAID', owed.patient_id, taken.appointment_id, taken.visit_id, false, ${deskMember}, false
  from taken
  join owed on (owed.appointment_id, owed.visit_id, owed.pack_id) is not distinct from (taken.appointment_id, taken.visit_id, taken.patient_pack_id)
  order by taken.at`,
)

/** Returns the money of the visits that the clinic cancelled by then. */
export const returnDeskPayments = statement(
  'return_demo_payments',
  { takes: parameters },
  `
  insert into refunds (workspace_id, appointment_id, state, percentage, amount_minor, currency, override_reason, given_by, requested_at, done_at, changed_at)
  select :workspaceId, v.id, 'DONE', 100, v.charge_minor - v.discount_minor, v.currency, 'The doctor cannot come', ${deskMember}, course.cancelled_at, course.cancelled_at, course.cancelled_at
  ${visitsWhere(`a.payment_status = 'REFUNDED' and not exists (select from refunds r where r.workspace_id = :workspaceId and r.appointment_id = a.id)`)}
    and course.cancelled_at <= :until
  order by v.from_at`,
)

/** Records the payments of visits that were paid on the booking page, at the gateway and here. */
export const takeOnlinePayments = statement(
  'take_demo_online_payments',
  { takes: { workspaceId: 'bigint', now: 'timestamptz', publicUrl: 'text' } },
  `
  with paid as (
    select v.id, v.location_id, v.booking_reference, v.charge_minor - v.discount_minor as minor, v.currency, v.created_at, course.paid_at, (select title from workspaces where id = :workspaceId) as title,
      left(md5(v.booking_reference || ' checkout') || md5(v.booking_reference), 26) as gateway_id, 'ps_' || left(md5(v.booking_reference || ' session'), 26) as session_ref
    ${visitsWhere(`a.payment_mode = 'ONLINE' and a.payment_status = 'PAID' and a.booking_type = 'ONE_TIME_APPOINTMENT' and a.api_key_id is null
          and not exists (select from payment_sessions s where s.workspace_id = :workspaceId and s.appointment_id = a.id)`)}
  ),
  checkout as (
    insert into sandbox_gateway_checkouts (workspace_id, gateway_id, key, reference, amount_minor, currency, payee, description, return_url, held_until, state, created_at, expires_at, decided_at)
    select :workspaceId, gateway_id, session_ref, session_ref, minor, currency, title, 'Visit ' || booking_reference, :publicUrl, created_at + interval '15 minutes', 'PAID', created_at,
      created_at + interval '1 day', paid_at
    from paid
  ),
  captured as (
    insert into sandbox_gateway_movements (workspace_id, gateway_id, kind, amount_minor, currency, at)
    select :workspaceId, gateway_id, 'CAPTURED', minor, currency, paid_at
    from paid
    order by paid_at
  ),
  session as (
    insert into payment_sessions (workspace_id, session_ref, appointment_id, location_id, gateway, gateway_id, checkout_url, payee, description, return_url, amount_minor, currency,
      desk_payment_mode, state, held_until, created_at, changed_at)
    select :workspaceId, session_ref, id, location_id, 'sandbox', gateway_id, :publicUrl || '${checkoutPath('')}' || gateway_id, title, 'Visit ' || booking_reference, :publicUrl, minor, currency,
      'CASH', 'PAID', created_at + interval '15 minutes', created_at, paid_at
    from paid
    order by paid_at
    returning id, changed_at, amount_minor, currency
  )
  insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency)
  select :workspaceId, id, changed_at, 'CAPTURED', 'GATEWAY', 'FEES', amount_minor, currency
  from session
  order by changed_at`,
)

/** SQL for the days of each till that are over and not closed. */
const daysToClose = `
  day as (
    select till.id, till.closes + row_number() over of_till as number, till.last_date, till.last_entry, till.timezone,
      coalesce(lag(till.last_entry) over of_till, till.closed_through) + 1 as first_entry, get_byte(decode(md5(till.last_date::text), 'hex'), 0) < 20 as is_short
    from (
      select t.id, t.closes, t.closed_through, l.timezone, (e.at at time zone l.timezone)::date as last_date, max(e.number) as last_entry
      from tills t
      join locations l on l.workspace_id = :workspaceId and l.id = t.location_id
      join till_entries e on e.workspace_id = :workspaceId and e.till_id = t.id and e.number > t.closed_through
      where t.workspace_id = :workspaceId and (e.at at time zone l.timezone)::date < :today
      group by t.id, t.closes, t.closed_through, l.timezone, (e.at at time zone l.timezone)::date
    ) till
    window of_till as (partition by till.id order by till.last_date)
  )`
const closeParameters = { workspaceId: 'bigint', today: 'date' } as const

/** Counts what is in the tills at the end of each day. */
export const countTills = statement(
  'count_demo_tills',
  { takes: closeParameters },
  `
  with ${daysToClose}
  insert into till_counts (workspace_id, till_id, close_number, method, currency, expected_minor, counted_minor)
  select :workspaceId, day.id, day.number, e.method, e.currency, sum(e.amount_minor), sum(e.amount_minor) - case when day.is_short and e.method = 'CASH' then 1000 else 0 end
  from day
  join till_entries e on e.workspace_id = :workspaceId and e.till_id = day.id and e.number between day.first_entry and day.last_entry
  group by day.id, day.number, day.is_short, e.method, e.currency`,
)

export const closeTills = statement(
  'close_demo_tills',
  { takes: closeParameters },
  `
  with ${daysToClose}
  insert into till_closes (workspace_id, till_id, number, first_entry, last_entry, reason, at, by_session, acting_user_id, by_service)
  select :workspaceId, id, number, first_entry, last_entry,
    case when exists (
      select from till_counts c where c.workspace_id = :workspaceId and c.till_id = day.id and c.close_number = day.number and c.counted_minor <> c.expected_minor
    ) then 'Ten short: change for the courier' end,
    (last_date + time '21:00') at time zone timezone, false, ${deskMember}, false
  from day
  order by day.id, day.number`,
)
