// Converts Stripe's Checkout Sessions to the terms of the gateway port.

import type { Stripe } from 'stripe'
import type {
  CheckoutName,
  GatewayCheckout,
  GatewayState,
  NewCheckout,
  RefundState,
} from '../gateway.ts'
import { unknownCheckout } from '../refusals.ts'
import { notUnderstoodError } from './stripe-client.ts'
import { fromStripeAmount } from './stripe-money.ts'

export type Session = Stripe.Checkout.Session

/**
 * How long after the hold a checkout stays open at Stripe if it is not closed. Stripe requires at
 * least 30 minutes from now; the rest allows for a checkout opened at the last moment of its hold,
 * and for differing clocks. The end depends only on the hold, so that a repeated request is
 * identical and, once Stripe has forgotten its key a day later, is refused instead of opening a
 * second checkout.
 */
const openAfterHoldMs = 35 * 60_000
/**
 * Stripe accepts no later end, and this is its default. It is exceeded in a sandbox whose clock was
 * moved ahead of Stripe's, and for a clinic that holds bookings for a day.
 */
const openMsMax = 24 * 3_600_000

/** Payment methods whose result comes days later, when the booking is no longer held. */
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

/** Whether Stripe would accept the end time of a checkout that is opened now. */
export const endsInTime = ({ heldUntil }: NewCheckout) =>
  heldUntil + openAfterHoldMs <= Date.now() + openMsMax

/**
 * The parameters of a new Checkout Session, with or without an end time. They contain no patient
 * data, and depend only on the request.
 */
export function buildSessionParameters(
  checkout: NewCheckout,
  amount: number,
  returnTo: string,
  namesEnd: boolean,
): Stripe.Checkout.SessionCreateParams {
  const { workspaceId, reference, currency, payee, description, heldUntil } = checkout
  // Set on the payment too: events of a payment or a charge contain nothing else that identifies
  // it.
  const metadata = {
    reference,
    workspace: String(workspaceId),
    held_until: new Date(heldUntil).toISOString(),
  }
  const priceData = {
    currency: currency.toLowerCase(),
    unit_amount: amount,
    product_data: { name: description, description: payee },
  }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: priceData }],
    success_url: returnTo,
    cancel_url: returnTo,
    client_reference_id: reference,
    metadata,
    // Captured immediately: a payment that is only authorised would expire days later.
    payment_intent_data: { metadata, capture_method: 'automatic' },
    ...(namesEnd ? { expires_at: Math.floor((heldUntil + openAfterHoldMs) / 1_000) } : {}),
    // The patient pays the requested amount in its currency, whatever the account's settings are.
    adaptive_pricing: { enabled: false },
    excluded_payment_method_types: delayedMethods,
  }
}

/**
 * The session itself if it is the one with this name; throws if it belongs to another workspace on
 * the same account, as if it did not exist.
 */
export function requireOwnSession(
  session: Session,
  { workspaceId, gatewayId }: CheckoutName,
): Session {
  if (
    session.object !== 'checkout.session' ||
    session.id !== gatewayId ||
    typeof session.metadata !== 'object'
  )
    throw notUnderstoodError()
  if (session.metadata?.workspace !== String(workspaceId)) throw unknownCheckout()
  return session
}

/**
 * The payment of a session, which exists once someone pays; the session must have been read with it
 * expanded.
 */
export function sessionPayment({ payment_intent }: Session): Stripe.PaymentIntent | null {
  if (typeof payment_intent === 'string') throw notUnderstoodError()
  return payment_intent
}

/** `url` is empty once the session can no longer be paid. */
export function sessionToCheckout(session: Session): GatewayCheckout {
  const currency = String(session.currency).toUpperCase()
  const state = sessionState(session)
  const amount = state === 'PAID' ? sessionPayment(session)?.amount_received : session.amount_total
  // An amount without an exact equivalent becomes NaN, which never matches the request.
  const amountMinor = fromStripeAmount(amount ?? Number.NaN, currency) ?? Number.NaN
  return {
    gatewayId: session.id,
    url: session.url ?? '',
    reference: session.metadata?.reference ?? '',
    amountMinor,
    currency,
    state,
  }
}

/**
 * A declined card leaves a session open. A complete session is paid once its money is captured.
 * With a payment method that takes days, it stays open until then and cannot be closed: the money
 * may still arrive, too late.
 */
function sessionState(session: Session): GatewayState {
  const { status, payment_status } = session
  if (status === 'open') return 'OPEN'
  if (status === 'expired') return 'EXPIRED'
  if (status !== 'complete') throw notUnderstoodError()
  const payment = sessionPayment(session)?.status
  if (payment_status === 'paid' && payment === 'succeeded') return 'PAID'
  return payment === 'canceled' || payment === 'requires_payment_method' ? 'FAILED' : 'OPEN'
}

/** Stripe's refund states; any other is undefined, since Stripe does not document it. */
const refundStates = new Map<string | null, RefundState>([
  ['pending', 'PENDING'],
  // The patient is asked where to send the money; until they answer, the refund is pending.
  ['requires_action', 'PENDING'],
  ['succeeded', 'DONE'],
  ['failed', 'FAILED'],
  ['canceled', 'FAILED'],
])

export function toRefundState({ status }: Stripe.Refund): RefundState {
  const state = refundStates.get(status)
  if (!state) throw notUnderstoodError()
  return state
}
