// POST /v1/widget/session: a browser exchanges its page's widget key for a session.

import { createHash, randomBytes } from 'node:crypto'
import { type Route, route } from '../../base/contract/route.ts'
import { namedObject, text, timestamp } from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { type Instant, isoAt } from '../../base/values/clinic-time.ts'

const insertSession = statement(
  'insert_session',
  {
    takes: {
      workspaceId: 'bigint',
      keyId: 'bigint',
      tokenHash: 'bytea',
      createdAt: 'timestamptz',
      expiresAt: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into widget_sessions (workspace_id, key_id, token_hash, created_at, expires_at)
  values (:workspaceId, :keyId, :tokenHash, :createdAt, :expiresAt)
  returning id`,
)

const deleteEndedSessions = statement(
  'delete_ended_sessions',
  { takes: { before: 'timestamptz' }, returns: { id: 'bigint' } },
  // A thousand at a time: no run holds a lock for long.
  `
  delete from widget_sessions s
  using (
    select workspace_id, id
    from widget_sessions
    where expires_at < :before
    order by expires_at
    limit 1000
    for update skip locked
  ) as ended
  where s.workspace_id = ended.workspace_id and s.id = ended.id
  returning s.id`,
)

const Session = namedObject('Session', {
  token: text(
    'Send it as `Authorization: Bearer …`. Shown only once.',
    'kT3vJm1cX0Zr8wYqB5nD2sLhG7uFpE4aV9oCiR6tNxM',
  ),
  expiresAt: timestamp(
    'When it stops working, in UTC; it ends earlier with its key.',
    '2026-12-01T10:00:00+00:00',
  ),
})

export function widgetSessionRoute({
  database,
  clock,
  sessionMs,
}: {
  database: Database
  clock: Clock
  sessionMs: number
}): Route {
  return route({
    method: 'POST',
    path: '/v1/widget/session',
    name: 'openSession',
    area: 'Sessions',
    title: 'Open a session',
    summary: 'Opens a browser session with a widget key.',
    policy: { opensSessions: true },
    refusals: [],
    replies: { 201: Session },

    async handle({ caller: { workspaceId, keyId } }) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const expiresAt = Math.ceil((now + sessionMs) / 1000) * 1000
      const tokenHash = createHash('sha256').update(token).digest()
      await database.rows(insertSession, {
        workspaceId,
        keyId,
        tokenHash,
        createdAt: now,
        expiresAt,
      })
      return { status: 201, body: { token, expiresAt: isoAt('UTC', expiresAt) } }
    },
  })
}

/** Deletes sessions that ended before an instant. */
export async function deleteExpiredSessions(database: Database, before: Instant): Promise<void> {
  while ((await database.rows(deleteEndedSessions, { before })).length > 0);
}
