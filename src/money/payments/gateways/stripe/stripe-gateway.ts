// Stripe as a payment gateway: a checkout is a Checkout Session on Stripe's own page, in the workspace's account.

import type { Stripe } from 'stripe'
import { minorUnitsMax } from '../../../../base/values/money.ts'
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
import { notConfigured, noWebAddress, otherCurrency, otherRefund, refused, unknownCheckout } from '../refusals.ts'
import { returnAddress } from '../return-address.ts'
import { type AskStripe, askStripe, notUnderstood, type StripeAccount, stripeClients } from './stripe-client.ts'
import { heardReference } from './stripe-messages.ts'
import { fromStripeAmount, isCountedByStripe, toStripeAmount } from './stripe-money.ts'
import { checkoutOfSession, endsInTime, newSession, ownSession, paymentOf, refundStateOf, type Session } from './stripe-session.ts'

const refundsOfPage = 100
const withPayment = { expand: ['payment_intent'] }

interface StripeGateway {
  /** The account of a workspace; undefined if it has none. */
  accountOf(workspaceId: number): Promise<StripeAccount | undefined>
  /** The time limit of a call, for all its requests to Stripe together. */
  answerMs?: number
}

/** Stripe behind the gateway port; several workspaces may share an account without seeing each other's payments. */
export function stripeGateway({ accountOf, answerMs = defaultAnswerMs }: StripeGateway): Gateway {
  const clientOf = stripeClients()

  async function asking<T>(workspaceId: number, work: (ask: AskStripe) => Promise<T>): Promise<T> {
    const until = performance.now() + answerMs
    const account = await accountOf(workspaceId)
    if (!account) throw notConfigured()
    return work(askStripe(await clientOf(account), until))
  }

  return {
    name: 'stripe',
    open: (checkout) => asking(checkout.workspaceId, (ask) => open(ask, checkout)),
    read: (name) => asking(name.workspaceId, async (ask) => checkoutOfSession(await known(ask, name))),
    expire: (name) => asking(name.workspaceId, (ask) => expire(ask, name)),
    refund: (asked) => asking(asked.workspaceId, (ask) => refund(ask, asked)),
    readRefund: (asked) => asking(asked.workspaceId, (ask) => readRefund(ask, asked)),
    books: (name) => asking(name.workspaceId, (ask) => books(ask, name)),
    async hear(message) {
      const account = await accountOf(message.workspaceId)
      return account && heardReference(await clientOf(account), account.webhookSecret, message)
    },
  }
}

async function open(ask: AskStripe, checkout: NewCheckout) {
  const { workspaceId, key } = checkout
  const amount = amountOf(checkout)
  const returnTo = /^https?:\/\//i.test(checkout.returnUrl) ? returnAddress(checkout.returnUrl, checkout.reference) : undefined
  if (returnTo === undefined) throw noWebAddress()
  // Keys belong to the account, which other workspaces may share. Stripe repeats its own failures for the same key, as with refunds: the
  // checkout is then no longer opened, and is paid at the clinic.
  const create = (namesEnd: boolean) =>
    ask((stripe, options) => stripe.checkout.sessions.create(newSession(checkout, amount, returnTo, namesEnd), options), `checkout-${workspaceId}-${key}`)
  // An end time that Stripe would have refused at the first attempt may be acceptable now; its key is bound to the first request.
  const namesEnd = endsInTime(checkout)
  const opened = await create(namesEnd).catch((error: unknown) => {
    if (!isOfOtherWords(error)) throw error
    return create(!namesEnd)
  })
  const name = { workspaceId, gatewayId: String(opened.id) }
  // For a repeated request, Stripe returns its first answer, not the present state.
  const session = isRepeated(opened) ? await known(ask, name) : ownSession(opened, name)
  return { ...checkoutOfSession(session), url: opened.url ?? '' }
}

async function known(ask: AskStripe, name: CheckoutName): Promise<Session> {
  const { gatewayId } = name
  if (!/^cs_\w{1,250}$/.test(gatewayId)) throw unknownCheckout()
  return ownSession(await ask((stripe, options) => stripe.checkout.sessions.retrieve(gatewayId, withPayment, options)), name)
}

/** Stripe only closes open sessions; complete or expired ones remain as they are, which is not a failure. */
async function expire(ask: AskStripe, name: CheckoutName) {
  const session = await known(ask, name)
  if (session.status !== 'open') return checkoutOfSession(session)
  try {
    return checkoutOfSession(ownSession(await ask((stripe, options) => stripe.checkout.sessions.expire(session.id, withPayment, options)), name))
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.status >= 500) throw error
    // It may have been paid or closed in between.
    const now = await known(ask, name)
    if (now.status === 'open') throw error
    return checkoutOfSession(now)
  }
}

