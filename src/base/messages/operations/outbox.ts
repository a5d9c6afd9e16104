// The messages that a sandbox would have sent.

import { integer, list, nullable, object, text, timestamp } from '../../contract/schemas.ts'
import { optionalWithDefault, workspaceOperation } from '../../operations/operation.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { outboxMessagesMax } from '../outbox-rail.ts'
import { problem } from '../problems.ts'
import { newestOfOutbox } from '../queries.ts'

export const outboxShow = workspaceOperation({
  name: 'outbox-show',
  right: 'developers:read',
  summary: 'Show the last messages of a sandbox, newest first; none of them are sent.',
  input: object({
    limit: optionalWithDefault(
      integer(`How many messages, up to ${outboxMessagesMax}.`, 20, {
        minimum: 1,
        maximum: outboxMessagesMax,
      }),
      20,
    ),
  }),
  output: list(
    object({
      sentAt: timestamp('When it would have been sent.'),
      channel: text('How it would have been sent.', 'email'),
      destination: text('The recipient.', '+919876543210'),
      code: nullable(text('The one-time code in it; null for a notice.', '482913')),
      subject: nullable(
        text('For a notice by e-mail: its subject.', 'Your visit at Sunrise Clinics'),
      ),
      body: nullable(text('For a notice: its text.', 'Your visit is booked.')),
      calendar: nullable(
        text('For a notice by e-mail: the calendar entry (iCalendar).', 'BEGIN:VCALENDAR'),
      ),
    }),
    'The messages, newest first.',
  ),
  async run({ database, mode, workspaceId }, { limit }) {
    if (mode !== 'sandbox') throw problem('NO_OUTBOX')
    const messages = await database.rows(newestOfOutbox, { workspaceId, limit })
    return messages.map(({ sentAt, ...message }) => ({ sentAt: isoAt('UTC', sentAt), ...message }))
  },
})

export const outboxOperations = [outboxShow]
