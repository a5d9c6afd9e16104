// Merges two records of one person (TILL-02). Rows that reference one record then reference the
// other; its values fill the empty fields of the other; and the merged record is blanked, and leads
// to the other.

import {
  columnNames,
  columnUpdates,
  columnValues,
  selectedColumns,
  withoutColumns,
} from '../../base/db/columns.ts'
import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { authorValues } from '../../base/operations/actor.ts'
import type { InWorkspace } from '../../base/operations/operation.ts'
import { recordAccess } from '../audit/audit.ts'
import { loadStoredPatient } from './change-patient.ts'
import { retryWhileLocked } from './give-way.ts'
import { comparedColumns, personColumns } from './patient-columns.ts'
import {
  type MergeBlocker,
  type MergedCount,
  type PatientRegister,
  patientsTable,
} from './patient-tables.ts'
import { problem } from './problems.ts'
import { notifyPatientChanged } from './queries.ts'

const recordParameters = { workspaceId: 'bigint', from: 'bigint', into: 'bigint' } as const

/**
 * A merge waits only for the first of the two records, and so never for a transaction that waits
 * for it.
 */
const lockFirstRecordToMerge = statement(
  'lock_first_record_to_merge',
  { takes: recordParameters, returns: {} },
  `
  select from patients
  where workspace_id = :workspaceId and id = least(:from::bigint, :into::bigint)
  for update`,
)

/** The two records, and the records merged into the first of them earlier. */
const lockRecordsToMerge = statement(
  'lock_records_to_merge',
  { takes: recordParameters, returns: { id: 'bigint', isErased: 'boolean' } },
  `
  select id, erased_at is not null as "isErased"
  from patients
  where workspace_id = :workspaceId and (
    id in (:from, :into) or id = any (array(select id from merged_patients where workspace_id = :workspaceId and merged_into = :from))
  )
  order by id
  for update nowait`,
)

const existingMerges = statement(
  'existing_merges',
  { takes: recordParameters, returns: { id: 'bigint', into: 'bigint' } },
  `
  select id, merged_into as "into"
  from merged_patients
  where workspace_id = :workspaceId and id in (:from, :into)
  order by id`,
)

/** Upcoming visits that overlap a visit of the other record; both remain. */
const overlappingVisits = statement(
  'overlapping_visits_of_records',
  { takes: { ...recordParameters, now: 'timestamptz' }, returns: { count: 'bigint' } },
  `
  select count(*)
  from appointments a
  join appointments b on b.workspace_id = a.workspace_id and b.patient_id = :into and b.from_at < a.to_at and b.to_at > a.from_at
  where a.workspace_id = :workspaceId and a.patient_id = :from and a.status <> 'CANCELLED' and b.status <> 'CANCELLED'
    and a.to_at > :now and b.to_at > :now`,
)

/** The columns that have no rule of their own in `fill_record`. */
const filledIfEmpty = withoutColumns(
  personColumns,
  'mrnNumber',
  'firstNameFolded',
  'lastNameFolded',
  'countryCode',
  'age',
)

/**
 * A phone is moved as a whole, a date of birth takes precedence over an age (A-222), and both
 * alerts are kept.
 */
const fillRecord = statement(
  'fill_record',
  { takes: { ...recordParameters, now: 'timestamptz', userId: 'bigint?' }, returns: {} },
  `
  update patients k
  set ${columnUpdates(filledIfEmpty, (column) => `coalesce(k.${column}, o.${column})`)},
    first_name_folded = case when k.first_name is null then o.first_name_folded else k.first_name_folded end,
    last_name_folded = case when k.last_name is null then o.last_name_folded else k.last_name_folded end,
    country_code = case when k.phone_number is null and o.phone_number is not null then o.country_code else coalesce(k.country_code, o.country_code) end,
    age = case when coalesce(k.dob, o.dob) is null then coalesce(k.age, o.age) end,
    alert = left(nullif(concat_ws(' · ', k.alert, case when o.alert is distinct from k.alert then o.alert end), ''), 200),
    booking_rule = coalesce(k.booking_rule, o.booking_rule),
    patient_form_values = o.patient_form_values || k.patient_form_values, updated_at = :now, updated_by = :userId
  from patients o
  where k.workspace_id = :workspaceId and k.id = :into and o.workspace_id = :workspaceId and o.id = :from`,
)

const identifierColumns = { ...comparedColumns, email: 'text?' } as const

const recordIdentifiers = statement(
  'identifiers_of_record',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: identifierColumns },
  `
  select ${selectedColumns(identifierColumns)}
  from patients
  where workspace_id = :workspaceId and id = :id`,
)

/** Blanks the merged record except for its record number, which still finds the person. */
const blankMergedRecord = statement(
  'blank_merged_record',
  { takes: { workspaceId: 'bigint', from: 'bigint', now: 'timestamptz' }, returns: {} },
  `
  update patients
  set ${patientsTable.erased.map((column) => `${column} = null`).join(', ')}, patient_form_values = '{}', updated_at = :now, erased_at = :now
  where workspace_id = :workspaceId and id = :from`,
)

const addMergedPatient = statement(
  'add_merged_patient',
  {
    takes: {
      ...recordParameters,
      ...identifierColumns,
      now: 'timestamptz',
      reason: 'text',
      moved: narrowType<object>('jsonb'),
      actingUserId: 'bigint?',
      operator: 'text?',
    },
    returns: {},
  },
  `
  insert into merged_patients (workspace_id, id, merged_into, merged_at, reason, moved, acting_user_id, operator, ${columnNames(identifierColumns)})
  values (
    :workspaceId, :from, :into, :now, :reason, :moved, :actingUserId, :operator, ${columnValues(identifierColumns)}
  )`,
)

