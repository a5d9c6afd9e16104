// Signs staff in with an address and a password, and changes passwords.

import type { Database } from '../../base/db/database.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import type { AccountMails } from './account-mails.ts'
import type { Attempts } from './attempts.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { Visitor } from './links.ts'
import { hashPassword, isPassword, passwordProblem } from './passwords.ts'
import { endOtherSessions, passwordOfAccount, passwordsOfEmail, setPassword } from './queries.ts'

/**
 * Why a sign-in failed: one code for all causes that a caller must not be able to tell apart
 * (DASH-06).
 */
export type SignInProblem =
  | 'NOT_SIGNED_IN'
  | 'TOO_MANY_ATTEMPTS'
  | ReturnType<typeof passwordProblem>

interface Session {
  id: number
  accountId: number
  email: string | null
  members: readonly { name: string; title: string }[]
}

/** Changes the password of a session's account and ends its other sessions. */
export type PasswordChange = (
  session: Session,
  current: string,
  next: string,
  visitor: Visitor,
) => Promise<SignInProblem | undefined>

export interface StaffPasswords {
  /** The account of an active member with this address and password. */
  findAccount(
    email: string,
    password: string,
    visitor: Visitor,
  ): Promise<number | undefined | 'TOO_MANY_ATTEMPTS'>
  change: PasswordChange
}

interface Services {
  database: Database
  attempt: Attempts
  browsers: KnownBrowsers
  mails: AccountMails
}

export function createStaffPasswords({
  database,
  attempt,
  browsers,
  mails,
}: Services): StaffPasswords {
  return {
    async findAccount(email, password, visitor) {
      const name = normalisedEmail(email)
      const all = await database.rows(passwordsOfEmail, { emailNormalised: name })
      const isShared = all.length > 1
      // An account that has signed in with this browser before is tried alone, so that the owner of
      // another account with the same address cannot guess its password.
      const own = all.find(
        ({ accountId }) => browsers.findBrowserId(visitor.knownBy, accountId) !== undefined,
      )
      const others = all.filter((one) => one !== own)
      if (own) {
        const found = await attempt(
          { kind: 'account', name, accountId: own.accountId },
          visitor,
          () => findMatchingAccount([own], password),
        )
        if (typeof found === 'number' || others.length === 0) return found
      }
      return attempt({ kind: 'account', name, isShared }, visitor, () =>
        findMatchingAccount(others, password),
      )
    },

    async change({ id, accountId, email, members }, current, next, visitor) {
      if (email === null) return 'NOT_SIGNED_IN'
      // Counted together with sign-ins: holding a session gives no extra attempts to guess a
      // password.
      const isRight = await attempt(
        { kind: 'account', name: normalisedEmail(email), accountId, isShared: true },
        visitor,
        async () => {
          const [account] = await database.rows(passwordOfAccount, { accountId })
          return (await isPassword(current, account?.passwordHash ?? null)) || undefined
        },
      )
      if (isRight !== true) return isRight ?? 'NOT_SIGNED_IN'
      const problem = passwordProblem(next, [
        email,
        ...members.flatMap(({ name, title }) => [name, title]),
      ])
      if (problem) return problem
      const passwordHash = await hashPassword(next)
      await database.transaction(async (queries) => {
        await queries.rows(setPassword, { accountId, passwordHash })
        await queries.rows(endOtherSessions, { accountId, exceptId: id })
        await mails.toAccount(queries, accountId, 'password-changed')
      })
    },
  }
}

/** The account with this password. Without any account, it takes the same time as with one. */
async function findMatchingAccount(
  accounts: readonly { accountId: number; passwordHash: string | null }[],
  password: string,
): Promise<number | undefined> {
  const compared = accounts.length > 0 ? accounts : [{ accountId: undefined, passwordHash: null }]
  const checked = await Promise.all(
    compared.map(
      async ({ accountId, passwordHash }) =>
        (await isPassword(password, passwordHash)) && accountId,
    ),
  )
  return checked.find((accountId) => typeof accountId === 'number')
}
