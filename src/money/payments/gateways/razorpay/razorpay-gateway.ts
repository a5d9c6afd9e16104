// Razorpay, with its payment links. Razorpay identifies a link by its `reference_id`, which it
// accepts only once, for ever: that is the key of a checkout. The account must be set to capture
// payments automatically: a payment that is only authorised is not money, and is released after
// some days.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type Razorpay from 'razorpay'
import { minorUnitsMax } from '../../../../base/values/money.ts'
import {
  type CheckoutName,
  defaultAnswerMs,
  type Gateway,
  GatewayRefused,
  GatewaySilent,
  type NewCheckout,
  type NewRefund,
  type RefundName,
  type RefundState,
  refundPagesMax,
} from '../gateway.ts'
import {
  gatewayRefusal,
  moreThanCaptured,
  notConfigured,
  noWebAddress,
  otherCheckout,
  otherCurrency,
  otherRefund,
  refuseUnusableKey,
  unknownCheckout,
} from '../refusals.ts'
import { returnAddress } from '../return-address.ts'
import { takesCurrency, toRazorpayAmount } from './razorpay-amount.ts'
import {
  type AskRazorpay,
  asObject,
  type RazorpayAccount,
  razorpayClient,
} from './razorpay-client.ts'
import {
  capturedMinor,
  linkToCheckout,
  notUnderstoodError,
  type PaymentLink,
  type RazorpayRefund,
  toPaymentLink,
  toRefund,
} from './razorpay-entities.ts'
import { messageReference } from './razorpay-webhook.ts'

/** Razorpay's limit for `reference_id`. */
const keyLengthMax = 40
const descriptionLengthMax = 2_048
/**
 * How long after its hold a link expires, in case the service never closes it. Longer than the
 * quarter of an hour that Razorpay requires, and shorter than the day for which the service watches
 * for late money.
 */
const closesAfterMs = 3_600_000
/**
 * No booking is held longer. Razorpay limits links to six months by its own clock; a sandbox's
 * clock may be years ahead.
 */
const holdMsMax = 24 * 3_600_000
const pageSize = 100
/**
 * Razorpay may refuse a reference that it lists only a moment later, while it is processing another
 * request.
 */
const lookAttemptsMax = 3
const lookMs = 300

/** The library's types require a customer; the API does not, and gets none. */
type LibraryLinkInput = Parameters<Razorpay['paymentLink']['create']>[0]

interface RazorpayGateway {
  /** The account of a workspace at Razorpay; undefined: none. */
  loadAccount(workspaceId: number): Promise<RazorpayAccount | undefined>
  /** The time limit of one call to the port. */
  answerMs?: number
}

