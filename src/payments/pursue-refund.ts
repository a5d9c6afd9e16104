// A refund through a gateway, from the request to the result: the gateway is asked, outside of any transaction, and its answer is recorded
// in one. A cancellation, the refund of a late payment and an operator's refund all use this, and so does due work that continues after one
// of them stopped.

import type { Database, Queries } from '../db/database.ts'
import { isBusy } from '../db/failures.ts'
import { finish, type Lease, LeaseLost, plan, planHeld } from '../due-work/work.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { fromMinorUnits } from '../values/money.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { problem } from '../values/problem.ts'
import { type Gateway, GatewayRefused, GatewaySilent, type RefundState } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { noteReturn } from './ledger.ts'
import type { HeldPayable } from './payable.ts'
import { holdSession, type PaymentSession, setSessionState } from './payment-session-queries.ts'
import { holdRefund, type KeptRefundState, type Refund, setRefundState, wasRefusedBefore } from './refund-queries.ts'
import { doneRefundKind, type RequestTerms, refundKind, requestRefund } from './refunds.ts'
import { dayMs, nextLook } from './settlement.ts'

export interface RefundServices {
  database: Database
  gateways: Gateways
  clock: DatabaseClock
}

/** A refund that was not made, or whose result is unknown; `reason` is a sentence for operators. */
interface NotGiven<S> {
  state: S
  reason: string
  /** The gateway's answer, if there was one. */
  refused?: GatewayRefused | undefined
}

/** A definite answer of a gateway about a refund. */
export type KnownAnswer = { state: RefundState } | NotGiven<'REFUSED'>
/** The same; UNKNOWN: nothing reliable. */
export type RefundAnswer = KnownAnswer | NotGiven<'UNKNOWN'>

/**
 * Asks a gateway for a refund. `isFirst`: it has not been requested before; otherwise it is looked up first, and found if the request
 * succeeded and the answer was lost. `isRepeated`: another refund of the payment was refused before, so money may have been refunded after
 * all, by that one or by hand.
 */
export async function askForRefund(
  gateway: Gateway | undefined,
  session: PaymentSession,
  refund: Refund,
  { isFirst, isRepeated }: { isFirst: boolean; isRepeated: boolean },
): Promise<RefundAnswer> {
  const { workspaceId, sessionRef, gatewayId, currency } = session
  if (!gateway || gatewayId === null) {
    // An earlier request may have succeeded: that the gateway cannot be asked now says nothing about it.
    return { state: isFirst ? 'REFUSED' : 'UNKNOWN', reason: `the gateway ${session.gateway} is not set up here` }
  }
  const name = { workspaceId, gatewayId, key: refund.gatewayKey }
  const found = async (): Promise<RefundState | undefined> => gateway.readRefund(name)
  try {
    // Before the look-up: a refund that is made in between is then found.
    const { refundedMinor } = isRepeated ? await gateway.books(name) : { refundedMinor: 0 }
    const known = isFirst ? undefined : await found()
    if (known) return { state: known }
    const amount = fromMinorUnits(refundedMinor, currency)
    if (refundedMinor > 0) return { state: 'REFUSED', reason: `the gateway has given ${amount} ${currency} back already` }
  } catch (error) {
    // Nothing has been requested yet, so nothing can have happened.
    return isFirst && error instanceof GatewayRefused ? refusedWith(error) : unknown(error)
  }
  try {
    return { state: await gateway.refund({ ...name, reference: sessionRef, amountMinor: refund.amountMinor, currency: refund.currency }) }
  } catch (error) {
    if (!(error instanceof GatewayRefused)) return unknown(error)
    // The service is refused for now, not the refund.
    if (!isFirst && [401, 403, 429].includes(error.status)) return unknown(error)
    // A refund that was made earlier, or whose request failed after it was made, can be found by now.
    const known = error.status >= 500 || !isFirst ? await found().catch(unknown) : undefined
    if (typeof known === 'string') return { state: known }
    return known ?? refusedWith(error)
  }
}

const refusedWith = (error: GatewayRefused): NotGiven<'REFUSED'> => ({ state: 'REFUSED', reason: `the gateway answered ${error.status}`, refused: error })

/** A recorded refund for which the caller asks the gateway. */
export interface BegunRefund {
  session: PaymentSession
  refund: Refund
  /** Another refund of this payment was refused, or has failed. */
  isRepeated: boolean
  /** The lease of the work that follows it: the caller has it first. */
  lease: Lease
}

/** How long a caller that asks a gateway has it to itself; longer than all calls of one request together. */
const answeredMs = 60_000

/** Records a refund for `pursueRefund`, which has to be called after the transaction is committed. */
export async function beginRefund(queries: Queries, clock: DatabaseClock, session: PaymentSession, terms: RequestTerms): Promise<BegunRefund> {
  const { workspaceId, id: paymentSessionId } = session
  const isRepeated = (await queries.rows(wasRefusedBefore, { workspaceId, paymentSessionId })).length > 0
  const refund = await requestRefund(queries, session, terms)
  // In real time: a sandbox's clock may be moved while the gateway is asked.
  const leasedUntil = clock.now() - clock.sandboxOffsetMs() + answeredMs
  const lease = await planHeld(queries, { workspaceId, kind: refundKind, subjectId: refund.id, dueAt: terms.now, leasedUntil })
  return { session, refund, isRepeated, lease }
}

/** Locks the payable of a refund until the transaction ends. */
type Hold = (queries: Queries, now: Instant) => Promise<HeldPayable>

