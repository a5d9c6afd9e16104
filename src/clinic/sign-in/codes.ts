// Codes of an authenticator app as the second factor, and recovery codes on paper in case the app
// is lost (DASH-05).

import { HOTP, Secret, TOTP } from 'otpauth'
import type { Database, Queries } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import type { AccountMails } from './account-mails.ts'
import type { Attempts } from './attempts.ts'
import {
  confirmCodeSecret,
  deleteCodeSecret,
  deleteRecoveryCodes,
  insertRecoveryCode,
  recordBothFactors,
  replaceCodeSecret,
  storedCodeSecret,
  useCode,
  useRecoveryCode,
} from './factor-queries.ts'
import { realNow, type Visitor } from './links.ts'

const recoveryCodeCount = 10
const stepSeconds = 30

export type CodeProblem = 'WRONG_CODE' | 'TOO_MANY_ATTEMPTS'

interface AccountSession {
  id: number
  accountId: number
}

export interface Codes {
  /**
   * A secret for an app, as text and as a URL for a QR code; undefined if an app is already set up.
   */
  begin(
    session: AccountSession,
    label: string,
  ): Promise<{ secret: string; url: string } | undefined>
  /**
   * Activates the secret once a code of the app is confirmed, and returns the recovery codes, which
   * are shown only this once.
   */
  confirm(
    session: AccountSession,
    code: string,
    visitor: Visitor,
  ): Promise<{ recoveryCodes: string[] } | { problem: CodeProblem }>
  /** Proves a session with a code of the app or a recovery code. */
  prove(session: AccountSession, code: string, visitor: Visitor): Promise<{ problem?: CodeProblem }>
  /** Replaces the recovery codes. */
  renew(
    session: AccountSession,
    code: string,
    visitor: Visitor,
  ): Promise<{ recoveryCodes: string[] } | { problem: CodeProblem }>
  remove(
    session: AccountSession,
    code: string,
    visitor: Visitor,
  ): Promise<{ problem?: CodeProblem }>
  /** The number of unused recovery codes; undefined if no app is set up. */
  countLeft(accountId: number): Promise<number | undefined>
}

/** What the secret of an account's app is bound to. */
export const codeSecretLabel = (accountId: number) => `codes of account ${accountId}`

export interface CodeServices {
  database: Database
  clock: DatabaseClock
  sealing: Sealing
  attempt: Attempts
  mails: AccountMails
  hash(kind: 'recovery code', ...parts: readonly (string | number)[]): Buffer
}

export function createCodes({
  database,
  clock,
  sealing,
  attempt,
  mails,
  hash,
}: CodeServices): Codes {
  const recoveryHash = (accountId: number, code: string) => hash('recovery code', accountId, code)

  /** The half-minute step of a code; clocks of apps may be slightly wrong. */
  function findStep(accountId: number, sealed: Buffer, code: string): number | undefined {
    const secret = sealing.open(sealed, codeSecretLabel(accountId))
    if (!secret || !/^\d{6}$/.test(code)) return undefined
    const now = TOTP.counter({ period: stepSeconds, timestamp: realNow(clock) })
    const delta = HOTP.validate({
      token: code,
      secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
      counter: now,
      window: 1,
    })
    return delta === null ? undefined : now + delta
  }

  async function isUsed(accountId: number, typed: string): Promise<true | undefined> {
    // Tolerates misread letters: codes contain no O, I or L.
    const code = typed
      .replace(/[\s-]/g, '')
      .toUpperCase()
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
    const [storedSecret] = await database.rows(storedCodeSecret, { accountId })
    if (!storedSecret?.isConfirmed) return undefined
    const step = findStep(accountId, storedSecret.sealed, code)
    const [used] =
      step === undefined
        ? await database.rows(useRecoveryCode, {
            accountId,
            codeHash: recoveryHash(accountId, code),
          })
        : await database.rows(useCode, { accountId, step })
    return used && true
  }

  const attemptSubject = ({ accountId }: AccountSession) => ({
    kind: 'code' as const,
    name: String(accountId),
    accountId,
  })

  /** Undefined if the code is right; each code works once. */
  async function findProblem(
    session: AccountSession,
    code: string,
    visitor: Visitor,
  ): Promise<CodeProblem | undefined> {
    const outcome = await attempt(attemptSubject(session), visitor, () =>
      isUsed(session.accountId, code),
    )
    return outcome === true ? undefined : (outcome ?? 'WRONG_CODE')
  }

  async function newRecoveryCodes(queries: Queries, accountId: number): Promise<string[]> {
    await queries.rows(deleteRecoveryCodes, { accountId })
    const codes = Array.from({ length: recoveryCodeCount }, () => randomBase32(10))
    for (const code of codes)
      await queries.rows(insertRecoveryCode, { accountId, codeHash: recoveryHash(accountId, code) })
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
  }

  return {
    async begin({ accountId }, name) {
      const secret = new Secret()
      const [insertedSecret] = await database.rows(replaceCodeSecret, {
        accountId,
        sealed: sealing.seal(secret.bytes, codeSecretLabel(accountId)),
      })
      return (
        insertedSecret && {
          secret: secret.base32,
          url: new TOTP({ issuer: 'Clinic Scheduling', label: name, secret }).toString(),
        }
      )
    },

    async confirm(session, typed, visitor) {
      const { id, accountId } = session
      const code = typed.replace(/\s/g, '')
      const confirmed = await attempt(attemptSubject(session), visitor, async () => {
        const [storedSecret] = await database.rows(storedCodeSecret, { accountId })
        const step =
          storedSecret && !storedSecret.isConfirmed
            ? findStep(accountId, storedSecret.sealed, code)
            : undefined
        if (!storedSecret || step === undefined) return undefined
        return database.transaction(async (queries) => {
          const [confirmedSecret] = await queries.rows(confirmCodeSecret, {
            accountId,
            sealed: storedSecret.sealed,
            step,
            at: realNow(clock),
          })
          if (!confirmedSecret) return undefined
          await queries.rows(recordBothFactors, { id })
          await mails.toAccount(queries, accountId, 'app-added')
          return { recoveryCodes: await newRecoveryCodes(queries, accountId) }
        })
      })
      return confirmed === 'TOO_MANY_ATTEMPTS' || !confirmed
        ? { problem: confirmed ?? 'WRONG_CODE' }
        : confirmed
    },

    async prove(session, code, visitor) {
      const problem = await findProblem(session, code, visitor)
      if (problem) return { problem }
      await database.rows(recordBothFactors, { id: session.id })
      return {}
    },

    async renew(session, code, visitor) {
      const { accountId } = session
      const problem = await findProblem(session, code, visitor)
      if (problem) return { problem }
      return database.transaction(async (queries) => {
        await mails.toAccount(queries, accountId, 'recovery-codes-renewed')
        return { recoveryCodes: await newRecoveryCodes(queries, accountId) }
      })
    },

    async remove(session, code, visitor) {
      const { accountId } = session
      const problem = await findProblem(session, code, visitor)
      if (problem) return { problem }
      await database.transaction(async (queries) => {
        await queries.rows(deleteCodeSecret, { accountId })
        await mails.toAccount(queries, accountId, 'app-removed')
      })
      return {}
    },

    async countLeft(accountId) {
      const [storedSecret] = await database.rows(storedCodeSecret, { accountId })
      return storedSecret?.isConfirmed ? storedSecret.recoveryCodes : undefined
    },
  }
}
