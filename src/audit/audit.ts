// The audit: who read or changed which patient's record. It is written in the transaction of what it tells, and holds nothing of
// what the record says.

import { at, type Parameter, type Queries } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import type { Instant } from '../values/clinic-time.ts'
import { canonicalIpAddress } from '../values/ip-address.ts'
import { noteAccess } from './queries.ts'

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

/** Key, session, acting user, end user, address and request: the parameters that say who. */
export function actorOf(by: Caller | Operator): Parameter[] {
  if (by === 'operator') return [null, false, null, null, null, null]
  return [by.keyId, by.kind === 'session', by.actingUserId ?? null, by.endUser ?? null, canonicalIpAddress(by.address), by.requestId]
}
