// A refund through a gateway, from the request to the result: the gateway is asked, outside of any
// transaction, and its answer is recorded in one. A cancellation, the refund of a late payment and
// an operator's refund all use this, and so does due work that continues after one of them stopped.

import type { Database, Queries } from '../../base/db/database.ts'
import { isBusy } from '../../base/db/failures.ts'
import { finishWork, type Lease, LeaseLost, plan, planLeased } from '../../base/due-work/work.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import {
  type Gateway,
  GatewayRefused,
  GatewaySilent,
  type RefundState,
} from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { recordReturn } from './ledger.ts'
import type { LockedPayable } from './payable.ts'
import { lockSessionRow, type PaymentSession, setSessionState } from './payment-session-queries.ts'
import { problem } from './problems.ts'
import {
  lockRefund,
  type Refund,
  type StoredRefundState,
  setRefundState,
  wasRefusedBefore,
} from './refund-queries.ts'
import { doneRefundKind, type RequestTerms, refundKind, requestRefund } from './refunds.ts'
import { dayMs, nextCheck } from './settlement.ts'

export interface RefundServices {
  database: Database
  gateways: Gateways
  clock: DatabaseClock
}

/** A refund that was not made, or whose result is unknown; `reason` is a sentence for operators. */
interface FailedRefund<S> {
  state: S
  reason: string
  /** The gateway's answer, if there was one. */
  refused?: GatewayRefused | undefined
}

/** A definite answer of a gateway about a refund. */
export type DefiniteAnswer = { state: RefundState } | FailedRefund<'REFUSED'>
/** The same, or UNKNOWN if the gateway gave no reliable answer. */
export type RefundAnswer = DefiniteAnswer | FailedRefund<'UNKNOWN'>

/**
 * Asks a gateway for a refund. `isFirst`: it has not been requested before; otherwise it is looked
 * up first, since an earlier request may have succeeded although its answer was lost. `isRepeated`:
 * another refund of the payment was refused before, but it, or a refund by hand, may have been made
 * after all.
 */
export async function askForRefund(
  gateway: Gateway | undefined,
  session: PaymentSession,
  refund: Refund,
  { isFirst, isRepeated }: { isFirst: boolean; isRepeated: boolean },
): Promise<RefundAnswer> {
  const { workspaceId, sessionRef, gatewayId, currency } = session
  if (!gateway || gatewayId === null) {
    // An earlier request may have succeeded, even though the gateway cannot be asked now.
    return {
      state: isFirst ? 'REFUSED' : 'UNKNOWN',
      reason: `the gateway ${session.gateway} is not set up here`,
    }
  }
  const name = { workspaceId, gatewayId, key: refund.gatewayKey }
  const findRefund = async (): Promise<RefundState | undefined> => gateway.readRefund(name)
  try {
    // Read before the look-up, which then finds a refund that is made in between.
    const { refundedMinor } = isRepeated ? await gateway.books(name) : { refundedMinor: 0 }
    const existing = isFirst ? undefined : await findRefund()
    if (existing) return { state: existing }
    const amount = fromMinorUnits(refundedMinor, currency)
    if (refundedMinor > 0)
      return {
        state: 'REFUSED',
        reason: `the gateway has given ${amount} ${currency} back already`,
      }
  } catch (error) {
    // Nothing has been requested yet, so nothing can have happened.
    return isFirst && error instanceof GatewayRefused ? refusedResult(error) : unknownResult(error)
  }
  try {
    return {
      state: await gateway.refund({
        ...name,
        reference: sessionRef,
        amountMinor: refund.amountMinor,
        currency: refund.currency,
      }),
    }
  } catch (error) {
    if (!(error instanceof GatewayRefused)) return unknownResult(error)
    // The gateway refused the request as such (its key, its rights, its rate), not this refund,
    // which an earlier attempt may have made.
    if (!isFirst && [401, 403, 429].includes(error.status)) return unknownResult(error)
    // By now, a refund that was made earlier, or by a request that seemed to fail, can be found.
    const existing =
      error.status >= 500 || !isFirst ? await findRefund().catch(unknownResult) : undefined
    if (typeof existing === 'string') return { state: existing }
    return existing ?? refusedResult(error)
  }
}

