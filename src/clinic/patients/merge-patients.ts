// Merges two records of one person (TILL-02). Rows that reference one record then reference the other; its values fill the empty fields of
// the other; and the merged record is blanked, and leads to the other.

import type { Queries } from '../../base/db/database.ts'
import { narrowed, statement } from '../../base/db/statement.ts'
import { whoValues } from '../../base/operations/actor.ts'
import type { InWorkspace } from '../../base/operations/operation.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../audit/audit.ts'
import { storedPatient } from './change-patient.ts'
import { givingWay } from './give-way.ts'
import { type MergedCount, type PatientRegister, patientsTable, type UnderWay } from './patient-tables.ts'
import { tellPatientChanged } from './queries.ts'

const records = { workspaceId: 'bigint', from: 'bigint', into: 'bigint' } as const

/**
 * A merge waits only for the first of the two records, and so never for a transaction that waits
 * for it.
 */
const firstToMerge = statement(
  'first_to_merge',
  { takes: records, returns: {} },
  `
  select from patients
  where workspace_id = :workspaceId and id = least(:from::bigint, :into::bigint)
  for update`,
)

/** Both records, and those that had been merged into the first of them. */
const recordsToMerge = statement(
  'records_to_merge',
  { takes: records, returns: { id: 'bigint', isErased: 'boolean' } },
  `
  select id, erased_at is not null as "isErased"
  from patients
  where workspace_id = :workspaceId and (
    id in (:from, :into) or id = any (array(select id from merged_patients where workspace_id = :workspaceId and merged_into = :from))
  )
  order by id
  for update nowait`,
)

const mergedAlready = statement(
  'merged_already',
  { takes: records, returns: { id: 'bigint', into: 'bigint' } },
  `
  select id, merged_into as "into"
  from merged_patients
  where workspace_id = :workspaceId and id in (:from, :into)
  order by id`,
)

/** Upcoming visits that overlap a visit of the other record; both remain. */
const overlappingVisits = statement(
  'overlapping_visits_of_records',
  { takes: { ...records, now: 'timestamptz' }, returns: { count: 'bigint' } },
  `
  select count(*)
  from appointments a
  join appointments b on b.workspace_id = a.workspace_id and b.patient_id = :into and b.from_at < a.to_at and b.to_at > a.from_at
  where a.workspace_id = :workspaceId and a.patient_id = :from and a.status <> 'CANCELLED' and b.status <> 'CANCELLED'
    and a.to_at > :now and b.to_at > :now`,
)

/** A phone is moved as a whole, a date of birth takes precedence over an age (A-222), and both alerts are kept. */
const fillRecord = statement(
  'fill_record',
  { takes: { ...records, now: 'timestamptz', userId: 'bigint?' }, returns: {} },
  `
  update patients k
  set first_name = coalesce(k.first_name, o.first_name),
    first_name_folded = case when k.first_name is null then o.first_name_folded else k.first_name_folded end,
    last_name = coalesce(k.last_name, o.last_name),
    last_name_folded = case when k.last_name is null then o.last_name_folded else k.last_name_folded end,
    country_code = case when k.phone_number is null and o.phone_number is not null then o.country_code else coalesce(k.country_code, o.country_code) end,
    phone_number = coalesce(k.phone_number, o.phone_number), phone_normalised = coalesce(k.phone_normalised, o.phone_normalised),
    email = coalesce(k.email, o.email), email_folded = coalesce(k.email_folded, o.email_folded),
    gender = coalesce(k.gender, o.gender), dob = coalesce(k.dob, o.dob),
    age = case when coalesce(k.dob, o.dob) is null then coalesce(k.age, o.age) end,
    blood_group = coalesce(k.blood_group, o.blood_group), patient_address = coalesce(k.patient_address, o.patient_address),
    alert = left(nullif(concat_ws(' · ', k.alert, case when o.alert is distinct from k.alert then o.alert end), ''), 200),
    patient_form_values = o.patient_form_values || k.patient_form_values, updated_at = :now, updated_by = :userId
  from patients o
  where k.workspace_id = :workspaceId and k.id = :into and o.workspace_id = :workspaceId and o.id = :from`,
)

const foundBy = { firstNameFolded: 'text?', lastNameFolded: 'text?', phoneNormalised: 'text?', email: 'text?', emailFolded: 'text?' } as const

const waysToRecord = statement(
  'ways_to_record',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: foundBy },
  `
  select first_name_folded as "firstNameFolded", last_name_folded as "lastNameFolded", phone_normalised as "phoneNormalised", email,
    email_folded as "emailFolded"
  from patients
  where workspace_id = :workspaceId and id = :id`,
)

/** Except for the record number, which still finds the person. */
const blankRecord = statement(
  'blank_merged_record',
  { takes: { workspaceId: 'bigint', from: 'bigint', now: 'timestamptz' }, returns: {} },
  `
  update patients
  set ${patientsTable.erased.map((column) => `${column} = null`).join(', ')}, patient_form_values = '{}', updated_at = :now, erased_at = :now
  where workspace_id = :workspaceId and id = :from`,
)

