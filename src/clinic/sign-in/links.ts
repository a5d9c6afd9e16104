// Single-use links: one kind signs a member in, the other invites a member to choose a sign-in
// method.

import { createHash, randomBytes } from 'node:crypto'
import type { Queries } from '../../base/db/database.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import { canActOn } from '../../base/operations/member-rights.ts'
import { combineRights, includesRight } from '../../base/operations/rights.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { IpAddress } from '../../base/values/ip-address.ts'
import { problem } from './problems.ts'
import { endLinks, insertLink, type LinkPurpose, linkOfToken, lockMemberOfLink } from './queries.ts'

/** The browser that signs in. */
export interface Visitor {
  address: IpAddress
  /** The name by which the browser identifies itself. */
  browser: string
  /** The value that it stored when someone signed in with it before (known-browsers.ts). */
  knownBy?: string | undefined
}

const minuteMs = 60_000
/** How long each kind is valid (DASH-01, DASH-04). */
const linkMs: Record<LinkPurpose, number> = {
  SIGN_IN: 15 * minuteMs,
  INVITATION: 48 * 60 * minuteMs,
}

/** Sessions do not use business time: moving a sandbox's clock ends no session. */
export function realNow(clock: DatabaseClock): Instant {
  return clock.now() - clock.sandboxOffsetMs()
}

/** The hash under which a token is stored: reading the database does not reveal the token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * Creates a link for a member; throws if there is no dashboard to open. Its token is in the URL
 * fragment, which no server, proxy or log ever sees.
 */
export async function createLink(
  {
    database,
    clock,
    dashboardUrl,
    actor,
  }: { database: Queries; clock: DatabaseClock; dashboardUrl(): string | undefined; actor: Actor },
  member: { workspaceId: number; userId: number },
  purpose: LinkPurpose,
): Promise<{ url: string; expiresAt: Instant }> {
  const origin = dashboardUrl()
  if (origin === undefined) throw problem('DASHBOARD_OFF')
  const token = newToken()
  const at = realNow(clock)
  const expiresAt = at + linkMs[purpose]
  const { actingUserId, operator, byService } = authorValues(actor)
  await database.rows(insertLink, {
    ...member,
    purpose,
    tokenHash: hashToken(token),
    at,
    expiresAt,
    actingUserId,
    operator,
    byService,
  })
  const page = purpose === 'SIGN_IN' ? 'sign-in' : 'invitation'
  return { url: `${origin}/dashboard/${page}#${token}`, expiresAt }
}

/** A link as its holder presents it. */
export interface PresentedLink {
  token: string
  purpose: LinkPurpose
  /** Now, in real time. */
  at: Instant
}

/**
 * The member whom a link is for; undefined if the link cannot be used, for example because its
 * maker could no longer make it.
 */
export async function usableLink(queries: Queries, { token, purpose, at }: PresentedLink) {
  const [found] = await queries.rows(linkOfToken, { tokenHash: hashToken(token), purpose, at })
  if (!found) return undefined
  const { roles, makerRoles, ...member } = found
  const makerRights = makerRoles && combineRights(makerRoles)
  if (makerRights && !(includesRight(makerRights, 'staff:write') && canActOn(makerRights, roles)))
    return undefined
  return member
}

/**
 * Uses up a link, and with it all links of its member, in the caller's transaction; undefined if it
 * cannot be used.
 */
export async function takeLink(queries: Queries, link: PresentedLink) {
  await queries.rows(lockMemberOfLink, { tokenHash: hashToken(link.token) })
  const member = await usableLink(queries, link)
  if (!member) return undefined
  const ended = await queries.rows(endLinks, {
    workspaceId: member.workspaceId,
    userId: member.userId,
    id: null,
  })
  return ended.some(({ tokenHash }) => tokenHash.equals(hashToken(link.token))) ? member : undefined
}
