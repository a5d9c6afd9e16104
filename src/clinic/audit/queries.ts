import { columnNames, columnValues } from '../../base/db/columns.ts'
import { restoreParameterNames } from '../../base/db/combined-statement.ts'
import { type Columns, type Statement, statement } from '../../base/db/statement.ts'
import { actorParameters, memberNameSql } from '../../base/operations/actor.ts'
import { changeParameters } from './change.ts'
import { chargeParameters } from './charge.ts'

/** The columns of an entry, in the order of the values below. */
export const entryColumns =
  'workspace_id, at, action, patient_id, appointment_id, key_id, by_session, acting_user_id, end_user_hash, address, request_id, operator, by_service, by_visit_link'
/** The values of the columns about the actor, from `actorParameters`. */
export const actorColumns =
  ':keyId, :bySession, :actingUserId, :endUserHash, :address, :requestId, :operator, :byService, :byVisitLink'

const readerParameters = { now: 'timestamptz', ...actorParameters } as const

const entryParameters = {
  workspaceId: 'bigint',
  now: 'timestamptz',
  action: 'text',
  patientIds: 'bigint[]',
  appointmentId: 'bigint?',
  ...actorParameters,
} as const

/** An entry for each patient, with their queue visit if `visitIds` has them. */
export const insertEntries = statement(
  'insert_audit_entries',
  {
    takes: { ...entryParameters, ...chargeParameters, ...changeParameters, visitIds: 'bigint[]?' },
    returns: {},
  },
  `
  insert into audit_entries (${entryColumns}, ${columnNames({ ...chargeParameters, ...changeParameters })}, visit_id)
  select :workspaceId, :now, :action, patient_id, :appointmentId, ${actorColumns}, ${columnValues({ ...chargeParameters, ...changeParameters })}, visit_id
  from unnest(:patientIds::bigint[], :visitIds::bigint[]) as of (patient_id, visit_id)`,
)

/** One entry for a page of several patients. */
export const insertPageEntry = statement(
  'insert_page_entry',
  { takes: entryParameters, returns: {} },
  `
  insert into audit_entries (${entryColumns}, patient_ids)
  values (:workspaceId, :now, :action, null, :appointmentId, ${actorColumns}, :patientIds)`,
)

/**
 * Returns the records that `read` returns, in the order of their ids, and audits that they were
 * read: one statement instead of a transaction with four round trips.
 */
export function auditedRead<
  const C extends Columns & { id: 'bigint' },
  const P extends Columns & { workspaceId: 'bigint' },
>(read: Statement<C, P>): Statement<C, P & typeof readerParameters> {
  return statement(
    `${read.name}_noted`,
    { takes: { ...read.takes, ...readerParameters }, returns: read.returns, onlyAudits: true },
    `
  with found as (${restoreParameterNames(read)}
  ), recorded as (
    insert into audit_entries (${entryColumns}, patient_ids)
    select :workspaceId, :now, 'READ', case when count(*) = 1 then min(id) end, null, ${actorColumns}, case when count(*) > 1 then array_agg(id order by id) end
    from found
    having count(*) > 0
  )
  select ${Object.keys(read.returns)
    .map((column) => `"${column}"`)
    .join(', ')}
  from found
  order by id`,
  )
}

const opening = {
  workspaceId: 'bigint',
  patientIds: 'bigint[]',
  keyId: 'bigint?',
  bySession: 'boolean',
  actingUserId: 'bigint?',
  operator: 'text?',
} as const

/**
 * The entry with an id, if an actor has read the records of all these patients through it since an
 * instant.
 */
