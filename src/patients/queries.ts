import { statement } from '../db/statement.ts'

export const patientsOnPhone = statement(
  'patients_on_phone',
  { id: 'bigint', firstNameFolded: 'text?', lastNameFolded: 'text?' },
  `
  select id, first_name_folded as "firstNameFolded", last_name_folded as "lastNameFolded"
  from patients
  where workspace_id = $1 and phone_normalised = $2
  order by id`,
)

export const patientWithMrn = statement(
  'patient_with_mrn',
  { id: 'bigint' },
  `
  select id
  from patients
  where workspace_id = $1 and mrn_number = $2`,
)

export const patientCountry = statement(
  'patient_country',
  { countryCode: 'text?' },
  `
  select country_code as "countryCode"
  from patients
  where workspace_id = $1 and id = $2`,
)

export const insertPatient = statement(
  'insert_patient',
  { id: 'bigint' },
  `
  insert into patients (
    workspace_id, mrn_number, first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number,
    phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address, created_at, updated_at
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
  on conflict (workspace_id, mrn_number) do nothing
  returning id`,
)

/** Serialises everything that may create a person on one phone, or with one record number. */
export const lockPatientIdentity = statement(
  'lock_patient_identity',
  {},
  `
  select from pg_advisory_xact_lock(hashtextextended($2, $1))`,
)
