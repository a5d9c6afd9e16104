// Verifies a one-time code. The attempt is spent and committed before anything is compared, so that no
// number of parallel guesses compares more than five times.

import { timingSafeEqual } from 'node:crypto'
import { at, type Database } from '../db/database.ts'
import { refusal } from '../http/errors.ts'
import type { Clock } from '../ports/clock.ts'
import { contactHash, type Destination } from './destination.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { type EndUser, failuresOfDestination, hashCode, refuseWhenReached } from './one-time-code.ts'
import { codeElsewhere, consumeCode, fullOfFailures, lockCount, spendAttempt } from './queries.ts'

export interface VerifyServices {
  database: Database
  clock: Clock
  hash: KeyedHash
}

/** Uses the code up and opens the gate; throws one and the same refusal for wrong, expired, used, exhausted and never sent. */
export async function verifyCode({ database, clock, hash }: VerifyServices, endUser: EndUser, destination: Destination, code: string): Promise<void> {
  const now = clock.now()
  const contact = contactHash(hash, destination)
  const { workspaceId, keyId } = endUser
  const codeOf = [workspaceId, keyId, endUser.hash, contact] as const
  const attempt = await database.transaction(async (queries) => {
    await queries.rows(lockCount, [workspaceId, `failures of ${contact.toString('hex')}`])
    const { countMax, windowMs } = failuresOfDestination
    const [failed] = await queries.rows(fullOfFailures, [workspaceId, contact, at(now - windowMs), countMax - 1])
    refuseWhenReached([{ limit: failuresOfDestination, counted: failed?.failedAt }], now)
    const [spent] = await queries.rows(spendAttempt, [...codeOf, at(now)])
    return spent
  })
  if (!attempt) {
    const [elsewhere] = await database.rows(codeElsewhere, [...codeOf, at(now)])
    throw refusal(elsewhere?.exists ? 'CODE_SENT_ELSEWHERE' : 'CODE_INVALID_OR_EXPIRED')
  }
  if (!timingSafeEqual(attempt.codeHash, hashCode(hash, endUser, destination, code))) throw refusal('CODE_INVALID_OR_EXPIRED')
  const [opened] = await database.rows(consumeCode, [...codeOf, attempt.sendId, attempt.failureId, at(now)])
  if (!opened) throw refusal('CODE_INVALID_OR_EXPIRED')
}