export const findOpening = statement(
  'find_opening',
  { takes: { ...opening, entry: 'bigint', since: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  select id
  from audit_entries
  where workspace_id = :workspaceId and id = :entry and action = 'READ' and at > :since
    and coalesce(patient_ids, array[patient_id]) @> :patientIds::bigint[]
    and key_id is not distinct from :keyId and by_session = :bySession and acting_user_id is not distinct from :actingUserId
    and operator is not distinct from :operator`,
)

/** One entry for the records that are opened together; the page keeps its id. */
export const insertOpening = statement(
  'insert_opening',
  { takes: { ...opening, ...actorParameters, now: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  insert into audit_entries (${entryColumns}, patient_ids)
  select :workspaceId, :now, 'READ', case when cardinality(of.ids) = 1 then of.ids[1] end, null, ${actorColumns},
    case when cardinality(of.ids) > 1 then of.ids end
  from (select :patientIds::bigint[] as ids) of
  returning id`,
)

const entry = {
  id: 'bigint',
  at: 'timestamptz',
  action: 'text',
  /** Null if an entry is about several patients. */
  patientId: 'bigint?',
  patientIds: 'bigint[]?',
  appointmentId: 'bigint?',
  /** The queue visit. */
  visitId: 'bigint?',
  ...actorParameters,
  /** The charge and the price, if they differ. */
  ...chargeParameters,
  ...changeParameters,
  /** The name of the staff member who acted. */
  member: 'text?',
} as const

const entriesBefore = `
  select id, at, action, patient_id as "patientId", patient_ids as "patientIds", appointment_id as "appointmentId", visit_id as "visitId", key_id as "keyId", by_session as "bySession",
    acting_user_id as "actingUserId", operator, by_service as "byService", end_user_hash as "endUserHash", address, request_id as "requestId", by_visit_link as "byVisitLink",
    charged_minor as "chargedMinor", charged_currency as "chargedCurrency", quoted_minor as "quotedMinor", quoted_currency as "quotedCurrency",
    status, moved_from as "movedFrom", changed_members as "changedMembers",
    ${memberNameSql('audit_entries')} as member
  from audit_entries
  where workspace_id = :workspaceId and id < :before`

export const auditEntries = statement(
  'audit_entries',
  { takes: { workspaceId: 'bigint', before: 'bigint', limit: 'bigint' }, returns: entry },
  `${entriesBefore}
  order by id desc
  limit :limit`,
)

// Entries about the patient, including under records that were merged into it, and entries of pages
// that list them: each by its own index, since a single condition would scan everything.
export const patientAuditEntries = statement(
  'audit_of_patient',
  {
    takes: { workspaceId: 'bigint', before: 'bigint', limit: 'bigint', patientId: 'bigint' },
    returns: entry,
  },
  `
  with led_to as (
    select coalesce((select merged_into from merged_patients where workspace_id = :workspaceId and id = :patientId), :patientId) as id
  ),
  meant as (
    select led_to.id as meant_id from led_to
    union
    select m.id from led_to join merged_patients m on m.workspace_id = :workspaceId and m.merged_into = led_to.id
  ),
  alone as (
    select entries.* from meant cross join lateral (${entriesBefore} and patient_id = meant_id
      order by id desc
      limit :limit
    ) as entries
  ),
  listed as materialized (${entriesBefore} and patient_ids && array(select meant_id from meant)
  )
  select * from alone
  union all
  select * from listed
  order by id desc
  limit :limit`,
)

/**
 * Everything that was done to one visit (an appointment or a token), except reads; oldest first.
 */
export const visitAuditEntries = statement(
  'audit_of_visit',
  { takes: { workspaceId: 'bigint', before: 'bigint', id: 'bigint' }, returns: entry },
  `${entriesBefore} and (appointment_id = :id or visit_id = :id) and action <> 'READ'
  order by id`,
)

/** Expired entries, ten thousand at a time, so that no run holds locks for long. */
export const deleteAuditEntriesBefore = statement(
  'delete_audit_entries_before',
  { takes: { before: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  delete from audit_entries
  -- By their physical position, which does not change because entries are never updated.
  where ctid = any (array(
    select ctid from audit_entries where at < :before limit 10000 for update skip locked
  ))
  returning id`,
)
