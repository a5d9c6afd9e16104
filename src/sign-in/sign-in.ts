// Signing in to the dashboard, staying signed in, and signing out (DASH-01, DASH-04, DASH-06, DASH-07).

import type { Database, Queries } from '../db/database.ts'
import { type Rights, rightsOf } from '../operations/rights.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { normalisedEmail } from '../values/email.ts'
import { canonicalIpAddress, type IpAddress, networkOf } from '../values/ip-address.ts'
import { hashOfToken, newToken, realNow } from './links.ts'
import { hashedPassword, isPassword, passwordProblem } from './passwords.ts'
import {
  accountOfEmail,
  accountOfMember,
  endOtherSessions,
  endSession,
  failuresOf,
  forgetFailuresOf,
  forgetPastSignIns,
  insertAccount,
  insertAccountMember,
  insertSession,
  linkOfToken,
  type Membership,
  noteFailure,
  noteSessionSeen,
  sessionOfToken,
  setPassword,
  takeLink,
} from './queries.ts'

const minuteMs = 60_000

export interface SignInSettings {
  /** How long a session lasts at most. */
  sessionMs: number
  /** How long it lasts unused. */
  unusedMs: number
}

export const defaultSignInSettings: SignInSettings = { sessionMs: 12 * 60 * minuteMs, unusedMs: 60 * minuteMs }

/** How often somebody may fail within a quarter of an hour, by what was tried and from where (DASH-06). */
const failures = { ofAccount: 10, ofNetwork: 50, countedMs: 15 * minuteMs }

/** A member as a session may act. */
export interface Member extends Omit<Membership, 'roles'> {
  rights: Rights
}

export interface StaffSession {
  id: number
  accountId: number
  email: string | null
  createdAt: Instant
  members: readonly Member[]
}

/** The browser that signs in. */
export interface Visitor {
  address: IpAddress
  browser: string
}

/** Why somebody is not signed in: one word for each thing that cannot be known from outside (DASH-06). */
export type SignInProblem = 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' | 'LINK_NOT_USABLE' | 'SIGN_IN_FIRST' | ReturnType<typeof passwordProblem>

export interface SignIns {
  /** The session of a token, if it still lasts. */
  session(token: string): Promise<StaffSession | undefined>
  /** Signs in by a link, which is used up. */
  byLink(token: string, visitor: Visitor): Promise<string | undefined>
  byPassword(email: string, password: string, visitor: Visitor): Promise<{ token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' }>
  /** Who an invitation is for; `hasAccount`: the address signs in already, and does so to take it up. */
  invitation(token: string): Promise<{ clinic: string; name: string; email: string; hasAccount: boolean } | undefined>
  /** Takes an invitation up by choosing a password. */
  accept(token: string, password: string, visitor: Visitor): Promise<{ token: string } | { problem: SignInProblem }>
  /** Takes an invitation up by an account that is signed in. */
  join(token: string, session: StaffSession): Promise<boolean>
  changePassword(session: StaffSession, current: string, next: string): Promise<SignInProblem | undefined>
  signOut(session: StaffSession): Promise<void>
  forgetPast(): Promise<void>
}

export interface SignInServices {
  database: Database
  clock: DatabaseClock
  /** The HMAC-SHA-256 by which failures are counted without saying whose they are. */
  hash(kind: 'sign-in', ...parts: readonly string[]): Buffer
}

export function signIns({ database, clock, hash }: SignInServices, { sessionMs, unusedMs }: SignInSettings = defaultSignInSettings): SignIns {
  const now = () => realNow(clock)

  async function begin(queries: Queries, accountId: number, { address, browser }: Visitor): Promise<string> {
    const token = newToken()
    await queries.rows(insertSession, {
      ...{ accountId, tokenHash: hashOfToken(token), at: now() },
      ...{ address: canonicalIpAddress(address), browser: browser.slice(0, 200) },
    })
    return token
  }

  /** The account of a member, which is made where there is none. */
  async function accountFor(queries: Queries, member: { workspaceId: number; userId: number }): Promise<number> {
    const [known] = await queries.rows(accountOfMember, member)
    if (known) return known.accountId
    const [made] = await queries.rows(insertAccount, { email: null, emailNormalised: null, passwordHash: null, at: now() })
    if (!made) throw new Error('an account without an address was taken already')
    const [joined] = await queries.rows(insertAccountMember, { ...member, accountId: made.id })
    if (joined) return joined.accountId
    const [faster] = await queries.rows(accountOfMember, member)
    if (!faster) throw new Error('a member has no account')
    return faster.accountId
  }

  async function session(token: string): Promise<StaffSession | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const at = now()
    const [found] = await database.rows(sessionOfToken, { tokenHash: hashOfToken(token), begunAfter: at - sessionMs, seenAfter: at - unusedMs })
    if (!found) return undefined
    const { seenAt, memberships, ...known } = found
    // To the minute: each use would else be a write.
    if (at - seenAt > minuteMs) await database.rows(noteSessionSeen, { id: known.id, at })
    return { ...known, members: memberships.map(({ roles, ...member }) => ({ ...member, rights: rightsOf(roles) })) }
  }

