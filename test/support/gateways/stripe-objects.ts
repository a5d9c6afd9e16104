// Sessions, payments and refunds as Stripe stores them, for the tests' server. They are validated
// as its documentation says, page by page.

import { randomBase32 } from '../../../src/base/values/random-text.ts'

export type Form = { [name: string]: string | Form | string[] | Form[] }
export type Json = Record<string, unknown>

/** "Error codes", "Errors": the body of a refusal. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Json

  constructor(status: number, error: Json) {
    super(String(error.message))
    this.status = status
    this.error = { type: 'invalid_request_error', ...error }
  }
}

export interface Payment {
  id: string
  amount: number
  received: number
  currency: string
  status: string
  metadata: Json
}
export interface Session {
  id: string
  amount: number
  currency: string
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid'
  form: Form
  payment: Payment | null
}
export interface Refund {
  id: string
  amount: number
  payment: Payment
  status: string
  metadata: Json
  created: number
}

export const createId = (prefix: string) => `${prefix}_test_${randomBase32(24).toLowerCase()}`
const missingParameter = (param: string) =>
  new StripeRefusal(400, {
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  })

/**
 * "Request bodies are form-encoded": `a[b][0][c]=d`, as nested objects and lists; every leaf is
 * text.
 */
export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    let inner = form
    path.forEach((part, at) => {
      if (at === path.length - 1) inner[part] = value
      else {
        inner[part] ??= {}
        inner = inner[part] as Form
      }
    })
  }
  return form
}

/** "Parameter unknown": every name must be documented, at any depth; `*` matches any. */
export function checkNames(form: Form, known: readonly string[]): void {
  const walk = (value: Form | string | unknown, path: string) => {
    if (typeof value === 'object' && value !== null && !known.includes(path)) {
      for (const [name, inner] of Object.entries(value))
        walk(inner, path === '' ? name : `${path}.${/^\d+$/.test(name) ? '#' : name}`)
      return
    }
    const isKnown = known.includes(path) || known.includes(path.replace(/\.[^.]*$/, '.*'))
    if (!isKnown)
      throw new StripeRefusal(400, {
        code: 'parameter_unknown',
        message: `Received unknown parameter: ${path}`,
        param: path,
      })
    if (value === '')
      throw new StripeRefusal(400, {
        code: 'parameter_invalid_empty',
        message: `You passed an empty string for '${path}'.`,
        param: path,
      })
  }
  walk(form, '')
}

const sessionNames = [
  'mode',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'expires_at',
  'line_items.#.quantity',
  'line_items.#.price_data.currency',
  'line_items.#.price_data.unit_amount',
  'line_items.#.price_data.product_data.name',
  'line_items.#.price_data.product_data.description',
  'metadata.*',
  'payment_intent_data.metadata.*',
  'payment_intent_data.capture_method',
  'adaptive_pricing.enabled',
  'excluded_payment_method_types.#',
  'expand.#',
]

function readText(form: Form, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null ? (inner as Form)[part] : undefined,
      form,
    )
  return typeof value === 'string' ? value : undefined
}

function requireValue(form: Form, path: string): string {
  const value = readText(form, path)
  if (value === undefined) throw missingParameter(path)
  return value
}

function readInteger(form: Form, path: string): number {
  const value = requireValue(form, path)
  if (!/^-?\d+$/.test(value))
    throw new StripeRefusal(400, {
      code: 'parameter_invalid_integer',
      message: `Invalid integer: ${value}`,
      param: path,
    })
  return Number(value)
}

/**
 * "Supported currencies": the two-decimal ones of the tests and all with another number of
 * decimals; "Minimum and maximum charge amounts".
 */
const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const threeDecimal = 'bhd jod kwd omr tnd'.split(' ')
const twoDecimal = 'inr usd eur gbp aed mru huf twd chf isk ugx'.split(' ')
const minimum: Record<string, number> = { usd: 50, eur: 50, gbp: 30, inr: 50, jpy: 50, aed: 200 }

