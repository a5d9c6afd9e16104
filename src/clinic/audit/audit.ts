// The audit: who read or changed which patient's record. An entry is written in the same
// transaction as the action, and contains nothing of the record's content.

import type { Caller } from '../../base/contract/route.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import { type Actor, actorValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type Change, changeValues } from './change.ts'
import { chargeValues, type OtherCharge } from './charge.ts'
import { deleteAuditEntriesBefore, insertEntries, insertPageEntry } from './queries.ts'

/** An action on a patient's record. */
export type Action =
  | 'READ'
  | 'CREATED'
  | 'CHANGED'
  | 'BOOKED'
  | 'VITALS_RECORDED'
  | 'STATUS_CHANGED'
  | 'CANCELLED'
  | 'RESCHEDULED'
  | 'TAKEN_BACK'
  | 'PAID'
  | 'REFUND_REQUESTED'
  | 'EXPORTED'
  | 'ERASED'
  | 'MERGED'

export interface Access extends Change {
  action: Action
  patientIds: readonly number[]
  /** The appointment it was about. */
  appointmentId?: number
  /** Each patient's queue visit; a queue may list one patient more than once. */
  visitIds?: readonly number[]
  /** The charge of a sale at a different price than the quoted one. */
  otherCharge?: OtherCharge | undefined
  now: Instant
}

/**
 * Records an action on records, in its transaction: one entry for each record, but a single one for
 * a page that is read and for records that are merged; for a read, before the data is returned.
 */
export async function recordAccess(
  queries: Queries,
  workspaceId: number,
  actor: Actor,
  { action, patientIds, appointmentId, visitIds, otherCharge, now, ...change }: Access,
): Promise<void> {
  if (patientIds.length === 0) return
  const entryValues = {
    workspaceId,
    now,
    action,
    patientIds,
    appointmentId: appointmentId ?? null,
    ...actorValues(actor),
  }
  if ((action === 'READ' || action === 'MERGED') && patientIds.length > 1)
    await queries.rows(insertPageEntry, entryValues)
  else
    await queries.rows(insertEntries, {
      ...entryValues,
      ...chargeValues(otherCharge),
      ...changeValues(change),
      visitIds: visitIds ?? null,
    })
}

/**
 * Reads records and audits it, in one transaction: without an audit entry, and while a record is
 * being erased, nothing is shown.
 */
export async function readAudited<R extends { id: number }>(
  database: Database,
  by: Caller,
  now: Instant,
  read: (queries: Queries) => Promise<R[]>,
): Promise<R[]> {
  return database.transaction(async (queries) => {
    const records = await read(queries)
    await recordAccess(queries, by.workspaceId, by, {
      action: 'READ',
      patientIds: records.map(({ id }) => id),
      now,
    })
    return records
  })
}

/**
 * Deletes entries from before an instant; the database refuses to delete those younger than 30
 * days.
 */
export async function deleteOldAuditEntries(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deleteAuditEntriesBefore, { before })).length > 0);
}
