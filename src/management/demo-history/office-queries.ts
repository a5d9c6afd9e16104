import { statement } from '../../base/db/statement.ts'
import { noticeWorkKind } from '../../clinic/notices/plan-notices.ts'
import { formReference } from './course-of-visit.ts'
import {
  comingDays,
  deskMember,
  pastDays,
  seriesBookedAt,
  seriesPatient,
  seriesStart,
} from './planned-visits.ts'

const parameters = { workspaceId: 'bigint', today: 'date', now: 'timestamptz' } as const

/** The dentist teaches on every second Thursday, and on a Tuesday the second room is maintained. */
export const addBlocks = statement(
  'add_demo_blocks',
  { takes: parameters },
  `
  insert into blocks (workspace_id, doctor_id, location_id, room_id, from_at, to_at, timezone, reason, acting_user_id, created_at)
  select :workspaceId, u.id, l.id, r.id, wanted.from_at, wanted.to_at, l.timezone, wanted.reason, ${deskMember}, :now::timestamptz - interval '61 days'
  from (
    select day.date, day.date::timestamp at time zone 'Asia/Kolkata' as from_at, (day.date + 1)::timestamp at time zone 'Asia/Kolkata' as to_at, 'lakshmi-venkataraman' as name,
      null as room, 'On leave: teaches at the dental college' as reason
    from (select :today::date + number as date from generate_series(-${pastDays}, ${comingDays}) as number) day
    where extract(isodow from day.date) = 4 and extract(week from day.date)::integer % 2 = 0
    union all
    select day.date, (day.date + time '13:00') at time zone 'Asia/Kolkata', (day.date + time '16:00') at time zone 'Asia/Kolkata', null, 'room-2', 'Maintenance of the air conditioning'
    from (select :today::date + number as date from generate_series(-${pastDays}, ${comingDays}) as number) day
    where extract(isodow from day.date) = 2 and extract(week from day.date)::integer % 2 = 1
  ) wanted
  join locations l on l.workspace_id = :workspaceId and l.name = 'jaipur'
  left join users u on u.workspace_id = :workspaceId and u.name = wanted.name
  left join rooms r on r.workspace_id = :workspaceId and r.location_id = l.id and r.name = wanted.room
  where not exists (
      select from claims c
      where c.workspace_id = :workspaceId and (c.doctor_id = u.id or c.room_id = r.id) and c.from_at < wanted.to_at and c.to_at > wanted.from_at
    )
    and not exists (
      select from blocks b
      where b.workspace_id = :workspaceId and (b.doctor_id = u.id or b.room_id = r.id) and b.from_at < wanted.to_at and b.to_at > wanted.from_at
    )
  order by wanted.from_at`,
)

/** The dermatologist is late today. */
export const announceLateness = statement(
  'announce_demo_lateness',
  { takes: { workspaceId: 'bigint', today: 'date' } },
  `
  insert into late_practitioners (workspace_id, doctor_id, location_id, date, minutes)
  select :workspaceId, p.doctor_id, p.location_id, :today, 15
  from doctor_locations p
  join users u on u.workspace_id = :workspaceId and u.id = p.doctor_id and u.name = 'asha-rao'
  where p.workspace_id = :workspaceId
  on conflict (workspace_id, doctor_id, location_id) do update
  set date = excluded.date, minutes = excluded.minutes
  where late_practitioners.date < excluded.date`,
)

/** The series of weekly visits, each of one patient. */
export const addSeries = statement(
  'add_demo_series',
  { takes: parameters },
  `
  insert into visit_series (workspace_id, patient_id, created_at)
  select distinct :workspaceId::bigint, p.id, ${seriesBookedAt('day.date')}
  from (select :today::date + number as date from generate_series(-${pastDays}, ${comingDays + 42}) as number) day
  cross join lateral (
    select id from patients p where p.workspace_id = :workspaceId and p.mrn_number = 'SUN-' || lpad((${seriesPatient('day.date')})::text, 4, '0') limit 1
  ) p
  where day.date = ${seriesStart('day.date')} and ${seriesBookedAt('day.date')} <= :now
    and not exists (select from visit_series s where s.workspace_id = :workspaceId and s.patient_id = p.id)`,
)