function checkAmount(amount: number, currency: string) {
  const refuseAmount = (code: string, message: string) =>
    new StripeRefusal(400, { code, message, param: 'line_items[0][price_data][unit_amount]' })
  if (
    currency !== currency.toLowerCase() ||
    ![...zeroDecimal, ...threeDecimal, ...twoDecimal].includes(currency)
  )
    throw new StripeRefusal(400, {
      message: `Invalid currency: ${currency}.`,
      param: 'line_items[0][price_data][currency]',
    })
  if (amount <= 0)
    throw refuseAmount(
      'parameter_invalid_integer',
      'This value must be greater than or equal to 1.',
    )
  if (amount > 99_999_999)
    throw refuseAmount('amount_too_large', 'The amount must be no more than 999999.99.')
  checkSteps(amount, currency)
  if (amount < (minimum[currency] ?? 0))
    throw refuseAmount(
      'amount_too_small',
      'The total amount due must add up to at least the minimum.',
    )
}

/** "Three-decimal currencies", "Special cases". */
function checkSteps(amount: number, currency: string) {
  const isWrong =
    (threeDecimal.includes(currency) && amount % 10 !== 0) ||
    (['isk', 'ugx'].includes(currency) && amount % 100 !== 0)
  if (isWrong)
    throw new StripeRefusal(400, {
      code: 'invalid_charge_amount_no_decimal_compatible',
      message: 'Invalid amount.',
      param: 'amount',
    })
}

/** "Metadata": up to 50 names of 40 characters, each with a value of at most 500. */
function readMetadata(form: Form, path: string): Json {
  const inner = path.split('.').reduce<Form>((at, part) => (at[part] ?? {}) as Form, form)
  const entries = Object.entries(inner)
  if (
    entries.length > 50 ||
    entries.some(
      ([name, value]) => name.length > 40 || typeof value !== 'string' || value.length > 500,
    )
  )
    throw new StripeRefusal(400, { message: 'Invalid metadata', param: path })
  return inner as Json
}

/** "Create a Checkout Session". */
export function createSession(form: Form, now: number): Session {
  checkNames(form, sessionNames)
  if (requireValue(form, 'mode') !== 'payment')
    throw new StripeRefusal(400, { message: 'Invalid mode', param: 'mode' })
  for (const url of ['success_url', 'cancel_url']) {
    if (!/^https?:\/\//.test(requireValue(form, url)) || !URL.canParse(requireValue(form, url)))
      throw new StripeRefusal(400, { code: 'url_invalid', message: 'Not a valid URL', param: url })
  }
  if ((readText(form, 'client_reference_id') ?? '').length > 200)
    throw new StripeRefusal(400, { message: 'Too long', param: 'client_reference_id' })
  const expiresAt =
    readText(form, 'expires_at') === undefined ? now + 86_400 : readInteger(form, 'expires_at')
  // "anywhere from 30 minutes to 24 hours after Checkout Session creation"
  if (expiresAt < now + 1_800 || expiresAt > now + 86_400)
    throw new StripeRefusal(400, {
      message:
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      param: 'expires_at',
    })
  if (readInteger(form, 'line_items.0.quantity') !== 1)
    throw new StripeRefusal(400, {
      message: 'one is expected here',
      param: 'line_items[0][quantity]',
    })
  const currency = requireValue(form, 'line_items.0.price_data.currency')
  const amount = readInteger(form, 'line_items.0.price_data.unit_amount')
  requireValue(form, 'line_items.0.price_data.product_data.name')
  checkAmount(amount, currency)
  readMetadata(form, 'metadata')
  return {
    id: createId('cs'),
    amount,
    currency,
    created: now,
    expiresAt,
    status: 'open',
    paymentStatus: 'unpaid',
    form,
    payment: null,
  }
}

/**
 * "The Checkout Session object": its payment is an id unless it is expanded; its `url` is gone once
 * the session is complete or expired.
 */
export function sessionJson(session: Session, expand: readonly string[], base: string): Json {
  const { id, amount, currency, created, expiresAt, status, paymentStatus, form, payment } = session
  const isExpanded = expand.includes('payment_intent')
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: readText(form, 'cancel_url') ?? null,
    client_reference_id: readText(form, 'client_reference_id') ?? null,
    created,
    currency,
    customer: null,
    expires_at: expiresAt,
    livemode: false,
    metadata: readMetadata(form, 'metadata'),
    mode: 'payment',
    payment_intent: payment && (isExpanded ? paymentJson(payment) : payment.id),
    payment_method_types: ['card'],
    payment_status: paymentStatus,
    status,
    success_url: readText(form, 'success_url') ?? null,
    ui_mode: 'hosted_page',
    url: status === 'open' ? `${base}/c/pay/${id}` : null,
  }
}

