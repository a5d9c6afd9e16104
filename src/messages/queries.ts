import { narrowed, statement } from '../db/statement.ts'
import type { Channel } from './rail.ts'

const messageColumns = { sentAt: 'timestamptz', channel: narrowed<Channel>('text'), destination: 'text', code: 'text' } as const

/** Adds a message and drops those older than the 199 before it. */
export const addToOutbox = statement(
  'add_to_outbox',
  { takes: { workspaceId: 'bigint', ...messageColumns }, returns: {} },
  `
  with dropped as (
    delete from outbox
    where workspace_id = :workspaceId and id <= (select id from outbox where workspace_id = :workspaceId order by id desc offset 199 limit 1)
  )
  insert into outbox (workspace_id, sent_at, channel, destination, code)
  values (:workspaceId, :sentAt, :channel, :destination, :code)`,
)

export const newestOfOutbox = statement(
  'newest_of_outbox',
  { takes: { workspaceId: 'bigint', limit: 'bigint' }, returns: messageColumns },
  `
  select sent_at as "sentAt", channel, destination, code
  from outbox
  where workspace_id = :workspaceId
  order by id desc
  limit :limit`,
)
