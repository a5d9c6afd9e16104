// A requested cancellation of a visit or a token: the body members that both routes share, and
// their parsing.

import {
  flag,
  ignoredWorkspace,
  number,
  optional,
  signedAmountLimits,
  text,
} from '../../base/contract/schemas.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { invalid } from '../../base/values/problem.ts'
import {
  type RefundPolicy,
  refundPercentageAt,
  returnsSessionAt,
} from '../../base/values/refund-policy.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import { refundMinor } from '../../money/payments/refund-amount.ts'
import { checkedRefundMinor } from '../../money/payments/refunds.ts'
import { problem } from './problems.ts'

export const cancellationMembers = {
  workspaceId: ignoredWorkspace,
  cancellationReason: optional(
    text('Reason for the cancellation, at most 500 characters.', 'Patient is travelling', {
      maxLength: 500,
    }),
  ),
  refundIssued: optional(
    flag(
      'For a paid visit: true refunds the patient and returns the session of a pack, false keeps the fee.',
      true,
    ),
  ),
  refundPercentage: optional(
    number(
      'Share of the payable amount, 0 to 100. Required when refundIssued is true.',
      50,
      signedAmountLimits,
    ),
  ),
  refundAmount: optional(
    number(
      'The amount of that percentage, in the currency of the visit, rounded half up. Required when refundIssued is true.',
      250,
      signedAmountLimits,
    ),
  ),
  refundOverrideReason: optional(
    text(
      "Why the clinic's refund policy is not followed, at most 500 characters.",
      'Doctor was ill',
      { maxLength: 500 },
    ),
  ),
  voidBooking: optional(
    flag(
      'Treat the visit as if it had never been booked: no notice and no refund; refundIssued then only says whether the session returns to its pack.',
      false,
    ),
  ),
}

/** The members that only a cancellation may have, as they were sent. */
export interface SentCancellation {
  cancellationReason?: string
  refundIssued?: boolean
  refundPercentage?: number
  refundAmount?: number
  refundOverrideReason?: string
  voidBooking?: boolean
}

/**
 * A refund as the caller calculates it; the amount must equal the service's own calculation
 * (STAT-20).
 */
export interface RefundRequest {
  percentage: number
  /** The amount, in the currency of the visit. */
  amount: number
  overrideReason: string | null
}

/** A requested cancellation. */
export interface CancellationRequest {
  cancellationReason: string | null
  refund: RefundRequest | undefined
  /**
   * Whether to cancel as if the visit had never existed: no notice, no refund, no row in statistics
   * (STAT-24, STAT-25).
   */
  voided: boolean
  /** Whether the session is returned, for a visit with a pack (STAT-27, A-146). */
  returnsSession: boolean
}

/**
 * Reads the members of a cancellation; throws if those of a refund contradict each other (A-206,
 *
 */
export function toCancellation(members: SentCancellation): CancellationRequest {
  const {
    cancellationReason = null,
    refundIssued,
    refundPercentage,
    refundAmount,
    refundOverrideReason,
    voidBooking = false,
  } = members
  if (refundIssued === undefined) {
    for (const [field, value] of Object.entries({
      refundPercentage,
      refundAmount,
      refundOverrideReason,
    })) {
      if (value !== undefined)
        throw invalid(
          `${field} requires refundIssued: send refundIssued true to refund, or false to keep the fee`,
        )
    }
  }
  const refund =
    refundIssued && !voidBooking
      ? toRefundRequest(refundPercentage, refundAmount, refundOverrideReason)
      : undefined
  return { cancellationReason, refund, voided: voidBooking, returnsSession: refundIssued ?? false }
}

function toRefundRequest(
  percentage: number | undefined,
  amount: number | undefined,
  overrideReason: string | undefined,
): RefundRequest {
  if (percentage === undefined)
    throw invalid('refundPercentage is required when refundIssued is true')
  if (amount === undefined) throw invalid('refundAmount is required when refundIssued is true')
  if (percentage < 0 || percentage > 100) throw invalid('refundPercentage must be from 0 to 100')
  return { percentage, amount, overrideReason: overrideReason ?? null }
}

/** What was paid for. */
export interface PaidAmount {
  paymentStatus: PaymentStatus
  currency: string
  /** The paid amount, in minor units. */
  paidMinor: number
}

/**
 * The terms of a refund, in minor units; throws if the visit is not paid, or if the caller
 * calculated a different amount.
 */
export function checkedRefund(
  { paymentStatus, paidMinor, currency }: PaidAmount,
  { percentage, amount, overrideReason }: RefundRequest,
) {
  if (paymentStatus !== 'PAID' && paidMinor === 0) {
    // The patient may have paid at a checkout whose state has not been checked since.
    const next =
      paymentStatus === 'PENDING' ? ', and has to be confirmed first if the checkout is paid' : ''
    throw problem('REFUND_NOT_POSSIBLE', { reason: `its payment is ${paymentStatus}${next}` })
  }
  return {
    percentage,
    overrideReason,
    amountMinor: checkedRefundMinor({ payableMinor: paidMinor, currency, percentage, amount }),
  }
}

/** What is cancelled, and the policy by which it is refunded. */
interface CancellationFacts {
  policy: RefundPolicy | null
  /** The start of the visit, or of the token's shift. */
  fromAt: Instant
  paid: PaidAmount
  now: Instant
}

interface PatientCancellationFacts extends CancellationFacts {
  /** Whether a pack pays for it. */
  isPaidByPack: boolean
}

/**
 * Whether a cancellation by the clinic refunds a different share of the payment than the policy,
 * without a reason (POL-04).
 */
export function differsFromPolicy(
  { refund, voided }: CancellationRequest,
  { policy, fromAt, paid, now }: CancellationFacts,
): boolean {
  if (policy === null || voided || paid.paidMinor === 0 || refund?.overrideReason) return false
  return (refund?.percentage ?? 0) !== refundPercentageAt(policy, fromAt, now)
}

/**
 * Adds the policy's refund to a patient's cancellation; unchanged if there is no policy or nothing
 * to refund (POL-03).
 */
export function applyPolicy(
  request: CancellationRequest,
  { policy, fromAt, paid, isPaidByPack, now }: PatientCancellationFacts,
): CancellationRequest {
  if (policy === null) return request
  if (isPaidByPack) {
    // A session is returned by a refund of zero.
    const returnedSession = {
      returnsSession: true,
      refund: { percentage: 0, amount: 0, overrideReason: null },
    }
    return returnsSessionAt(policy, fromAt, now) ? { ...request, ...returnedSession } : request
  }
  const { paidMinor, currency } = paid
  const percentage = refundPercentageAt(policy, fromAt, now)
  const amountMinor = refundMinor(paidMinor, percentage)
  if (amountMinor === 0) return request
  return {
    ...request,
    returnsSession: true,
    refund: { percentage, amount: fromMinorUnits(amountMinor, currency), overrideReason: null },
  }
}
