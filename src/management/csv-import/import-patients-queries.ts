import { columnNames, recordDefinition, recordMembers } from '../../base/db/columns.ts'
import { sessionStatement, statement } from '../../base/db/statement.ts'
import { personColumns } from '../../clinic/patients/patient-columns.ts'
import { familyMax } from './patient-doubts.ts'

const patientColumnTypes = {
  id: 'bigint',
  mrnNumber: 'text',
  phone: 'text?',
  firstNameFolded: 'text?',
  lastNameFolded: 'text?',
  dob: 'date?',
  gender: 'text?',
} as const

const comparedColumns =
  'id, mrn_number, phone_normalised, first_name_folded, last_name_folded, dob, gender'
const patientColumns = `id, mrn_number as "mrnNumber", phone_normalised as phone, first_name_folded as "firstNameFolded",
    last_name_folded as "lastNameFolded", dob, gender`

const onPhonesDeclaration = {
  takes: { workspaceId: 'bigint', phones: 'text[]', firstNames: 'text[]', lastNames: 'text[]' },
  returns: patientColumnTypes,
} as const

// A placeholder number may have a hundred thousand patients, all with the same name. It is enough
// to know the oldest match and whether there is another, both for the whole name and, for people
// without a last name, for the first name; and the first few patients, who may be the family.
const phoneMatchesSql = (table: string, others = '') => `
  select ${patientColumns}
  from (
    select ${comparedColumns}, row_number() over (partition by phone_normalised order by id) as place,
      row_number() over (partition by phone_normalised, first_name_folded order by id) as place_of_first_name,
      row_number() over (partition by phone_normalised, first_name_folded, last_name_folded order by id) as place_of_name
    from (
      select ${comparedColumns}
      from ${table}
      where workspace_id = :workspaceId and phone_normalised = any(:phones::text[])${others}
    ) as reached
  ) as on_phone
  where place <= ${familyMax} or first_name_folded = any(:firstNames::text[]) and (
    place_of_first_name <= 2 or place_of_name <= 2 and (last_name_folded is null or last_name_folded = any(:lastNames::text[]))
  )
  order by id`

const withMrnsDeclaration = {
  takes: { workspaceId: 'bigint', mrnNumbers: 'text[]' },
  returns: patientColumnTypes,
} as const

/** Patients into whose record a record with the phone number was merged. */
const mergedOnPhones = `
      union all
      select p.id, p.mrn_number, m.phone_normalised, m.first_name_folded, m.last_name_folded, p.dob, p.gender
      from merged_patients m
      join patients p on p.workspace_id = m.workspace_id and p.id = m.merged_into
      where m.workspace_id = :workspaceId and m.phone_normalised = any(:phones::text[])`

const mrnMatchesSql = (table: string) => `
  select ${patientColumns}
  from ${table}
  where workspace_id = :workspaceId and mrn_number = any(:mrnNumbers::text[])`

/**
 * Patients with these phone numbers, oldest first: the oldest on each number, and the two oldest
 * for each folded name.
 */
export const patientsOnPhones = statement(
  'patients_on_phones',
  onPhonesDeclaration,
  phoneMatchesSql('patients', mergedOnPhones),
)

/** A merged record's number also belongs to the record that it was merged into. */
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

/**
 * Writes new patients in the order of their lines, so that the first in the file gets the lowest
 * id.
 */
export const insertPatients = statement(
  'insert_patients',
  {
    takes: { workspaceId: 'bigint', rows: 'jsonb', now: 'timestamptz' },
    returns: { id: 'bigint', mrnNumber: 'text' },
  },
  `
  insert into patients (workspace_id, ${columnNames(personColumns)}, created_at, updated_at)
  select :workspaceId, ${recordMembers(personColumns)}, :now, :now
  from jsonb_to_recordset(:rows) as row (line bigint, ${recordDefinition(personColumns)})
  order by line
  returning id, mrn_number as "mrnNumber"`,
)

// The following statements only work in this session: they use its temporary table, or have no
// query plan.

/** Analyses the table, unless another connection is analysing or vacuuming it, to avoid waiting. */
export const analyzePatients = sessionStatement(
  'analyze_patients',
  {},
  'analyze (skip_locked) patients',
)

export const analyzePlanned = sessionStatement('analyze_planned', {}, 'analyze planned_patients')

/**
 * Creates a temporary table for the patients that a dry run would have created; the line numbers
 * serve as ids.
 */
export const plannedPatients = [
  sessionStatement(
    'planned_patients',
    {},
    `
  create temporary table planned_patients as
  select workspace_id, ${comparedColumns}
  from patients
  with no data`,
  ),
  sessionStatement(
    'planned_by_phone',
    {},
    'create index on planned_patients (workspace_id, phone_normalised)',
  ),
  sessionStatement(
    'planned_by_mrn',
    {},
    'create index on planned_patients (workspace_id, mrn_number)',
  ),
]

export const plannedOnPhones = sessionStatement(
  'planned_on_phones',
  onPhonesDeclaration,
  phoneMatchesSql('planned_patients'),
)

export const plannedWithMrns = sessionStatement(
  'planned_with_mrns',
  withMrnsDeclaration,
  mrnMatchesSql('planned_patients'),
)

export const planPatients = sessionStatement(
  'plan_patients',
  { takes: { workspaceId: 'bigint', rows: 'jsonb' } },
  `
  insert into planned_patients
  select :workspaceId::bigint, line, "mrnNumber", "phoneNormalised", "firstNameFolded", "lastNameFolded", dob, gender
  from jsonb_to_recordset(:rows) as row (
    line bigint, "mrnNumber" text, "phoneNormalised" text, "firstNameFolded" text, "lastNameFolded" text, dob date, gender text
  )`,
)
