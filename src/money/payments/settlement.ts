// The next step of a payment session, from its state, its gateway's answer and the state of its
// booking. Nothing else decides it: confirmation and due work apply the same table, so they can
// differ only in which comes first.

import type { PaymentStanding } from './payable.ts'
import type { PaymentSessionState } from './payment-session-queries.ts'

/**
 * SILENT: the gateway did not answer. REFUSED: it refused to open a checkout about which it had
 * never answered. UNTRUE: its answer has a different amount, currency or payment.
 */
export type GatewayReading =
  | 'OPEN'
  | 'PAID'
  | 'FAILED'
  | 'EXPIRED'
  | 'SILENT'
  | 'REFUSED'
  | 'UNTRUE'

/**
 * NOTHING: no change. CONFIRM: the booking is paid. FAIL: it will not be paid through this
 * checkout. RELEASE: its booking is released. KEEP: its booking has been used, or existed before,
 * and is to be paid by another method. WATCH: its booking is already over, and the service watches
 * for late money. RETURN: money arrived for a booking that is over, and is refunded. CLOSE: it is
 * over. DISPUTE: a person has to settle it with the gateway.
 */
export type SettlementStep =
  | 'NOTHING'
  | 'CONFIRM'
  | 'FAIL'
  | 'RELEASE'
  | 'KEEP'
  | 'WATCH'
  | 'RETURN'
  | 'CLOSE'
  | 'DISPUTE'

export interface SettlementSituation {
  state: PaymentSessionState
  reading: GatewayReading
  standing: PaymentStanding
  /**
   * Whether the hold has expired and the gateway was asked to close the checkout, so that its
   * booking may be released.
   */
  isSwept: boolean
  /** Whether the period in which late payments are watched for is over. */
  isWatchOver: boolean
  /** Whether the booking existed before this payment session, and stays even if it is not paid. */
  keepsBooking: boolean
}

/** The next step; this table is the only one. */
export function nextStep({
  state,
  reading,
  standing,
  isSwept,
  isWatchOver,
  keepsBooking,
}: SettlementSituation): SettlementStep {
  switch (state) {
    case 'PAID':
    case 'RETURNING':
    case 'RETURNED':
    case 'CLOSED':
      return 'NOTHING'
    case 'OPENING':
    case 'OPEN':
    case 'FAILED':
      if (reading === 'PAID') return standing.isOver ? 'RETURN' : 'CONFIRM'
      if (isSwept && standing.isOver) return 'WATCH'
      if (isSwept) return standing.isBegun || keepsBooking ? 'KEEP' : 'RELEASE'
      return state !== 'FAILED' &&
        !standing.isOver &&
        (reading === 'FAILED' || reading === 'EXPIRED')
        ? 'FAIL'
        : 'NOTHING'
    case 'NOT_OPENED':
    case 'RELEASED':
      if (reading === 'PAID' && standing.isOver) return 'RETURN'
      if (reading === 'PAID')
        return standing.paymentStatus === 'UNPAID' && !standing.isPaidInPart ? 'CONFIRM' : 'DISPUTE'
      if (state === 'NOT_OPENED' && isSwept && (reading === 'EXPIRED' || reading === 'FAILED'))
        return 'CLOSE'
      // If a gateway does not answer, money may have arrived; if it could not close the checkout,
      // money may be on its way.
      if (!isWatchOver || reading === 'SILENT' || reading === 'OPEN') return 'NOTHING'
      return reading === 'UNTRUE' ? 'DISPUTE' : 'CLOSE'
  }
}

const minuteMs = 60_000
/** How long late money is watched for after the hold. */
export const watchedMs = 24 * 60 * minuteMs

/**
 * When a session whose hold expired at `heldUntil` is next checked: every minute at first, and
 * later after another quarter of the elapsed time.
 */
export function nextCheck(heldUntil: number, now: number): number {
  return now + Math.max(minuteMs, (now - heldUntil) / 4)
}

/** A completed refund is first checked after this long. */
export const dayMs = 24 * 60 * minuteMs
/**
 * How long a bank may return a refund after its gateway has completed it: Stripe's documentation
 * says up to thirty days.
 */
const bankReturnMs = 30 * dayMs

/**
 * When a refund that was completed at `doneAt` is next checked: the next day, then each time the
 * elapsed time has doubled; undefined after a month.
 */
export function nextCheckOfDoneRefund(doneAt: number, now: number): number | undefined {
  const elapsed = now - doneAt
  return elapsed >= bankReturnMs
    ? undefined
    : doneAt + Math.min(Math.max(dayMs, 2 * elapsed), bankReturnMs)
}
