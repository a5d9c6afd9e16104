// The Idempotency-Key of a request. The transaction that makes a booking also ties the key to it,
// so a key leads to one booking or to none (INV-30). The answer is stored once it is known; until
// then one request at a time works on it. docs/decisions/money.md

import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../base/contract/route.ts'
import { type Queries, violatedConstraint } from '../../base/db/database.ts'
import { canonicalJson, sha256 } from '../../base/values/canonical.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type PayableName, payableIds, toPayableName } from '../payments/payable-name.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { problem } from './problems.ts'
import {
  insertIdempotencyKey,
  keyConstraint,
  keyOutcome,
  leaseKey,
  releaseKey,
  storeKeyAnswer,
} from './queries.ts'

/** A key with the body that was sent with it. */
export interface IdempotencyKey {
  workspaceId: number
  keyHash: Buffer
  /**
   * The hash of the body as it was sent. It does not depend on how the body is parsed, and is the
   * only hash that another release may have stored.
   */
  bodyHash: Buffer
  /** The hash of what the route reads in the body. */
  meaningHash: Buffer
}

/** Another request with the same key came first; nothing was written. */
export class KeyAlreadyTied extends Error {}

/**
 * How long a caller waits for the gateway, or for another request with the same key. Then
 * the answer tells them how to continue.
 */
export const patienceMs = 4_000
const pollMs = 100
/**
 * How long one request may work on an answer before another may take over; longer than the timeout
 * of a gateway.
 */
const leaseMs = 10_000

/**
 * After this many seconds, a request that continued in the background has finished, or its lease
 * has expired if its process died.
 */
export const behindSeconds = Math.ceil((leaseMs - patienceMs) / 1_000)

/**
 * A key in its scope. Under a developer key, the scope is the workspace, so that a rotated key can
 * finish a retry. Under a session, it is the end user and their verified contact, since a page's
 * end-user ids can be guessed. `undefined` without a key. `meaning`: what the route
 * reads in the body.
 */
export function toIdempotencyKey(
  { workspaceId, kind, keyId, endUser, verifiedContact }: Caller,
  key: string | undefined,
  { path, body, meaning }: { path: string; body: object; meaning: object },
): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  if (kind === 'session' && !(endUser && verifiedContact)) throw problem('NOT_VERIFIED')
  const owner =
    kind === 'key'
      ? 'key'
      : `session ${keyId} ${endUser?.toString('hex')} ${verifiedContact?.toString('hex')}`
  return {
    workspaceId,
    keyHash: sha256(JSON.stringify([path, owner, key])),
    bodyHash: sha256(canonicalJson(body)),
    meaningHash: sha256(canonicalJson(meaning)),
  }
}

/**
 * The outcome of a key: a stored answer to repeat, or a payable whose answer this request has to
 * find.
 */
export type KeyOutcome = { answer: Record<string, unknown> } | { payable: PayableName }

/**
 * The outcome of a key; undefined if there is none yet. Waits for a request that is working on it,
 * until `answerBy` of `performance.now()` and while that request may still answer its own caller.
 * Throws IDEMPOTENCY_KEY_REUSED if the body is different, and RESERVATION_IN_PROGRESS if waiting no
 * longer helps: the other request continued in the background, or died.
 */
export async function awaitKeyOutcome(
  { database, clock }: Pick<CheckoutServices, 'database' | 'clock'>,
  key: IdempotencyKey,
  answerBy: number,
): Promise<KeyOutcome | undefined> {
  for (;;) {
    const [found] = await database.rows(keyOutcome, {
      workspaceId: key.workspaceId,
      keyHash: key.keyHash,
    })
    if (!found) return undefined
    if (!isSameRequest(found, key)) throw problem('IDEMPOTENCY_KEY_REUSED')
    if (found.answer) return { answer: found.answer }
    const times = leaseTimes(clock)
    const [leased] = await database.rows(leaseKey, {
      workspaceId: key.workspaceId,
      keyHash: key.keyHash,
      ...times,
    })
    if (leased) return { payable: toPayableName(found) }
    // Null means that it was released a moment ago.
    const leftMs = found.leasedUntil === null ? leaseMs : found.leasedUntil - times.realNow
    const isBehind = leaseMs - leftMs > patienceMs
    if (isBehind || performance.now() > answerBy) throw inProgressProblem(leftMs)
    await sleep(pollMs)
  }
}

/** Whether two requests with the same key have the same body, or the same meaning. */
export function isSameRequest(
  stored: { bodyHash: Buffer; meaningHash: Buffer | null },
  { bodyHash, meaningHash }: IdempotencyKey,
): boolean {
  return stored.bodyHash.equals(bodyHash) || stored.meaningHash?.equals(meaningHash) === true
}

const inProgressProblem = (leftMs: number) =>
  problem('RESERVATION_IN_PROGRESS', {
    retryAfterSeconds: String(Math.max(1, Math.ceil(leftMs / 1_000))),
  })

/** Throws RESERVATION_IN_PROGRESS while another request with this key is still in progress. */
export function refuseWhileInProgress(
  clock: CheckoutServices['clock'],
  leasedUntil: Instant | null,
): void {
  const leftMs = (leasedUntil ?? 0) - leaseTimes(clock).realNow
  if (leftMs > 0) throw inProgressProblem(leftMs)
}

// Uses real time: a sandbox's clock may be moved while a request is working.
function leaseTimes(clock: CheckoutServices['clock']): { realNow: Instant; leasedUntil: Instant } {
  const realNow = clock.now() - clock.sandboxOffsetMs()
  return { realNow, leasedUntil: realNow + leaseMs }
}

/**
 * Ties a key to what its request makes, in the same transaction; without an answer, this request
 * gets the lease. Throws `KeyAlreadyTied`.
 */
export async function tieKeyToPayable(
  queries: Queries,
  clock: CheckoutServices['clock'],
  key: IdempotencyKey,
  { payable, answer }: { payable: PayableName; answer: Record<string, unknown> | null },
): Promise<void> {
  const leasedUntil = answer === null ? leaseTimes(clock).leasedUntil : null
  const [row] = await queries.rows(insertIdempotencyKey, {
    ...key,
    ...payableIds(payable),
    answer,
    leasedUntil,
    now: clock.now(),
  })
  if (!row) throw new KeyAlreadyTied()
}

/** Does the same for a statement that stores a key together with what its request makes. */
export function detectTiedKey<T>(insertion: Promise<T>): Promise<T> {
  return insertion.catch((error: unknown) => {
    throw violatedConstraint(error) === keyConstraint ? new KeyAlreadyTied() : error
  })
}

/** Stores the answer that repeated requests get from now on. */
export async function storeAnswer(
  queries: Queries,
  { workspaceId, keyHash }: IdempotencyKey,
  answer: Record<string, unknown>,
): Promise<void> {
  await queries.rows(storeKeyAnswer, { workspaceId, keyHash, answer })
}

/** The stored answer, if there is one. */
export async function findAnswer(
  queries: Queries,
  { workspaceId, keyHash }: IdempotencyKey,
): Promise<Record<string, unknown> | null> {
  const [found] = await queries.rows(keyOutcome, { workspaceId, keyHash })
  return found?.answer ?? null
}

/** Releases the key, so that the next request with it can continue. */
export async function releaseIdempotencyKey(
  queries: Queries,
  { workspaceId, keyHash }: IdempotencyKey,
): Promise<void> {
  await queries.rows(releaseKey, { workspaceId, keyHash })
}
