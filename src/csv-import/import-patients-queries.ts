import { statement, undeclared } from '../db/statement.ts'
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

const onPhonesDeclaration = { takes: { workspaceId: 'bigint', phones: 'text[]', firstNames: 'text[]' }, returns: knownColumns } as const

// Of a number that half the file shares, those it may match and the first few are enough.
const onPhones = (table: string, others = '') => `
  select ${known}
  from (
    select ${comparedColumns}, row_number() over (partition by phone_normalised order by id) as place
    from (
      select ${comparedColumns}
      from ${table}
      where workspace_id = :workspaceId and phone_normalised = any(:phones::text[])${others}
    ) as reached
  ) as on_phone
  where place <= ${familyMax} or first_name_folded = any(:firstNames::text[])
  order by id`

const withMrnsDeclaration = { takes: { workspaceId: 'bigint', mrnNumbers: 'text[]' }, returns: knownColumns } as const

/** Those whom a record was of that was merged into theirs. */
const mergedOnPhones = `
      union all
      select p.id, p.mrn_number, m.phone_normalised, m.first_name_folded, m.last_name_folded, p.dob, p.gender
      from merged_patients m
      join patients p on p.workspace_id = m.workspace_id and p.id = m.merged_into
      where m.workspace_id = :workspaceId and m.phone_normalised = any(:phones::text[])`

const withMrns = (table: string) => `
  select ${known}
  from ${table}
  where workspace_id = :workspaceId and mrn_number = any(:mrnNumbers::text[])`

/** Patients on the phones, oldest first: the oldest of each, and all who have one of the first names (folded). */
export const patientsOnPhones = statement('patients_on_phones', onPhonesDeclaration, onPhones('patients', mergedOnPhones))

/** The number of a record that was merged is the other's too. */
export const patientsWithMrns = statement(
  'patients_with_mrns',
  withMrnsDeclaration,
  `
  select p.id, numbered.mrn_number as "mrnNumber", p.phone_normalised as phone, p.first_name_folded as "firstNameFolded",
    p.last_name_folded as "lastNameFolded", p.dob, p.gender
  from patients numbered
  left join merged_patients m on m.workspace_id = numbered.workspace_id and m.id = numbered.id
  join patients p on p.workspace_id = numbered.workspace_id and p.id = coalesce(m.merged_into, numbered.id)
  where numbered.workspace_id = :workspaceId and numbered.mrn_number = any(:mrnNumbers::text[])`,
)

/** Writes new patients in the order of their lines, so that the first in the file gets the lowest id. */
export const insertPatients = statement(
  'insert_patients',
  { takes: { workspaceId: 'bigint', rows: 'jsonb', now: 'timestamptz' }, returns: { id: 'bigint', mrnNumber: 'text' } },
  `
  insert into patients (
    workspace_id, mrn_number, first_name, last_name, first_name_folded, last_name_folded, country_code, phone_number,
    phone_normalised, email, email_folded, gender, dob, age, blood_group, patient_address, created_at, updated_at
  )
  select :workspaceId, "mrnNumber", "firstName", "lastName", "firstNameFolded", "lastNameFolded", "countryCode", "phoneNumber",
    "phoneNormalised", email, "emailFolded", gender, dob, age, "bloodGroup", "patientAddress", :now, :now
  from jsonb_to_recordset(:rows) as row (
    line bigint, "mrnNumber" text, "firstName" text, "lastName" text, "firstNameFolded" text, "lastNameFolded" text,
    "countryCode" text, "phoneNumber" text, "phoneNormalised" text, email text, "emailFolded" text, gender text, dob date,
    age integer, "bloodGroup" text, "patientAddress" jsonb
  )
  order by line
  returning id, mrn_number as "mrnNumber"`,
)

// What follows is of the session, on a table that only it has or without a plan.

/** Skipped while another connection analyses or vacuums the table: it would wait for it. */
export const analyzePatients = undeclared('analyze_patients', {}, 'analyze (skip_locked) patients')

export const analyzePlanned = undeclared('analyze_planned', {}, 'analyze planned_patients')

/** Make the table of the patients that a dry run would have created, until the session ends; the line is their id. */
export const plannedPatients = [
  undeclared(
    'planned_patients',
    {},
    `
  create temporary table planned_patients as
  select workspace_id, ${comparedColumns}
  from patients
  with no data`,
  ),
  undeclared('planned_by_phone', {}, 'create index on planned_patients (workspace_id, phone_normalised)'),
  undeclared('planned_by_mrn', {}, 'create index on planned_patients (workspace_id, mrn_number)'),
]

export const plannedOnPhones = undeclared('planned_on_phones', onPhonesDeclaration, onPhones('planned_patients'))

export const plannedWithMrns = undeclared('planned_with_mrns', withMrnsDeclaration, withMrns('planned_patients'))

export const planPatients = undeclared(
  'plan_patients',
  { takes: { workspaceId: 'bigint', rows: 'jsonb' } },
  `
  insert into planned_patients
  select :workspaceId::bigint, line, "mrnNumber", "phoneNormalised", "firstNameFolded", "lastNameFolded", dob, gender
  from jsonb_to_recordset(:rows) as row (
    line bigint, "mrnNumber" text, "phoneNormalised" text, "firstNameFolded" text, "lastNameFolded" text, dob date, gender text
  )`,
)
