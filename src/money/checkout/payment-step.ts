// The next step of an online payment: by the patient, the service, or a person at the clinic
// (TILL-06). A pure function.

import type { PaymentSessionState } from '../payments/payment-session-queries.ts'
import type { StoredRefundState } from '../payments/refund-queries.ts'

/**
 * PATIENT_PAYS: the patient can pay now. SERVICE_CHECKS: the service checks it again.
 * GATEWAY_REFUNDS: the gateway is refunding money. PAY_AT_DESK: its checkout was not opened; it has
 * to be paid at the clinic. REFUND_AGAIN: the refund failed at the gateway. REFUND_ANOTHER_WAY: a
 * bank returned a refund, so the patient has to be paid another way. SETTLE: a person has to settle
 * it with the gateway. NOTHING: it is over.
 */
export const paymentSteps = [
  ...([
    'PATIENT_PAYS',
    'SERVICE_CHECKS',
    'GATEWAY_REFUNDS',
    'PAY_AT_DESK',
    'REFUND_AGAIN',
    'REFUND_ANOTHER_WAY',
    'SETTLE',
    'NOTHING',
  ] as const),
] as const
export type PaymentStep = (typeof paymentSteps)[number]

export interface PaymentSituation {
  state: PaymentSessionState
  /** Whether the service will check it again. */
  isLookedAt: boolean
  /** Whether the service has given up on it. */
  isGivenUp: boolean
  /** Whether its hold has expired. */
  isOver: boolean
  /** Whether its payable is still owed. */
  isOwed: boolean
  /** The latest refund, if there was any. */
  refund: { state: StoredRefundState; hasProblem: boolean } | null
}

/** The next step; there is exactly one. */
export function nextPaymentStep({
  state,
  isLookedAt,
  isGivenUp,
  isOver,
  isOwed,
  refund,
}: PaymentSituation): PaymentStep {
  if (isGivenUp) return 'SETTLE'
  if (refund) {
    if (refund.state === 'REQUESTED' || refund.state === 'PENDING') return 'GATEWAY_REFUNDS'
    if (refund.state === 'DONE') return refund.hasProblem ? 'REFUND_ANOTHER_WAY' : 'NOTHING'
    if (state === 'PAID' || state === 'RETURNING')
      return isLookedAt ? 'SERVICE_CHECKS' : 'REFUND_AGAIN'
  }
  switch (state) {
    case 'OPENING':
    case 'OPEN':
      return isOver ? 'SERVICE_CHECKS' : 'PATIENT_PAYS'
    case 'FAILED':
    case 'RELEASED':
    case 'RETURNING':
      return isLookedAt ? 'SERVICE_CHECKS' : 'SETTLE'
    case 'NOT_OPENED':
      return isOwed ? 'PAY_AT_DESK' : 'NOTHING'
    case 'PAID':
    case 'RETURNED':
    case 'CLOSED':
      return 'NOTHING'
  }
}