/** "The PaymentIntent object". */
function paymentJson({ id, amount, received, currency, status, metadata }: Payment): Json {
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: received,
    capture_method: 'automatic',
    currency,
    livemode: false,
    metadata,
    status,
  }
}

/** Creates the payment of the session, with the metadata of `payment_intent_data`. */
export function createPayment({ amount, currency, form }: Session, status: string): Payment {
  const received = status === 'succeeded' ? amount : 0
  return {
    id: createId('pi'),
    amount,
    received,
    currency,
    status,
    metadata: readMetadata(form, 'payment_intent_data.metadata'),
  }
}

/** "The Refund object". */
export function refundJson({ id, amount, payment, status, metadata, created }: Refund): Json {
  return {
    id,
    object: 'refund',
    amount,
    charge: payment.id.replace('pi_', 'ch_'),
    created,
    currency: payment.currency,
    metadata,
    payment_intent: payment.id,
    reason: null,
    status,
  }
}

/**
 * "Create a refund": for a payment intent, at most what is left of it. `status` is the initial
 * status of the refund.
 */
export function createRefund(
  form: Form,
  payments: readonly Payment[],
  refunds: readonly Refund[],
  status: string,
  now: number,
): Refund {
  checkNames(form, ['payment_intent', 'amount', 'metadata.*', 'reason', 'expand.#'])
  const payment = payments.find(({ id }) => id === requireValue(form, 'payment_intent'))
  if (!payment)
    throw noSuchObject('payment_intent', requireValue(form, 'payment_intent'), 'payment_intent')
  if (payment.received === 0)
    throw new StripeRefusal(400, {
      code: 'charge_not_refundable',
      message: 'This PaymentIntent does not have a successful charge to refund.',
    })
  const left = payment.received - refundedAmount(payment, refunds)
  const amount = readText(form, 'amount') === undefined ? left : readInteger(form, 'amount')
  if (left === 0)
    throw new StripeRefusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${payment.id.replace('pi_', 'ch_')} has already been refunded.`,
    })
  if (amount <= 0)
    throw new StripeRefusal(400, {
      code: 'parameter_invalid_integer',
      message: 'This value must be greater than or equal to 1.',
      param: 'amount',
    })
  if (amount > left)
    throw new StripeRefusal(400, {
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      param: 'amount',
    })
  checkSteps(amount, payment.currency)
  return {
    id: createId('re'),
    amount,
    payment,
    status,
    metadata: readMetadata(form, 'metadata'),
    created: now,
  }
}

function refundedAmount(payment: Payment, refunds: readonly Refund[]): number {
  // "Failed refunds": the amount returns to the balance, and can be refunded again.
  const standing = refunds.filter(
    (refund) => refund.payment === payment && !['failed', 'canceled'].includes(refund.status),
  )
  return standing.reduce((sum, { amount }) => sum + amount, 0)
}

export function noSuchObject(what: string, id: string, param: string): StripeRefusal {
  return new StripeRefusal(404, {
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}
