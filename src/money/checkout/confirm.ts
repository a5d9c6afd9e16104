// The outcome of a payment, for any caller. Only the gateway's own answer is believed (PAY-20). A
// payment is recorded once, in one transaction; later calls get the same answer.

import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { plan, removePlanned } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { formatMoney } from '../../base/values/money.ts'
import { GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { toGatewayReading } from '../payments/gateways/gateways.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import { type PayableName, payableIds, toPayableName } from '../payments/payable-name.ts'
import { findLatestSession } from '../payments/payment-session.ts'
import {
  checkoutKind,
  type PaymentSession,
  type PaymentSessionState,
  sessionByGatewayId,
  sessionByRef,
} from '../payments/payment-session-queries.ts'
import { hasFailed } from '../payments/refund-queries.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { problem } from './problems.ts'
import { appointmentByReference, payableById } from './queries.ts'
import { autoCancelledReason, settle } from './settle.ts'

/** The references of a payment, in the order in which they are tried; undefined if not sent. */
export interface PaymentReferences {
  sessionRef: string | undefined
  appointmentRef?: string | undefined
  gatewayReferenceId?: string | undefined
}

/**
 * Why a payment that is neither paid nor failed is over. NOT_PAID_IN_TIME: its booking was
 * released. CANCELLED: its booking was cancelled before it was paid. FEE_KEPT: cancelled after it
 * was paid. REFUND_IN_PROGRESS, REFUNDED, PART_REFUNDED, REFUND_FAILED: the refund is in progress,
 * is complete (for all or a part of the payment), or failed at the gateway. NO_CHECKOUT: the
 * booking is active, and it has no open checkout.
 */
export const overReasons = [
  'NOT_PAID_IN_TIME',
  'CANCELLED',
  'FEE_KEPT',
  'REFUND_IN_PROGRESS',
  'REFUNDED',
  'PART_REFUNDED',
  'REFUND_FAILED',
  'NO_CHECKOUT',
] as const
export type OverReason = (typeof overReasons)[number]

export interface PaymentOutcome {
  status: 'SUCCESS' | 'FAILED' | 'PENDING'
  appointmentRef: string | null
  paymentStatus: PaymentStatus
  /** Sessions left in the pack the payment bought. */
  walletBalanceAfter: number | null
  message: string
  /**
   * Whether the outcome is final although it is PENDING, so that asking again makes no difference.
   */
  over: boolean
  /** Null unless it is over. */
  reason: OverReason | null
  /**
   * The time or token is held for the payment until this time; null unless its checkout is open.
   */
  heldUntil: Instant | null
}

/**
 * Finds a payment, reads it at its gateway if it is still open, and records the result. Throws
 * PAYMENT_NOT_FOUND, SESSION_REF_REQUIRED, or the gateway's answer.
 */
export async function confirmPayment(
  services: CheckoutServices,
  caller: Caller,
  references: PaymentReferences,
): Promise<PaymentOutcome> {
  const { database } = services
  const { workspaceId } = caller
  const { payable, session } = await findPayment(database, workspaceId, references)
  const before = await loadPayableState(database, workspaceId, payable, session)
  if (session?.state !== 'OPEN' || before.isOver) return toOutcome(before, session)
  const settledSession = await askGateway(services, caller, session)
  return toOutcome(
    await loadPayableState(database, workspaceId, payable, settledSession),
    settledSession,
  )
}

const tokenPattern = /^[A-Z]{1,3}-\d+$/

/**
 * The payment of the first reference that is known. A reference in the form of a token
 * matches nothing.
 */
export async function findPayment(
  queries: Queries,
  workspaceId: number,
  { sessionRef, appointmentRef, gatewayReferenceId }: PaymentReferences,
) {
  if (sessionRef !== undefined) {
    const [session] = await queries.rows(sessionByRef, { workspaceId, sessionRef })
    if (session) return { session, payable: toPayableName(session) }
  }
  if (appointmentRef !== undefined) {
    if (tokenPattern.test(appointmentRef)) throw problem('SESSION_REF_REQUIRED')
    const [appointment] = await queries.rows(appointmentByReference, {
      workspaceId,
      bookingReference: appointmentRef,
    })
    if (appointment) {
      const payable: PayableName = { kind: 'APPOINTMENT', id: appointment.id }
      return { session: await findLatestSession(queries, workspaceId, payable), payable }
    }
  }
  if (gatewayReferenceId !== undefined) {
    const [session] = await queries.rows(sessionByGatewayId, {
      workspaceId,
      gatewayId: gatewayReferenceId,
    })
    if (session) return { session, payable: toPayableName(session) }
  }
  throw problem('PAYMENT_NOT_FOUND')
}

interface PayableState extends RowOf<typeof payableById.returns> {
  /** Whether the payment is over and paid, and its refund failed at the gateway. */
  hasFailedRefund: boolean
}

async function loadPayableState(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
  session: PaymentSession | undefined,
): Promise<PayableState> {
  const [found] = await queries.rows(payableById, { workspaceId, ...payableIds(payable) })
  if (!found) throw problem('PAYMENT_NOT_FOUND')
  const mayHaveFailed = session !== undefined && found.isOver && found.paymentStatus === 'PAID'
  const failed = mayHaveFailed
    ? await queries.rows(hasFailed, { workspaceId, paymentSessionId: session.id })
    : []
  return { ...found, hasFailedRefund: failed.length > 0 }
}

/**
 * Reads an open checkout at its gateway, and returns the payment session after that answer. Throws
 * GATEWAY_NOT_CONFIGURED, GATEWAY_NOT_REACHED, or the gateway's answer.
 */
export async function askGateway(
  services: CheckoutServices,
  actor: Actor,
  session: PaymentSession,
): Promise<PaymentSession> {
  const { database, configurations, gateways, log } = services
  const { workspaceId, id, gatewayId } = session
  const gateway = await gateways.of(workspaceId, session.gateway)
  if (!gateway || gatewayId === null) throw problem('GATEWAY_NOT_CONFIGURED')
  const reading = toGatewayReading(
    session,
    await gateway.read({ workspaceId, gatewayId }).catch(rethrowForCaller),
  )
  if (reading === 'UNTRUE')
    log.warn(
      { workspaceId, paymentSession: id },
      'a gateway reported a different amount, currency or payment than requested',
    )
  if (reading === 'OPEN' || reading === 'UNTRUE') return session
  const { notices } = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const {
      step,
      session: settledSession,
      now,
    } = await settle(
      queries,
      { workspaceId, actor, notices, clock: services.clock },
      session,
      reading,
    )
    const ending = { workspaceId, kind: checkoutKind, subjectId: id }
    if (step === 'CONFIRM') await removePlanned(queries, ending)
    // The hold is released at once.
    if (step === 'FAIL') await plan(queries, { ...ending, dueAt: now })
    return settledSession
  })
}