export function razorpayGateway({
  loadAccount,
  answerMs = defaultAnswerMs,
}: RazorpayGateway): Gateway {
  const client = razorpayClient(answerMs)

  async function begin(workspaceId: number): Promise<AskRazorpay> {
    const account = await loadAccount(workspaceId)
    if (!account) throw notConfigured()
    return client.begin(account)
  }

  async function open(checkout: NewCheckout) {
    const linkRequest = buildLinkRequest(checkout)
    const ask = await begin(checkout.workspaceId)
    try {
      return linkToCheckout(
        toPaymentLink(
          await ask(({ paymentLink }) =>
            paymentLink.create(linkRequest as unknown as LibraryLinkInput),
          ),
        ),
      )
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.status !== 400) throw error
      const link = await findLinkOfRefusedKey(ask, checkout.key, error)
      if (link.notes.terms !== linkRequest.notes.terms) throw otherCheckout()
      return linkToCheckout(link)
    }
  }

  async function read({ workspaceId, gatewayId }: CheckoutName) {
    return linkToCheckout(await loadOwnLink(await begin(workspaceId), workspaceId, gatewayId))
  }

  async function expire({ workspaceId, gatewayId }: CheckoutName) {
    const ask = await begin(workspaceId)
    const link = await loadOwnLink(ask, workspaceId, gatewayId)
    if (link.status !== 'created') return linkToCheckout(link)
    try {
      return linkToCheckout(
        toPaymentLink(await ask(({ paymentLink }) => paymentLink.cancel(gatewayId))),
      )
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.status !== 400) throw error
      // The link was paid or closed in the meantime.
      const now = await loadOwnLink(ask, workspaceId, gatewayId)
      if (now.status === 'created') throw error
      return linkToCheckout(now)
    }
  }

  async function refund({
    workspaceId,
    gatewayId,
    key,
    reference,
    amountMinor,
    currency,
  }: NewRefund): Promise<RefundState> {
    refuseUnusableKey(key)
    const amount = toUsableAmount(amountMinor, currency)
    const ask = await begin(workspaceId)
    const link = await loadOwnLink(ask, workspaceId, gatewayId)
    if (link.currency !== currency) throw otherCurrency()
    const [first] = link.payments
    if (!first) throw moreThanCaptured()
    const byPayment = await loadRefundsByPayment(ask, link)
    const existingRefund = findRefundByKey(byPayment, key)
    if (existingRefund) return checkSameRefund(existingRefund, amountMinor)

    const hasRoom = ({ id, amountMinor: captured }: { id: string; amountMinor: number }) =>
      captured - sumRefunded(byPayment.get(id) ?? []) >= amountMinor
    const { id: payment } = link.payments.find(hasRoom) ?? first
    const name = createHash('sha256').update(`${gatewayId}/${key}`).digest('hex').slice(0, 32)
    const refundRequest = {
      amount,
      speed: 'normal' as const,
      receipt: name,
      notes: { key, reference, workspace: String(workspaceId) },
    }
    try {
      return toRefund(
        await ask(({ payments }) => payments.refund(payment, refundRequest), {
          'X-Refund-Idempotency': name,
        }),
      ).state
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.status !== 409) throw error
      // The same refund was requested a moment ago, perhaps with a different amount, and may still
      // be in progress.
      const concurrentRefund = findRefundByKey(await loadRefundsByPayment(ask, link), key)
      if (!concurrentRefund) throw new GatewaySilent('Razorpay is still working on this refund')
      return checkSameRefund(concurrentRefund, amountMinor)
    }
  }

  async function readRefund({ workspaceId, gatewayId, key }: RefundName) {
    const ask = await begin(workspaceId)
    return findRefundByKey(
      await loadRefundsByPayment(ask, await loadOwnLink(ask, workspaceId, gatewayId)),
      key,
    )?.state
  }

  async function books({ workspaceId, gatewayId }: CheckoutName) {
    const ask = await begin(workspaceId)
    const link = await loadOwnLink(ask, workspaceId, gatewayId)
    const refunds = [...(await loadRefundsByPayment(ask, link)).values()].flat()
    return { capturedMinor: capturedMinor(link), refundedMinor: sumRefunded(refunds) }
  }

  return {
    name: 'razorpay',
    open,
    read,
    expire,
    refund,
    readRefund,
    books,
    async readMessage(message) {
      const account = await loadAccount(message.workspaceId)
      return account && messageReference(message, account.webhookSecret)
    },
  }
}

/**
 * The request for a checkout, without patient data. Throws for values that Razorpay would not
 * accept.
 */
function buildLinkRequest({
  workspaceId,
  key,
  reference,
  amountMinor,
  currency,
  payee,
  description,
  returnUrl,
  heldUntil,
}: NewCheckout) {
  refuseUnusableKey(key, keyLengthMax)
  const amount = toUsableAmount(amountMinor, currency)
  const callbackUrl = /^https?:\/\//i.test(returnUrl)
    ? returnAddress(returnUrl, reference)
    : undefined
  if (callbackUrl === undefined) throw noWebAddress()
  const terms = [
    workspaceId,
    key,
    reference,
    amountMinor,
    currency,
    payee,
    description,
    returnUrl,
    heldUntil,
  ]
  return {
    amount,
    currency,
    accept_partial: false,
    reference_id: key,
    description: `${payee}: ${description}`.slice(0, descriptionLengthMax),
    notes: {
      reference,
      workspace: String(workspaceId),
      terms: createHash('sha256').update(JSON.stringify(terms)).digest('hex'),
    },
    callback_url: callbackUrl,
    callback_method: 'get' as const,
    reminder_enable: false,
    notify: { sms: false, email: false },
    // This uses the host's clock, which agrees with Razorpay's: a sandbox's business time may have
    // been moved.
    expire_by: Math.ceil(
      (Math.min(Math.max(heldUntil, Date.now()), Date.now() + holdMsMax) + closesAfterMs) / 1_000,
    ),
  }
}