/**
 * First looks for an existing refund with this key, since Stripe stores keys for a day or so, and refunds for ever. If there is none, the
 * refund is requested with the same key each time. So if Stripe failed without refunding, it repeats that failure until it forgets the key,
 * and the money is refunded about a day late. With a different key, it might be refunded twice: a failure of Stripe does not mean that
 * nothing was done.
 */
async function refund(ask: AskStripe, asked: NewRefund): Promise<RefundState> {
  const { workspaceId, key, reference, currency } = asked
  const amount = amountOf(asked)
  const session = await known(ask, asked)
  const payment = paymentOf(session)
  if (String(session.currency).toUpperCase() !== currency) throw otherCurrency()
  if (!payment?.amount_received) throw refused(400, 'REFUND_EXCEEDS_CAPTURE', 'nothing was captured that could be refunded')
  const made = await refundOfKey(ask, payment, key)
  if (made) return sameRefund(made, amount)
  const metadata = { key, reference, workspace: String(workspaceId) }
  const wanted = { payment_intent: payment.id, amount, metadata }
  const begun = await ask((stripe, options) => stripe.refunds.create(wanted, options), `refund-${workspaceId}-${key}`)
  if (begun.object !== 'refund') throw notUnderstood()
  // As above: a repeated answer is the former state.
  const given = (isRepeated(begun) && (await refundOfKey(ask, payment, key))) || begun
  // Something was refunded, so it must not count as refused.
  if (given.amount !== amount) throw notUnderstood()
  return refundStateOf(given)
}

function sameRefund(made: Stripe.Refund, amount: number): RefundState {
  if (made.amount !== amount) throw otherRefund()
  return refundStateOf(made)
}

async function readRefund(ask: AskStripe, asked: RefundName): Promise<RefundState | undefined> {
  const payment = paymentOf(await known(ask, asked))
  const made = payment && (await refundOfKey(ask, payment, asked.key))
  return made ? refundStateOf(made) : undefined
}

async function refundOfKey(ask: AskStripe, payment: Stripe.PaymentIntent, key: string): Promise<Stripe.Refund | undefined> {
  return (await refundsOf(ask, payment)).find(({ metadata }) => metadata?.key === key)
}

/** All refunds of a payment, whoever requested them. */
async function refundsOf(ask: AskStripe, payment: Stripe.PaymentIntent): Promise<Stripe.Refund[]> {
  const found: Stripe.Refund[] = []
  for (let pages = 0; pages < refundPagesMax; pages += 1) {
    const last = found.at(-1)
    const page = { payment_intent: payment.id, limit: refundsOfPage, ...(last && { starting_after: last.id }) }
    const { data, has_more } = await ask((stripe, options) => stripe.refunds.list(page, options))
    if (!Array.isArray(data) || (has_more && data.length === 0)) throw notUnderstood()
    found.push(...data)
    if (!has_more) return found
  }
  throw notUnderstood()
}

async function books(ask: AskStripe, name: CheckoutName) {
  const session = await known(ask, name)
  const payment = paymentOf(session)
  if (!payment) return { capturedMinor: 0, refundedMinor: 0 }
  const refunds = await refundsOf(ask, payment)
  const refunded = refunds.filter((made) => refundStateOf(made) !== 'FAILED').reduce((sum, { amount }) => sum + amount, 0)
  const [capturedMinor, refundedMinor] = [payment.amount_received, refunded].map((amount) => fromStripeAmount(amount, payment.currency.toUpperCase()))
  // An amount that has no exact equivalent here is not rounded.
  if (capturedMinor === undefined || refundedMinor === undefined) throw notUnderstood()
  return { capturedMinor, refundedMinor }
}

/** The amount for Stripe; throws for requests that are refused without asking Stripe. */
function amountOf({ key, amountMinor, currency }: Pick<NewRefund, 'key' | 'amountMinor' | 'currency'>): number {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(key)) throw refused(400, 'KEY_INVALID', 'the key must be 1 to 100 characters of A-Z a-z 0-9 _ -')
  if (!Number.isInteger(amountMinor) || amountMinor <= 0 || amountMinor > minorUnitsMax)
    throw refused(400, 'AMOUNT_INVALID', `the amount must be a whole number of minor units from 1 to ${minorUnitsMax}`)
  if (!isCountedByStripe(currency)) throw refused(400, 'CURRENCY_UNKNOWN', 'Stripe takes no payments in this currency')
  const amount = toStripeAmount(amountMinor, currency)
  if (amount === undefined) throw refused(400, 'AMOUNT_INVALID', `Stripe takes ${currency} in larger steps; the amount cannot be paid exactly`)
  return amount
}

/** Its key was used before, for a request with different parameters. */
function isOfOtherWords(error: unknown): boolean {
  if (!(error instanceof GatewayRefused)) return false
  const { error: said } = error.body as { error?: { type?: unknown } }
  return said?.type === 'idempotency_error'
}

function isRepeated(answer: object): boolean {
  const { lastResponse } = answer as Partial<Stripe.Response<object>>
  return lastResponse?.headers['idempotent-replayed'] === 'true'
}
