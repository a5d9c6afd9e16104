// The messages that a sandbox would have sent.

import { outboxShow } from '../../../base/messages/operations/outbox.ts'
import { command } from './command.ts'

export const outboxCommands = [
  command(outboxShow, {
    formatResult: (messages) => ({
      columns: ['time', 'channel', 'destination', 'message'],
      rows: messages.map(({ sentAt, code, subject, ...message }) => ({
        time: sentAt,
        message: code ?? subject,
        ...message,
      })),
    }),
    typed: 'outbox',
  }),
]
