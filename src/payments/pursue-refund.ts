// A refund through a gateway, between its intent and its end: the gateway is asked, outside of any transaction, and what it says is noted in
// one. A cancellation, the end of a late payment and an operator all come this way, and so does whoever takes up what one of them left.

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

/** A refund that is not given, or of which it is not known; `reason` is a sentence for operators. */
interface NotGiven<S> {
  state: S
  reason: string
  /** What the gateway answered, if it did. */
  refused?: GatewayRefused | undefined
}

/** What a gateway has said of a refund. */
export type KnownAnswer = { state: RefundState } | NotGiven<'REFUSED'>
/** The same; UNKNOWN: nothing that can be relied on. */
export type RefundAnswer = KnownAnswer | NotGiven<'UNKNOWN'>

/**
 * Asks a gateway for a refund. `isFirst`: nobody has asked for it before; else it is looked for first, and found where it was taken on and
 * the answer was lost. `isRepeated`: another refund of the payment was refused before, so that money may have gone back by it, or by
 * somebody's hand, after all.
 */
export async function askForRefund(
  gateway: Gateway | undefined,
  session: PaymentSession,
  refund: Refund,
  { isFirst, isRepeated }: { isFirst: boolean; isRepeated: boolean },
): Promise<RefundAnswer> {
  const { workspaceId, sessionRef, gatewayId, currency } = session
  if (!gateway || gatewayId === null) {
    // What somebody has asked for may be done: that its gateway cannot be asked says nothing of it.
    return { state: isFirst ? 'REFUSED' : 'UNKNOWN', reason: `the gateway ${session.gateway} is not set up here` }
  }
  const name = { workspaceId, gatewayId, key: refund.gatewayKey }
  const found = async (): Promise<RefundState | undefined> => gateway.readRefund(name)
  try {
    // Before it is looked for: what arrives in between is then found.
    const { refundedMinor } = isRepeated ? await gateway.books(name) : { refundedMinor: 0 }
    const known = isFirst ? undefined : await found()
    if (known) return { state: known }
    const amount = fromMinorUnits(refundedMinor, currency)
    if (refundedMinor > 0) return { state: 'REFUSED', reason: `the gateway has given ${amount} ${currency} back already` }
  } catch (error) {
    // Nothing was asked for yet, so nothing will come of it.
    return isFirst && error instanceof GatewayRefused ? refusedWith(error) : unknown(error)
  }
  try {
    return { state: await gateway.refund({ ...name, reference: sessionRef, amountMinor: refund.amountMinor, currency: refund.currency }) }
  } catch (error) {
    if (!(error instanceof GatewayRefused)) return unknown(error)
    // It is the service that is refused, for now, and not the refund.
    if (!isFirst && [401, 403, 429].includes(error.status)) return unknown(error)
    // One that was done before, or that broke down after it was done, is there by now.
    const known = error.status >= 500 || !isFirst ? await found().catch(unknown) : undefined
    if (typeof known === 'string') return { state: known }
    return known ?? refusedWith(error)
  }
}

const refusedWith = (error: GatewayRefused): NotGiven<'REFUSED'> => ({ state: 'REFUSED', reason: `the gateway answered ${error.status}`, refused: error })

/** A refund that is noted, and whose gateway the caller asks. */
export interface BegunRefund {
  session: PaymentSession
  refund: Refund
  /** Another refund of this payment was refused, or has failed. */
  isRepeated: boolean
  /** Of the work that follows it: the caller has it first. */
  lease: Lease
}

/** How long whoever asks a gateway is left alone with it; more than all calls of one request take together. */
const answeredMs = 60_000

/** Notes a refund for `pursueRefund`, which is to be called once the transaction is committed. */
export async function beginRefund(queries: Queries, clock: DatabaseClock, session: PaymentSession, terms: RequestTerms): Promise<BegunRefund> {
  const { workspaceId, id: paymentSessionId } = session
  const isRepeated = (await queries.rows(wasRefusedBefore, { workspaceId, paymentSessionId })).length > 0
  const refund = await requestRefund(queries, session, terms)
  // By the real clock: a sandbox's may be moved on while somebody asks.
  const leasedUntil = clock.now() - clock.sandboxOffsetMs() + answeredMs
  const lease = await planHeld(queries, { workspaceId, kind: refundKind, subjectId: refund.id, dueAt: terms.now, leasedUntil })
  return { session, refund, isRepeated, lease }
}

