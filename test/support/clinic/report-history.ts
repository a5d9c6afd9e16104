// Past data for a test clinic's report: visits on many days, with every possible outcome.

import type { Clinic, Harness } from './harness.ts'

/**
 * Adds visits with Asha in Jaipur and with Jonas in Berlin on the weekdays before a date, each for
 * its own patient or for one of a few.
 */
export async function addPastVisits(
  harness: Harness,
  clinic: Clinic,
  { before, days, each }: { before: string; days: number; each: number },
): Promise<void> {
  await harness.sql(
    `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
     select $1, 'H' || n, 'Past ' || n, 'past ' || n, '+91', (7000000000 + n)::text, '+91' || (7000000000 + n), now(), now() from generate_series(1, $2::int) n`,
    [clinic.workspaceId, days * each],
  )
  const place = { jaipur: clinic.id('location', 'jaipur'), berlin: clinic.id('location', 'berlin') }
  const doctor = {
    asha: clinic.id('practitioner', 'asha-rao'),
    jonas: clinic.id('practitioner', 'jonas-weber'),
  }
  // The triggers require claims, which past visits no longer have.
  await harness.sql(`do $$
    begin
      perform set_config('session_replication_role', 'replica', true);
      insert into appointments (
        workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone, from_offset_mins, to_offset_mins,
        status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up, created_at, updated_at)
      select ${clinic.workspaceId}, 'BK' || lpad((${clinic.workspaceId} * 100000 + n)::text, 10, '0'), p.first + (n * 7919) % ${days * each}, at.doctor, at.place, at.day,
        at.starts, at.starts + at.mins * interval '1 minute', at.zone, off.mins, off.mins, at.status, 'OFFLINE', 'CONSULTATION', 'ONE_TIME_APPOINTMENT', 'DEVELOPER_API',
        case n % 3 when 0 then 'CARD' when 1 then 'CASH' else 'UPI' end, case when at.status = 'COMPLETED' and n % 9 <> 0 then 'PAID' else 'UNPAID' end,
        at.currency, at.minor, 0, false, at.starts - (n % 41) * interval '1 day' - interval '2 hours', at.starts
      from (select min(id) as first from patients where workspace_id = ${clinic.workspaceId} and mrn_number like 'H%') p,
        (select n, n % ${each} as seat, date '${before}' - 1 - n / ${each} as day, n % 4 = 0 as abroad from generate_series(0, ${days * each} - 1) n) v
      cross join lateral (
        select v.day, case when abroad then ${doctor.jonas} else ${doctor.asha} end as doctor, case when abroad then ${place.berlin} else ${place.jaipur} end as place,
          case when abroad then 'Europe/Berlin' else 'Asia/Kolkata' end as zone, case when abroad then 30 else 15 end as mins,
          case when abroad then 'EUR' else 'INR' end as currency, case when abroad then 6000 else 50000 end as minor,
          (v.day + time '09:00' + ((v.seat % 28) * (case when abroad then 30 else 15 end)) * interval '1 minute') at time zone (case when abroad then 'Europe/Berlin' else 'Asia/Kolkata' end) as starts,
          case when n % 13 = 0 then 'NO_SHOW' when n % 11 = 0 then 'CANCELLED' when n % 17 = 0 then 'SCHEDULED' else 'COMPLETED' end as status
      ) at
      cross join lateral (select extract(epoch from (at.starts at time zone at.zone) - (at.starts at time zone 'UTC'))::int / 60 as mins) off
      where extract(isodow from v.day) < 6;
    end $$`)
}
