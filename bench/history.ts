import type pg from 'pg'

/** Adds past visits and their patients, as many as a busy clinic has after years. */
export async function addHistory(
  client: pg.ClientBase,
  { visits, patients }: { visits: number; patients: number },
  ids: { workspaceId: number; addressId: number; firstDoctorId: number; doctors: number },
) {
  const { workspaceId, addressId, firstDoctorId, doctors } = ids
  // The triggers require claims, which past visits no longer have, so the rows are written as they
  // would look by now.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
     select $1, 'H' || n, 'Patient ' || n, 'patient ' || n, '+91', (6000000000 + n)::text, '+91' || (6000000000 + n), now(), now()
     from generate_series(1, $2::int) n`,
    [workspaceId, patients],
  )
  await client.query(
    `insert into appointments (
       workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone, from_offset_mins, to_offset_mins,
       status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up, created_at, updated_at)
     select $1, 'BKH' || lpad(n::text, 9, '0'), p.first + n % $2::int, $3::bigint + n % $4::int, $5, ((timestamp '2010-01-01 00:00' + (n / $4::int) * interval '15 minutes') + interval '330 minutes')::date,
       timestamptz '2010-01-01 00:00+00' + (n / $4::int) * interval '15 minutes', timestamptz '2010-01-01 00:15+00' + (n / $4::int) * interval '15 minutes',
       'Asia/Kolkata', 330, 330, 'COMPLETED', 'OFFLINE', 'CONSULTATION', 'ONE_TIME_APPOINTMENT', 'DEVELOPER_API', 'CASH', 'PAID', 'INR', 50000, 0, false, now(), now()
     from generate_series(1, $6::int) n, (select min(id) as first from patients where workspace_id = $1 and mrn_number like 'H%') p`,
    [workspaceId, patients, firstDoctorId, doctors, addressId, visits],
  )
  await client.query('set session_replication_role = default')
  await client.query('analyze')
}
