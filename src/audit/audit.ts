// The audit: who read or changed which patient's record. It is written in the transaction of what it tells, and holds nothing of
// what the record says.

import type { Caller } from '../contract/route.ts'
import type { Database, Queries } from '../db/database.ts'
import { type Actor, actorValues } from '../operations/actor.ts'
import type { Instant } from '../values/clinic-time.ts'
import { type Change, changeValues } from './change.ts'
import { chargeValues, type OtherCharge } from './charge.ts'
import { deletePastAudit, noteEach, notePage } from './queries.ts'

/** What was done with a patient's record. */
export type Action =
  | 'READ'
  | 'CREATED'
  | 'CHANGED'
  | 'BOOKED'
  | 'VITALS_RECORDED'
  | 'STATUS_CHANGED'
  | 'CANCELLED'
  | 'RESCHEDULED'
  | 'PAID'
  | 'REFUND_REQUESTED'
  | 'EXPORTED'
  | 'ERASED'
  | 'MERGED'

export interface Access extends Change {
  action: Action
  patientIds: readonly number[]
  /** The scheduled visit it was about. */
  appointmentId?: number
  /** Of the queue: the visit of each of the patients, who may be named more than once. */
  visitIds?: readonly number[]
  /** Of something sold at another price than its own. */
  otherCharge?: OtherCharge | undefined
  now: Instant
}

/** Notes what is done with records, an entry for each, but one for a page that is read and for records that are merged, in the transaction that does it; of what is read, before it is returned. */
export async function note(
  queries: Queries,
  workspaceId: number,
  actor: Actor,
  { action, patientIds, appointmentId, visitIds, otherCharge, now, ...change }: Access,
): Promise<void> {
  if (patientIds.length === 0) return
  const noted = { workspaceId, now, action, patientIds, appointmentId: appointmentId ?? null, ...actorValues(actor) }
  if ((action === 'READ' || action === 'MERGED') && patientIds.length > 1) await queries.rows(notePage, noted)
  else await queries.rows(noteEach, { ...noted, ...chargeValues(otherCharge), ...changeValues(change), visitIds: visitIds ?? null })
}

/** Reads records and notes it, in one transaction: what cannot be noted is not shown, and what is being erased is not either. */
export async function readNoted<R extends { id: number }>(
  database: Database,
  by: Caller,
  now: Instant,
  read: (queries: Queries) => Promise<R[]>,
): Promise<R[]> {
  return database.transaction(async (queries) => {
    const records = await read(queries)
    await note(queries, by.workspaceId, by, { action: 'READ', patientIds: records.map(({ id }) => id), now })
    return records
  })
}

/** Deletes entries from before an instant; the database refuses while they are younger than 30 days. */
export async function forgetPastAudit(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deletePastAudit, { before })).length > 0);
}
