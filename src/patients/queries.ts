import { statement } from '../db/statement.ts'

// What finds or shows records says `for key share`: it waits for a record that is being erased, and does not find it then; and who
// erases one waits for the transaction that shows it.

export const patientsOnPhone = statement(
  'patients_on_phone',
  { id: 'bigint', firstNameFolded: 'text?', lastNameFolded: 'text?' },
  `
  select id, first_name_folded as "firstNameFolded", last_name_folded as "lastNameFolded"
  from patients
  where workspace_id = $1 and phone_normalised = $2
  order by id
  for key share`,
)

export const patientWithMrn = statement(
  'patient_with_mrn',
  { id: 'bigint' },
  `
  select id
  from patients
  where workspace_id = $1 and mrn_number = $2
  for key share`,
)

const recordColumns = {
  id: 'bigint',
  mrnNumber: 'text',
  firstName: 'text?',
  lastName: 'text?',
  countryCode: 'text?',
  phoneNumber: 'text?',
  email: 'text?',
  dob: 'date?',
  gender: 'text?',
  patientFormValues: 'jsonb',
} as const

const recordOfPatient = `id, mrn_number as "mrnNumber", first_name as "firstName", last_name as "lastName", country_code as "countryCode",
    phone_number as "phoneNumber", email, dob, gender, patient_form_values as "patientFormValues"`

export const patientRecordsOnPhone = statement(
  'patient_records_on_phone',
  recordColumns,
  `
  select ${recordOfPatient}
  from patients
  where workspace_id = $1 and phone_normalised = $2
  order by id
  for key share`,
)

export const patientRecordsOnEmail = statement(
  'patient_records_on_email',
  recordColumns,
  `
  select ${recordOfPatient}
  from patients
  where workspace_id = $1 and email_folded = $2
  order by id
  for key share`,
)

/** How a patient is reached. */
export const patientContact = statement(
  'patient_contact',
  { phoneNormalised: 'text?', email: 'text?' },
  `
  select phone_normalised as "phoneNormalised", email
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null`,
)

export const patientCountry = statement(
  'patient_country',
  { countryCode: 'text?', phoneNormalised: 'text?' },
  `
  select country_code as "countryCode", phone_normalised as "phoneNormalised"
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null`,
)

export const insertPatient = statement(
  'insert_patient',
  { id: 'bigint' },
  `
  insert into patients (
    workspace_id, mrn_number, first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number,
    phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address, created_at, updated_at,
    created_by, updated_by
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $18)
  on conflict (workspace_id, mrn_number) do nothing
  returning id`,
)

export const patientCount = statement(
  'patient_count',
  { count: 'bigint' },
  `
  select count(*) as count
  -- In order, and so in the index: 110 ms for a million, and 270 in the table.
  from (select from patients where workspace_id = $1 and erased_at is null order by id) as listed`,
)

export const patientPage = statement(
  'patient_page',
  recordColumns,
  `
  select ${recordOfPatient}
  from patients
  -- Those before the page are passed over in the index alone.
  where workspace_id = $1 and id = any (array(
    select id from patients where workspace_id = $1 and erased_at is null order by id limit $2 offset $3
  )) and erased_at is null
  order by id
  for key share`,
)

export const patientWhole = statement(
  'patient_whole',
  { ...recordColumns, age: 'integer?', bloodGroup: 'text?', patientAddress: 'jsonb?' },
  `
  select ${recordOfPatient}, age, blood_group as "bloodGroup", patient_address as "patientAddress"
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null`,
)

/** Holds a patient's phone still while another is worked out of it. */
export const heldPhone = statement(
  'held_phone',
  { countryCode: 'text?', phoneNumber: 'text?' },
  `
  select country_code as "countryCode", phone_number as "phoneNumber"
  from patients
  where workspace_id = $1 and id = $2 and erased_at is null
  for no key update`,
)

/** What is null stays as it is: an update clears nothing. */
export const changePatient = statement(
  'change_patient',
  { id: 'bigint' },
  `
  update patients
  set mrn_number = coalesce($3, mrn_number),
    first_name = coalesce($4, first_name), first_name_folded = coalesce($5, first_name_folded),
    last_name = coalesce($6, last_name), last_name_folded = coalesce($7, last_name_folded),
    country_code = coalesce($8, country_code), phone_number = coalesce($9, phone_number),
    phone_normalised = coalesce($10, phone_normalised),
    email = coalesce($11, email), email_folded = coalesce($12, email_folded),
    gender = coalesce($13, gender), dob = coalesce($14, dob),
    -- A date of birth says more than an age (A-222).
    age = case when $14 is not null then null else coalesce($15, age) end,
    blood_group = coalesce($16, blood_group), patient_address = coalesce($17::jsonb, patient_address),
    updated_at = $18, updated_by = $19
  where workspace_id = $1 and id = $2
  returning id`,
)

/** Serialises everything that may create people on these phones, or with these record numbers; one after the other, in one order. */
export const lockPatientIdentities = statement(
  'lock_patient_identities',
  {},
  `
  select
  from (
    select distinct hashtextextended(identity, $1) as key
    from unnest($2::text[]) as identity
    order by key
  ) as keys
  cross join lateral pg_advisory_xact_lock(key)`,
)
