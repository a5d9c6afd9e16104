// Lists and ends the dashboard sessions of members.

import {
  id,
  integer,
  list,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { refuseMemberWithMoreRights } from '../../../base/operations/member-rights.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { DatabaseClock } from '../../../base/ports/clock.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { realNow } from '../links.ts'
import { endSessionsOfMember, sessionsOfWorkspace } from '../queries.ts'
import type { SignInSettings } from '../sign-in.ts'

interface SessionServices {
  database: Database
  clock: DatabaseClock
  staffSessions: SignInSettings
}

export const staffSessions = workspaceOperation({
  name: 'staff-sessions',
  right: 'staff:read',
  summary: 'List the browsers that are signed in to the dashboard.',
  input: object({}),
  output: list(
    object({
      id: id('The session.', 12),
      userId: id('The member.', 7),
      name: text('Their name.', 'Nina Roy'),
      createdAt: timestamp('When it began, in UTC.'),
      seenAt: timestamp('When it was last used, to the minute, in UTC.'),
      address: text('The address where it began.', '203.0.113.7'),
      browser: text('The browser, from its user agent.', 'Mozilla/5.0'),
    }),
    'Sessions, the most recently used first; at most 500.',
  ),
  async run({
    database,
    clock,
    staffSessions: { sessionMs, unusedMs },
    workspaceId,
  }: InWorkspace<SessionServices>) {
    const now = realNow(clock)
    const rows = await database.rows(sessionsOfWorkspace, {
      workspaceId,
      begunAfter: now - sessionMs,
      seenAfter: now - unusedMs,
    })
    return rows.map((row) => ({
      ...row,
      createdAt: isoAt('UTC', row.createdAt),
      seenAt: isoAt('UTC', row.seenAt),
    }))
  },
})

export const staffSignOut = workspaceOperation({
  name: 'staff-sign-out',
  right: 'staff:write',
  summary: 'End all dashboard sessions of a staff member at once.',
  input: object({
    id: id('The member.', 7),
    session: optional(id('One session; default: all.', 12)),
  }),
  output: object({ id: id('The member.', 7), ended: integer('How many sessions ended.', 2) }),
  async run(services: InWorkspace<SessionServices>, { id: userId, session = null }) {
    await refuseMemberWithMoreRights(services, userId)
    const { database, workspaceId } = services
    const ended = await database.rows(endSessionsOfMember, { workspaceId, userId, id: session })
    return { id: userId, ended: ended.length }
  },
})
