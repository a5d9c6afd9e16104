// Signs members of staff in to the dashboard, keeps them signed in, and signs them out (DASH-01,
// DASH-04, DASH-06, DASH-07, DASH-09).

import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { combineRights, type Rights } from '../../base/operations/rights.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import { createSealing } from '../../base/ports/sealing.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { canonicalIpAddress } from '../../base/values/ip-address.ts'
import { createAccountMails } from './account-mails.ts'
import { type Attempts, countedMs, createAttemptLimiter } from './attempts.ts'
import { createChallenges } from './challenges.ts'
import { type Codes, createCodes } from './codes.ts'
import { recordBothFactors, sessionsOfAccount } from './factor-queries.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts'
import { hashToken, newToken, realNow, takeLink, type Visitor } from './links.ts'
import { createOpenIdSignIn, type OpenIdSignIn } from './openid.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import type { OpenIdSettings } from './openid-settings.ts'
import { createPasskeys, type Passkeys, type VerifiedKey } from './passkeys.ts'
import {
  accountOfMember,
  deleteExpiredSignIns,
  endSession,
  insertAccount,
  insertAccountMember,
  insertSession,
  type Membership,
  recordSessionSeen,
  sessionOfToken,
  sessionsById,
} from './queries.ts'
import { createStaffPasswords, type PasswordChange } from './staff-passwords.ts'

const minuteMs = 60_000
/**
 * How long after signing in a member may change how they sign in; later they sign in again first.
 */
const recentMs = 10 * minuteMs

export interface SignInSettings {
  /** The maximum length of a session. */
  sessionMs: number
  /** How long it lasts without use. */
  unusedMs: number
}

export const defaultSignInSettings: SignInSettings = {
  sessionMs: 12 * 60 * minuteMs,
  unusedMs: 60 * minuteMs,
}

/** A member with the rights of the session. */
export interface MemberWithRights extends Omit<Membership, 'roles'> {
  rights: Rights
}

export interface StaffSession {
  id: number
  accountId: number
  email: string | null
  createdAt: Instant
  /** Whether the session began so recently that it may change how its member signs in. */
  isRecent: boolean
  hasPassword: boolean
  members: readonly MemberWithRights[]
  /** What the member must prove or set up before the session may do anything (DASH-05). */
  waitsFor: 'CODE' | 'PASSKEY' | 'SET_UP' | null
}