/** Passes a gateway's error response on to the caller. */
export function rethrowForCaller(error: unknown): never {
  if (error instanceof GatewayRefused) throw new ForwardedAnswer(error.status, error.body)
  if (error instanceof GatewaySilent) throw problem('GATEWAY_NOT_REACHED')
  throw error
}

/**
 * First checks whether the booking is still active: only an active booking can be reported as paid,
 * and a booking that is over is reported as failed only if its payment was declined, which is final
 * (A-183).
 */
function toOutcome(payable: PayableState, session: PaymentSession | undefined): PaymentOutcome {
  const { reference, paymentStatus, isOver, sessionsLeft } = payable
  const answer = (status: PaymentOutcome['status'], message: string): PaymentOutcome => ({
    status,
    appointmentRef: reference,
    paymentStatus,
    walletBalanceAfter: status === 'SUCCESS' ? sessionsLeft : null,
    message,
    over: false,
    reason: null,
    heldUntil: null,
  })
  const overOutcome = (reason: OverReason, message: string): PaymentOutcome => ({
    ...answer('PENDING', message),
    over: true,
    reason,
  })
  if (isOver) {
    const { what, reason } = whyOver(payable, session?.state)
    if (reason === 'NOT_PAID_IN_TIME' && session?.isDeclined)
      return answer(
        'FAILED',
        `The payment was declined, and the place was given up; ${lateMoneyText}. Reserve again to try once more.`,
      )
    return overOutcome(
      reason,
      `${what}; ${reason === 'PART_REFUNDED' ? partRefundText(payable) : overMessages[reason]}.`,
    )
  }
  if (paymentStatus === 'PAID') return answer('SUCCESS', 'The payment has arrived.')
  if (session?.state === 'FAILED') {
    return answer(
      'FAILED',
      'The payment failed or its checkout has expired; the place is given up in a moment. Reserve again to try once more.',
    )
  }
  // Only in these states can the booking still be paid online.
  if (session?.state === 'OPENING' || session?.state === 'OPEN')
    return { ...answer('PENDING', pendingMessages[session.state]), heldUntil: session.heldUntil }
  return overOutcome(
    'NO_CHECKOUT',
    'There is no open checkout for this booking; it can be paid at the clinic.',
  )
}

