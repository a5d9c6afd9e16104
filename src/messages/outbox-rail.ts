// A sandbox sends nothing: its messages stay in a table, where `clinic outbox` shows them.

import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { addToOutbox } from './queries.ts'
import type { CodeMessage } from './rail.ts'

export const outboxMessagesMax = 200

/** Keeps a message; the database refuses it in production. */
export async function keepInOutbox(queries: Queries, workspaceId: number, { channel, destination, code }: CodeMessage, now: Instant): Promise<void> {
  await queries.rows(addToOutbox, { workspaceId, sentAt: now, channel, destination, code })
}
