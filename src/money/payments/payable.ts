// Anything that can be paid for. Visits, tokens and session packs have the same money columns and
// the same members in responses; the ledger, checkouts and refunds refer to them by kind and id.

import { choice, currency, exampleNull, number, text } from '../../base/contract/schemas.ts'
import { narrowType, type RowOf } from '../../base/db/statement.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import type { Problem } from '../../base/values/problem.ts'

/** The statuses that a caller may send; only a refund sets REFUNDED. */
export const sendablePaymentStatuses = ['UNPAID', 'PENDING', 'PAID'] as const
export const paymentStatuses = [...sendablePaymentStatuses, 'REFUNDED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The money columns of a payables table; amounts are in minor units of `currency`. */
export const payableColumns = {
  paymentMode: 'text',
  paymentStatus: narrowType<PaymentStatus>('text'),
  paymentReference: 'text?',
  currency: 'text',
  chargeMinor: 'bigint',
  discountMinor: 'bigint',
  discountReason: 'text?',
} as const

/**
 * The initial status and mode of a booking that is paid online; it keeps its own payment mode if
 * nothing is due.
 */
export function initialOnlinePayment(
  paymentMode: string,
  dueMinor: number,
): { paymentStatus: PaymentStatus; paymentMode: string } {
  return dueMinor === 0
    ? { paymentStatus: 'PAID', paymentMode }
    : { paymentStatus: 'PENDING', paymentMode: 'ONLINE' }
}

/** A payable with its money. */
export interface Payable extends RowOf<typeof payableColumns> {
  kind: 'APPOINTMENT' | 'VISIT' | 'SESSION_PACK'
  id: number
}

/** The money members of an answer that shows a payable. */
export const payableMembers = {
  consultationCharge: number('Fee before the discount, in `currency`.', 500),
  currency: currency('ISO 4217 code of every amount here.'),
  paymentStatus: choice(paymentStatuses, 'Whether it is paid.'),
  paymentMode: text('How it is paid.', 'CASH'),
  paymentReference: exampleNull(text("The caller's own transaction id.", 'TXN-881')),
  discountAmount: number('Discount on the fee, in `currency`.', 0),
  discountReason: exampleNull(text('Why.', 'Staff family')),
  payableAmount: number('Fee less discount, in `currency`; what a refund is a percentage of.', 500),
}

/** The members of an answer that shows how much of a payable was refunded. */
export const refundMembers = {
  refundPercentage: exampleNull(number('Share of the payable amount refunded, 0 to 100.', 50)),
  refundAmount: exampleNull(number('Amount refunded, in `currency`.', 250)),
  refundOverrideReason: exampleNull(
    text("Why the clinic's refund policy was not followed.", 'Doctor was ill'),
  ),
}

export function payableView({
  paymentMode,
  paymentStatus,
  paymentReference,
  currency,
  chargeMinor,
  discountMinor,
  discountReason,
}: Omit<Payable, 'kind' | 'id'>) {
  const amount = (minor: number) => fromMinorUnits(minor, currency)
  return {
    paymentMode,
    paymentStatus,
    paymentReference,
    consultationCharge: amount(chargeMinor),
    discountAmount: amount(discountMinor),
    discountReason,
    payableAmount: amount(chargeMinor - discountMinor),
    currency,
  }
}

/** The amount still due, as people see it: a part may have been paid at the desk. */
export const dueMember = number(
  'What is still to be paid, in `currency`; less than `payableAmount` after a part payment at the desk.',
  300,
)

/** `partPaidMinor`: the amount paid at the desk while it is unpaid. */
export function dueAmount({
  paymentStatus,
  currency,
  chargeMinor,
  discountMinor,
  partPaidMinor,
}: Omit<Payable, 'kind' | 'id'> & { partPaidMinor: number }) {
  const isOwed = paymentStatus === 'UNPAID' || paymentStatus === 'PENDING'
  return fromMinorUnits(isOwed ? chargeMinor - discountMinor - partPaidMinor : 0, currency)
}

/** What matters about a payable that is paid online. */
export interface PaymentStanding {
  paymentStatus: PaymentStatus
  /** Whether it is cancelled, or the pack has ended: it can no longer be paid. */
  isOver: boolean
  /**
   * Whether a part of its price was paid at the desk, so that a gateway must not take the full
   * price.
   */
  isPaidInPart?: boolean
  /** Whether it has been used, so that it is kept even if it is not paid. */
  isBegun: boolean
}

/** A payable that is paid online, locked until the transaction ends. */
export interface LockedPayable {
  standing: PaymentStanding
  /**
   * Why an operator cannot have its payment refunded in its present state; undefined if they can.
   */
  whyKept: Problem | undefined
  /**
   * PAID also activates the pack that was bought, and notifies the patient. `paymentMode` is
   * unchanged if omitted.
   */
  setPayment(
    status: 'UNPAID' | 'PENDING' | 'PAID' | 'REFUNDED',
    paymentMode?: string,
  ): Promise<void>
  /**
   * Releases it as UNPAID if it was not paid in time, or as REFUNDED if it was cancelled with a
   * refund.
   */
  release(reason: string | null, status: 'UNPAID' | 'REFUNDED'): Promise<void>
  /**
   * Plans a notice to the patient, if the clinic wants it: about an expiry, or the refund of a late
   * payment.
   */
  notify(kind: 'expiry' | 'refund'): Promise<void>
  /** Keeps the payable that was to be released for a refund that failed. */
  keep(): Promise<void>
}
