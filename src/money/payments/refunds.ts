// Requests for refunds. If the payment did not go through a gateway, the refund is complete
// immediately. A refund through a gateway is recorded first, and is complete when the
// gateway has confirmed it. docs/decisions/money.md

import type { Queries } from '../../base/db/database.ts'
import { type Actor, actingMemberId } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import { invalid } from '../../base/values/problem.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { paidAtDesk } from './desk-payment-queries.ts'
import type { PaymentStatus } from './payable.ts'
import { type PayableName, payableIds, toPayableName } from './payable-name.ts'
import type { PaymentSession } from './payment-session-queries.ts'
import { refundMinor } from './refund-amount.ts'
import { insertRefund, insertRequestedRefund, type Refund } from './refund-queries.ts'

/** The kind of due work that follows refunds; its subject is the refund. */
export const refundKind = 'refund'

/**
 * The kind that checks completed refunds, which a bank may still return for a while; its subject is
 * also the refund.
 */
export const doneRefundKind = 'done-refund'

/**
 * The amount paid for something that can be refunded: the full price, or the amount paid at the
 * desk so far. In minor units.
 */
export async function loadPaidMinor(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
  {
    paymentStatus,
    chargeMinor,
    discountMinor,
  }: { paymentStatus: PaymentStatus; chargeMinor: number; discountMinor: number },
): Promise<number> {
  if (paymentStatus === 'PAID') return chargeMinor - discountMinor
  if (paymentStatus !== 'UNPAID') return 0
  const [paid] = await queries.rows(paidAtDesk, { workspaceId, ...payableIds(payable) })
  return paid?.minor ?? 0
}

/** A requested refund. */
export interface RefundRequest {
  payableMinor: number
  currency: string
  percentage: number
  /** The caller's own calculation, in `currency`. */
  amount: number
}

/**
 * The amount of a refund in minor units; throws unless it is the payable amount times the
 * percentage, rounded half up (STAT-20, A-202).
 */
export function checkedRefundMinor({
  payableMinor,
  currency,
  percentage,
  amount,
}: RefundRequest): number {
  const amountMinor = refundMinor(payableMinor, percentage)
  if (toMinorUnits(amount, currency) === amountMinor) return amountMinor
  const [payable, expected] = [payableMinor, amountMinor].map((minor) =>
    fromMinorUnits(minor, currency),
  )
  throw invalid(
    `refundAmount must be ${expected} ${currency}, which is ${percentage} % of the payable amount ${payable}`,
  )
}

/** The terms of a refund. */
interface RefundTerms {
  percentage: number
  amountMinor: number
  currency: string
  overrideReason: string | null
}

/**
 * Records a refund without a gateway, for something that becomes REFUNDED in the same transaction.
 * A trigger takes it from the till.
 */
export async function recordRefund(
  queries: Queries,
  payable: PayableName,
  { actor, ...refund }: RefundTerms & { workspaceId: number; actor: Actor; now: Instant },
): Promise<void> {
  await queries.rows(insertRefund, {
    ...refund,
    ...payableIds(payable),
    givenBy: actingMemberId(actor),
  })
}

/** The terms of an online payment's refund. */
export type RequestTerms = Omit<RefundTerms, 'currency'> & {
  cancellationReason: string | null
  now: Instant
}

/**
 * Records a refund of a payment before its gateway is asked; the caller plans the due work for it.
 */
export async function requestRefund(
  queries: Queries,
  session: PaymentSession,
  terms: RequestTerms,
): Promise<Refund> {
  const { workspaceId, id: paymentSessionId, currency } = session
  const gatewayKey = `rf_${randomBase32(26).toLowerCase()}`
  const [requested] = await queries.rows(insertRequestedRefund, {
    workspaceId,
    ...payableIds(toPayableName(session)),
    paymentSessionId,
    gatewayKey,
    currency,
    ...terms,
  })
  if (!requested) throw new Error('the new refund was not found')
  const { amountMinor, cancellationReason, now: requestedAt } = terms
  return {
    ...requested,
    workspaceId,
    paymentSessionId,
    gatewayKey,
    state: 'REQUESTED',
    amountMinor,
    currency,
    cancellationReason,
    requestedAt,
  }
}