const refusedResult = (error: GatewayRefused): FailedRefund<'REFUSED'> => ({
  state: 'REFUSED',
  reason: `the gateway answered ${error.status}`,
  refused: error,
})

/** A recorded refund for which the caller asks the gateway. */
export interface BegunRefund {
  session: PaymentSession
  refund: Refund
  /** Whether another refund of this payment was refused or has failed. */
  isRepeated: boolean
  /** The lease on the due work for this refund, which the caller holds first. */
  lease: Lease
}

/**
 * How long a caller that asks a gateway holds the lease; longer than all calls of one request
 * together.
 */
const answeredMs = 60_000

/**
 * Records a refund for `pursueRefund`, which has to be called after the transaction is committed.
 */
export async function beginRefund(
  queries: Queries,
  clock: DatabaseClock,
  session: PaymentSession,
  terms: RequestTerms,
): Promise<BegunRefund> {
  const { workspaceId, id: paymentSessionId } = session
  const isRepeated =
    (await queries.rows(wasRefusedBefore, { workspaceId, paymentSessionId })).length > 0
  const refund = await requestRefund(queries, session, terms)
  // This uses real time: a sandbox's clock may be moved while the gateway is asked.
  const leasedUntil = clock.now() - clock.sandboxOffsetMs() + answeredMs
  const lease = await planLeased(queries, {
    workspaceId,
    kind: refundKind,
    subjectId: refund.id,
    dueAt: terms.now,
    leasedUntil,
  })
  return { session, refund, isRepeated, lease }
}

/** Locks the payable of a refund until the transaction ends. */
type LockPayable = (queries: Queries, now: Instant) => Promise<LockedPayable>

/**
 * Asks the gateway for a refund that was just recorded, and records the answer. If it throws the
 * gateway's refusal, nothing has changed; if it throws REFUND_OUTCOME_UNKNOWN, the due work
 * `refund` determines the outcome.
 */
export async function pursueRefund(
  services: RefundServices,
  { session, refund, isRepeated, lease }: BegunRefund,
  lockPayable: LockPayable,
): Promise<void> {
  const { database, gateways } = services
  const answer = await askForRefund(
    await gateways.of(session.workspaceId, session.gateway),
    session,
    refund,
    { isFirst: true, isRepeated },
  )
  // The refund is recorded, and its due work will finish it.
  const ignoreLostLease = (error: unknown): 'UNKNOWN' => {
    if (error instanceof LeaseLost || isBusy(error)) return 'UNKNOWN'
    throw error
  }
  const recordedState =
    answer.state === 'UNKNOWN'
      ? await finishWork(database, lease, refund.requestedAt + answeredMs).then(
          () => answer.state,
          ignoreLostLease,
        )
      : await recordRefundAnswer(services, { refund, answer }, lockPayable, (queries, next) =>
          finishWork(queries, lease, next),
        ).catch(ignoreLostLease)
  // This applies even if a look-up was refused: a gateway's answer, passed on, would mean that
  // nothing has changed.
  if (recordedState === 'UNKNOWN') throw problem('REFUND_OUTCOME_UNKNOWN')
  if (recordedState === 'FAILED')
    throw problem('REFUND_NOT_POSSIBLE', { reason: 'the gateway could not refund the payment' })
  if (recordedState !== 'REFUSED' || !('reason' in answer)) return
  throw answer.refused
    ? new ForwardedAnswer(answer.refused.status, answer.refused.body)
    : problem('REFUND_NOT_POSSIBLE', { reason: answer.reason })
}

function unknownResult(error: unknown): FailedRefund<'UNKNOWN'> {
  if (error instanceof GatewayRefused)
    return { state: 'UNKNOWN', reason: `the gateway answered ${error.status}` }
  if (error instanceof GatewaySilent)
    return { state: 'UNKNOWN', reason: 'the gateway did not answer' }
  throw error
}

