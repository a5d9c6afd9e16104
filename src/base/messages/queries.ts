import { narrowType, statement } from '../db/statement.ts'
import type { Channel } from './channels.ts'

const messageColumns = {
  sentAt: 'timestamptz',
  channel: narrowType<Channel>('text'),
  destination: 'text',
  /** Null for a notice, which has a body. */
  code: 'text?',
  subject: 'text?',
  body: 'text?',
  calendar: 'text?',
} as const

/** Adds a message and deletes all but the last 200. */
export const addToOutbox = statement(
  'add_to_outbox',
  { takes: { workspaceId: 'bigint', ...messageColumns }, returns: {} },
  `
  with dropped as (
    delete from outbox
    where workspace_id = :workspaceId and id <= (select id from outbox where workspace_id = :workspaceId order by id desc offset 199 limit 1)
  )
  insert into outbox (workspace_id, sent_at, channel, destination, code, subject, body, calendar)
  values (:workspaceId, :sentAt, :channel, :destination, :code, :subject, :body, :calendar)`,
)

export const newestOfOutbox = statement(
  'newest_of_outbox',
  { takes: { workspaceId: 'bigint', limit: 'bigint' }, returns: messageColumns },
  `
  select sent_at as "sentAt", channel, destination, code, subject, body, calendar
  from outbox
  where workspace_id = :workspaceId
  order by id desc
  limit :limit`,
)
