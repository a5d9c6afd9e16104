// Parses Razorpay's payment links and refunds strictly: only what the service understands is passed
// on.

import {
  type GatewayCheckout,
  GatewaySilent,
  type GatewayState,
  type RefundState,
} from '../gateway.ts'
import { fromRazorpayAmount } from './razorpay-amount.ts'
import { type Answer, asObject } from './razorpay-client.ts'

export interface PaymentLink {
  id: string
  url: string
  status: string
  amountMinor: number
  currency: string
  /** Our own data, which we sent with it. */
  notes: Answer
  /** The payments that were captured. */
  payments: readonly { id: string; amountMinor: number }[]
}

export interface RazorpayRefund {
  id: string
  amountMinor: number
  state: RefundState
  notes: Answer
}

/** Parses a payment link; throws GatewaySilent if it is not one. */
export function toPaymentLink(answer: Answer): PaymentLink {
  const { id, short_url: url, status, currency, notes, payments } = answer
  if (
    typeof id !== 'string' ||
    typeof url !== 'string' ||
    typeof status !== 'string' ||
    typeof currency !== 'string'
  )
    throw notUnderstoodError('payment link')
  const amountMinor = toAmountMinor(answer, currency)
  const captured = (Array.isArray(payments) ? payments : []).flatMap((value: unknown) => {
    const payment = asObject(value) ?? {}
    // Only captured payments should be listed here. Money that is only authorised is released after
    // some days.
    if (payment.status !== 'captured' && payment.status !== 'refunded') return []
    if (typeof payment.payment_id !== 'string') throw notUnderstoodError('payment')
    return [{ id: payment.payment_id, amountMinor: toAmountMinor(payment, currency) }]
  })
  return {
    id,
    url,
    status,
    amountMinor,
    currency,
    notes: asObject(notes) ?? {},
    payments: captured,
  }
}

/** All refund states in Razorpay's documentation, on any page. */
const refundStates = new Map<unknown, RefundState>([
  ['created', 'PENDING'],
  ['pending', 'PENDING'],
  ['processed', 'DONE'],
  ['failed', 'FAILED'],
  ['reversed', 'FAILED'],
])

/** Parses a refund; throws GatewaySilent if it is not one, or has an unknown state. */
export function toRefund(value: unknown): RazorpayRefund {
  const answer = asObject(value) ?? {}
  const { id, status, currency, notes } = answer
  const state = refundStates.get(status)
  if (typeof id !== 'string' || !state || typeof currency !== 'string')
    throw notUnderstoodError('refund')
  return { id, amountMinor: toAmountMinor(answer, currency), state, notes: asObject(notes) ?? {} }
}

export const capturedMinor = ({ payments }: PaymentLink) =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * A payment link as a checkout. Only captured money decides whether it is paid: it may arrive after
 * the link was closed. If less arrived than requested, in part or with a discount, the amount is
 * the captured one: it differs from the request, so that a person settles it.
 */
export function linkToCheckout(link: PaymentLink): GatewayCheckout {
  const captured = capturedMinor(link)
  const isShort = captured > 0 && captured < link.amountMinor
  return {
    gatewayId: link.id,
    url: link.url,
    reference: String(link.notes.reference ?? ''),
    amountMinor: isShort ? captured : link.amountMinor,
    currency: link.currency,
    state: linkState(link, captured),
  }
}

function linkState({ status, amountMinor }: PaymentLink, captured: number): GatewayState {
  if (captured >= amountMinor || (captured > 0 && status === 'paid')) return 'PAID'
  return status === 'expired' || status === 'cancelled' ? 'EXPIRED' : 'OPEN'
}

function toAmountMinor({ amount }: Answer, currency: string): number {
  const minor = fromRazorpayAmount(amount, currency)
  if (minor === undefined) throw notUnderstoodError('amount')
  return minor
}

export const notUnderstoodError = (expected: string) =>
  new GatewaySilent(`Razorpay answered what is no ${expected}`)
