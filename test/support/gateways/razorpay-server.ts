// Razorpay's API as documented, limited to the adapter's calls and as strict as the original. Each
// rule names its documentation page; where a page leaves something open, the observed behaviour of
// the API is used. Controls play payers, the clinic's staff and failures.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomBase32 } from '../../../src/base/values/random-text.ts'
import { afterFile } from '../run/after-file.ts'

export type RazorpayCall = 'create' | 'list' | 'fetch' | 'cancel' | 'refund' | 'refunds'
/**
 * How a fault changes a call: another answer or none, before or after the call was carried out.
 * `trickle` sends the answer byte by byte; `first` does something else before the call; `lie`
 * returns each amount one too high.
 */
export type RazorpayFault =
  | { how: 'answer'; when: 'before' | 'after'; status: number; body: string }
  | { how: 'destroy'; when: 'before' | 'after' }
  | { how: 'hang' | 'trickle' | 'lie' }
  | { how: 'first'; does: () => void }

type Json = Record<string, unknown>
interface Payment extends Json {
  id: string
  amount: number
  currency: string
  status: 'authorized' | 'captured'
  notes: unknown
}
interface Refund extends Json {
  id: string
  amount: number
  status: 'created' | 'pending' | 'processed' | 'failed' | 'reversed'
}
interface Link extends Json {
  id: string
  amount: number
  currency: string
  status: 'created' | 'partially_paid' | 'paid' | 'expired' | 'cancelled'
  reference_id: string
  notes: unknown
}
interface Request {
  call: RazorpayCall
  id: string
  query: URLSearchParams
  body: Json
  headers: IncomingMessage['headers']
}

export const razorpayAccount = {
  keyId: 'rzp_test_canary4711',
  keySecret: 'secret-canary-0815',
  webhookSecret: 'webhook-canary-2342',
}

class RazorpayRefusal extends Error {
  readonly status: number
  constructor(description: string, status = 400) {
    super(description)
    this.status = status
  }
}

/** About Errors: every refusal has these members. */
const errorBody = (description: string) => ({
  error: {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  },
})

const routes: readonly [RazorpayCall, string, RegExp][] = [
  ['create', 'POST', /^\/v1\/payment_links\/?()$/],
  ['list', 'GET', /^\/v1\/payment_links\/?()$/],
  ['fetch', 'GET', /^\/v1\/payment_links\/([^/]+)$/],
  ['cancel', 'POST', /^\/v1\/payment_links\/([^/]+)\/cancel$/],
  ['refund', 'POST', /^\/v1\/payments\/([^/]+)\/refund$/],
  ['refunds', 'GET', /^\/v1\/payments\/([^/]+)\/refunds$/],
]
const threeDecimals = ['BHD', 'IQD', 'JOD', 'KWD', 'OMR', 'TND']
const monthSeconds = 30 * 86_400
/** Ids have 14 letters and digits after their prefix. */
const createId = (kind: string) => `${kind}_${randomBase32(14)}`