/** Six patients of the dermatologist have bought a pack at the desk. */
export const sellPacks = statement(
  'sell_demo_packs',
  { takes: { workspaceId: 'bigint', today: 'date' } },
  `
  with sold as (
    insert into patient_packs (workspace_id, patient_id, session_pack_id, display_name, total_sessions, visit_mins, allow_family_booking, currency, amount_minor, purchased_on, expires_on,
      activated_at, created_at, payment_mode, payment_status)
    select :workspaceId, p.id, k.id, k.display_name, k.total_sessions, k.visit_mins, k.allow_family_booking, k.currency, k.amount_minor, at.date, at.date + k.validity_days,
      at.moment, at.moment, case number % 2 when 0 then 'UPI' else 'CASH' end, 'PAID'
    from generate_series(0, 5) as number
    cross join lateral (select :today::date - 56 + number * 8 as date, (:today::date - 56 + number * 8 + time '10:40') at time zone 'Asia/Kolkata' as moment) at
    join patients p on p.workspace_id = :workspaceId and p.mrn_number = 'SUN-' || lpad((7 + number * 19)::text, 4, '0')
    join session_packs k on k.workspace_id = :workspaceId and k.name = 'skin-5'
    where not exists (select from patient_packs o where o.workspace_id = :workspaceId and o.patient_id = p.id)
    order by number
    returning id, session_pack_id
  )
  insert into patient_pack_doctors (workspace_id, patient_pack_id, doctor_id)
  select :workspaceId, sold.id, d.doctor_id
  from sold
  join session_pack_doctors d on d.workspace_id = :workspaceId and d.session_pack_id = sold.session_pack_id`,
)

/** Some patients are waiting for an earlier time, unless others are waiting already. */
export const addWaiting = statement(
  'add_demo_waiting',
  { takes: parameters },
  `
  with entry as (
    insert into waiting_entries (workspace_id, patient_id, location_id, mode, from_date, to_date, weekdays, parts_of_day, note, acting_user_id, created_at)
    select :workspaceId, p.id, l.id, null, :today, :today::date + 10, wish.weekdays, wish.parts, wish.note, ${deskMember}, :now::timestamptz - make_interval(hours => wish.number * 17)
    from (values
      (1, 'SUN-0012', array['MON', 'WED'], array['MORNING'], 'Any morning before ten'),
      (2, 'SUN-0133', array[]::text[], array['EVENING'], 'After school only'),
      (3, 'SUN-0058', array[]::text[], array[]::text[], 'Travels to Delhi at the end of the month'),
      (4, 'SUN-0245', array['SAT'], array[]::text[], null)
    ) as wish (number, mrn_number, weekdays, parts, note)
    join patients p on p.workspace_id = :workspaceId and p.mrn_number = wish.mrn_number
    join locations l on l.workspace_id = :workspaceId and l.name = 'jaipur'
    where not exists (select from waiting_entries w where w.workspace_id = :workspaceId and w.location_id = l.id and w.state = 'OPEN' and w.to_date >= :today)
    order by wish.number
    returning id, note
  )
  insert into waiting_practitioners (workspace_id, entry_id, doctor_id)
  select :workspaceId, entry.id, u.id
  from entry
  join users u on u.workspace_id = :workspaceId and u.name = case entry.note when 'After school only' then 'vikram-nair' else 'asha-rao' end
  where entry.note is not null`,
)

/**
 * Tells patients of the visits of these days what the clinic tells them: the confirmation of a
 * booking and a reminder a day before, both as sent or, if the reminder is to come, as planned.
 */
export const addNotices = statement(
  'add_demo_notices',
  { takes: parameters },
  `
  with visit as (
    select a.id, a.created_at, a.from_at, a.status, p.phone_normalised
    from appointments a
    join patients p on p.workspace_id = :workspaceId and p.id = a.patient_id
    where a.workspace_id = :workspaceId and a.from_at between :today::date::timestamptz - interval '3 days' and :today::date::timestamptz + interval '${comingDays + 1} days'
      and a.booking_reference = ${formReference('a')} and a.booking_channel <> 'WALK_IN'
      and not exists (select from notices n where n.workspace_id = :workspaceId and n.appointment_id = a.id)
  ),
  planned as (
    insert into due_work (workspace_id, kind, subject_id, due_at)
    select :workspaceId, '${noticeWorkKind('reminder')}', id, from_at - interval '24 hours'
    from visit
    where status <> 'CANCELLED' and from_at - interval '24 hours' > :now
    on conflict do nothing
  )
  insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, attempts, channel, destination)
  select :workspaceId, visit.id, message.kind, 'SENT', message.at, visit.from_at, 1, 'chatapp', repeat('*', length(phone_normalised) - 5) || right(phone_normalised, 4)
  from visit
  cross join lateral (values ('confirmation', created_at + interval '12 seconds'), ('reminder', from_at - interval '24 hours')) as message (kind, at)
  where message.at <= :now and (message.kind = 'confirmation' or visit.status <> 'CANCELLED' and message.at > visit.created_at)
  order by message.at`,
)
