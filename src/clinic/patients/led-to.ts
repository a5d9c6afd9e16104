// The record that an id leads to. The id of a merged record leads to the record it was merged into
// (TILL-02).

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { problem } from './problems.ts'
import { lockPatientPhone } from './queries.ts'

const currentRecordForWrite = statement(
  'current_record_for_write',
  { takes: { workspaceId: 'bigint', patientId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select record_led_to(workspace_id, id) as id
  from patients
  where workspace_id = :workspaceId and id = :patientId`,
)

/**
 * The record that an id leads to, for writes: it can neither be merged nor erased until the
 * transaction ends. An unknown id is returned unchanged.
 */
export async function resolvePatientForWrite(
  queries: Queries,
  workspaceId: number,
  patientId: number,
): Promise<number> {
  const [resolved] = await queries.rows(currentRecordForWrite, { workspaceId, patientId })
  return resolved?.id ?? patientId
}

/**
 * Locks the record that an id leads to, and returns its id.
 *
 * @throws {Problem} PATIENT_NOT_FOUND
 */
export async function lockPatient(
  queries: Queries,
  workspaceId: number,
  requestedId: number,
): Promise<number> {
  const patientId = await resolvePatientForWrite(queries, workspaceId, requestedId)
  if ((await queries.rows(lockPatientPhone, { workspaceId, patientId })).length === 0)
    throw problem('PATIENT_NOT_FOUND')
  return patientId
}

const mergedInto = statement(
  'merged_into',
  { takes: { workspaceId: 'bigint', patientId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select merged_into as id
  from merged_patients
  where workspace_id = :workspaceId and id = :patientId`,
)

/** The record that an id leads to, for reads. */
export async function resolvePatientForRead(
  queries: Queries,
  workspaceId: number,
  patientId: number,
): Promise<number> {
  const [merged] = await queries.rows(mergedInto, { workspaceId, patientId })
  return merged?.id ?? patientId
}