  return {
    session,

    byLink: (token, visitor) =>
      database.transaction(async (queries) => {
        const link = { tokenHash: hashOfToken(token), purpose: 'SIGN_IN', at: now() }
        const [member] = await queries.rows(linkOfToken, link)
        const [taken] = member ? await queries.rows(takeLink, link) : []
        return taken && begin(queries, await accountFor(queries, taken), visitor)
      }),

    async byPassword(email, password, visitor) {
      const emailNormalised = normalisedEmail(email)
      const counted = { account: hash('sign-in', 'account', emailNormalised), network: hash('sign-in', 'network', networkOf(visitor.address)) }
      const [failed] = await database.rows(failuresOf, { ...counted, after: now() - failures.countedMs })
      if (!failed || failed.ofAccount >= failures.ofAccount || failed.ofNetwork >= failures.ofNetwork) return { problem: 'TOO_MANY_ATTEMPTS' }
      const [account] = await database.rows(accountOfEmail, { emailNormalised })
      const isRight = await isPassword(password, account?.passwordHash ?? undefined)
      const token = isRight && account ? await begin(database, account.id, visitor) : undefined
      // Who is a member nowhere is answered as one who is unknown.
      const begun = token && (await session(token))
      if (token && begun && begun.members.length > 0) {
        await database.rows(forgetFailuresOf, { account: counted.account })
        return { token }
      }
      if (begun) await database.rows(endSession, begun)
      await database.rows(noteFailure, { ...counted, at: now() })
      return { problem: 'NOT_SIGNED_IN' }
    },

    async invitation(token) {
      const [found] = await database.rows(linkOfToken, { tokenHash: hashOfToken(token), purpose: 'INVITATION', at: now() })
      return found && { clinic: found.title, name: found.name, email: found.email ?? '', hasAccount: found.emailHasAccount }
    },

    async accept(token, password, visitor) {
      const link = { tokenHash: hashOfToken(token), purpose: 'INVITATION', at: now() }
      const [found] = await database.rows(linkOfToken, link)
      if (!found?.email) return { problem: 'LINK_NOT_USABLE' }
      const { email, name, title } = found
      const problem = passwordProblem(password, [email, name, title])
      if (problem) return { problem }
      const passwordHash = await hashedPassword(password)
      return database
        .transaction(async (queries) => {
          const [taken] = await queries.rows(takeLink, link)
          if (!taken) return { problem: 'LINK_NOT_USABLE' as const }
          const emailNormalised = normalisedEmail(email)
          const [known] = await queries.rows(accountOfMember, taken)
          // The invitation proves who somebody is here, not who they are in other clinics: their password is not for its sender to replace.
          const [account] = known ? [{ id: known.accountId }] : await queries.rows(insertAccount, { email, emailNormalised, passwordHash, at: now() })
          if (!account || known?.isElsewhere) throw new SignInFirst()
          if (known) {
            await queries.rows(setPassword, { accountId: known.accountId, email, emailNormalised, passwordHash })
            await queries.rows(endOtherSessions, { accountId: known.accountId, exceptId: null })
          } else await queries.rows(insertAccountMember, { ...taken, accountId: account.id })
          return { token: await begin(queries, account.id, visitor) }
        })
        .catch((error: unknown) => {
          if (error instanceof SignInFirst) return { problem: 'SIGN_IN_FIRST' as const }
          throw error
        })
    },

    join: (token, { accountId }) =>
      database.transaction(async (queries) => {
        const [taken] = await queries.rows(takeLink, { tokenHash: hashOfToken(token), purpose: 'INVITATION', at: now() })
        const [joined] = taken ? await queries.rows(insertAccountMember, { ...taken, accountId }) : []
        return joined !== undefined
      }),

    async changePassword({ id, accountId, email, members }, current, next) {
      const [account] = email === null ? [] : await database.rows(accountOfEmail, { emailNormalised: normalisedEmail(email) })
      if (email === null || !(await isPassword(current, account?.passwordHash ?? undefined))) return 'NOT_SIGNED_IN'
      const problem = passwordProblem(next, [email, ...members.flatMap(({ name, title }) => [name, title])])
      if (problem) return problem
      const passwordHash = await hashedPassword(next)
      await database.transaction(async (queries) => {
        await queries.rows(setPassword, { accountId, email, emailNormalised: normalisedEmail(email), passwordHash })
        await queries.rows(endOtherSessions, { accountId, exceptId: id })
      })
    },

    async signOut({ id, accountId }) {
      await database.rows(endSession, { accountId, id })
    },

    async forgetPast() {
      const at = now()
      await database.rows(forgetPastSignIns, {
        seenBefore: at - unusedMs,
        begunBefore: at - sessionMs,
        linksBefore: at,
        failuresBefore: at - failures.countedMs,
      })
    },
  }
}

class SignInFirst extends Error {}
