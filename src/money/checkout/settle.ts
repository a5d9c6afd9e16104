// Applies the table of `money/payments/settlement.ts` to a payment session, in one transaction,
// with locks in order: the payable, then the payment session. Confirmation and due work both use
// this, so whichever comes second finds what the first one did.

import type { Queries } from '../../base/db/database.ts'
import { plan, removePlanned } from '../../base/due-work/work.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordCapture } from '../payments/ledger.ts'
import type { LockedPayable } from '../payments/payable.ts'
import { payableIds, toPayableName } from '../payments/payable-name.ts'
import {
  checkoutKind,
  lockSessionRow,
  type PaymentSession,
  type PaymentSessionState,
  recordDeclined,
  resumePaymentChecks,
  setSessionState,
  waitingStates,
} from '../payments/payment-session-queries.ts'
import { refundKind, requestRefund } from '../payments/refunds.ts'
import {
  type GatewayReading,
  nextStep,
  type SettlementStep,
  watchedMs,
} from '../payments/settlement.ts'
import { type CheckoutServices, lockPayable, type SettlementContext } from './checkout-services.ts'
import { payableById } from './queries.ts'

/** Why a booking whose payment did not come in time is cancelled. */
export const autoCancelledReason = 'auto-cancelled: payment not completed'

/** A payment session and its payable, both locked. */
interface LockedSession {
  session: PaymentSession
  payable: LockedPayable
  now: Instant
}

async function lockSession(
  queries: Queries,
  context: SettlementContext,
  { workspaceId, id, ...payableColumns }: PaymentSession,
): Promise<LockedSession> {
  const payable = await lockPayable(queries, context, toPayableName(payableColumns))
  const [payableState] = await queries.rows(payableById, {
    workspaceId,
    ...payableIds(toPayableName(payableColumns)),
  })
  const state = {
    ...payable.standing,
    isPaidInPart: payable.standing.paymentStatus === 'UNPAID' && (payableState?.deskMinor ?? 0) > 0,
  }
  const [session] = await queries.rows(lockSessionRow, { workspaceId, id })
  if (!session) throw new Error('the payment session was not found')
  return { session, payable: { ...payable, standing: state }, now: context.clock.now() }
}

/**
 * Settles a payment session by its gateway's answer; returns the step that was taken and the
 * session afterwards.
 */
export async function settle(
  queries: Queries,
  context: SettlementContext,
  sessionBefore: PaymentSession,
  reading: GatewayReading,
): Promise<{ step: SettlementStep; session: PaymentSession; now: Instant }> {
  const locked = await lockSession(queries, context, sessionBefore)
  const { session, payable, now } = locked
  const { state, heldUntil, keepsBooking } = session
  const { standing } = payable
  const isWatchOver = now >= heldUntil + watchedMs
  const step = nextStep({
    state,
    reading,
    standing,
    isSwept: isSwept(session, standing.isOver, now),
    isWatchOver,
    keepsBooking,
  })
  const isDeclined = session.isDeclined || reading === 'FAILED'
  if (isDeclined && !session.isDeclined)
    await queries.rows(recordDeclined, { workspaceId: session.workspaceId, id: session.id, now })
  const reachedState = await performStep(queries, locked, step)
  if (step === 'RELEASE') await payable.notify('expiry')
  if (step === 'RETURN') await payable.notify('refund')
  return { step, session: { ...session, state: reachedState, isDeclined }, now }
}

/**
 * Whether a time or token need no longer be held: its hold has expired, its checkout has failed, or
 * it was cancelled.
 */
export function isSwept(
  { state, heldUntil }: PaymentSession,
  isOver: boolean,
  now: Instant,
): boolean {
  return now >= heldUntil || state === 'FAILED' || isOver
}

async function performStep(
  queries: Queries,
  { session, payable, now }: LockedSession,
  step: SettlementStep,
): Promise<PaymentSessionState> {
  const { workspaceId, id, amountMinor, currency, deskPaymentMode } = session
  const money = { workspaceId, paymentSessionId: id, amountMinor, currency, now }
  // The session is settled first: the payable checks whether a checkout is still open.
  const setState = async (state: PaymentSessionState) => {
    await queries.rows(setSessionState, { workspaceId, id, state, now })
    return state
  }
  switch (step) {
    case 'CONFIRM': {
      await recordCapture(queries, money, 'FEES')
      const state = await setState('PAID')
      await payable.setPayment('PAID', 'ONLINE')
      return state
    }
    case 'FAIL':
      return setState('FAILED')
    case 'RELEASE': {
      const state = await setState('RELEASED')
      await payable.release(autoCancelledReason, 'UNPAID')
      return state
    }
    case 'KEEP': {
      const state = await setState('RELEASED')
      await payable.setPayment('UNPAID', deskPaymentMode)
      return state
    }
    case 'WATCH':
      return setState('RELEASED')
    case 'RETURN': {
      await recordCapture(queries, money, 'OWED_BACK')
      const state = await setState('RETURNING')
      // The clinic has the money until it is refunded.
      await payable.setPayment('PAID', 'ONLINE')
      const fullRefund = {
        percentage: 100,
        amountMinor,
        overrideReason: null,
        cancellationReason: null,
      }
      const refund = await requestRefund(queries, session, { ...fullRefund, now })
      await plan(queries, { workspaceId, kind: refundKind, subjectId: refund.id, dueAt: now })
      return state
    }
    case 'CLOSE':
      return setState('CLOSED')
    case 'NOTHING':
    case 'DISPUTE':
      return session.state
  }
}

