// Sends a one-time code. Its place in the limits is taken and committed before anything is delivered, so
// that no number of calls, processes or crashes delivers one code more; what the rail refuses gives its
// place back.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Configurations } from '../catalogue/configuration.ts'
import type { Database, Queries } from '../db/database.ts'
import { defaultCodesPerDay } from '../messages/message-settings.ts'
import { type MessageRails, MessageRefused, MessageUncertain } from '../messages/rail.ts'
import type { Clock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import { contactHash, type Destination } from './destination.ts'
import { asKeptVisitor, keepAsVisitor } from './end-user.ts'
import type { KeyedHash } from './keyed-hash.ts'
import {
  countedBy,
  dayMs,
  type EndUser,
  failuresOfDestination,
  hashCode,
  newCode,
  refuseWhenReached,
  sendsOfDestination,
  sendsOfEndUser,
  validMinutes,
} from './one-time-code.ts'
import { fullDestination, fullEndUser, fullOfFailures, lockCount, noteDelivery, sendsOfWorkspace, takeSend, undoSend } from './queries.ts'

export interface SendServices {
  database: Database
  clock: Clock
  hash: KeyedHash
  rails: MessageRails
  configurations: Configurations
  /** Tells the operator. */
  log: { warn(fields: Record<string, unknown>, sentence: string): void }
}

/** Sends a new code, which replaces the one before; throws the refusals of limits and rail, and then no code verifies. */
export async function sendCode({ database, clock, hash, rails, configurations, log }: SendServices, endUser: EndUser, destination: Destination): Promise<void> {
  const code = newCode()
  const destinationHash = contactHash(hash, destination)
  const { workspaceId, keyId } = endUser
  const { codesPerDay = defaultCodesPerDay } = (await configurations.of(workspaceId)).messages ?? {}
  const { sendId, clinic, codeOf } = await database.transaction(async (queries) => {
    // Counting and taking are one step for each workspace, destination and end user; always locked in this order, so that
    // two sends cannot wait for each other.
    await queries.rows(lockCount, { workspaceId, name: 'sends' })
    await queries.rows(lockCount, { workspaceId: 0, name: `sends to ${destinationHash.toString('hex')}` })
    await queries.rows(lockCount, { workspaceId, name: `sends of ${endUser.hash.toString('hex')}` })
    // Read now, so that no send is counted that comes after this one.
    const now = clock.now()
    await refuseWhenSpent(queries, endUser, destinationHash, now)
    await refuseOverBudget(queries, workspaceId, codesPerDay, now, log)
    const { visitorHash } = await asKeptVisitor(queries, endUser)
    const codeOf = { workspaceId, keyId, visitorHash, destinationHash }
    await keepAsVisitor(queries, { ...endUser, visitorHash })
    const [taken] = await queries.rows(takeSend, {
      ...codeOf,
      endUserHash: endUser.hash,
      channel: destination.channel,
      codeHash: hashCode(hash, endUser, destination, code),
      now,
      expiresAt: now + validMinutes * 60_000,
    })
    if (!taken) throw new Error('the workspace of a caller is missing')
    return { ...taken, codeOf }
  })
  try {
    await inTime(rails.send(workspaceId, { channel: destination.channel, destination: destination.address, code, clinic, validMinutes }))
  } catch (error) {
    // A message that may arrive all the same keeps its place in the limits; its code verifies nothing.
    if (!(error instanceof MessageUncertain)) await database.rows(undoSend, { ...codeOf, sendId })
    throw error instanceof MessageRefused ? problem('CODE_NOT_DELIVERED') : error
  }
  await database.rows(noteDelivery, { ...codeOf, sendId })
}

/** Throws the 429 when a limit is reached. */
async function refuseWhenSpent(queries: Queries, { workspaceId, hash: endUserHash }: EndUser, destinationHash: Buffer, now: Instant): Promise<void> {
  const [toDestination] = await queries.rows(fullDestination, { destinationHash, ...countedBy(sendsOfDestination, now) })
  const [ofEndUser] = await queries.rows(fullEndUser, { workspaceId, endUserHash, ...countedBy(sendsOfEndUser, now) })
  const [failed] = await queries.rows(fullOfFailures, { workspaceId, destinationHash, ...countedBy(failuresOfDestination, now) })
  refuseWhenReached(
    [
      { limit: sendsOfDestination, counted: toDestination?.sentAt },
      { limit: sendsOfEndUser, counted: ofEndUser?.sentAt },
      { limit: failuresOfDestination, counted: failed?.failedAt },
    ],
    now,
  )
}

const toldAt = 0.8

/** Throws the 429 when the workspace has sent what it may in a day; tells the operator when four fifths are sent, and when all are. */
async function refuseOverBudget(queries: Queries, workspaceId: number, codesPerDay: number, now: Instant, log: SendServices['log']): Promise<void> {
  const [sent] = await queries.rows(sendsOfWorkspace, { workspaceId, since: now - dayMs, max: codesPerDay })
  const { count = 0, firstAt = null } = sent ?? {}
  if (count >= codesPerDay) {
    log.warn({ workspaceId, codesPerDay }, 'no more one-time codes are sent: the budget of the workspace is spent (messages.codesPerDay)')
    refuseWhenReached([{ limit: { countMax: codesPerDay, windowMs: dayMs }, counted: firstAt ?? undefined }], now)
  }
  if (count + 1 === Math.ceil(codesPerDay * toldAt)) {
    log.warn({ workspaceId, codesPerDay, sent: count + 1 }, 'four fifths of the one-time codes of a day are sent (messages.codesPerDay)')
  }
}

const deliveryMsMax = 5_000

/** A rail that does not finish in time has not taken the message. */
async function inTime(sending: Promise<void>): Promise<void> {
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
