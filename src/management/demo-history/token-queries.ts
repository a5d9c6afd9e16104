import { statement } from '../../base/db/statement.ts'
import { closeDayKind } from '../../visits/queue/queries.ts'
import { rollPercent } from './course-of-visit.ts'
import { deskMember, pastDays } from './planned-visits.ts'

/** How many tokens today has; earlier days have fewer. */
export const tokensToday = 15
/** How many were given by telephone before the queue starts. */
const tokensBefore = 5

const parameters = {
  workspaceId: 'bigint',
  queueDayIds: 'bigint[]',
  today: 'date',
  now: 'timestamptz',
} as const

/** How long today's queue has run, if its shift began as long ago. */
const runMinutes = 150
/** How long after its start the shift still waits for the practitioner. */
const lateMinutes = 30

/**
 * SQL for where the queue of a shift `s` at a location `l` is on a date: before its start, running,
 * or over. Only today's may be anything but over, and only within the hours of its shift.
 */
const joinPhase = (date: string) => `
  cross join lateral (
    select (${date} + make_interval(mins => s.from_minute)) at time zone l.timezone as opens_at,
      (${date} + make_interval(mins => s.to_minute)) at time zone l.timezone as closes_at
  ) hours
  cross join lateral (
    select case when ${date} < :today::date or hours.closes_at <= :now then 'OVER'
      when hours.opens_at + interval '${lateMinutes} minutes' <= :now then 'RUNNING'
      else 'BEFORE' end as phase
  ) phase
  cross join lateral (
    select case phase.phase when 'RUNNING' then greatest(hours.opens_at, :now::timestamptz - interval '${runMinutes} minutes') when 'OVER' then hours.opens_at end as started_at
  ) start`

/**
 * SQL for the days of the demo's queue, with what decides their course. A queue that has run for a
 * shorter time has seen its patients in shorter consultations.
 */
const days = `
  day as (
    select d.id, d.date, d.work_shift_id, s.doctor_id, s.location_id, s.letter, l.currency, fee.amount_minor as fee_minor, d.date = :today as is_today, phase.phase,
      decode(md5(d.date::text), 'hex') as hash, run.pace,
      case phase.phase when 'RUNNING' then :now::timestamptz - 122 * run.pace else hours.opens_at + interval '25 minutes' end as first_call_at
    from queue_days d
    join work_shifts s on s.workspace_id = :workspaceId and s.id = d.work_shift_id
    join locations l on l.workspace_id = :workspaceId and l.id = s.location_id
    join consultation_fees fee on fee.workspace_id = :workspaceId and fee.doctor_id = s.doctor_id and fee.location_id = s.location_id and fee.mode = s.mode and not fee.is_international
    ${joinPhase('d.date')}
    cross join lateral (select case phase.phase when 'RUNNING' then (:now::timestamptz - start.started_at) / ${runMinutes} else interval '1 minute' end as pace) run
    where d.workspace_id = :workspaceId and d.id = any (:queueDayIds::bigint[])
  )`

/**
 * Opens the queue on the days that have none yet, without past Sundays; today's is closed in the
 * night.
 */