/** Holds what a refund is of until the transaction ends. */
type Hold = (queries: Queries, now: Instant) => Promise<HeldPayable>

/**
 * Asks the gateway for a refund that was just noted, and notes what it says. Throws what the gateway refuses with, and then all is as it was,
 * or REFUND_OUTCOME_UNKNOWN, and then the due work `refund` finds out.
 */
export async function pursueRefund(services: RefundServices, { session, refund, isRepeated, lease }: BegunRefund, hold: Hold): Promise<void> {
  const { database, gateways } = services
  const answer = await askForRefund(await gateways.of(session.workspaceId, session.gateway), session, refund, { isFirst: true, isRepeated })
  // The refund is noted, and followed by the work of it.
  const unlessLost = (error: unknown): 'UNKNOWN' => {
    if (error instanceof LeaseLost || isBusy(error)) return 'UNKNOWN'
    throw error
  }
  const noted =
    answer.state === 'UNKNOWN'
      ? await finish(database, lease, refund.requestedAt + answeredMs).then(() => answer.state, unlessLost)
      : await noteHeard(services, { refund, answer }, hold, (queries, next) => finish(queries, lease, next)).catch(unlessLost)
  // Also where it was refused a look: what a gateway answers says that all is as it was.
  if (noted === 'UNKNOWN') throw problem('REFUND_OUTCOME_UNKNOWN')
  if (noted === 'FAILED') throw problem('REFUND_NOT_POSSIBLE', { reason: 'the gateway could not give the money back' })
  if (noted !== 'REFUSED' || !('reason' in answer)) return
  throw answer.refused ? new PassedThrough(answer.refused.status, answer.refused.body) : problem('REFUND_NOT_POSSIBLE', { reason: answer.reason })
}

function unknown(error: unknown): NotGiven<'UNKNOWN'> {
  if (error instanceof GatewayRefused) return { state: 'UNKNOWN', reason: `the gateway answered ${error.status}` }
  if (error instanceof GatewaySilent) return { state: 'UNKNOWN', reason: 'the gateway did not answer' }
  throw error
}

/** A refund, and what its gateway has said of it. */
export interface HeardRefund {
  refund: Refund
  answer: KnownAnswer
}

/**
 * Notes what a gateway has said of a refund, and with it the end of the work that follows it, by `end`, which throws `LeaseLost` where that
 * work is another's by now. A refusal is then not noted: the other may be told yes. What the gateway has taken on is so whoever hears it.
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
 * Notes what a gateway has said of a refund, and returns the refund as it stands then; what it is of is held already. What was to be called
 * off for it is called off once the gateway has taken it on. Whoever comes second finds it noted.
 */
export async function noteAnswer(queries: Queries, payable: HeldPayable, { refund: seen, answer }: HeardRefund, now: Instant): Promise<Refund> {
  const { workspaceId, id, paymentSessionId, amountMinor, currency } = seen
  const [session] = await queries.rows(holdSession, { workspaceId, id: paymentSessionId })
  const [refund] = await queries.rows(holdRefund, { workspaceId, id })
  if (!session || !refund) throw new Error('a refund is gone')
  const { state } = answer
  const isTakenOn = state === 'PENDING' || state === 'DONE'
  // Of two that asked, a process that was held up and whoever took the refund up, one may be refused and the other not: the money goes by the other.
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
  // What was taken on is not undone by a refusal: the visit has been called off for it.
  const reached = state === 'REFUSED' && refund.state === 'PENDING' ? 'FAILED' : state
  const problem = 'reason' in answer ? answer.reason : state === 'FAILED' ? 'the gateway took it on, and could not give the money back' : null
  await queries.rows(setRefundState, { workspaceId, id, state: reached, problem, now })
  return { ...refund, state: reached }
}
