// What can be paid for. Visits, tokens and session packs have the same money columns and the same members in responses; the ledger,
// checkouts and refunds name them by kind and id.

import { choice, currency, number, text, usuallyNull } from '../contract/schemas.ts'
import { narrowed, type RowOf } from '../db/statement.ts'
import { fromMinorUnits } from '../values/money.ts'
import type { Problem } from '../values/problem.ts'

/** What a caller may say of a payment; REFUNDED comes only from a refund. */
export const sendablePaymentStatuses = ['UNPAID', 'PENDING', 'PAID'] as const
export const paymentStatuses = [...sendablePaymentStatuses, 'REFUNDED'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The money columns of a table of payables; amounts are minor units of `currency`. */
export const payableColumns = {
  paymentMode: 'text',
  paymentStatus: narrowed<PaymentStatus>('text'),
  paymentReference: 'text?',
  currency: 'text',
  chargeMinor: 'bigint',
  discountMinor: 'bigint',
  discountReason: 'text?',
} as const

/** How a booking begins that is paid online; its payment mode is its own where nothing is to be paid. */
export function paidOnline(paymentMode: string, dueMinor: number): { paymentStatus: PaymentStatus; paymentMode: string } {
  return dueMinor === 0 ? { paymentStatus: 'PAID', paymentMode } : { paymentStatus: 'PENDING', paymentMode: 'ONLINE' }
}

/** Something that can be paid for, with its money. */
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
  paymentReference: usuallyNull(text("The caller's own transaction id.", 'TXN-881')),
  discountAmount: number('Taken off the fee, in `currency`.', 0),
  discountReason: usuallyNull(text('Why.', 'Staff family')),
  payableAmount: number('Fee less discount, in `currency`; what a refund is a percentage of.', 500),
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

/** How something stands that is paid for online. */
export interface Standing {
  paymentStatus: PaymentStatus
  /** It is cancelled, or the pack has ended: nothing pays for it any more. */
  isOver: boolean
  /** It has been used, so that it is kept although nobody has paid. */
  isBegun: boolean
}

/** Something that is paid for online, held until the transaction ends. */
export interface HeldPayable {
  standing: Standing
  /** Why an operator cannot have its payment given back as it stands; undefined where they can. */
  whyKept: Problem | undefined
  /** PAID also activates the pack that was bought, and has the patient told. `paymentMode` stays as it is when omitted. */
  setPayment(status: 'UNPAID' | 'PENDING' | 'PAID' | 'REFUNDED', paymentMode?: string): Promise<void>
  /** Gives it up: UNPAID, for it was not paid in time; REFUNDED, for somebody had it called off, and its money goes back. */
  release(reason: string | null, because: 'UNPAID' | 'REFUNDED'): Promise<void>
  /** Its money does not go back after all: what it was meant to give up for that is kept. */
  keep(): Promise<void>
}
