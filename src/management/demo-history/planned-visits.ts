import { formReference, joinCourse, rollPercent } from './course-of-visit.ts'

export const planParameters = {
  workspaceId: 'bigint',
  today: 'date',
  now: 'timestamptz',
  follows: 'boolean',
} as const

/** SQL for the member of staff at the desk. */
export const deskMember = `(select id from users where workspace_id = :workspaceId and name = 'nina-roy')`

/** How many days before and after today have visits. */
export const pastDays = 60
export const comingDays = 14

/**
 * Who works in which room, on which patients (their first number and how many), how many of a
 * hundred times are taken on a day without a rush, and what people come for.
 */
const practices = `(values
    ('asha-rao', 'jaipur', 'room-1', 1, 110, 24, array['Rash on the left arm', 'Acne, third month of treatment', 'Dry skin', 'A mole that has changed', 'Hair loss', 'Itching after a new soap', 'Eczema on both hands', 'Fungal infection']),
    ('vikram-nair', 'jaipur', 'room-3', 111, 90, 16, array['Fever since yesterday', 'Cough for a week', 'Vaccination', 'Growth check', 'Ear ache', 'Stomach ache', 'Rash after a fever', 'Sleeps badly']),
    ('lakshmi-venkataraman', 'jaipur', 'room-4', 201, 70, 24, array['Toothache, lower left', 'Cleaning', 'A filling has come out', 'Bleeding gums', 'Root canal, second visit', 'Check-up', 'Broken tooth']),
    ('jonas-weber', 'berlin', 'raum-1', 271, 25, 8, array['Rückenschmerzen', 'Knie nach Operation', 'Schulter', 'Verspannter Nacken'])
  ) as work (name, place, room, first_patient, patients, share, complaints)`

/** The patient of the weekly series of the dentist, six visits each. */
export const seriesStart = (date: string) =>
  `date '2020-01-07' + (${date} - date '2020-01-07') / 42 * 42`
export const seriesPatient = (date: string) => `201 + (${date} - date '2020-01-07') / 42 * 7 % 70`
export const seriesBookedAt = (date: string) =>
  `(${seriesStart(date)} - 3 + time '11:00') at time zone 'Asia/Kolkata'`

/**
 * SQL for the visits that the demo has at `:now`, with what becomes of them. Mornings are busy,
 * Saturdays quieter, and the clinic grows. A visit shows up once it is booked, so the days to come
 * fill as they come nearer. If `:now` is outside the hours, a camp around it keeps today alive.
 */
export const plannedVisits = `
  practice as (
    select u.id as doctor_id, l.id as location_id, l.timezone, l.currency, r.id as room_id, p.slot_mins, p.follow_up_fee_minor, work.*,
      -- More than a day's if the date there is another.
      extract(epoch from (:now at time zone l.timezone) - :today::date) / 60 as minute_now
    from ${practices}
    join users u on u.workspace_id = :workspaceId and u.name = work.name
    join locations l on l.workspace_id = :workspaceId and l.name = work.place
    join doctor_locations p on p.workspace_id = :workspaceId and p.doctor_id = u.id and p.location_id = l.id
    left join rooms r on r.workspace_id = :workspaceId and r.location_id = l.id and r.name = work.room
    where not :follows or work.name = 'asha-rao'
  ),
  day as (
    select :today::date + number as date, number
    from generate_series(-${pastDays}, ${comingDays}) as number
  ),
  open as (
    select practice.*, day.date, day.number, h.from_minute, h.to_minute, h.modes
    from practice
    cross join day
    join working_hours h on h.workspace_id = :workspaceId and h.doctor_id = practice.doctor_id and h.location_id = practice.location_id
      and (h.date = day.date or h.weekday = extract(isodow from day.date) and not exists (
        select from hour_exceptions e
        where e.workspace_id = :workspaceId and e.doctor_id = practice.doctor_id and e.location_id = practice.location_id and e.date = day.date
      ))
  ),
  slot as (
    select open.*, false as in_camp, minute
    from open
    cross join generate_series(from_minute, to_minute - slot_mins, slot_mins) as minute
    union all
    select practice.*, day.date, day.number, null, null, array['OFFLINE'], true, minute
    from practice
    join day on day.number = 0
    cross join generate_series(0, 1440 - slot_mins, slot_mins) as minute
    where practice.name = 'vikram-nair' and minute between minute_now - 120 and minute_now + 120
      and not exists (
        select from open where number = 0 and place = 'jaipur' and from_minute <= minute_now - 60 and to_minute >= minute_now + 40
      )
      and not exists (
        select from open where number = 0 and name = practice.name and from_minute < minute + practice.slot_mins and to_minute > minute
      )
  ),
  thrown as materialized (
    select slot.*, decode(md5(concat_ws(' ', doctor_id, date, minute)), 'hex') as hash,
      number = 0 and minute <= minute_now as has_begun,
      number = 0 and minute <= minute_now and minute + slot_mins > minute_now as is_current,
      name = 'lakshmi-venkataraman' and extract(isodow from date) = 2 and minute = 1020 as is_series
    from slot
    -- The time that the README books.
    where not (name = 'asha-rao' and minute = 600)
  ),
  taken as (
    select thrown.*, (date + make_interval(mins => minute)) at time zone timezone as from_at, (date + make_interval(mins => minute + slot_mins)) at time zone timezone as to_at,
      not :follows and (is_current or in_camp and has_begun or ${rollPercent('hash', 0)} < 7 and not is_series) as walks_in,
      case
        when is_series then ${seriesPatient('date')}
        else first_patient + ((date - date '2020-01-01') * 29 + minute / slot_mins) % patients
      end as patient_number,
      modes[1 + (cardinality(modes) > 1 and ${rollPercent('hash', 2)} < 25)::integer] as mode
    from thrown
    where :follows and ${rollPercent('hash', 1)} < 25
      or not :follows and (is_current or is_series or in_camp and ${rollPercent('hash', 3)} < 80
      or not in_camp and ${rollPercent('hash', 3)} * 100 < least(130, greatest(12, 130 + 4 * number))
        * (share + case when minute < 720 then 18 else 0 end - case when extract(isodow from date) = 6 then 12 else 0 end))
  ),
  visit as materialized (
    select taken.*,
      case
        when :follows then from_at - interval '167 hours'
        when is_series then ${seriesBookedAt('date')}
        when walks_in then from_at - interval '25 minutes'
        when in_camp or ${rollPercent('hash', 4)} < 22 then from_at - make_interval(mins => 90 + get_byte(hash, 5))
        when ${rollPercent('hash', 4)} < 55 then from_at - make_interval(mins => 1440 + 2 * get_byte(hash, 5))
        else from_at - make_interval(hours => 24 * (2 + get_byte(hash, 6) % 12), mins => get_byte(hash, 5))
      end as booked_at
    from taken
  ),
  planned as materialized (
    select visit.*, course.*, 'SUN-' || lpad(patient_number::text, 4, '0') as mrn_number, ${formReference('visit')} as reference, fee.amount_minor as fee_minor
    from visit
    join consultation_fees fee on fee.workspace_id = :workspaceId and fee.doctor_id = visit.doctor_id and fee.location_id = visit.location_id
      and fee.mode = visit.mode and not fee.is_international
    ${joinCourse('visit')}
    where booked_at <= :now
  )`
