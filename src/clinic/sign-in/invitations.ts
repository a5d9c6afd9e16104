// Accepting an invitation: with a password, with a passkey, or with an account that is signed in
// (DASH-04).

import type { Database, Queries } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { AccountMails } from './account-mails.ts'
import { memberSignInMethods } from './factor-queries.ts'
import { realNow, takeLink, usableLink, type Visitor } from './links.ts'
import type { Passkeys, VerifiedKey } from './passkeys.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import {
  accountOfMember,
  insertAccount,
  insertAccountMember,
  releaseAccountOfMember,
} from './queries.ts'

export type InvitationProblem =
  | 'LINK_NOT_USABLE'
  | 'SIGN_IN_REQUIRED'
  | 'PASSKEY_NOT_USABLE'
  | ReturnType<typeof passwordProblem>

/** What the recipient of an invitation sees. */
export interface InvitationDetails {
  clinic: string
  name: string
  email: string
  /** Someone signs in with the address in another clinic, and may be the same person. */
  hasAccount: boolean
  /**
   * How the member has signed in until now, which ends if the invitation is accepted; null for a
   * new member.
   */
  replaces: { hasPassword: boolean; hasApp: boolean; passkeys: readonly string[] } | null
}

export interface Invitations {
  invitation(token: string): Promise<InvitationDetails | undefined>
  /** Accepts an invitation with a new password. */
  accept(
    token: string,
    password: string,
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }>
  /** Accepts an invitation with a new passkey. */
  acceptByPasskey(
    token: string,
    key: VerifiedKey,
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }>
  /**
   * Accepts an invitation with the account that is signed in; false if the link cannot be used, or
   * not by this account.
   */
  join(token: string, account: { accountId: number }): Promise<boolean>
}

interface Services {
  database: Database
  clock: DatabaseClock
  passkeys: Passkeys
  mails: AccountMails
  /** Begins a session and returns its token. */
  begin(
    queries: Queries,
    accountId: number,
    hasBothFactors: boolean,
    visitor: Visitor,
  ): Promise<string>
  /** Whether someone signs in with this address and password. */
  isInUse(email: string, password: string, visitor: Visitor): Promise<boolean>
}

interface MemberKey {
  workspaceId: number
  userId: number
}

export function createInvitations({
  database,
  clock,
  passkeys,
  mails,
  begin,
  isInUse,
}: Services): Invitations {
  const now = () => realNow(clock)
  const presentedInvitation = (token: string) =>
    ({ token, purpose: 'INVITATION', at: now() }) as const

  /** Makes an account the member; the member's previous account keeps no access to the clinic. */
  async function linkAccount(
    queries: Queries,
    { workspaceId, userId }: MemberKey,
    accountId: number,
  ): Promise<void> {
    await queries.rows(releaseAccountOfMember, { workspaceId, userId })
    const [joined] = await queries.rows(insertAccountMember, { workspaceId, userId, accountId })
    // The account is another member of the clinic.
    if (!joined) throw new InvitationNotAccepted('LINK_NOT_USABLE')
    await mails.toMember(queries, { workspaceId, userId }, 'invitation-used')
  }

  /**
   * Accepts an invitation with a sign-in method that the member has chosen, in a new account. An
   * invitation proves who the person is in this clinic, not in others: it changes nothing about how
   * anyone signs in there, and leaves nothing of how someone signed in here.
   */
  function acceptInvitation(
    token: string,
    signInMethod: { passwordHash: string } | { key: VerifiedKey },
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }> {
    return database
      .transaction(async (queries) => {
        const member = await takeLink(queries, presentedInvitation(token))
        if (!member?.email) throw new InvitationNotAccepted('LINK_NOT_USABLE')
        const [account] = await queries.rows(insertAccount, {
          passwordHash: 'key' in signInMethod ? null : signInMethod.passwordHash,
          at: now(),
        })
        if (!account) throw new Error('the new account was not found')
        await linkAccount(queries, member, account.id)
        if ('key' in signInMethod && !(await passkeys.add(queries, account.id, signInMethod.key)))
          throw new InvitationNotAccepted('PASSKEY_NOT_USABLE')
        return { token: await begin(queries, account.id, 'key' in signInMethod, visitor) }
      })
      .catch(toProblem)
  }

  return {
    async invitation(token) {
      const found = await usableLink(database, presentedInvitation(token))
      if (!found) return undefined
      const { workspaceId, userId, title, name, email, hasAccountElsewhere } = found
      const [replaces = null] = await database.rows(memberSignInMethods, { workspaceId, userId })
      return { clinic: title, name, email: email ?? '', hasAccount: hasAccountElsewhere, replaces }
    },

    async accept(token, password, visitor) {
      const found = await usableLink(database, presentedInvitation(token))
      if (!found?.email) return { problem: 'LINK_NOT_USABLE' }
      const { email, name, title } = found
      const problem = passwordProblem(password, [email, name, title])
      if (problem) return { problem }
      // With one address and one password for two accounts, no one could say which to sign in to.
      if (found.hasAccountElsewhere && (await isInUse(email, password, visitor)))
        return { problem: 'SIGN_IN_REQUIRED' }
      return acceptInvitation(token, { passwordHash: await hashPassword(password) }, visitor)
    },

    acceptByPasskey: (token, key, visitor) => acceptInvitation(token, { key }, visitor),

    async join(token, { accountId }) {
      const joined = await database
        .transaction(async (queries) => {
          const member = await takeLink(queries, presentedInvitation(token))
          if (!member) throw new InvitationNotAccepted('LINK_NOT_USABLE')
          const [memberAccount] = await queries.rows(accountOfMember, {
            workspaceId: member.workspaceId,
            userId: member.userId,
          })
          if (memberAccount?.accountId !== accountId) await linkAccount(queries, member, accountId)
          return {}
        })
        .catch(toProblem)
      return !('problem' in joined)
    },
  }
}

/** An invitation that was not accepted, and remains valid. */
class InvitationNotAccepted extends Error {
  readonly problem: 'LINK_NOT_USABLE' | 'PASSKEY_NOT_USABLE'

  constructor(problem: InvitationNotAccepted['problem']) {
    super(problem)
    this.problem = problem
  }
}

function toProblem(error: unknown): { problem: InvitationNotAccepted['problem'] } {
  if (error instanceof InvitationNotAccepted) return { problem: error.problem }
  throw error
}
