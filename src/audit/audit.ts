// The audit: who read or changed which patient's record. It is written in the transaction of what it tells, and holds nothing of
// what the record says.

import { at, type Database, type Parameter, type Queries } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import type { Instant } from '../values/clinic-time.ts'
import { canonicalIpAddress } from '../values/ip-address.ts'
import { deletePastAudit, noteAccess } from './queries.ts'

/** What was done with a patient's record. */
export type Action = 'READ' | 'CREATED' | 'CHANGED' | 'BOOKED' | 'VITALS_RECORDED' | 'EXPORTED' | 'ERASED'

/** Somebody at the machine, with the command line. */
export type Operator = 'operator'

export interface Access {
  action: Action
  patientIds: readonly number[]
  /** The visit it was about. */
  appointmentId?: number
  now: Instant
}

/** Notes what is done with records, in the transaction that does it; of what is read, before it is answered. */
export async function note(queries: Queries, workspaceId: number, by: Caller | Operator, { action, patientIds, appointmentId, now }: Access): Promise<void> {
  if (patientIds.length === 0) return
  await queries.rows(noteAccess, [workspaceId, at(now), action, patientIds, appointmentId ?? null, ...actorOf(by)])
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

/** Key, session, acting user, end user, address and request: the parameters that say who. */
export function actorOf(by: Caller | Operator): Parameter[] {
  if (by === 'operator') return [null, false, null, null, null, null]
  return [by.keyId, by.kind === 'session', by.actingUserId ?? null, by.endUser ?? null, canonicalIpAddress(by.address), by.requestId]
}

/** Deletes entries from before an instant; the database refuses while they are younger than 30 days. */
export async function forgetPastAudit(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deletePastAudit, [at(before)])).length > 0);
}
