// Stripe as a payment gateway: a checkout is a Checkout Session on Stripe's own page, in the
// workspace's account.

import type { Stripe } from 'stripe'
import {
  type CheckoutName,
  defaultAnswerMs,
  type Gateway,
  GatewayRefused,
  type NewCheckout,
  type NewRefund,
  type RefundName,
  type RefundState,
  refundPagesMax,
} from '../gateway.ts'
import {
  gatewayRefusal,
  notConfigured,
  noWebAddress,
  otherCurrency,
  otherRefund,
  refuseUnusableAmount,
  refuseUnusableKey,
  unknownCheckout,
} from '../refusals.ts'
import { returnAddress } from '../return-address.ts'
import {
  type AskStripe,
  askStripe,
  notUnderstoodError,
  type StripeAccount,
  stripeClients,
} from './stripe-client.ts'
import { messageReference } from './stripe-messages.ts'
import { fromStripeAmount, isCountedByStripe, toStripeAmount } from './stripe-money.ts'
import {
  buildSessionParameters,
  endsInTime,
  requireOwnSession,
  type Session,
  sessionPayment,
  sessionToCheckout,
  toRefundState,
} from './stripe-session.ts'

const refundsPerPage = 100
const withPayment = { expand: ['payment_intent'] }

interface StripeGateway {
  /** The account of a workspace; undefined if it has none. */
  loadAccount(workspaceId: number): Promise<StripeAccount | undefined>
  /** The time limit of a call, for all its requests to Stripe together. */
  answerMs?: number
}

/**
 * Stripe behind the gateway port; several workspaces may share an account without seeing each
 * other's payments.
 */
export function stripeGateway({ loadAccount, answerMs = defaultAnswerMs }: StripeGateway): Gateway {
  const clientOf = stripeClients()

  async function withStripe<T>(
    workspaceId: number,
    work: (ask: AskStripe) => Promise<T>,
  ): Promise<T> {
    const until = performance.now() + answerMs
    const account = await loadAccount(workspaceId)
    if (!account) throw notConfigured()
    return work(askStripe(await clientOf(account), until))
  }

  return {
    name: 'stripe',
    open: (checkout) => withStripe(checkout.workspaceId, (ask) => open(ask, checkout)),
    read: (name) =>
      withStripe(name.workspaceId, async (ask) =>
        sessionToCheckout(await loadOwnSession(ask, name)),
      ),
    expire: (name) => withStripe(name.workspaceId, (ask) => expire(ask, name)),
    refund: (request) => withStripe(request.workspaceId, (ask) => refund(ask, request)),
    readRefund: (request) => withStripe(request.workspaceId, (ask) => readRefund(ask, request)),
    books: (name) => withStripe(name.workspaceId, (ask) => books(ask, name)),
    async readMessage(message) {
      const account = await loadAccount(message.workspaceId)
      return account && messageReference(await clientOf(account), account.webhookSecret, message)
    },
  }
}

async function open(ask: AskStripe, checkout: NewCheckout) {
  const { workspaceId, key } = checkout
  const amount = toAmount(checkout)
  const returnTo = /^https?:\/\//i.test(checkout.returnUrl)
    ? returnAddress(checkout.returnUrl, checkout.reference)
    : undefined
  if (returnTo === undefined) throw noWebAddress()
  // Keys belong to the account, which other workspaces may share. As with refunds, Stripe repeats
  // its own failures for the same key: the checkout can then no longer be opened, and the booking
  // is paid at the clinic.
  const create = (namesEnd: boolean) =>
    ask(
      (stripe, options) =>
        stripe.checkout.sessions.create(
          buildSessionParameters(checkout, amount, returnTo, namesEnd),
          options,
        ),
      `checkout-${workspaceId}-${key}`,
    )
  // An end time that Stripe would have refused at the first attempt may be acceptable now; its key
  // is bound to the first request.
  const namesEnd = endsInTime(checkout)
  const opened = await create(namesEnd).catch((error: unknown) => {
    if (!hasOtherParameters(error)) throw error
    return create(!namesEnd)
  })
  const name = { workspaceId, gatewayId: String(opened.id) }
  // For a repeated request, Stripe returns its first answer, not the current state.
  const session = isRepeated(opened)
    ? await loadOwnSession(ask, name)
    : requireOwnSession(opened, name)
  return { ...sessionToCheckout(session), url: opened.url ?? '' }
}

async function loadOwnSession(ask: AskStripe, name: CheckoutName): Promise<Session> {
  const { gatewayId } = name
  if (!/^cs_\w{1,250}$/.test(gatewayId)) throw unknownCheckout()
  return requireOwnSession(
    await ask((stripe, options) =>
      stripe.checkout.sessions.retrieve(gatewayId, withPayment, options),
    ),
    name,
  )
}

/**
 * Stripe only closes open sessions; complete or expired ones remain as they are, which is not a
 * failure.
 */
async function expire(ask: AskStripe, name: CheckoutName) {
  const session = await loadOwnSession(ask, name)
  if (session.status !== 'open') return sessionToCheckout(session)
  try {
    return sessionToCheckout(
      requireOwnSession(
        await ask((stripe, options) =>
          stripe.checkout.sessions.expire(session.id, withPayment, options),
        ),
        name,
      ),
    )
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.status >= 500) throw error
    // The session may have been paid or closed in between.
    const now = await loadOwnSession(ask, name)
    if (now.status === 'open') throw error
    return sessionToCheckout(now)
  }
}

