import { statement } from '../../base/db/statement.ts'
import { formReference, joinCourse, rollPercent } from './course-of-visit.ts'
import { deskMember, plannedVisits, planParameters } from './planned-visits.ts'

/** SQL for the audit entries of what a visit of `v` has come to, with their times and actions. */
const joinEntries = (v: string, since: string) => `
    cross join lateral (values
      ('STATUS_CHANGED', 'IN_CONSULTATION', ${v}.from_at, ${v}.status = 'IN_CONSULTATION'),
      ('STATUS_CHANGED', 'COMPLETED', ${v}.to_at, ${v}.status = 'COMPLETED'),
      ('STATUS_CHANGED', 'NO_SHOW', ${v}.to_at, ${v}.status = 'NO_SHOW'),
      ('CANCELLED', 'CANCELLED', ${v}.cancelled_at, ${v}.status = 'CANCELLED')
    ) as entry (action, status, at, is_reached)
    where entry.is_reached and ${since}`

/**
 * Adds the visits that are planned and not there yet, each with its claim, its session of a pack and
 * its audit entries. Follow-ups come second: each is one week after a completed visit, at the same
 * time. A time that someone else has taken or blocked is left to them.
 */
export const addVisits = statement(
  'add_demo_visits',
  { takes: planParameters, returns: { count: 'bigint' } },
  `
  with ${plannedVisits},
  wanted as (
    select planned.*, parent.id as parent_id, series.id as series_id, owned.id as pack_id,
      coalesce(parent.patient_id, patient.id) as patient_id, owned.left_sessions
    from planned
    cross join lateral (
      select id from patients p where p.workspace_id = :workspaceId and p.mrn_number = planned.mrn_number limit 1
    ) patient
    left join appointments parent on :follows and parent.workspace_id = :workspaceId and not parent.follow_up and parent.status = 'COMPLETED'
      and parent.booking_reference = (
        select ${formReference('before')}
        from (select planned.doctor_id, planned.from_at - interval '168 hours' as from_at) before
      )
    left join visit_series series on planned.is_series and series.workspace_id = :workspaceId and series.patient_id = patient.id
    left join lateral (
      select p.id, p.total_sessions - p.sessions_used - 1 as left_sessions
      from patient_packs p
      where planned.name = 'asha-rao' and p.workspace_id = :workspaceId and p.patient_id = patient.id and p.purchased_on <= planned.date and p.activated_at is not null and p.ended_at is null
      limit 1
    ) owned on not :follows
    where (parent.id is not null or not :follows)
      and not exists (select from appointments a where a.booking_reference = planned.reference)
      and not exists (
        select from appointments a
        where a.workspace_id = :workspaceId and a.doctor_id = planned.doctor_id and a.from_at between planned.from_at - interval '12 hours' and planned.to_at
          and a.from_at < planned.to_at and a.to_at > planned.from_at and a.status <> 'CANCELLED'
      )
      and not exists (
        select from blocks b
        where b.workspace_id = :workspaceId and (b.doctor_id = planned.doctor_id or b.room_id = planned.room_id) and b.from_at < planned.to_at and b.to_at > planned.from_at
      )
  ),
  fresh as (
    select nextval('appointments_id_seq') as id, wanted.*,
      case when status <> 'CANCELLED' and sum((status <> 'CANCELLED')::integer) over (partition by pack_id order by from_at) <= left_sessions then pack_id end as used_pack_id,
      case when parent_id is not null then follow_up_fee_minor else fee_minor end as charge_minor
    from wanted
  ),
  claimed as (
    insert into claims (workspace_id, appointment_id, doctor_id, room_id, from_at, to_at)
    select :workspaceId, id, doctor_id, case when mode = 'OFFLINE' then room_id end, from_at, to_at
    from fresh
    where status <> 'CANCELLED' and to_at > clock_timestamp()
    on conflict do nothing
    returning appointment_id as id
  ),
  kept as (
    select * from fresh where status = 'CANCELLED' or to_at <= clock_timestamp() or id in (select id from claimed)
  ),
  booked as (
    insert into appointments (
      workspace_id, id, booking_reference, patient_id, doctor_id, location_id, room_id, appointment_date, from_at, to_at, timezone, from_offset_mins, to_offset_mins,
      day_ends_at, status, mode, type, booking_type, source, booking_channel, payment_mode, payment_status, currency, charge_minor, discount_minor, discount_reason,
      follow_up, parent_appointment_id, patient_package_id, series_id, chief_complaint, appointment_notes, cancellation_reason, unoffered_reason, visit_address,
      arrived_at, patient_confirmed_at, created_at, updated_at
    )
    overriding system value
    select :workspaceId, id, reference, patient_id, doctor_id, location_id, case when mode = 'OFFLINE' then room_id end, date, from_at, to_at, timezone,
      extract(epoch from (from_at at time zone timezone) - (from_at at time zone 'UTC')) / 60, extract(epoch from (to_at at time zone timezone) - (to_at at time zone 'UTC')) / 60,
      (date + 1)::timestamp at time zone timezone, status, mode, 'CONSULTATION', case when used_pack_id is null then 'ONE_TIME_APPOINTMENT' else 'USE_ACTIVE_PACKAGE' end,
      case when method = 'ONLINE' then 'WIDGET' else 'DASHBOARD' end, case when walks_in then 'WALK_IN' when method = 'ONLINE' then 'WEBSITE' else 'PHONE_CALL' end,
      case when used_pack_id is null then method else 'CASH' end, case when used_pack_id is null then payment_status else 'PAID' end, currency,
      case when used_pack_id is null then charge_minor else 0 end, case when used_pack_id is null then charge_minor * discount_percent / 100 else 0 end,
      case when used_pack_id is null then case discount_percent when 20 then case name when 'vikram-nair' then 'Second child' else 'Senior citizen' end when 50 then 'Family of our staff' end end,
      parent_id is not null, parent_id, used_pack_id, series_id,
      case when parent_id is null then complaints[1 + get_byte(hash, 7) % cardinality(complaints)] else 'Follow-up' end,
      case when ${rollPercent('hash', 8)} < 9 then (array['Brings earlier test results', 'Needs a wheelchair', 'Prefers Hindi', 'Comes with her mother'])[1 + get_byte(hash, 9) % 4] end,
      case when status = 'CANCELLED' then case fate when 'REFUNDED' then 'The doctor cannot come' else (array['The patient called', 'Is travelling', 'Feels better'])[1 + get_byte(hash, 9) % 3] end end,
      case when in_camp then 'Fever camp outside the usual hours' end, case when mode = 'HOME_VISIT' then jsonb_build_object('line1', 'Kastanienallee ' || patient_number, 'city', 'Berlin', 'pincode', '10435') end,
      case when arrives_at <= :now then arrives_at end, case when status not in ('CANCELLED', 'NO_SHOW') and confirmed_at <= :now then confirmed_at end,
      booked_at, coalesce(case when status = 'CANCELLED' then cancelled_at when status in ('COMPLETED', 'NO_SHOW') then to_at when status = 'IN_CONSULTATION' then from_at end, booked_at)
    from kept
    order by from_at, id
  ),
  used as (
    insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, by_session, acting_user_id, by_service)
    select :workspaceId, used_pack_id, booked_at, 'USED', -1, id, false, ${deskMember}, false
    from kept
    where used_pack_id is not null
  ),
  measured as (
    insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals, recorded_by)
    select :workspaceId, id, from_at + interval '4 minutes', jsonb_build_object('temperature', 36.4 + get_byte(hash, 10) % 25 / 10.0, 'pulse', 70 + get_byte(hash, 11) % 40, 'weight', 12 + get_byte(hash, 12) % 30), doctor_id
    from kept
    where name = 'vikram-nair' and status in ('IN_CONSULTATION', 'COMPLETED') and from_at <= :now::timestamptz - interval '4 minutes'
  ),
  recorded as (
    insert into audit_entries (workspace_id, at, action, patient_id, appointment_id, by_session, acting_user_id, by_service, status)
    select :workspaceId, at, action, patient_id, id, false, case when action = 'BOOKED' and method = 'ONLINE' then null else ${deskMember} end, action = 'BOOKED' and method = 'ONLINE', status
    from (
      select booked_at as at, 'BOOKED' as action, patient_id, id, null as status, method from kept
      union all
      select entry.at, entry.action, kept.patient_id, kept.id, entry.status, kept.method
      from kept${joinEntries('kept', 'true')}
    ) entries
    order by at
  )
  select count(*) from kept`,
)

