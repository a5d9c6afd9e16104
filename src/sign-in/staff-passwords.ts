// Signing in with an address and a password, and changing the password.

import type { Database } from '../db/database.ts'
import { normalisedEmail } from '../values/email.ts'
import type { IpAddress } from '../values/ip-address.ts'
import type { AccountMails } from './account-mails.ts'
import type { Attempts } from './attempts.ts'
import { hashedPassword, isPassword, passwordProblem } from './passwords.ts'
import { endOtherSessions, passwordOfAccount, passwordsOfEmail, setPassword } from './queries.ts'
import type { StaffSession } from './sign-in.ts'

/** Why a sign-in failed: one code for all causes that must not be distinguishable from outside (DASH-06). */
export type SignInProblem = 'NOT_SIGNED_IN' | 'TOO_MANY_ATTEMPTS' | ReturnType<typeof passwordProblem>

/** Changes the password of a session's account and ends its other sessions. */
export type PasswordChange = (session: StaffSession, current: string, next: string, address: IpAddress) => Promise<SignInProblem | undefined>

export interface StaffPasswords {
  /** The account of an active member with this address and password. */
  accountOf(email: string, password: string, from: { address: IpAddress }): Promise<number | undefined | 'TOO_MANY_ATTEMPTS'>
  change: PasswordChange
}

export function staffPasswords({ database, attempt, mails }: { database: Database; attempt: Attempts; mails: AccountMails }): StaffPasswords {
  return {
    accountOf(email, password, { address }) {
      const emailNormalised = normalisedEmail(email)
      return attempt(['account', emailNormalised], address, async () => {
        const known = await database.rows(passwordsOfEmail, { emailNormalised })
        // An address without any account gets the same answer as a wrong password, after the same time.
        const compared = known.length > 0 ? known : [{ accountId: undefined, passwordHash: null }]
        const checked = await Promise.all(compared.map(async ({ accountId, passwordHash }) => (await isPassword(password, passwordHash)) && accountId))
        return checked.find((accountId) => typeof accountId === 'number')
      })
    },

    async change({ id, accountId, email, members }, current, next, address) {
      if (email === null) return 'NOT_SIGNED_IN'
      // Counted together with sign-ins: holding a session gives no extra attempts to guess a password.
      const isRight = await attempt(['account', normalisedEmail(email)], address, async () => {
        const [account] = await database.rows(passwordOfAccount, { accountId })
        return (await isPassword(current, account?.passwordHash ?? null)) || undefined
      })
      if (isRight !== true) return isRight ?? 'NOT_SIGNED_IN'
      const problem = passwordProblem(next, [email, ...members.flatMap(({ name, title }) => [name, title])])
      if (problem) return problem
      const passwordHash = await hashedPassword(next)
      await database.transaction(async (queries) => {
        await queries.rows(setPassword, { accountId, passwordHash })
        await queries.rows(endOtherSessions, { accountId, exceptId: id })
        await mails.toAccount(queries, accountId, 'password-changed')
      })
    },
  }
}