/**
 * First looks for an existing refund with this key, since Stripe stores keys for a day or so, and
 * refunds for ever. If there is none, the refund is requested with the same key each time. So if
 * Stripe failed without refunding, it repeats that failure until it forgets the key, and the money
 * is refunded about a day late. With a different key, it might be refunded twice: a failure of
 * Stripe does not mean that nothing was done.
 */
async function refund(ask: AskStripe, request: NewRefund): Promise<RefundState> {
  const { workspaceId, key, reference, currency } = request
  const amount = toAmount(request)
  const session = await loadOwnSession(ask, request)
  const payment = sessionPayment(session)
  if (String(session.currency).toUpperCase() !== currency) throw otherCurrency()
  if (!payment?.amount_received)
    throw gatewayRefusal(
      400,
      'REFUND_EXCEEDS_CAPTURE',
      'nothing was captured that could be refunded',
    )
  const existingRefund = await findRefundByKey(ask, payment, key)
  if (existingRefund) return checkSameRefund(existingRefund, amount)
  const metadata = { key, reference, workspace: String(workspaceId) }
  const refundParameters = { payment_intent: payment.id, amount, metadata }
  const createdRefund = await ask(
    (stripe, options) => stripe.refunds.create(refundParameters, options),
    `refund-${workspaceId}-${key}`,
  )
  if (createdRefund.object !== 'refund') throw notUnderstoodError()
  // Here too, a repeated answer gives the earlier state.
  const refundResult =
    (isRepeated(createdRefund) && (await findRefundByKey(ask, payment, key))) || createdRefund
  // Something was refunded, so the request must not count as refused.
  if (refundResult.amount !== amount) throw notUnderstoodError()
  return toRefundState(refundResult)
}

function checkSameRefund(existingRefund: Stripe.Refund, amount: number): RefundState {
  if (existingRefund.amount !== amount) throw otherRefund()
  return toRefundState(existingRefund)
}

async function readRefund(ask: AskStripe, request: RefundName): Promise<RefundState | undefined> {
  const payment = sessionPayment(await loadOwnSession(ask, request))
  const existingRefund = payment && (await findRefundByKey(ask, payment, request.key))
  return existingRefund ? toRefundState(existingRefund) : undefined
}

async function findRefundByKey(
  ask: AskStripe,
  payment: Stripe.PaymentIntent,
  key: string,
): Promise<Stripe.Refund | undefined> {
  return (await listRefunds(ask, payment)).find(({ metadata }) => metadata?.key === key)
}

/** All refunds of a payment, no matter who requested them. */
async function listRefunds(
  ask: AskStripe,
  payment: Stripe.PaymentIntent,
): Promise<Stripe.Refund[]> {
  const found: Stripe.Refund[] = []
  for (let pages = 0; pages < refundPagesMax; pages += 1) {
    const last = found.at(-1)
    const page = {
      payment_intent: payment.id,
      limit: refundsPerPage,
      ...(last && { starting_after: last.id }),
    }
    const { data, has_more } = await ask((stripe, options) => stripe.refunds.list(page, options))
    if (!Array.isArray(data) || (has_more && data.length === 0)) throw notUnderstoodError()
    found.push(...data)
    if (!has_more) return found
  }
  throw notUnderstoodError()
}

async function books(ask: AskStripe, name: CheckoutName) {
  const session = await loadOwnSession(ask, name)
  const payment = sessionPayment(session)
  if (!payment) return { capturedMinor: 0, refundedMinor: 0 }
  const refunds = await listRefunds(ask, payment)
  const refunded = refunds
    .filter((existingRefund) => toRefundState(existingRefund) !== 'FAILED')
    .reduce((sum, { amount }) => sum + amount, 0)
  const [capturedMinor, refundedMinor] = [payment.amount_received, refunded].map((amount) =>
    fromStripeAmount(amount, payment.currency.toUpperCase()),
  )
  // An amount that has no exact equivalent here is not rounded.
  if (capturedMinor === undefined || refundedMinor === undefined) throw notUnderstoodError()
  return { capturedMinor, refundedMinor }
}

/** The amount for Stripe; throws for requests that are refused without asking Stripe. */
function toAmount({
  key,
  amountMinor,
  currency,
}: Pick<NewRefund, 'key' | 'amountMinor' | 'currency'>): number {
  refuseUnusableKey(key)
  refuseUnusableAmount(amountMinor)
  if (!isCountedByStripe(currency))
    throw gatewayRefusal(400, 'CURRENCY_UNKNOWN', 'Stripe takes no payments in this currency')
  const amount = toStripeAmount(amountMinor, currency)
  if (amount === undefined)
    throw gatewayRefusal(
      400,
      'AMOUNT_INVALID',
      `Stripe takes ${currency} in larger steps; the amount cannot be paid exactly`,
    )
  return amount
}

/** Whether the key of a request was used before with different parameters. */
function hasOtherParameters(error: unknown): boolean {
  if (!(error instanceof GatewayRefused)) return false
  const { error: stripeError } = error.body as { error?: { type?: unknown } }
  return stripeError?.type === 'idempotency_error'
}

function isRepeated(answer: object): boolean {
  const { lastResponse } = answer as Partial<Stripe.Response<object>>
  return lastResponse?.headers['idempotent-replayed'] === 'true'
}
