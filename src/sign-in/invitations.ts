// Accepting an invitation: with a password, with a passkey, or with an account that is signed in (DASH-04).

import type { Database, Queries } from '../db/database.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import { normalisedEmail } from '../values/email.ts'
import { realNow, takeLink, usableLink, type Visitor } from './links.ts'
import type { CheckedKey, Passkeys } from './passkeys.ts'
import { hashedPassword, passwordProblem } from './passwords.ts'
import { accountOfMember, endOtherSessions, insertAccount, insertAccountMember, setPassword } from './queries.ts'

export type InvitationProblem = 'LINK_NOT_USABLE' | 'SIGN_IN_FIRST' | 'PASSKEY_NOT_USABLE' | ReturnType<typeof passwordProblem>

export interface Invitations {
  /** The recipient of an invitation; `hasAccount`: the address has an account, which must sign in to accept. */
  invitation(token: string): Promise<{ clinic: string; name: string; email: string; hasAccount: boolean } | undefined>
  /** Accepts an invitation with a new password. */
  accept(token: string, password: string, visitor: Visitor): Promise<{ token: string } | { problem: InvitationProblem }>
  /** The same with a passkey. */
  acceptByPasskey(token: string, key: CheckedKey, visitor: Visitor): Promise<{ token: string } | { problem: InvitationProblem }>
  /** Accepts an invitation with the account that is signed in. */
  join(token: string, account: { accountId: number }): Promise<boolean>
}

interface Services {
  database: Database
  clock: DatabaseClock
  passkeys: Passkeys
  /** Begins a session and returns its token. */
  begin(queries: Queries, accountId: number, hasBothFactors: boolean, visitor: Visitor): Promise<string>
}

export function invitations({ database, clock, passkeys, begin }: Services): Invitations {
  const now = () => realNow(clock)
  const invitationOf = (token: string) => ({ token, purpose: 'INVITATION', at: now() }) as const

  /** Accepts an invitation with a sign-in method that the member has chosen. */
  function takeUp(
    token: string,
    chosen: { passwordHash: string } | { key: CheckedKey },
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }> {
    const passwordHash = 'passwordHash' in chosen ? chosen.passwordHash : null
    return database
      .transaction(async (queries) => {
        const taken = await takeLink(queries, invitationOf(token))
        if (!taken?.email) throw new NotTakenUp('LINK_NOT_USABLE')
        const { email } = taken
        const emailNormalised = normalisedEmail(email)
        const member = { workspaceId: taken.workspaceId, userId: taken.userId }
        const [known] = await queries.rows(accountOfMember, member)
        // An invitation proves who the person is in this clinic, not in others: its sender must not be able to change how they sign in
        // there.
        const [account] = known ? [{ id: known.accountId }] : await queries.rows(insertAccount, { email, emailNormalised, passwordHash, at: now() })
        if (!account || known?.isElsewhere) throw new NotTakenUp('SIGN_IN_FIRST')
        if (known && passwordHash !== null) await queries.rows(setPassword, { accountId: account.id, email, emailNormalised, passwordHash })
        if (known) await queries.rows(endOtherSessions, { accountId: account.id, exceptId: null })
        else await queries.rows(insertAccountMember, { ...member, accountId: account.id })
        if ('key' in chosen && !(await passkeys.add(queries, account.id, chosen.key))) throw new NotTakenUp('PASSKEY_NOT_USABLE')
        return { token: await begin(queries, account.id, 'key' in chosen, visitor) }
      })
      .catch((error: unknown) => {
        if (error instanceof NotTakenUp) return { problem: error.problem }
        throw error
      })
  }

  return {
    async invitation(token) {
      const found = await usableLink(database, invitationOf(token))
      return found && { clinic: found.title, name: found.name, email: found.email ?? '', hasAccount: found.emailHasAccount }
    },

    async accept(token, password, visitor) {
      const found = await usableLink(database, invitationOf(token))
      if (!found?.email) return { problem: 'LINK_NOT_USABLE' }
      const { email, name, title } = found
      const problem = passwordProblem(password, [email, name, title])
      if (problem) return { problem }
      return takeUp(token, { passwordHash: await hashedPassword(password) }, visitor)
    },

    acceptByPasskey: (token, key, visitor) => takeUp(token, { key }, visitor),

    join: (token, { accountId }) =>
      database.transaction(async (queries) => {
        const taken = await takeLink(queries, invitationOf(token))
        const [joined] = taken ? await queries.rows(insertAccountMember, { workspaceId: taken.workspaceId, userId: taken.userId, accountId }) : []
        return joined !== undefined
      }),
  }
}

/** An invitation that was not accepted, and remains valid. */
class NotTakenUp extends Error {
  readonly problem: 'LINK_NOT_USABLE' | 'SIGN_IN_FIRST' | 'PASSKEY_NOT_USABLE'

  constructor(problem: NotTakenUp['problem']) {
    super(problem)
    this.problem = problem
  }
}