/** A refund, and its gateway's answer. */
export interface AnsweredRefund {
  refund: Refund
  answer: DefiniteAnswer
}

/**
 * Records a gateway's answer about a refund, and finishes the work that follows it with `end`,
 * which throws `LeaseLost` if another process has that work by now. A refusal is then not recorded,
 * since the other process's request may be accepted. An acceptance is valid for both.
 */
export async function recordRefundAnswer(
  { database, clock }: Pick<RefundServices, 'database' | 'clock'>,
  answered: AnsweredRefund,
  lockPayable: LockPayable,
  end: (queries: Queries, nextDueAt: Instant | undefined) => Promise<void>,
): Promise<StoredRefundState> {
  const { refund, answer } = answered
  const recordAnswer = (isHeld: boolean) =>
    database.transaction(async (queries) => {
      const now = clock.now()
      const { state } = await applyRefundAnswer(
        queries,
        await lockPayable(queries, now),
        answered,
        now,
      )
      const dueAt = state === 'PENDING' ? nextCheck(refund.requestedAt, now) : undefined
      if (isHeld) await end(queries, dueAt)
      else if (dueAt !== undefined)
        await plan(queries, {
          workspaceId: refund.workspaceId,
          kind: refundKind,
          subjectId: refund.id,
          dueAt,
        })
      return state
    })
  return recordAnswer(true).catch((error: unknown) => {
    if (error instanceof LeaseLost && answer.state !== 'REFUSED') return recordAnswer(false)
    throw error
  })
}

/**
 * Records a gateway's answer about a refund, and returns the refund afterwards; its payable is
 * already locked. The cancellation that goes with it happens once the gateway has accepted. A
 * second caller finds the answer recorded.
 */
export async function applyRefundAnswer(
  queries: Queries,
  payable: LockedPayable,
  { refund: refundBefore, answer }: AnsweredRefund,
  now: Instant,
): Promise<Refund> {
  const { workspaceId, id, paymentSessionId, amountMinor, currency } = refundBefore
  const [session] = await queries.rows(lockSessionRow, { workspaceId, id: paymentSessionId })
  const [refund] = await queries.rows(lockRefund, { workspaceId, id })
  if (!session || !refund) throw new Error('the refund was not found')
  const { state } = answer
  const isAccepted = state === 'PENDING' || state === 'DONE'
  // If a delayed process and its successor both ask, one may be refused and the other accepted: the
  // acceptance counts.
  const isOpen =
    refund.state === 'REQUESTED' ||
    refund.state === 'PENDING' ||
    (refund.state === 'REFUSED' && isAccepted)
  if (!isOpen) return refund
  if (isAccepted && !payable.standing.isOver)
    await payable.release(refund.cancellationReason, 'REFUNDED')
  if (!isAccepted) await payable.keep()
  if (state === 'DONE') {
    const account = session.state === 'RETURNING' ? 'OWED_BACK' : 'FEES'
    await recordReturn(
      queries,
      { workspaceId, paymentSessionId, amountMinor, currency, now },
      account,
    )
    await queries.rows(setSessionState, {
      workspaceId,
      id: paymentSessionId,
      state: 'RETURNED',
      now,
    })
    await payable.setPayment('REFUNDED')
    await plan(queries, { workspaceId, kind: doneRefundKind, subjectId: id, dueAt: now + dayMs })
  }
  // A refusal does not undo an acceptance: the visit was already cancelled.
  const nextState = state === 'REFUSED' && refund.state === 'PENDING' ? 'FAILED' : state
  const failure =
    state === 'FAILED' ? 'the gateway accepted the request, but could not refund the payment' : null
  const problem = 'reason' in answer ? answer.reason : failure
  await queries.rows(setRefundState, { workspaceId, id, state: nextState, problem, now })
  return { ...refund, state: nextState }
}