const addMerged = statement(
  'add_merged_patient',
  {
    takes: {
      ...{ ...records, ...foundBy },
      ...{ now: 'timestamptz', reason: 'text', moved: narrowed<object>('jsonb'), actingUserId: 'bigint?', operator: 'text?' },
    },
    returns: {},
  },
  `
  insert into merged_patients (workspace_id, id, merged_into, merged_at, reason, moved, acting_user_id, operator, first_name_folded, last_name_folded,
    phone_normalised, email, email_folded)
  values (
    :workspaceId, :from, :into, :now, :reason, :moved, :actingUserId, :operator, :firstNameFolded, :lastNameFolded, :phoneNormalised, :email,
    :emailFolded
  )`,
)

const refusals = { CHECKOUT: 'RECORD_HAS_OPEN_CHECKOUT', REFUND: 'RECORD_HAS_REFUND_UNDER_WAY' } as const satisfies Record<UnderWay, string>

type Stored = Awaited<ReturnType<typeof storedPatient>>

export interface MergedRecords {
  from: number
  into: number
  merged: boolean
  /** The number of moved rows by kind. */
  moved: Record<MergedCount, number>
  /** Of the visits that are moved, the upcoming ones that overlap a visit of the other record. */
  overlapping: number
  /** Members of the kept record that were empty, and are filled from the other. */
  filled: string[]
  /** The kept record after the merge. */
  record: Stored
}

interface Asked {
  from: number
  into: number
  reason: string
  confirmed: boolean
}

/**
 * Merges a record into another or, without `confirmed`, reports what would be moved. Throws ONE_RECORD, PATIENT_NOT_FOUND, RECORD_MERGED,
 * RECORD_HAS_OPEN_CHECKOUT, RECORD_HAS_REFUND_UNDER_WAY, RECORDS_IN_USE.
 */
export async function mergePatients(context: InWorkspace<{ patients: PatientRegister }>, asked: Asked): Promise<MergedRecords> {
  if (asked.from === asked.into) throw problem('ONE_RECORD', { id: asked.from })
  return givingWay(context.database, (queries) => merge(queries, context, asked))
}

async function merge(
  queries: Queries,
  { clock, patients, actor, workspaceId }: InWorkspace<{ patients: PatientRegister }>,
  asked: Asked,
): Promise<MergedRecords> {
  const { from, into, confirmed, reason } = asked
  const both = { workspaceId, from, into }
  const now = clock.now()
  await hold(queries, patients, both)
  const [kept, other] = [await storedPatient(queries, workspaceId, into), await storedPatient(queries, workspaceId, from)]
  const moved = await patients.count(queries, { workspaceId, patientId: from })
  const [overlap] = await queries.rows(overlappingVisits, { ...both, now })
  const { filled, record } = filledFrom(kept, other)
  const result = { from, into, merged: confirmed, moved, overlapping: overlap?.count ?? 0, filled, record }
  await note(queries, workspaceId, actor, { action: confirmed ? 'MERGED' : 'READ', patientIds: [from, into], now })
  if (confirmed) for (const patientId of [from, into]) await queries.rows(tellPatientChanged, { workspaceId, patientId })
  if (!confirmed) return result
  const { actingUserId, operator } = whoValues(actor)
  const [ways] = await queries.rows(waysToRecord, { workspaceId, id: from })
  if (!ways) throw problem('PATIENT_NOT_FOUND')
  await queries.rows(fillRecord, { ...both, now, userId: actor.kind === 'staff' ? actor.userId : null })
  await patients.move(queries, both)
  await queries.rows(blankRecord, { workspaceId, from, now })
  await queries.rows(addMerged, { ...both, ...ways, now, reason, moved, actingUserId, operator })
  return { ...result, record: await storedPatient(queries, workspaceId, into) }
}

/** Locks both records and everything that is moved; throws whatever prevents the merge. */
async function hold(queries: Queries, patients: PatientRegister, both: { workspaceId: number; from: number; into: number }): Promise<void> {
  const { workspaceId, from, into } = both
  await queries.rows(firstToMerge, both)
  const found = await queries.rows(recordsToMerge, both)
  const [already] = await queries.rows(mergedAlready, both)
  if (already) throw problem('RECORD_MERGED', already)
  for (const id of [from, into]) if (found.find((record) => record.id === id)?.isErased !== false) throw problem('PATIENT_NOT_FOUND')
  for (const patientId of [from, into]) {
    if (patientId === from) await patients.hold(queries, { workspaceId, patientId })
    const underWay = await patients.underWay(queries, { workspaceId, patientId })
    if (underWay) throw problem(refusals[underWay], { id: patientId })
  }
}

/** The values of the other record for the empty members of the kept one. */
function filledFrom(kept: Stored, other: Stored): { filled: string[]; record: Stored } {
  const record = { ...kept, patientFormValues: { ...other.patientFormValues, ...kept.patientFormValues } }
  const filled = Object.keys(kept).filter(
    (name) => name !== 'id' && name !== 'patientFormValues' && kept[name as keyof Stored] === null && other[name as keyof Stored] !== null,
  )
  for (const name of filled) Object.assign(record, { [name]: other[name as keyof Stored] })
  if (filled.includes('phoneNumber') && kept.countryCode !== other.countryCode) {
    record.countryCode = other.countryCode
    if (!filled.includes('countryCode')) filled.push('countryCode')
  }
  if (record.dob !== null) record.age = null
  if (Object.keys(record.patientFormValues).length > Object.keys(kept.patientFormValues).length) filled.push('patientFormValues')
  return { filled: filled.filter((name) => name !== 'age' || record.age !== null), record }
}
