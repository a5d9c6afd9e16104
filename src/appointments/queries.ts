import { entryColumns } from '../audit/queries.ts'
import { statement } from '../db/statement.ts'

/**
 * A whole booking in one statement, and so in one transaction: the claim on the time, the appointment,
 * the vitals. Nothing is written unless everything is. It answers what it found, so that a refusal is
 * a row and not an SQL error: a missing patient, a configuration that changed since the caller's rules
 * were applied, or (both true, and no appointment) time that is taken. A patient who is being erased is waited for.
 */
export const bookSlot = statement(
  'book_slot',
  { patientFound: 'boolean', configurationCurrent: 'boolean', appointmentId: 'bigint?' },
  `
  with patient as (
    select id from patients where workspace_id = $1 and id = $2 and erased_at is null
    for key share
  ),
  ready as (
    select patient.id as patient_id, nextval('appointments_id_seq') as appointment_id
    from patient
    join workspaces w on w.id = $1 and w.configuration_version = $3
  ),
  claim as (
    insert into claims (workspace_id, appointment_id, doctor_id, room_id, from_at, to_at)
    select $1, appointment_id, $4, $6::bigint, $7, $8
    from ready
    on conflict do nothing
    returning appointment_id
  ),
  booked as (
    insert into appointments (
      workspace_id, id, booking_reference, patient_id, doctor_id, location_id, room_id, appointment_date, from_at, to_at,
      timezone, from_offset_mins, to_offset_mins, status, mode, type, booking_type, source, booking_channel, payment_mode,
      payment_status, payment_reference, currency, charge_minor, discount_minor, discount_reason, follow_up,
      parent_appointment_id, duration_tier_id, patient_timezone, chief_complaint, appointment_notes, api_key_id,
      created_at, updated_at
    )
    overriding system value
    select
      $1, appointment_id, $9, patient_id, $4, $5, $6, $10, $7, $8,
      $11, $12, $13, 'SCHEDULED', $14, $15, $16, $17, $18, $19,
      $20, $21, $22, $23, $24, $25, $26::bigint is not null,
      $26, $27, $28, $29, $30, $31,
      $32, $32
    from ready
    join claim using (appointment_id)
    returning id
  ),
  vitals as (
    insert into appointment_vitals (workspace_id, appointment_id, recorded_at, vitals)
    select $1, id, $32, $33::jsonb
    from booked
    where $33 is not null
  ),
  noted as (
    insert into audit_entries (${entryColumns})
    select $1, $32, 'BOOKED', $2, id, $31, $34, $35, $36, $37, $38
    from booked
  )
  select
    exists (select from patient) as "patientFound",
    exists (select from ready) as "configurationCurrent",
    (select id from booked) as "appointmentId"`,
)

export const doctorIsClaimed = statement(
  'doctor_is_claimed',
  { claimed: 'boolean' },
  `
  select exists (
    select from claims
    where workspace_id = $1 and doctor_id = $2 and tstzrange(from_at, to_at) && tstzrange($3, $4)
  ) as claimed`,
)

/**
 * Keeps a patient's follow-ups in line. Not FOR UPDATE: a plain booking holds its claim while its foreign
 * key looks at the patient, and would wait for us as we wait for its claim (20 deadlocks in 32 rounds).
 */
export const lockPatient = statement(
  'lock_patient',
  { id: 'bigint' },
  `
  select id
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null
  for no key update`,
)