/**
 * The existing link for which a key was refused; throws the refusal if there is none. The list may
 * contain links with other keys.
 */
async function findLinkOfRefusedKey(
  ask: AskRazorpay,
  key: string,
  refusal: GatewayRefused,
): Promise<PaymentLink> {
  const query = { reference_id: key, count: pageSize }
  const isTaken = /already/i.test(String(asObject(refusal.body.error)?.description))
  for (let attempt = 1; attempt <= (isTaken ? lookAttemptsMax : 1); attempt += 1) {
    if (attempt > 1) await sleep(lookMs)
    const { payment_links: links } = await ask(({ paymentLink }) => paymentLink.all(query))
    if (!Array.isArray(links)) throw notUnderstoodError('list of payment links')
    const id = links.map(asObject).find((link) => link?.reference_id === key)?.id
    if (typeof id === 'string')
      return toPaymentLink(await ask(({ paymentLink }) => paymentLink.fetch(id)))
  }
  if (isTaken)
    throw new GatewaySilent('Razorpay has a payment link with this key but does not return it')
  throw refusal
}

/** A link of this workspace: links of others on the same account count as unknown. */
async function loadOwnLink(
  ask: AskRazorpay,
  workspaceId: number,
  gatewayId: string,
): Promise<PaymentLink> {
  // The library inserts it into a path unchanged.
  if (!/^plink_[A-Za-z0-9]+$/.test(gatewayId)) throw unknownCheckout()
  const link = toPaymentLink(await ask(({ paymentLink }) => paymentLink.fetch(gatewayId)))
  if (link.notes.workspace !== String(workspaceId)) throw unknownCheckout()
  return link
}

type RefundsByPayment = ReadonlyMap<string, readonly RazorpayRefund[]>

async function loadRefundsByPayment(
  ask: AskRazorpay,
  { payments }: PaymentLink,
): Promise<RefundsByPayment> {
  const all = new Map<string, RazorpayRefund[]>()
  for (const { id } of payments) all.set(id, await listRefunds(ask, id))
  return all
}

/** Listed newest first, so a page may repeat refunds of the previous one. */
async function listRefunds(ask: AskRazorpay, payment: string): Promise<RazorpayRefund[]> {
  const byId = new Map<string, RazorpayRefund>()
  for (let skip = 0; skip < pageSize * refundPagesMax; skip += pageSize) {
    const { items } = await ask(({ payments }) =>
      payments.fetchMultipleRefund(payment, { count: pageSize, skip }),
    )
    if (!Array.isArray(items)) throw notUnderstoodError('list of refunds')
    for (const refund of items.map(toRefund)) byId.set(refund.id, refund)
    if (items.length < pageSize) return [...byId.values()]
  }
  throw notUnderstoodError('list of refunds')
}

const findRefundByKey = (byPayment: RefundsByPayment, key: string) =>
  [...byPayment.values()].flat().find(({ notes }) => notes.key === key)

const sumRefunded = (refunds: readonly RazorpayRefund[]) =>
  refunds.reduce((sum, { amountMinor, state }) => (state === 'FAILED' ? sum : sum + amountMinor), 0)

function checkSameRefund(existingRefund: RazorpayRefund, amountMinor: number): RefundState {
  if (existingRefund.amountMinor !== amountMinor) throw otherRefund()
  return existingRefund.state
}

function toUsableAmount(amountMinor: number, currency: string): number {
  if (!takesCurrency(currency))
    throw gatewayRefusal(400, 'CURRENCY_UNKNOWN', 'Razorpay takes no payments in this currency')
  const amount = toRazorpayAmount(amountMinor, currency)
  if (amount !== undefined) return amount
  throw gatewayRefusal(
    400,
    'AMOUNT_INVALID',
    `the amount must be a whole number of minor units from 1 to ${minorUnitsMax}, and of three decimals the last must be 0`,
  )
}