export interface SignIns extends Invitations {
  /** The session of a token, if it has not expired. */
  session(token: string): Promise<StaffSession | undefined>
  /**
   * The given sessions that have not expired, with the present rights of their members. Does not
   * count as use.
   */
  currentSessions(ids: readonly number[]): Promise<StaffSession[]>
  /** Signs in with a link, which is then used up. */
  byLink(token: string, visitor: Visitor): Promise<string | undefined>
  byPassword(
    email: string,
    password: string,
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' }>
  byPasskey(
    origin: string,
    response: unknown,
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' }>
  /** The sign-in through the installation's OpenID Connect provider, if it has one. */
  openId: OpenIdSignIn | undefined
  /** Adds a passkey to an account, which also proves its session. */
  addPasskey(session: StaffSession, key: VerifiedKey): Promise<boolean>
  passkeys: Passkeys
  codes: Codes
  browsers: KnownBrowsers
  /** Where an account is signed in. */
  sessions(
    session: StaffSession,
  ): Promise<
    { id: number; createdAt: Instant; seenAt: Instant; address: string; browser: string }[]
  >
  endSession(session: StaffSession, id: number): Promise<boolean>
  changePassword: PasswordChange
  signOut(session: StaffSession): Promise<void>
  deleteExpired(): Promise<void>
}

export interface SignInServices {
  database: Database
  clock: DatabaseClock
  /** The HMAC-SHA-256 for values that are only compared and counted, and never read. */
  hash(kind: 'sign-in' | 'recovery code', ...parts: readonly (string | number)[]): Buffer
  /** The secrets of the installation, the current one first. */
  secrets: readonly string[]
  openId?: OpenIdSettings | undefined
  /** The public origin of the dashboard. */
  dashboardOrigin(): string
}

export function createSignIns(
  { database, clock, hash, secrets, ...services }: SignInServices,
  { sessionMs, unusedMs }: SignInSettings = defaultSignInSettings,
): SignIns {
  const now = () => realNow(clock)
  const browsers = createKnownBrowsers({ hash })
  const attempt: Attempts = createAttemptLimiter({ database, clock, browsers, hash })
  const challenges = createChallenges({ database, clock })
  const secretSealing = createSealing(secrets, 'secrets of staff who sign in')
  const mails = createAccountMails({ clock })
  const passkeys = createPasskeys({ database, clock, challenges, mails })
  const passwords = createStaffPasswords({ database, attempt, browsers, mails })
  const codes = createCodes({ database, clock, attempt, mails, hash, sealing: secretSealing })

  async function begin(
    queries: Queries,
    accountId: number,
    hasBothFactors: boolean,
    { address, browser }: Visitor,
  ): Promise<string> {
    const token = newToken()
    await queries.rows(insertSession, {
      accountId,
      tokenHash: hashToken(token),
      at: now(),
      hasBothFactors,
      address: canonicalIpAddress(address),
      browser: browser.slice(0, 200),
    })
    return token
  }

  async function newAccount(queries: Queries): Promise<number> {
    const [insertedAccount] = await queries.rows(insertAccount, { passwordHash: null, at: now() })
    if (!insertedAccount) throw new Error('the new account was not found')
    return insertedAccount.id
  }

  /** The account of a member; created if there is none. */
  async function ensureAccount(
    queries: Queries,
    member: { workspaceId: number; userId: number },
  ): Promise<number> {
    const [existingAccount] = await queries.rows(accountOfMember, member)
    if (existingAccount) return existingAccount.accountId
    const [insertedMember] = await queries.rows(insertAccountMember, {
      ...member,
      accountId: await newAccount(queries),
    })
    if (insertedMember) return insertedMember.accountId
    const [concurrentAccount] = await queries.rows(accountOfMember, member)
    if (!concurrentAccount) throw new Error('the staff member has no account')
    return concurrentAccount.accountId
  }

  async function toTokenOutcome(
    account: number | undefined | 'TOO_MANY_ATTEMPTS',
    hasBothFactors: boolean,
    visitor: Visitor,
  ) {
    if (typeof account === 'number')
      return { token: await begin(database, account, hasBothFactors, visitor) }
    return { problem: account ?? ('NOT_SIGNED_IN' as const) }
  }

  function openId(settings: OpenIdSettings): OpenIdSignIn {
    // Loaded on first use: the library takes 15 MB.
    let loadedProvider: Promise<OpenIdProvider> | undefined
    const loadProvider = () =>
      (loadedProvider ??= import('./openid-provider.ts').then(
        ({ createOpenIdProvider: openIdProvider }) =>
          openIdProvider(settings, services.dashboardOrigin),
      ))
    const provider: OpenIdProvider = {
      addressFor: async (secret, another) => (await loadProvider()).addressFor(secret, another),
      person: async (secret, answer) => (await loadProvider()).person(secret, answer),
    }
    return createOpenIdSignIn({
      database,
      label: settings.label,
      provider,
      attempt,
      challenges,
      sealing: secretSealing,
      newAccount,
      begin,
    })
  }

  return {
    ...createInvitations({
      database,
      clock,
      passkeys,
      mails,
      begin,
      isInUse: async (email, password, visitor) =>
        typeof (await passwords.findAccount(email, password, visitor)) === 'number',
    }),
    ...createSessionReader(database, now, { sessionMs, unusedMs }),
    openId: services.openId && openId(services.openId),
    passkeys,
    codes,
    browsers,

    byLink: (token, visitor) =>
      database.transaction(async (queries) => {
        const member = await takeLink(queries, { token, purpose: 'SIGN_IN', at: now() })
        // The operator made the link, possibly for a member who has lost a device.
        return (
          member &&
          begin(
            queries,
            await ensureAccount(queries, {
              workspaceId: member.workspaceId,
              userId: member.userId,
            }),
            true,
            visitor,
          )
        )
      }),

    async byPassword(email, password, visitor) {
      const account = await passwords.findAccount(email, password, visitor)
      return toTokenOutcome(account, false, visitor)
    },

    async byPasskey(origin, response, visitor) {
      const account = await attempt({ kind: 'passkey' }, visitor, () =>
        passkeys.findAccount(origin, response),
      )
      return toTokenOutcome(account, true, visitor)
    },

    addPasskey: ({ id, accountId }, key) =>
      database.transaction(async (queries) => {
        if (!(await passkeys.add(queries, accountId, key))) return false
        await queries.rows(recordBothFactors, { id })
        await mails.toAccount(queries, accountId, 'passkey-added')
        return true
      }),

    sessions: ({ accountId }) =>
      database.rows(sessionsOfAccount, {
        accountId,
        begunAfter: now() - sessionMs,
        seenAfter: now() - unusedMs,
      }),

    async endSession({ accountId }, id) {
      const [ended] = await database.rows(endSession, { accountId, id })
      return ended !== undefined
    },

    changePassword: passwords.change,

    async signOut({ id, accountId }) {
      await database.rows(endSession, { accountId, id })
    },

    async deleteExpired() {
      const at = now()
      await database.rows(deleteExpiredSignIns, {
        seenBefore: at - unusedMs,
        begunBefore: at - sessionMs,
        linksBefore: at,
        failuresBefore: at - countedMs,
      })
    },
  }
}

/** Reads sessions that have not expired. */
function createSessionReader(
  database: Database,
  now: () => Instant,
  { sessionMs, unusedMs }: SignInSettings,
): Pick<SignIns, 'session' | 'currentSessions'> {
  async function session(token: string): Promise<StaffSession | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined
    const at = now()
    const [found] = await database.rows(sessionOfToken, {
      tokenHash: hashToken(token),
      begunAfter: at - sessionMs,
      seenAfter: at - unusedMs,
    })
    if (!found) return undefined
    // Updated at most once a minute: otherwise each use would be a write.
    if (at - found.seenAt > minuteMs) await database.rows(recordSessionSeen, { id: found.id, at })
    return toSession(found, at)
  }

  async function currentSessions(ids: readonly number[]): Promise<StaffSession[]> {
    if (ids.length === 0) return []
    const at = now()
    return (
      await database.rows(sessionsById, {
        ids,
        begunAfter: at - sessionMs,
        seenAfter: at - unusedMs,
      })
    ).map((found) => toSession(found, at))
  }

  return { session, currentSessions }
}

function toSession(stored: RowOf<typeof sessionOfToken.returns>, at: Instant): StaffSession {
  const { memberships, id, accountId, createdAt, hasPassword } = stored
  const members = memberships.map(({ roles, ...member }) => ({
    ...member,
    rights: combineRights(roles),
  }))
  const email = members.find((member) => member.email !== null)?.email ?? null
  return {
    id,
    accountId,
    email,
    createdAt,
    isRecent: at - createdAt < recentMs,
    hasPassword,
    members,
    waitsFor: findMissingStep(stored),
  }
}

interface SessionProofs {
  hasBothFactors: boolean
  hasCodes: boolean
  hasPasskeys: boolean
  memberships: readonly Membership[]
}

/**
 * See docs/decisions/security.md. With a password that someone else knows, nothing can be set up if
 * there is already a passkey.
 */
function findMissingStep({
  hasBothFactors,
  hasCodes,
  hasPasskeys,
  memberships,
}: SessionProofs): StaffSession['waitsFor'] {
  if (hasBothFactors) return null
  if (hasCodes) return 'CODE'
  if (
    !memberships.some(({ roles }) => roles.some(({ secondFactor }) => secondFactor === 'required'))
  )
    return null
  return hasPasskeys ? 'PASSKEY' : 'SET_UP'
}
