// Sends a one-time code. It is counted in the limits, and that is committed, before anything is
// delivered, so that no number of calls, processes or crashes can deliver more codes; if the rail
// refuses, it no longer counts.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../base/db/database.ts'
import { defaultCodesPerDay } from '../../base/messages/channels.ts'
import { type MessageRails, MessageRefused, MessageUncertain } from '../../base/messages/rail.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import { refuseOverBudget, refuseWhenSpent } from './code-limits.ts'
import { contactHash, countedHash, type Destination } from './destination.ts'
import { storeVisitor, withStoredVisitor } from './end-user.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { type EndUser, generateCode, hashCode, validMinutes } from './one-time-code.ts'
import { problem } from './problems.ts'
import { insertSend, lockCount, markDelivered, undoSend } from './queries.ts'

export interface SendServices {
  database: Database
  clock: Clock
  hash: KeyedHash
  rails: MessageRails
  configurations: Configurations
  /** Notifies the operator. */
  log: { warn(fields: Record<string, unknown>, sentence: string): void }
}

/**
 * Sends a new code, which replaces the previous one; throws the refusals of limits and rail, after
 * which no code can be verified.
 */
export async function sendCode(
  { database, clock, hash, rails, configurations, log }: SendServices,
  endUser: EndUser,
  destination: Destination,
): Promise<void> {
  const code = generateCode()
  const hashes = {
    destinationHash: contactHash(hash, destination),
    countedHash: countedHash(hash, destination),
  }
  const { workspaceId, keyId } = endUser
  const { codesPerDay = defaultCodesPerDay } = (await configurations.of(workspaceId)).messages ?? {}
  const { sendId, clinic, codeOf } = await database.transaction(async (queries) => {
    // Counting and taking are one step for each workspace, destination and end user; always locked
    // in this order, so that two sends cannot deadlock.
    await queries.rows(lockCount, { workspaceId, name: 'sends' })
    await queries.rows(lockCount, {
      workspaceId: 0,
      name: `sends to ${hashes.countedHash.toString('hex')}`,
    })
    await queries.rows(lockCount, { workspaceId, name: `sends of ${endUser.hash.toString('hex')}` })
    // The clock is read now, so that no send with a later time is counted.
    const now = clock.now()
    const visitor = await withStoredVisitor(queries, endUser)
    await refuseWhenSpent(queries, visitor, hashes, now)
    await refuseOverBudget(queries, visitor, codesPerDay, now, log)
    const codeOf = {
      workspaceId,
      keyId,
      visitorHash: visitor.visitorHash,
      destinationHash: hashes.destinationHash,
    }
    await storeVisitor(queries, visitor)
    const [send] = await queries.rows(insertSend, {
      ...codeOf,
      countedHash: hashes.countedHash,
      endUserHash: endUser.hash,
      channel: destination.channel,
      codeHash: hashCode(hash, endUser, destination, code),
      now,
      expiresAt: now + validMinutes * 60_000,
      ...(endUser.sessionId === null
        ? { bySession: false, networkHash: null, siteHash: null }
        : { bySession: true, ...endUser.origin }),
    })
    if (!send) throw new Error('the workspace of a caller is missing')
    return { ...send, codeOf }
  })
  try {
    await waitForDelivery(
      rails.send(workspaceId, {
        channel: destination.channel,
        destination: destination.address,
        code,
        clinic,
        validMinutes,
      }),
    )
  } catch (error) {
    // A message that may still arrive stays counted in the limits; its code cannot be
    // verified.
    if (!(error instanceof MessageUncertain)) await database.rows(undoSend, { ...codeOf, sendId })
    throw error instanceof MessageRefused ? problem('CODE_NOT_DELIVERED') : error
  }
  await database.rows(markDelivered, { ...codeOf, sendId })
}

const deliveryMsMax = 5_000

/** If a rail does not finish in time, it may have accepted the message. */
async function waitForDelivery(sending: Promise<void>): Promise<void> {
  const settled = new AbortController()
  const tooLate = sleep(deliveryMsMax, undefined, { signal: settled.signal }).then(() => {
    throw new MessageUncertain(`the rail did not finish within ${deliveryMsMax} ms`)
  })
  try {
    await Promise.race([sending, tooLate])
  } finally {
    settled.abort()
  }
}
