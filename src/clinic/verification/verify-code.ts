// Verifies a one-time code. The attempt is used up and committed before anything is compared, so
// that no number of parallel guesses gets more than five comparisons.

import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../base/db/database.ts'
import { runAfterWriting } from '../../base/db/failures.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { refuseWhenFailed } from './code-limits.ts'
import { contactHash, countedHash, type Destination } from './destination.ts'
import { storeVisitor, withStoredVisitor } from './end-user.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { type EndUser, hashCode } from './one-time-code.ts'
import { problem } from './problems.ts'
import { consumeCode, hasCodeElsewhere, lockCount, spendAttempt } from './queries.ts'

export interface VerifyServices {
  database: Database
  clock: Clock
  hash: KeyedHash
}

/**
 * Uses the code up and opens the consent gate; throws the same refusal for wrong, expired, used,
 * exhausted and never sent.
 */
export async function verifyCode(
  { database, clock, hash }: VerifyServices,
  endUser: EndUser,
  destination: Destination,
  code: string,
): Promise<void> {
  const now = clock.now()
  const destinationHash = contactHash(hash, destination)
  const { workspaceId, keyId } = endUser
  const { visitorHash } = await withStoredVisitor(database, endUser)
  const codeOf = { workspaceId, keyId, visitorHash, destinationHash }
  const attempt = await database.transaction(async (queries) => {
    await queries.rows(lockCount, {
      workspaceId,
      name: `failures of ${destinationHash.toString('hex')}`,
    })
    await refuseWhenFailed(queries, endUser, destinationHash, now)
    const [spentAttempt] = await queries.rows(spendAttempt, {
      ...codeOf,
      siteHash: endUser.origin.siteHash,
      now,
    })
    return spentAttempt
  })
  if (!attempt) {
    const [otherCode] = await database.rows(hasCodeElsewhere, { ...codeOf, now })
    throw problem(otherCode?.exists ? 'CODE_SENT_TO_OTHER_CONTACT' : 'CODE_INVALID_OR_EXPIRED')
  }
  if (!timingSafeEqual(attempt.codeHash, hashCode(hash, endUser, destination, code)))
    throw problem('CODE_INVALID_OR_EXPIRED')
  const consumed = {
    sendId: attempt.sendId,
    failureId: attempt.failureId,
    countedHash: countedHash(hash, destination),
  }
  const [opened] = await database.rows(consumeCode, { ...codeOf, ...consumed, now })
  if (!opened) throw problem('CODE_INVALID_OR_EXPIRED')
  await runAfterWriting(() => storeVisitor(database, { ...endUser, visitorHash }))
}
