// What becomes of a payment session, from how it stands, what its gateway says and how its booking stands. Nothing else decides it:
// confirming and sweeping apply the same table, so they can only differ in who comes first.

import type { Standing } from './payable.ts'
import type { PaymentSessionState } from './payment-session-queries.ts'

/**
 * SILENT: the gateway did not answer. REFUSED: it would not open a checkout of which it has said nothing yet. UNTRUE: it speaks of another
 * amount, currency or payment.
 */
export type Reading = 'OPEN' | 'PAID' | 'FAILED' | 'EXPIRED' | 'SILENT' | 'REFUSED' | 'UNTRUE'

/**
 * NOTHING: it stays as it is. CONFIRM: the booking is paid. FAIL: it will not be paid by this checkout. RELEASE: its booking is given up.
 * KEEP: its booking has been used, and is to be paid at the desk. WATCH: its booking is over already, and late money is watched for. RETURN:
 * money came for a booking that is over, and goes back. CLOSE: it is over. DISPUTE: a person has to settle it with the gateway.
 */
export type Step = 'NOTHING' | 'CONFIRM' | 'FAIL' | 'RELEASE' | 'KEEP' | 'WATCH' | 'RETURN' | 'CLOSE' | 'DISPUTE'

export interface Situation {
  state: PaymentSessionState
  reading: Reading
  standing: Standing
  /** The hold is over and the gateway was told to close the checkout, so that its booking may be given up. */
  isSwept: boolean
  /** Late money has been watched for long enough. */
  isWatched: boolean
}

/** The one table. */
export function nextStep({ state, reading, standing, isSwept, isWatched }: Situation): Step {
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
      if (isSwept) return standing.isOver ? 'WATCH' : standing.isBegun ? 'KEEP' : 'RELEASE'
      return state !== 'FAILED' && !standing.isOver && (reading === 'FAILED' || reading === 'EXPIRED') ? 'FAIL' : 'NOTHING'
    case 'NOT_OPENED':
    case 'RELEASED':
      if (reading === 'PAID') return standing.isOver ? 'RETURN' : standing.paymentStatus === 'UNPAID' ? 'CONFIRM' : 'DISPUTE'
      if (state === 'NOT_OPENED' && isSwept && (reading === 'EXPIRED' || reading === 'FAILED')) return 'CLOSE'
      // Of a gateway that does not answer it is not known whether money came; where it could not close the checkout, it may be under way.
      if (!isWatched || reading === 'SILENT' || reading === 'OPEN') return 'NOTHING'
      return reading === 'UNTRUE' ? 'DISPUTE' : 'CLOSE'
  }
}

const minuteMs = 60_000
/** How long late money is watched for after the hold. */
export const watchedMs = 24 * 60 * minuteMs

/** When a session whose hold ended at `heldUntil` is looked at again: every minute at first, later after a quarter of the time gone by. */
export function nextLook(heldUntil: number, now: number): number {
  return now + Math.max(minuteMs, (now - heldUntil) / 4)
}

/** A refund that is done is first looked at again after so long. */
export const dayMs = 24 * 60 * minuteMs
/** How long a bank may send a refund back after its gateway has called it done: Stripe's documentation names up to thirty days. */
const sentBackMs = 30 * dayMs

/** When a refund that was done at `doneAt` is looked at again: the next day, then whenever twice the time has gone by; undefined after a month. */
export function nextLookAtDone(doneAt: number, now: number): number | undefined {
  const elapsed = now - doneAt
  return elapsed >= sentBackMs ? undefined : doneAt + Math.min(Math.max(dayMs, 2 * elapsed), sentBackMs)
}
