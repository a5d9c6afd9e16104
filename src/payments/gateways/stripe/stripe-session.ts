// What Stripe's Checkout Sessions say in the words of the port.

import type { Stripe } from 'stripe'
import type { CheckoutName, GatewayCheckout, GatewayState, NewCheckout, RefundState } from '../gateway.ts'
import { unknownCheckout } from '../refusals.ts'
import { notUnderstood } from './stripe-client.ts'
import { fromStripeAmount } from './stripe-money.ts'

export type Session = Stripe.Checkout.Session

/**
 * How long after the hold a checkout that nobody closes stays open at Stripe. Stripe takes 30 minutes from now on at least; the rest is for
 * a checkout that is opened in the last moment of its hold, and for clocks that differ. It follows from the hold alone, so that a checkout
 * asked for again is asked for in the same words, and so that one whose key Stripe has forgotten after a day is refused, not opened twice.
 */
const openAfterHoldMs = 35 * 60_000
/**
 * Stripe takes no later end than this from now on, and ends by then what names none: what a sandbox holds whose clock was moved on, for Stripe
 * does not go with it, or a clinic that holds places for a day.
 */
const openMsMax = 24 * 3_600_000

/** Ways to pay whose outcome comes days later, when no place is held any more. */
const delayedMethods: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'nz_bank_account',
  'oxxo',
  'payto',
  'sepa_debit',
  'sofort',
  'us_bank_account',
]

/** Whether Stripe would take the end of a checkout that is opened now. */
export const endsInTime = ({ heldUntil }: NewCheckout) => heldUntil + openAfterHoldMs <= Date.now() + openMsMax

/** A Checkout Session to create, whose end is named or not: nothing in it is of the patient, and all else follows from what was asked for. */
export function newSession(checkout: NewCheckout, amount: number, returnTo: string, namesEnd: boolean): Stripe.Checkout.SessionCreateParams {
  const { workspaceId, reference, currency, payee, description, heldUntil } = checkout
  // The payment has them too: an event of a payment, or of what was charged, has nothing else to be known by.
  const metadata = { reference, workspace: String(workspaceId), held_until: new Date(heldUntil).toISOString() }
  const priced = { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description, description: payee } }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: priced }],
    success_url: returnTo,
    cancel_url: returnTo,
    client_reference_id: reference,
    metadata,
    // Captured at once: what is only authorised would be given back by itself, days later.
    payment_intent_data: { metadata, capture_method: 'automatic' },
    ...(namesEnd ? { expires_at: Math.floor((heldUntil + openAfterHoldMs) / 1_000) } : {}),
    // Paid is what was asked for, in its currency, whatever the account is set to.
    adaptive_pricing: { enabled: false },
    excluded_payment_method_types: delayedMethods,
  }
}

/** The same object, if it is the session of this name; throws where it is another workspace's on the same account, as if there were none. */
export function ownSession(session: Session, { workspaceId, gatewayId }: CheckoutName): Session {
  if (session.object !== 'checkout.session' || session.id !== gatewayId || typeof session.metadata !== 'object') throw notUnderstood()
  if (session.metadata?.workspace !== String(workspaceId)) throw unknownCheckout()
  return session
}

/** The payment of a session, which has one once somebody pays; the session was read with it. */
export function paymentOf({ payment_intent }: Session): Stripe.PaymentIntent | null {
  if (typeof payment_intent === 'string') throw notUnderstood()
  return payment_intent
}

/** `url` is empty once nobody can pay there any more. */
export function checkoutOfSession(session: Session): GatewayCheckout {
  const currency = String(session.currency).toUpperCase()
  const state = stateOf(session)
  const amount = state === 'PAID' ? paymentOf(session)?.amount_received : session.amount_total
  // What cannot be said in our minor units is no number, and so never what was asked for.
  const amountMinor = fromStripeAmount(amount ?? Number.NaN, currency) ?? Number.NaN
  return { gatewayId: session.id, url: session.url ?? '', reference: session.metadata?.reference ?? '', amountMinor, currency, state }
}

/**
 * A card that is declined leaves a session open. One that is complete is paid once its money is captured; with a way to pay that takes days
 * it is open until then, and nobody can close it: that money may still come, and is then late.
 */
function stateOf(session: Session): GatewayState {
  const { status, payment_status } = session
  if (status === 'open') return 'OPEN'
  if (status === 'expired') return 'EXPIRED'
  if (status !== 'complete') throw notUnderstood()
  const payment = paymentOf(session)?.status
  if (payment_status === 'paid' && payment === 'succeeded') return 'PAID'
  return payment === 'canceled' || payment === 'requires_payment_method' ? 'FAILED' : 'OPEN'
}

/** Undefined where Stripe says something that it does not document. */
const refundStates = new Map<string | null, RefundState>([
  ['pending', 'PENDING'],
  // The patient is asked where the money is to go; until they answer it is under way.
  ['requires_action', 'PENDING'],
  ['succeeded', 'DONE'],
  ['failed', 'FAILED'],
  ['canceled', 'FAILED'],
])

export function refundStateOf({ status }: Stripe.Refund): RefundState {
  const state = refundStates.get(status)
  if (!state) throw notUnderstood()
  return state
}