export const openQueueDays = statement(
  'open_demo_queue_days',
  {
    takes: { workspaceId: 'bigint', today: 'date', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  with opened as (
  insert into queue_days (workspace_id, work_shift_id, date, capacity, started_at)
  select :workspaceId, s.id, day.date, s.max_appointments, start.started_at
  from work_shifts s
  join users u on u.workspace_id = :workspaceId and u.id = s.doctor_id and u.name = 'meera-shah'
  join locations l on l.workspace_id = :workspaceId and l.id = s.location_id
  cross join lateral (select :today::date - number as date from generate_series(0, ${pastDays}) as number) day
  ${joinPhase('day.date')}
  where s.workspace_id = :workspaceId and extract(isodow from day.date) = any (s.weekdays) and (extract(isodow from day.date) < 7 or day.date = :today)
  order by day.date
  on conflict on constraint queue_day_unique do nothing
  returning id, date
  ),
  planned as (
    insert into due_work (workspace_id, kind, subject_id, due_at)
    select :workspaceId, '${closeDayKind}', id, (date + 1 + time '06:00') at time zone 'Asia/Kolkata'
    from opened
    where date = :today
  )
  select id from opened`,
)

/** Gives the next number to a patient on each day that has as many: a day assigns one at a time. */
export const giveTokens = statement(
  'give_demo_tokens',
  { takes: { ...parameters, number: 'integer' } },
  `
  with ${days},
  taking as (
    select day.*, first_call_at + 12 * (:number::integer - 1) * pace as call_at, ${rollPercent("decode(md5(day.date::text || :number::integer), 'hex')", 0)} as chance,
      'SUN-' || lpad((296 + ((day.date - date '2020-01-01') * 17 + :number::integer) % 65)::text, 4, '0') as mrn_number
    from day
    where :number::integer <= case when phase = 'BEFORE' then ${tokensBefore} when is_today then ${tokensToday} when date < :today::date - 14 then 1 + get_byte(hash, 0) % 2 when extract(isodow from date) = 6 then 4 else 5 + get_byte(hash, 0) % 3 end
  ),
  taken as (
    update queue_days d
    set issued = issued + 1, booked = booked + 1, waiting = waiting + 1
    from taking
    where d.workspace_id = :workspaceId and d.id = taking.id
    returning taking.*
  ),
  booked as (
    insert into queue_visits (
      workspace_id, id, queue_day_id, work_shift_id, appointment_date, doctor_id, location_id, mode, patient_id, token_letter, token_number, place, public_status_token,
      status, source, booking_channel, payment_mode, payment_status, currency, charge_minor, discount_minor, chief_complaint, arrived_at, created_at, updated_at
    )
    select :workspaceId, nextval('appointments_id_seq'), taken.id, work_shift_id, date, doctor_id, location_id, 'OFFLINE', p.id, letter, :number, :number,
      left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 26), 'WAITING', 'DASHBOARD', case phase when 'BEFORE' then 'PHONE_CALL' else 'WALK_IN' end,
      case when chance % 5 < 2 then 'CASH' when chance % 5 < 4 then 'UPI' else 'CARD' end, 'UNPAID', currency, fee_minor, 0,
      (array['Fever', 'Cough and cold', 'Blood pressure check', 'Headache', 'Diabetes review', 'Back pain', 'Stomach ache', 'Vaccination'])[1 + chance % 8], case when phase <> 'BEFORE' then came.at end, came.at, came.at
    from taken
    cross join lateral (select id from patients p where p.workspace_id = :workspaceId and p.mrn_number = taken.mrn_number limit 1) p
    cross join lateral (select least(call_at - make_interval(mins => 8 + chance / 5), :now::timestamptz - make_interval(mins => 3 * (${tokensToday + 1} - :number::integer))) as at) came
    returning id, patient_id, created_at
  )
  insert into audit_entries (workspace_id, at, action, patient_id, visit_id, by_session, acting_user_id, by_service)
  select :workspaceId, created_at, 'BOOKED', patient_id, id, false, ${deskMember}, false
  from booked`,
)

/** The first numbers of today that are not called yet begin after this one. */
const calledToday = 11

/**
 * Lets the patients of these days be called and seen, or not; today one is being seen, one has been
 * called and the rest are waiting. All who come pay when they come.
 */
export const seePatients = statement(
  'see_demo_tokens',
  { takes: parameters },
  `
  with ${days},
  course as (
    select v.id, v.queue_day_id, v.patient_id, day.phase, called.at as called_at, called.at + 2 * day.pace as began_at, called.at + 11 * day.pace as completed_at,
      case
        when day.phase = 'BEFORE' or day.phase = 'RUNNING' and v.token_number > ${calledToday} then 'WAITING'
        when day.phase = 'RUNNING' and v.token_number = ${calledToday} then 'CALLED'
        when day.phase = 'RUNNING' and v.token_number = ${calledToday - 1} then 'IN_CONSULTATION'
        when day.phase = 'RUNNING' and v.token_number = 6 then 'SKIPPED'
        when ${rollPercent('dice.hash', 1)} < 6 then 'NO_SHOW'
        else 'COMPLETED'
      end as status
    from day
    join queue_visits v on v.workspace_id = :workspaceId and v.queue_day_id = day.id
    cross join lateral (select day.first_call_at + 12 * (v.token_number - 1) * day.pace as at) called
    cross join lateral (select decode(md5(day.date::text || v.token_number), 'hex') as hash) dice
  ),
  seen as (
    update queue_visits v
    set status = course.status, called_at = case when course.status <> 'WAITING' then course.called_at end,
      began_at = case when course.status in ('IN_CONSULTATION', 'COMPLETED') then course.began_at end,
      completed_at = case when course.status = 'COMPLETED' then course.completed_at end,
      consultation_seconds = case when course.status = 'COMPLETED' then extract(epoch from course.completed_at - course.began_at) end,
      payment_status = case when course.status in ('IN_CONSULTATION', 'COMPLETED') then 'PAID' else 'UNPAID' end,
      updated_at = case when course.status = 'COMPLETED' then course.completed_at when course.status = 'WAITING' then v.created_at else course.called_at end
    from course
    where v.workspace_id = :workspaceId and v.id = course.id
  ),
  ended as (
    update queue_days d
    set ended_at = last.at
    from (select queue_day_id, max(completed_at) + interval '20 minutes' as at from course where phase = 'OVER' group by queue_day_id) last
    where d.workspace_id = :workspaceId and d.id = last.queue_day_id
    returning d.id, d.started_at, d.ended_at
  ),
  event as (
    select queue_day_id, id, patient_id, event.name, event.at, event.status
    from course
    cross join lateral (values
      ('CALLED', called_at, null, status <> 'WAITING'),
      ('SKIPPED', began_at, null, status = 'SKIPPED'),
      ('NO_SHOW', began_at, 'NO_SHOW', status = 'NO_SHOW'),
      ('BEGUN', began_at, 'IN_CONSULTATION', status in ('IN_CONSULTATION', 'COMPLETED')),
      ('COMPLETED', completed_at, 'COMPLETED', status = 'COMPLETED')
    ) as event (name, at, status, happened)
    where happened
  ),
  recorded as (
    insert into queue_events (workspace_id, queue_day_id, visit_id, event, at, by_session, acting_user_id, by_service)
    select :workspaceId, queue_day_id, id, name, at, false, ${deskMember}, false
    from (
      select queue_day_id, id, name, at from event
      union all
      select d.id, null, 'STARTED', d.started_at from queue_days d where d.workspace_id = :workspaceId and d.id = any (:queueDayIds::bigint[]) and d.started_at is not null
      union all
      select id, null, 'ENDED', ended_at from ended
    ) entries
    order by at
  )
  insert into audit_entries (workspace_id, at, action, patient_id, visit_id, by_session, acting_user_id, by_service, status)
  select :workspaceId, at, 'STATUS_CHANGED', patient_id, id, false, ${deskMember}, false, status
  from event
  where status is not null
  order by at`,
)

/** The page of today's last patient in the line of a queue that runs. */
export const lastTokenPage = statement(
  'last_demo_token',
  {
    takes: { workspaceId: 'bigint', queueDayIds: 'bigint[]', today: 'date' },
    returns: { publicStatusToken: 'text' },
  },
  `
  select v.public_status_token as "publicStatusToken"
  from queue_days d
  join queue_visits v on v.workspace_id = :workspaceId and v.queue_day_id = d.id and v.token_number = d.issued
  where d.workspace_id = :workspaceId and d.id = any (:queueDayIds::bigint[]) and d.date = :today and d.started_at is not null and d.ended_at is null`,
)
