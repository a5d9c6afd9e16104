// Accepting an invitation: with a password, with a passkey, or with an account that is signed in (DASH-04).

import type { Database, Queries } from '../db/database.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import { normalisedEmail } from '../values/email.ts'
import { hashOfToken, realNow, type Visitor } from './links.ts'
import type { CheckedKey, Passkeys } from './passkeys.ts'
import { hashedPassword, passwordProblem } from './passwords.ts'
import { accountOfMember, endOtherSessions, insertAccount, insertAccountMember, linkOfToken, setPassword, takeLink } from './queries.ts'

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

  /** Accepts an invitation with a sign-in method that the member has chosen. */
  function takeUp(
    token: string,
    chosen: { passwordHash: string } | { key: CheckedKey },
    visitor: Visitor,
  ): Promise<{ token: string } | { problem: InvitationProblem }> {
    const passwordHash = 'passwordHash' in chosen ? chosen.passwordHash : null
    return database
      .transaction(async (queries) => {
        const [found] = await queries.rows(linkOfToken, { ...invitationOf(token), at: now() })
        const [taken] = found?.email ? await queries.rows(takeLink, { ...invitationOf(token), at: now() }) : []
        if (!taken || !found?.email) return { problem: 'LINK_NOT_USABLE' as const }
        const { email } = found
        const emailNormalised = normalisedEmail(email)
        const [known] = await queries.rows(accountOfMember, taken)
        // An invitation proves who the person is in this clinic, not in others: its sender must not be able to change how they sign in
        // there.
        const [account] = known ? [{ id: known.accountId }] : await queries.rows(insertAccount, { email, emailNormalised, passwordHash, at: now() })
        if (!account || known?.isElsewhere) throw new NotTakenUp('SIGN_IN_FIRST')
        if (known && passwordHash !== null) await queries.rows(setPassword, { accountId: account.id, email, emailNormalised, passwordHash })
        if (known) await queries.rows(endOtherSessions, { accountId: account.id, exceptId: null })
        else await queries.rows(insertAccountMember, { ...taken, accountId: account.id })
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
      const [found] = await database.rows(linkOfToken, { ...invitationOf(token), at: now() })
      return found && { clinic: found.title, name: found.name, email: found.email ?? '', hasAccount: found.emailHasAccount }
    },

    async accept(token, password, visitor) {
      const [found] = await database.rows(linkOfToken, { ...invitationOf(token), at: now() })
      if (!found?.email) return { problem: 'LINK_NOT_USABLE' }
      const { email, name, title } = found
      const problem = passwordProblem(password, [email, name, title])
      if (problem) return { problem }
      return takeUp(token, { passwordHash: await hashedPassword(password) }, visitor)
    },

    acceptByPasskey: (token, key, visitor) => takeUp(token, { key }, visitor),

    join: (token, { accountId }) =>
      database.transaction(async (queries) => {
        const [taken] = await queries.rows(takeLink, { ...invitationOf(token), at: now() })
        const [joined] = taken ? await queries.rows(insertAccountMember, { ...taken, accountId }) : []
        return joined !== undefined
      }),
  }
}

const invitationOf = (token: string) => ({ tokenHash: hashOfToken(token), purpose: 'INVITATION' })

/** An invitation that was not accepted, and remains valid. */
class NotTakenUp extends Error {
  readonly problem: 'SIGN_IN_FIRST' | 'PASSKEY_NOT_USABLE'

  constructor(problem: NotTakenUp['problem']) {
    super(problem)
    this.problem = problem
  }
}
