// Accepting an invitation: with a password, with a passkey, or with an account that is signed in (DASH-04).

import type { Database, Queries } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { AccountMails } from './account-mails.ts'
import { waysOfMember } from './factor-queries.ts'
import { realNow, takeLink, usableLink, type Visitor } from './links.ts'
import type { CheckedKey, Passkeys } from './passkeys.ts'
import { hashedPassword, passwordProblem } from './passwords.ts'
import { accountOfMember, insertAccount, insertAccountMember, releaseAccountOfMember } from './queries.ts'

export type InvitationProblem = 'LINK_NOT_USABLE' | 'SIGN_IN_FIRST' | 'PASSKEY_NOT_USABLE' | ReturnType<typeof passwordProblem>

/** What the recipient of an invitation sees. */
export interface Invited {
  clinic: string
  name: string
  email: string
  /** Someone signs in with the address in another clinic, and may be the same person. */
  hasAccount: boolean
  /** How the member has signed in until now, which ends if the invitation is accepted; null for a new member. */
  replaces: { hasPassword: boolean; hasApp: boolean; passkeys: readonly string[] } | null
}

export interface Invitations {
  invitation(token: string): Promise<Invited | undefined>
  /** Accepts an invitation with a new password. */
  accept(token: string, password: string, visitor: Visitor): Promise<{ token: string } | { problem: InvitationProblem }>
  /** The same with a passkey. */
  acceptByPasskey(token: string, key: CheckedKey, visitor: Visitor): Promise<{ token: string } | { problem: InvitationProblem }>
  /** Accepts an invitation with the account that is signed in; false if the link cannot be used, or not by this account. */
  join(token: string, account: { accountId: number }): Promise<boolean>
}

interface Services {
  database: Database
  clock: DatabaseClock
  passkeys: Passkeys
  mails: AccountMails
  /** Begins a session and returns its token. */
  begin(queries: Queries, accountId: number, hasBothFactors: boolean, visitor: Visitor): Promise<string>
  /** Whether someone signs in with this address and password. */
  isInUse(email: string, password: string, visitor: Visitor): Promise<boolean>
}

interface Member {
  workspaceId: number
  userId: number
}

export function invitations({ database, clock, passkeys, mails, begin, isInUse }: Services): Invitations {
  const now = () => realNow(clock)
  const invitationOf = (token: string) => ({ token, purpose: 'INVITATION', at: now() }) as const

  /** Makes an account the member; the one that was the member until now keeps nothing of the clinic. */
  async function become(queries: Queries, { workspaceId, userId }: Member, accountId: number): Promise<void> {
    await queries.rows(releaseAccountOfMember, { workspaceId, userId })
    const [joined] = await queries.rows(insertAccountMember, { workspaceId, userId, accountId })
    // The account is another member of the clinic.
    if (!joined) throw new NotTakenUp('LINK_NOT_USABLE')
    await mails.toMember(queries, { workspaceId, userId }, 'invitation-used')
  }

  /**
   * Accepts an invitation with a sign-in method that the member has chosen, in a new account. An invitation proves who the person is in this
   * clinic, not in others: it changes nothing about how anyone signs in there, and leaves nothing of how someone signed in here.
   */
  function takeUp(
    token: string,
    chosen: { passwordHash: string } | { key: CheckedKey },
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }> {
    return database
      .transaction(async (queries) => {
        const member = await takeLink(queries, invitationOf(token))
        if (!member?.email) throw new NotTakenUp('LINK_NOT_USABLE')
        const [account] = await queries.rows(insertAccount, { passwordHash: 'key' in chosen ? null : chosen.passwordHash, at: now() })
        if (!account) throw new Error('the new account was not found')
        await become(queries, member, account.id)
        if ('key' in chosen && !(await passkeys.add(queries, account.id, chosen.key))) throw new NotTakenUp('PASSKEY_NOT_USABLE')
        return { token: await begin(queries, account.id, 'key' in chosen, visitor) }
      })
      .catch(problemOf)
  }

  return {
    async invitation(token) {
      const found = await usableLink(database, invitationOf(token))
      if (!found) return undefined
      const { workspaceId, userId, title, name, email, hasAccountElsewhere } = found
      const [replaces = null] = await database.rows(waysOfMember, { workspaceId, userId })
      return { clinic: title, name, email: email ?? '', hasAccount: hasAccountElsewhere, replaces }
    },

    async accept(token, password, visitor) {
      const found = await usableLink(database, invitationOf(token))
      if (!found?.email) return { problem: 'LINK_NOT_USABLE' }
      const { email, name, title } = found
      const problem = passwordProblem(password, [email, name, title])
      if (problem) return { problem }
      // With one address and one password for two accounts, no one could say which to sign in to.
      if (found.hasAccountElsewhere && (await isInUse(email, password, visitor))) return { problem: 'SIGN_IN_FIRST' }
      return takeUp(token, { passwordHash: await hashedPassword(password) }, visitor)
    },

    acceptByPasskey: (token, key, visitor) => takeUp(token, { key }, visitor),

    async join(token, { accountId }) {
      const joined = await database
        .transaction(async (queries) => {
          const member = await takeLink(queries, invitationOf(token))
          if (!member) throw new NotTakenUp('LINK_NOT_USABLE')
          const [known] = await queries.rows(accountOfMember, { workspaceId: member.workspaceId, userId: member.userId })
          if (known?.accountId !== accountId) await become(queries, member, accountId)
          return {}
        })
        .catch(problemOf)
      return !('problem' in joined)
    },
  }
}

/** An invitation that was not accepted, and remains valid. */
class NotTakenUp extends Error {
  readonly problem: 'LINK_NOT_USABLE' | 'PASSKEY_NOT_USABLE'

  constructor(problem: NotTakenUp['problem']) {
    super(problem)
    this.problem = problem
  }
}

function problemOf(error: unknown): { problem: NotTakenUp['problem'] } {
  if (error instanceof NotTakenUp) return { problem: error.problem }
  throw error
}