/**
 * Makes room for a patient's new reservation by releasing one whose checkout has failed.
 */
export async function releaseFailed(
  queries: Queries,
  context: SettlementContext,
  sessionBefore: PaymentSession,
): Promise<void> {
  const locked = await lockSession(queries, context, sessionBefore)
  if (locked.session.state === 'FAILED' && !locked.payable.standing.isOver)
    await performStep(queries, locked, 'RELEASE')
}

/**
 * Keeps a booking whose checkout could not be opened, unpaid; false if the checkout was no
 * longer being opened. If it is certain that there is no checkout, nothing is watched any longer.
 */
export async function keepUnpaid(
  queries: Queries,
  context: SettlementContext,
  sessionBefore: PaymentSession,
  isCertain: boolean,
): Promise<boolean> {
  const { session, payable, now } = await lockSession(queries, context, sessionBefore)
  if (session.state !== 'OPENING') return false
  const { workspaceId, id, deskPaymentMode } = session
  await queries.rows(setSessionState, { workspaceId, id, state: 'NOT_OPENED', now })
  if (!payable.standing.isOver) await payable.setPayment('UNPAID', deskPaymentMode)
  if (isCertain) await removePlanned(queries, { workspaceId, kind: checkoutKind, subjectId: id })
  return true
}

/**
 * Keeps a booking that is to be paid at the desk instead of through its checkout, which is closed
 * at the gateway; a payment that still arrives confirms it. Returns false if the booking is over; a
 * booking that is paid, or has no open checkout, is left as it is.
 */
export async function keepForDesk(
  queries: Queries,
  context: SettlementContext,
  sessionBefore: PaymentSession,
): Promise<boolean> {
  const { session, payable, now } = await lockSession(queries, context, sessionBefore)
  const { workspaceId, id, deskPaymentMode } = session
  if (payable.standing.isOver) return false
  if (!isWaiting(session)) return true
  await queries.rows(setSessionState, { workspaceId, id, state: 'RELEASED', now })
  await payable.setPayment('UNPAID', deskPaymentMode)
  await plan(queries, { workspaceId, kind: checkoutKind, subjectId: id, dueAt: now })
  return true
}

const isWaiting = ({ state }: PaymentSession) => waitingStates.some((waiting) => waiting === state)

/**
 * Lets a checkout that was refused or not answered be opened after all, as long as its hold lasts
 * false if it is too late.
 */
export async function openAgain(
  queries: Queries,
  context: SettlementContext,
  sessionBefore: PaymentSession,
): Promise<boolean> {
  const { session, payable, now } = await lockSession(queries, context, sessionBefore)
  const { workspaceId, id, heldUntil } = session
  if (session.state === 'OPENING') return now < heldUntil
  if (
    session.state !== 'NOT_OPENED' ||
    now >= heldUntil ||
    payable.standing.isOver ||
    payable.standing.paymentStatus !== 'UNPAID'
  )
    return false
  if (payable.standing.isPaidInPart) return false
  await queries.rows(setSessionState, { workspaceId, id, state: 'OPENING', now })
  await payable.setPayment('PENDING', 'ONLINE')
  await plan(queries, { workspaceId, kind: checkoutKind, subjectId: id, dueAt: heldUntil })
  return true
}

/**
 * Has an ended checkout checked once more, since its gateway may have captured a payment days
 * later; without a captured payment, it is closed again. Does nothing unless it is CLOSED.
 */
export async function recheckCheckout(
  { database, clock }: Pick<CheckoutServices, 'database' | 'clock'>,
  { workspaceId, id }: PaymentSession,
): Promise<void> {
  await database.transaction(async (queries) => {
    const now = clock.now()
    const watched = await queries.rows(resumePaymentChecks, { workspaceId, id, now })
    if (watched.length > 0)
      await plan(queries, { workspaceId, kind: checkoutKind, subjectId: id, dueAt: now })
  })
}