export async function startRazorpayServer() {
  const links = new Map<string, Link>()
  const payments = new Map<string, Payment & { link: string }>()
  const refunds = new Map<string, Refund[]>()
  const idempotent = new Map<string, { sent: string; answer: Refund }>()
  const faults = new Map<RazorpayCall, RazorpayFault[]>()
  const asked: Request[] = []
  const delayed: Refund['status'][] = []
  let hidesLinks = 0
  const nowSeconds = () => Math.floor(Date.now() / 1_000)

  const work: Record<RazorpayCall, (request: Request) => unknown> = {
    create({ body }) {
      const link = parseLink(body, nowSeconds())
      // Create a Standard Payment Link: a reference is unique, whatever happened to the other link.
      // The message is as observed from the API.
      if ([...links.values()].some(({ reference_id: taken }) => taken === link.reference_id))
        throw new RazorpayRefusal(
          `payment link with given reference_id: ${link.reference_id} already exists. Please create a payment link with a different reference_id`,
        )
      links.set(link.id, link)
      return link
    },
    // Fetch All Standard Payment Links: newest first, in a member with its own name.
    list({ query }) {
      const reference = query.get('reference_id')
      const found = [...links.values()]
        .reverse()
        .filter((link) => reference === null || link.reference_id === reference)
      const shown = hidesLinks > 0 ? [] : found
      if (hidesLinks > 0) hidesLinks -= 1
      return { payment_links: paginate(shown, query) }
    },
    fetch: ({ id }) => findLink(id),
    // Cancel a Standard Payment Link: only in the state `created`.
    cancel({ id }) {
      const link = findLink(id)
      if (link.status === 'paid' || link.status === 'partially_paid')
        throw new RazorpayRefusal('cannot cancel or expire an already paid/partially paid link')
      if (link.status !== 'created')
        throw new RazorpayRefusal('cannot cancel or expire an expired link')
      return Object.assign(link, { status: 'cancelled', cancelled_at: nowSeconds() })
    },
    refund: ({ id, body, headers }) => refund(id, body, headers['x-refund-idempotency']),
    // Fetch Multiple Refunds for a Payment: the last ten if no count is sent.
    refunds({ id, query }) {
      findPayment(id)
      const items = paginate([...(refunds.get(id) ?? [])].reverse(), query)
      return { entity: 'collection', count: items.length, items }
    },
  }

  function paginate<T>(all: T[], query: URLSearchParams): T[] {
    const count = Number(query.get('count') ?? 10)
    const skip = Number(query.get('skip') ?? 0)
    if (count > 100) throw new RazorpayRefusal('The count may not be greater than 100.')
    return all.slice(skip, skip + count)
  }

  // Fetch Standard Payment Links With ID.
  function findLink(id: string): Link {
    if (!/^plink_[A-Za-z0-9]{14}$/.test(id))
      throw new RazorpayRefusal(`invalid input [strippedId] = [${id}]`)
    const link = links.get(id)
    if (!link) throw new RazorpayRefusal('The id provided does not exist')
    return link
  }

  function findPayment(id: string) {
    if (!/^pay_[A-Za-z0-9]{14}$/.test(id)) throw new RazorpayRefusal(`${id} is not a valid id`)
    const payment = payments.get(id)
    if (!payment) throw new RazorpayRefusal('The id provided does not exist')
    return payment
  }

  // Create a Normal Refund, and the same call as an Idempotent Request.
  function refund(id: string, body: Json, key: string | string[] | undefined): Refund {
    const sent = JSON.stringify([id, body])
    if (key !== undefined) {
      if (String(key).length < 10)
        throw new RazorpayRefusal('The idempotency key must be at least 10 characters long.')
      if (!/^[A-Za-z0-9_-]+$/.test(String(key)))
        throw new RazorpayRefusal(
          'The idempotency key must only contain alphanumeric characters, underscores, and hyphens',
        )
      const earlier = idempotent.get(String(key))
      if (earlier && earlier.sent !== sent)
        throw new RazorpayRefusal(
          'Different request with the same idempotency key has already been processed.',
          409,
        )
      if (earlier) return earlier.answer
    }
    const payment = findPayment(id)
    const extra = Object.keys(body).filter(
      (member) => !['amount', 'speed', 'notes', 'receipt'].includes(member),
    )
    if (extra.length > 0)
      throw new RazorpayRefusal(`${extra.join(', ')} is/are not required and should not be sent.`)
    if (payment.status !== 'captured')
      throw new RazorpayRefusal('The payment status should be captured for action to be taken')
    const left =
      payment.amount -
      (refunds.get(id) ?? []).reduce(
        (sum, { amount, status }) =>
          status === 'failed' || status === 'reversed' ? sum : sum + amount,
        0,
      )
    if (left === 0) throw new RazorpayRefusal('The payment has been fully refunded already.')
    const amount = parseAmount(body.amount, payment.currency)
    if (amount > left)
      throw new RazorpayRefusal('The refund amount provided is greater than amount captured.')
    checkNotes(body.notes)
    const made: Refund = {
      id: createId('rfnd'),
      entity: 'refund',
      amount,
      receipt: body.receipt ?? null,
      currency: payment.currency,
      payment_id: id,
      notes: body.notes ?? [],
      acquirer_data: { arn: null },
      created_at: nowSeconds(),
      batch_id: null,
      status: delayed.shift() ?? 'processed',
      speed_processed: 'normal',
      speed_requested: body.speed ?? 'normal',
    }
    refunds.set(id, [...(refunds.get(id) ?? []), made])
    if (key !== undefined) idempotent.set(String(key), { sent, answer: made })
    return made
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://razorpay')
    const body = await text(request)
    const route = routes.find(
      ([, method, path]) => method === request.method && path.test(pathname),
    )
    const send = (status: number, content: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(content)
    // Authentication: the key and its secret, in each request.
    const { keyId, keySecret } = razorpayAccount
    if (
      request.headers.authorization !==
      `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
    )
      return send(401, JSON.stringify(errorBody('Authentication failed')))
    if (!route)
      return send(400, JSON.stringify(errorBody('The requested URL was not found on the server.')))
    const [call, , path] = route
    const parsed: Request = {
      call,
      id: path.exec(pathname)?.[1] ?? '',
      query,
      body: body === '' ? {} : JSON.parse(body),
      headers: request.headers,
    }
    asked.push(parsed)

    const fault = faults.get(call)?.shift()
    if (fault?.how === 'hang') return
    if (fault?.how === 'first') fault.does()
    if (fault && 'when' in fault && fault.when === 'before')
      return fault.how === 'destroy' ? response.destroy() : send(fault.status, fault.body)
    const [status, content] = performCall(parsed)
    if (fault?.how === 'destroy') return response.destroy()
    if (fault?.how === 'answer') return send(fault.status, fault.body)
    if (fault?.how === 'trickle') return sendSlowly(response, content)
    if (fault?.how === 'lie')
      return send(
        status,
        content.replace(/"amount":(\d+)/g, (_, amount) => `"amount":${Number(amount) + 1}`),
      )
    return send(status, content)
  }

  function performCall(request: Request): [number, string] {
    try {
      return [200, JSON.stringify(work[request.call](request))]
    } catch (error) {
      if (error instanceof RazorpayRefusal)
        return [error.status, JSON.stringify(errorBody(error.message))]
      throw error
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function createLink(gatewayId: string): Link {
    const link = links.get(gatewayId)
    if (!link) throw new Error('no such payment link')
    return link
  }

  /**
   * A payment for a link; the link's `payments` contains it once it is captured (Payment Links
   * Entity).
   */
  function createPayment(link: Link, amount: number, status: Payment['status']): Payment {
    const payment = {
      id: createId('pay'),
      entity: 'payment',
      amount,
      currency: link.currency,
      status,
      notes: link.notes,
      link: link.id,
    }
    payments.set(payment.id, payment)
    if (status === 'captured') capture(link, payment)
    return payment
  }

  function capture(link: Link, { id, amount }: Payment) {
    const entry = {
      amount,
      created_at: nowSeconds(),
      method: 'upi',
      payment_id: id,
      plink_id: link.id,
      status: 'captured',
      updated_at: nowSeconds(),
    }
    const entries = [...((link.payments as Json[] | null) ?? []), entry]
    const sum = Number(link.amount_paid) + amount
    const isOver = link.status === 'cancelled' || link.status === 'expired'
    Object.assign(link, {
      payments: entries,
      amount_paid: sum,
      ...(isOver ? {} : { status: sum >= link.amount ? 'paid' : 'partially_paid' }),
    })
  }

  return {
    account: { ...razorpayAccount, url },
    /** Every request with the right key, in order. */
    asked,
    /** How many connections were ever made. */
    connections: () => connections,
    links: () => [...links.values()],
    refundsOf: (gatewayId: string) =>
      [...payments.values()]
        .filter(({ link }) => link === gatewayId)
        .flatMap(({ id }) => refunds.get(id) ?? []),
    /** Faults for the next calls of an endpoint. */
    fault(call: RazorpayCall, ...kinds: RazorpayFault[]) {
      faults.set(call, kinds)
    },
    /** Ends all faults. */
    mend: () => faults.clear(),
    /** A payer pays all or part of the amount; a closed link accepts nothing. */
    pay(gatewayId: string, amount?: number) {
      const link = createLink(gatewayId)
      if (link.status === 'created' || link.status === 'partially_paid')
        createPayment(link, amount ?? link.amount, 'captured')
    },
    /**
     * Money is authorized; the returned function captures it, whatever has happened to the link
     * (Payment Capture Settings).
     */
    authorize(gatewayId: string) {
      const link = createLink(gatewayId)
      const payment = createPayment(link, link.amount, 'authorized')
      return () => capture(link, Object.assign(payment, { status: 'captured' as const }))
    },
    expire: (gatewayId: string) =>
      void Object.assign(createLink(gatewayId), { status: 'expired', expired_at: nowSeconds() }),
    /** The next refund stays pending; the returned function settles it. */
    delayRefund(then: Refund['status'], as: 'created' | 'pending' = 'pending') {
      delayed.push(as)
      return () => {
        for (const made of [...refunds.values()].flat()) if (made.status === as) made.status = then
      }
    },
    /** Forgets the idempotency keys of refunds (`X-Refund-Idempotency`). */
    forgetRefundKeys: () => idempotent.clear(),
    /** The clinic's staff refund money in Razorpay's dashboard. */
    refundInDashboard(gatewayId: string, amount: number) {
      const payment = [...payments.values()].find(({ link }) => link === gatewayId)
      refund(payment?.id ?? '', { amount }, undefined)
    },
    /** Hides all links from the list for a number of calls. */
    hideLinks(times: number) {
      hidesLinks = times
    },
  }
}

/**
 * A message and its headers (Validate and Test Webhooks): the signature is computed from the body
 * as sent.
 */
export function razorpayMessage(content: unknown, secret = razorpayAccount.webhookSecret) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return {
    body,
    headers: { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') },
  }
}

// Create a Standard Payment Link.
function parseLink(body: Json, now: number): Link {
  const {
    amount,
    currency,
    accept_partial,
    reference_id,
    description,
    notes,
    callback_url,
    callback_method,
    reminder_enable,
    notify,
    expire_by,
    ...extra
  } = body
  const isUrl =
    typeof callback_url === 'string' && URL.canParse(callback_url) && callback_method === 'get'
  const isUsable =
    Object.keys(extra).length === 0 &&
    typeof accept_partial === 'boolean' &&
    typeof reminder_enable === 'boolean' &&
    typeof description === 'string' &&
    description.length <= 2_048 &&
    typeof reference_id === 'string' &&
    reference_id.length <= 40 &&
    (callback_url === undefined || isUrl) &&
    Object.values(notify ?? {}).every((value) => typeof value === 'boolean')
  if (!isUsable) throw new RazorpayRefusal('wrong input fields sent.')
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    throw new RazorpayRefusal('currency: wrong input field')
  const seconds = Number(expire_by) - now
  if (!Number.isInteger(expire_by) || seconds <= 15 * 60)
    throw new RazorpayRefusal('expire_by: timestamp must be atleast 15 minutes in future')
  if (seconds > 6 * monthSeconds)
    throw new RazorpayRefusal(
      'expire_by: cannot exceed more than six months from the date of creation',
    )
  checkNotes(notes)
  const id = createId('plink')
  return {
    accept_partial,
    amount: parseAmount(amount, currency),
    amount_paid: 0,
    callback_method,
    callback_url,
    cancelled_at: 0,
    created_at: now,
    currency,
    customer: {},
    description,
    expire_by,
    expired_at: 0,
    first_min_partial_amount: 0,
    id,
    notes: notes ?? null,
    notify,
    payments: null,
    reference_id,
    reminder_enable,
    reminders: [],
    short_url: `https://rzp.example/i/${id.slice(-7)}`,
    status: 'created',
    updated_at: now,
    upi_link: false,
    user_id: '',
  }
}

function parseAmount(amount: unknown, currency: string): number {
  if (amount === undefined || amount === 0) throw new RazorpayRefusal('amount: cannot be blank.')
  if (typeof amount !== 'number' || !Number.isInteger(amount))
    throw new RazorpayRefusal('amount: wrong input field')
  if (amount < 1 || (currency === 'INR' && amount < 100))
    throw new RazorpayRefusal(`amount: amount should be minimum 1.00 for ${currency}`)
  if (threeDecimals.includes(currency) && amount % 10 !== 0)
    throw new RazorpayRefusal('amount: the last decimal must be 0')
  return amount
}

/** Checks notes: at most 15 pairs, of at most 255 characters. */
function checkNotes(notes: unknown) {
  const values = Object.values(notes ?? {})
  if (values.length > 15 || !values.every((value) => typeof value === 'string'))
    throw new RazorpayRefusal('notes: wrong input field')
  if (values.some((value) => String(value).length > 255))
    throw new RazorpayRefusal('value: the length must not be greater than 255.')
}

/** Sends so slowly that the whole answer takes long, although no pause between two bytes does. */
async function sendSlowly(response: ServerResponse, content: string) {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(content),
  })
  for (const byte of Buffer.from(content)) {
    if (response.destroyed) return
    response.write(Buffer.from([byte]))
    await sleep(20)
  }
  response.end()
}