/**
 * Asks the gateway for a refund that was just recorded, and records the answer. If it throws the gateway's refusal, nothing has changed; if
 * it throws REFUND_OUTCOME_UNKNOWN, the due work `refund` finds out.
 */
export async function pursueRefund(services: RefundServices, { session, refund, isRepeated, lease }: BegunRefund, hold: Hold): Promise<void> {
  const { database, gateways } = services
  const answer = await askForRefund(await gateways.of(session.workspaceId, session.gateway), session, refund, { isFirst: true, isRepeated })
  // The refund is recorded, and its due work follows it.
  const unlessLost = (error: unknown): 'UNKNOWN' => {
    if (error instanceof LeaseLost || isBusy(error)) return 'UNKNOWN'
    throw error
  }
  const noted =
    answer.state === 'UNKNOWN'
      ? await finish(database, lease, refund.requestedAt + answeredMs).then(() => answer.state, unlessLost)
      : await noteHeard(services, { refund, answer }, hold, (queries, next) => finish(queries, lease, next)).catch(unlessLost)
  // Even if a look-up was refused: passing on a gateway's answer would tell the caller that nothing has changed.
  if (noted === 'UNKNOWN') throw problem('REFUND_OUTCOME_UNKNOWN')
  if (noted === 'FAILED') throw problem('REFUND_NOT_POSSIBLE', { reason: 'the gateway could not refund the payment' })
  if (noted !== 'REFUSED' || !('reason' in answer)) return
  throw answer.refused ? new PassedThrough(answer.refused.status, answer.refused.body) : problem('REFUND_NOT_POSSIBLE', { reason: answer.reason })
}

function unknown(error: unknown): NotGiven<'UNKNOWN'> {
  if (error instanceof GatewayRefused) return { state: 'UNKNOWN', reason: `the gateway answered ${error.status}` }
  if (error instanceof GatewaySilent) return { state: 'UNKNOWN', reason: 'the gateway did not answer' }
  throw error
}

/** A refund, and its gateway's answer. */
export interface HeardRefund {
  refund: Refund
  answer: KnownAnswer
}

/**
 * Records a gateway's answer about a refund, and finishes the work that follows it with `end`, which throws `LeaseLost` if another process
 * has that work by now. A refusal is then not recorded, since the other process may get a yes. An acceptance is valid for both.
 */
export async function noteHeard(
  { database, clock }: Pick<RefundServices, 'database' | 'clock'>,
  heard: HeardRefund,
  hold: Hold,
  end: (queries: Queries, nextDueAt: Instant | undefined) => Promise<void>,
): Promise<KeptRefundState> {
  const { refund, answer } = heard
  const noted = (isHeld: boolean) =>
    database.transaction(async (queries) => {
      const now = clock.now()
      const { state } = await noteAnswer(queries, await hold(queries, now), heard, now)
      const dueAt = state === 'PENDING' ? nextLook(refund.requestedAt, now) : undefined
      if (isHeld) await end(queries, dueAt)
      else if (dueAt !== undefined) await plan(queries, { workspaceId: refund.workspaceId, kind: refundKind, subjectId: refund.id, dueAt })
      return state
    })
  return noted(true).catch((error: unknown) => {
    if (error instanceof LeaseLost && answer.state !== 'REFUSED') return noted(false)
    throw error
  })
}

/**
 * Records a gateway's answer about a refund, and returns the refund afterwards; its payable is already locked. The cancellation that goes
 * with it happens once the gateway has accepted. A second caller finds it recorded.
 */
export async function noteAnswer(queries: Queries, payable: HeldPayable, { refund: seen, answer }: HeardRefund, now: Instant): Promise<Refund> {
  const { workspaceId, id, paymentSessionId, amountMinor, currency } = seen
  const [session] = await queries.rows(holdSession, { workspaceId, id: paymentSessionId })
  const [refund] = await queries.rows(holdRefund, { workspaceId, id })
  if (!session || !refund) throw new Error('the refund was not found')
  const { state } = answer
  const isTakenOn = state === 'PENDING' || state === 'DONE'
  // If two processes ask, one that was delayed and one that took over, one may be refused and the other not: the acceptance counts.
  const isOpen = refund.state === 'REQUESTED' || refund.state === 'PENDING' || (refund.state === 'REFUSED' && isTakenOn)
  if (!isOpen) return refund
  if (isTakenOn && !payable.standing.isOver) await payable.release(refund.cancellationReason, 'REFUNDED')
  if (!isTakenOn) await payable.keep()
  if (state === 'DONE') {
    const account = session.state === 'RETURNING' ? 'OWED_BACK' : 'FEES'
    await noteReturn(queries, { workspaceId, paymentSessionId, amountMinor, currency, now }, account)
    await queries.rows(setSessionState, { workspaceId, id: paymentSessionId, state: 'RETURNED', now })
    await payable.setPayment('REFUNDED')
    await plan(queries, { workspaceId, kind: doneRefundKind, subjectId: id, dueAt: now + dayMs })
  }
  // A refusal does not undo an acceptance: the visit was already cancelled.
  const reached = state === 'REFUSED' && refund.state === 'PENDING' ? 'FAILED' : state
  const problem = 'reason' in answer ? answer.reason : state === 'FAILED' ? 'the gateway accepted the request, but could not refund the payment' : null
  await queries.rows(setRefundState, { workspaceId, id, state: reached, problem, now })
  return { ...refund, state: reached }
}
