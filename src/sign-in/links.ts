// Single-use links: one kind signs a member in, the other invites a member to choose a sign-in method.

import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from '../db/database.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { IpAddress } from '../values/ip-address.ts'
import { problem } from '../values/problem.ts'
import { insertLink } from './queries.ts'

export type LinkPurpose = 'INVITATION' | 'SIGN_IN'

/** The browser that signs in. */
export interface Visitor {
  address: IpAddress
  browser: string
}

const minuteMs = 60_000
/** How long each kind is valid (DASH-01, DASH-04). */
const linkMs: Record<LinkPurpose, number> = { SIGN_IN: 15 * minuteMs, INVITATION: 48 * 60 * minuteMs }

/** Sessions do not use business time: moving a sandbox's clock ends no session. */
export function realNow(clock: DatabaseClock): Instant {
  return clock.now() - clock.sandboxOffsetMs()
}

/** The hash under which a token is stored: reading the database does not reveal the token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Creates a link for a member; throws if there is no dashboard to open. Its token is in the URL fragment, which no server, proxy or log
 * ever sees.
 */
export async function linkFor(
  { database, clock, dashboardUrl }: { database: Queries; clock: DatabaseClock; dashboardUrl(): string | undefined },
  member: { workspaceId: number; userId: number },
  purpose: LinkPurpose,
): Promise<{ url: string; expiresAt: Instant }> {
  const origin = dashboardUrl()
  if (origin === undefined) throw problem('DASHBOARD_OFF')
  const token = newToken()
  const at = realNow(clock)
  const expiresAt = at + linkMs[purpose]
  await database.rows(insertLink, { ...member, purpose, tokenHash: hashOfToken(token), at, expiresAt })
  const page = purpose === 'SIGN_IN' ? 'sign-in' : 'invitation'
  return { url: `${origin}/dashboard/${page}#${token}`, expiresAt }
}
