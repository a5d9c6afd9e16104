import { type Columns, type Statement, statement } from '../db/statement.ts'
import { familyMax } from './patient-doubts.ts'

const knownColumns = {
  id: 'bigint',
  mrnNumber: 'text',
  phone: 'text?',
  firstNameFolded: 'text?',
  lastNameFolded: 'text?',
  dob: 'date?',
  gender: 'text?',
} as const

const comparedColumns = 'id, mrn_number, phone_normalised, first_name_folded, last_name_folded, dob, gender'
const known = `id, mrn_number as "mrnNumber", phone_normalised as phone, first_name_folded as "firstNameFolded",
    last_name_folded as "lastNameFolded", dob, gender`

// Of a number that half the file shares, those it may match and the first few are enough.
const onPhones = (table: string) => `
  select ${known}
  from (
    select ${comparedColumns}, row_number() over (partition by phone_normalised order by id) as place
    from ${table}
    where workspace_id = $1 and phone_normalised = any($2::text[])
  ) as on_phone
  where place <= ${familyMax} or first_name_folded = any($3::text[])
  order by id`

const withMrns = (table: string) => `
  select ${known}
  from ${table}
  where workspace_id = $1 and mrn_number = any($2::text[])`

/** Those on the phones `$2`, oldest first: the oldest of each, and all who have a first name of `$3`. */
export const patientsOnPhones = statement('patients_on_phones', knownColumns, onPhones('patients'))

export const patientsWithMrns = statement('patients_with_mrns', knownColumns, withMrns('patients'))

/** Writes new patients in the order of their lines, so that whoever comes first in the file is the older one. */
export const insertPatients = statement(
  'insert_patients',
  { id: 'bigint', mrnNumber: 'text' },
  `
  insert into patients (
    workspace_id, mrn_number, first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number,
    phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address, created_at, updated_at
  )
  select $1, "mrnNumber", "firstName", "lastName", "firstNameFolded", "lastNameFolded", "countryCode", "phoneNumber",
    "phoneNormalised", email, "emailFolded", gender, dob, age, "bloodGroup", "patientAddress"::jsonb, $3, $3
  from jsonb_to_recordset($2) as row (
    line bigint, "mrnNumber" text, "firstName" text, "lastName" text, "firstNameFolded" text, "lastNameFolded" text,
    "countryCode" text, "phoneNumber" text, "phoneNormalised" text, email text, "emailFolded" text, gender text, dob date,
    age integer, "bloodGroup" text, "patientAddress" text
  )
  order by line
  returning id, mrn_number as "mrnNumber"`,
)

// What follows is of the session, on a table that only it has or without a plan, and so not declared for the tests that prepare
// every statement in an empty database.
const ofSession = <C extends Columns>(name: string, columns: C, text: string): Statement<C> => ({ name, columns, text: text.trim() })

/** Left out while somebody else analyses or vacuums the table, whom it would wait for. */
export const analyzePatients = ofSession('analyze_patients', {}, 'analyze (skip_locked) patients')

export const analyzePlanned = ofSession('analyze_planned', {}, 'analyze planned_patients')

/** The patients that a dry run would have created, until the session ends; the line is their id. */
export const plannedPatients = [
  ofSession(
    'planned_patients',
    {},
    `
  create temporary table planned_patients as
  select workspace_id, ${comparedColumns}
  from patients
  with no data`,
  ),
  ofSession('planned_by_phone', {}, 'create index on planned_patients (workspace_id, phone_normalised)'),
  ofSession('planned_by_mrn', {}, 'create index on planned_patients (workspace_id, mrn_number)'),
]

export const plannedOnPhones = ofSession('planned_on_phones', knownColumns, onPhones('planned_patients'))

export const plannedWithMrns = ofSession('planned_with_mrns', knownColumns, withMrns('planned_patients'))

export const planPatients = ofSession(
  'plan_patients',
  {},
  `
  insert into planned_patients
  select $1::bigint, line, "mrnNumber", "phoneNormalised", "firstNameFolded", "lastNameFolded", dob, gender
  from jsonb_to_recordset($2) as row (
    line bigint, "mrnNumber" text, "phoneNormalised" text, "firstNameFolded" text, "lastNameFolded" text, dob date, gender text
  )`,
)