const refusals = {
  CHECKOUT: 'RECORD_HAS_OPEN_CHECKOUT',
  REFUND: 'RECORD_HAS_PENDING_REFUND',
} as const satisfies Record<MergeBlocker, string>

type StoredRecord = Awaited<ReturnType<typeof loadStoredPatient>>

export interface MergedRecords {
  from: number
  into: number
  merged: boolean
  /** The number of moved rows by kind. */
  moved: Record<MergedCount, number>
  /** The number of moved upcoming visits that overlap a visit of the other record. */
  overlapping: number
  /** Members of the kept record that were empty, and are filled from the other. */
  filledFields: string[]
  /** The kept record after the merge. */
  record: StoredRecord
}

interface MergeInput {
  from: number
  into: number
  reason: string
  confirmed: boolean
}

/**
 * Merges a record into another or, without `confirmed`, reports what would be moved. Throws
 * MERGE_NEEDS_TWO_RECORDS, PATIENT_NOT_FOUND, RECORD_ALREADY_MERGED, RECORD_HAS_OPEN_CHECKOUT,
 * RECORD_HAS_PENDING_REFUND, RECORDS_IN_USE.
 */
export async function mergePatients(
  context: InWorkspace<{ patients: PatientRegister }>,
  input: MergeInput,
): Promise<MergedRecords> {
  if (input.from === input.into) throw problem('MERGE_NEEDS_TWO_RECORDS', { id: input.from })
  return retryWhileLocked(context.database, (queries) => merge(queries, context, input))
}

async function merge(
  queries: Queries,
  { clock, patients, actor, workspaceId }: InWorkspace<{ patients: PatientRegister }>,
  input: MergeInput,
): Promise<MergedRecords> {
  const { from, into, confirmed, reason } = input
  const pair = { workspaceId, from, into }
  const now = clock.now()
  await lockRecords(queries, patients, pair)
  const target = await loadStoredPatient(queries, workspaceId, into)
  const other = await loadStoredPatient(queries, workspaceId, from)
  const movedCounts = await patients.count(queries, { workspaceId, patientId: from })
  const [overlap] = await queries.rows(overlappingVisits, { ...pair, now })
  const { filledFields, record } = fillFrom(target, other)
  const result = {
    from,
    into,
    merged: confirmed,
    moved: movedCounts,
    overlapping: overlap?.count ?? 0,
    filledFields,
    record,
  }
  await recordAccess(queries, workspaceId, actor, {
    action: confirmed ? 'MERGED' : 'READ',
    patientIds: [from, into],
    now,
  })
  if (confirmed)
    for (const patientId of [from, into])
      await queries.rows(notifyPatientChanged, { workspaceId, patientId })
  if (!confirmed) return result
  const { actingUserId, operator } = authorValues(actor)
  const [identifiers] = await queries.rows(recordIdentifiers, { workspaceId, id: from })
  if (!identifiers) throw problem('PATIENT_NOT_FOUND')
  await queries.rows(fillRecord, {
    ...pair,
    now,
    userId: actor.kind === 'staff' ? actor.userId : null,
  })
  await patients.move(queries, pair)
  await queries.rows(blankMergedRecord, { workspaceId, from, now })
  await queries.rows(addMergedPatient, {
    ...pair,
    ...identifiers,
    now,
    reason,
    moved: movedCounts,
    actingUserId,
    operator,
  })
  return { ...result, record: await loadStoredPatient(queries, workspaceId, into) }
}

/** Locks both records and everything that is moved; throws whatever prevents the merge. */
async function lockRecords(
  queries: Queries,
  patients: PatientRegister,
  pair: { workspaceId: number; from: number; into: number },
): Promise<void> {
  const { workspaceId, from, into } = pair
  await queries.rows(lockFirstRecordToMerge, pair)
  const rows = await queries.rows(lockRecordsToMerge, pair)
  const [alreadyMerged] = await queries.rows(existingMerges, pair)
  if (alreadyMerged) throw problem('RECORD_ALREADY_MERGED', alreadyMerged)
  for (const id of [from, into])
    if (rows.find((record) => record.id === id)?.isErased !== false)
      throw problem('PATIENT_NOT_FOUND')
  for (const patientId of [from, into]) {
    if (patientId === from) await patients.hold(queries, { workspaceId, patientId })
    const underWay = await patients.underWay(queries, { workspaceId, patientId })
    if (underWay) throw problem(refusals[underWay], { id: patientId })
  }
}

/** The values of the other record for the empty members of the kept one. */
function fillFrom(
  target: StoredRecord,
  other: StoredRecord,
): { filledFields: string[]; record: StoredRecord } {
  const record = {
    ...target,
    patientFormValues: { ...other.patientFormValues, ...target.patientFormValues },
  }
  const filledFields = Object.keys(target).filter(
    (name) =>
      name !== 'id' &&
      name !== 'patientFormValues' &&
      target[name as keyof StoredRecord] === null &&
      other[name as keyof StoredRecord] !== null,
  )
  for (const name of filledFields)
    Object.assign(record, { [name]: other[name as keyof StoredRecord] })
  if (filledFields.includes('phoneNumber') && target.countryCode !== other.countryCode) {
    record.countryCode = other.countryCode
    if (!filledFields.includes('countryCode')) filledFields.push('countryCode')
  }
  if (record.dob !== null) record.age = null
  if (Object.keys(record.patientFormValues).length > Object.keys(target.patientFormValues).length)
    filledFields.push('patientFormValues')
  return {
    filledFields: filledFields.filter((name) => name !== 'age' || record.age !== null),
    record,
  }
}
