// A sandbox sends nothing: its messages are stored in a table, and `clinic outbox` shows them.

import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { addToOutbox } from './queries.ts'
import type { Message } from './rail.ts'

export const outboxMessagesMax = 200

/** Stores a message; the database refuses it in production. */
export async function storeInOutbox(
  queries: Queries,
  workspaceId: number,
  message: Message,
  now: Instant,
): Promise<void> {
  const { channel, destination } = message
  const content =
    'code' in message
      ? { code: message.code, subject: null, body: null, calendar: null }
      : {
          code: null,
          subject: message.subject,
          body: message.text,
          calendar: message.calendars.map(({ text }) => text).join('') || null,
        }
  await queries.rows(addToOutbox, { workspaceId, sentAt: now, channel, destination, ...content })
}