/** Brings visits that the demo added earlier to where they are now, unless someone moved them. */
export const advanceVisits = statement(
  'advance_demo_visits',
  { takes: { workspaceId: 'bigint', now: 'timestamptz' }, returns: { count: 'bigint' } },
  `
  with due as (
    select v.*, course.status as reached, course.payment_status as settled, course.arrives_at, course.cancelled_at, course.fate
    from (
      select a.*, a.created_at as booked_at, a.booking_channel = 'WALK_IN' as walks_in
      from appointments a
      where a.workspace_id = :workspaceId and a.from_at between :now::timestamptz - interval '60 days' and :now::timestamptz + interval '15 days' and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION')
    ) v
    ${joinCourse('v')}
    where v.booking_reference = ${formReference('v')} and (course.status <> v.status or course.arrives_at <= :now and v.arrived_at is null)
  ),
  freed as (
    delete from claims c
    using due
    where c.workspace_id = :workspaceId and c.appointment_id = due.id and due.reached = 'CANCELLED'
  ),
  changed as (
    update appointments a
    set status = due.reached, arrived_at = coalesce(a.arrived_at, case when due.arrives_at <= :now then due.arrives_at end),
      payment_status = case when a.booking_type = 'ONE_TIME_APPOINTMENT' and a.payment_status in ('UNPAID', 'PAID') and due.settled <> 'UNPAID' then due.settled else a.payment_status end,
      cancellation_reason = case when due.reached = 'CANCELLED' then case due.fate when 'REFUNDED' then 'The doctor cannot come' else 'The patient called' end end,
      updated_at = :now
    from due
    where a.workspace_id = :workspaceId and a.id = due.id
  ),
  recorded as (
    insert into audit_entries (workspace_id, at, action, patient_id, appointment_id, by_session, acting_user_id, by_service, status)
    select :workspaceId, entry.at, entry.action, reached.patient_id, reached.id, false, ${deskMember}, false, entry.status
    from (
      select id, patient_id, from_at, to_at, cancelled_at, reached as status, status as before from due
    ) reached${joinEntries('reached', 'entry.status <> reached.before')}
    order by entry.at
  )
  select count(*) from due`,
)