const pendingMessages = {
  OPENING:
    'The checkout is still being opened; ask again in some seconds. Its reservation can be sent again with the Idempotency-Key that it had, if it had one.',
  OPEN: 'The outcome of the payment is not known yet; ask again in a few seconds.',
}

type BookingOverReason = Exclude<OverReason, 'NO_CHECKOUT'>

const lateMoneyText = 'should money still arrive, it is refunded'
const partRefundText = ({ refundedMinor, dueMinor, currency }: PayableState) =>
  `${formatMoney(refundedMinor, currency)} of ${formatMoney(dueMinor, currency)} has been refunded`
const overMessages: Record<Exclude<BookingOverReason, 'PART_REFUNDED'>, string> = {
  NOT_PAID_IN_TIME: lateMoneyText,
  CANCELLED: lateMoneyText,
  FEE_KEPT: 'the clinic has kept the fee',
  REFUND_IN_PROGRESS: 'the money is being refunded',
  REFUNDED: 'the money has been refunded',
  REFUND_FAILED: 'the payment gateway could not refund the payment; ask the clinic',
}

/**
 * `state` is that of the payment session. Only it says what happens to the money: the cancellation
 * reason is free text.
 */
function whyOver(
  {
    paymentStatus,
    cancellationReason,
    reference,
    wasActivated,
    isRefunding,
    hasFailedRefund,
    refundedMinor,
    dueMinor,
  }: PayableState,
  state: PaymentSessionState | undefined,
): { what: string; reason: BookingOverReason } {
  // A booking that was paid through its checkout was not released for lack of payment. Packs store
  // no reason; a pack that was paid in time is over because its price was refunded.
  const isAutomatic =
    state !== undefined &&
    state !== 'PAID' &&
    (cancellationReason === autoCancelledReason || (reference === null && !wasActivated))
  const sentence = isAutomatic
    ? 'The booking was auto-cancelled, because its payment was not completed in time'
    : 'The booking was cancelled'
  const cause = (reason: BookingOverReason) => ({ what: sentence, reason })
  if (paymentStatus === 'REFUNDED')
    return cause(refundedMinor < dueMinor ? 'PART_REFUNDED' : 'REFUNDED')
  if (paymentStatus === 'PAID') {
    if (isRefunding) return cause('REFUND_IN_PROGRESS')
    if (hasFailedRefund) return cause('REFUND_FAILED')
    // The clinic keeps nothing of a late payment.
    return cause(state === 'RETURNING' ? 'REFUND_IN_PROGRESS' : 'FEE_KEPT')
  }
  return cause(isAutomatic ? 'NOT_PAID_IN_TIME' : 'CANCELLED')
}
