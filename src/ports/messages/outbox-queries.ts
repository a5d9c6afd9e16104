import { statement } from '../../db/statement.ts'

/** Adds a message and drops those older than the 199 before it. */
export const addToOutbox = statement(
  'add_to_outbox',
  {},
  `
  with dropped as (
    delete from outbox
    where workspace_id = $1 and id <= (select id from outbox where workspace_id = $1 order by id desc offset 199 limit 1)
  )
  insert into outbox (workspace_id, sent_at, channel, destination, code)
  values ($1, $2, $3, $4, $5)`,
)

export const newestOfOutbox = statement(
  'newest_of_outbox',
  { sentAt: 'timestamptz', channel: 'text', destination: 'text', code: 'text' },
  `
  select sent_at as "sentAt", channel, destination, code
  from outbox
  where workspace_id = $1
  order by id desc
  limit $2`,
)
