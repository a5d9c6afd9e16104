// A sandbox reaches nobody: its messages lie in a table, where `clinic outbox` shows them.

import { at, type Queries } from '../../db/database.ts'
import type { Instant } from '../../values/clinic-time.ts'
import { addToOutbox } from './outbox-queries.ts'
import type { CodeMessage } from './rail.ts'

export const outboxMessagesMax = 200

/** Keeps a message; the database refuses it in production. */
export async function keepInOutbox(queries: Queries, workspaceId: number, { channel, destination, code }: CodeMessage, now: Instant): Promise<void> {
  await queries.rows(addToOutbox, [workspaceId, at(now), channel, destination, code])
}
