// A server on loopback that behaves as Stripe's API is documented, for the calls that the service
// makes: "Authentication", "Versioning", "Errors", "Idempotent requests", "Advanced error
// handling", "Pagination", "Expanding responses", and the pages of each object. It is strict where
// Stripe is. Tests control what payers and banks do and what fails.

import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { afterFile } from '../run/after-file.ts'
import {
  checkNames,
  createId,
  createPayment,
  createRefund,
  createSession,
  type Form,
  type Json,
  noSuchObject,
  type Payment,
  parseForm,
  type Refund,
  refundJson,
  type Session,
  StripeRefusal,
  sessionJson,
} from './stripe-objects.ts'

export type StripeEndpoint =
  | 'create session'
  | 'retrieve session'
  | 'expire session'
  | 'create refund'
  | 'list refunds'
/**
 * `before`: the call is not carried out; `after`: it is. `wrong amount`: each amount is returned
 * one too high. The last faults are answers from a server that is not Stripe.
 */
export type StripeFault =
  | '500 before'
  | '500 after'
  | 'cut before'
  | 'cut after'
  | 'hang before'
  | 'hang after'
  | 'trickle'
  | '429'
  | '401'
  | 'lock_timeout'
  | 'in use'
  | 'html'
  | 'cut body'
  | 'wrong amount'
  | { status: number; body: string }

/**
 * What Stripe stores for a key: the first request that used it, and the answer once there is one.
 */
interface StoredRequest {
  asked: string
  path: string
  answer?: StripeAnswer
}

interface StripeAnswer {
  status: number
  body: string
}

export interface StripeServer {
  url: string
  secretKey: string
  webhookSecret: string
  /** The headers and forms of all requests, in order. */
  asked: {
    endpoint: StripeEndpoint
    headers: IncomingMessage['headers']
    form: Form
    socket: number | undefined
  }[]
  sessions: Map<string, Session>
  refunds: Refund[]
  /** Milliseconds since 1970. */
  now: () => number
  /** Faults for the next requests to an endpoint, one each. */
  fail(endpoint: StripeEndpoint, ...faults: StripeFault[]): void
  /** Runs this when the next request to an endpoint arrives. */
  onNextRequest(endpoint: StripeEndpoint, action: () => void): void
  /** Ends all faults. */
  endFaults(): void
  pay(id: string): void
  /**
   * Pays by a method that takes days; returns functions that end the wait with success or failure.
   */
  payLater(id: string, waitsAs?: string): { succeed(): void; fail(): void }
  /** Makes the next refund of a session begin as `status`; returns a function that settles it. */
  delayRefund(id: string, status?: string): (status: string) => void
  /** A refund that the clinic makes itself in Stripe's dashboard. */
  refundInDashboard(id: string, amount: number): Refund
  forgetKeys(): void
  /** The page size of refund lists. */
  pageMax: number
  /** A signed message: its body and headers. */
  message(
    type: string,
    object: Json,
    how?: { at?: number; secret?: string },
  ): { body: Buffer; headers: Record<string, string> }
}

export async function startStripeServer(): Promise<StripeServer> {
  const keys = new Map<string, StoredRequest>()
  const faults = new Map<StripeEndpoint, StripeFault[]>()
  const actions = new Map<StripeEndpoint, () => void>()
  const beginAs = new Map<Payment, string[]>()
  const payments: Payment[] = []
  const refunds: Refund[] = []
  const sessions = new Map<string, Session>()
  const seconds = () => Math.floor(stripe.now() / 1_000)

  function findSession(id: string): Session {
    const session = sessions.get(id)
    if (!session) throw noSuchObject('checkout.session', id, 'session')
    if (session.status === 'open' && session.expiresAt <= seconds()) session.status = 'expired'
    return session
  }

  function payCheckout(id: string, status: string): Session | undefined {
    const session = findSession(id)
    // The page of a session that is not open accepts no payment.
    if (session.status !== 'open') return undefined
    const payment = createPayment(session, status)
    payments.push(payment)
    return Object.assign(session, {
      payment,
      status: 'complete',
      paymentStatus: status === 'succeeded' ? 'paid' : 'unpaid',
    })
  }

  const findPayment = (id: string): Payment => {
    const { payment } = findSession(id)
    if (!payment) throw new Error('no one has paid')
    return payment
  }

  function performRequest(endpoint: StripeEndpoint, id: string, form: Form): Json {
    const expand = Object.values((form.expand ?? {}) as Form).map(String)
    const expandSession = (session: Session) => sessionJson(session, expand, stripe.url)
    switch (endpoint) {
      case 'create session': {
        const session = createSession(form, seconds())
        sessions.set(session.id, session)
        return expandSession(session)
      }
      case 'retrieve session':
        checkNames(form, ['expand.#'])
        return expandSession(findSession(id))
      case 'expire session': {
        checkNames(form, ['expand.#'])
        const session = findSession(id)
        // "A Checkout Session can be expired when it is in one of these statuses: open"
        if (session.status !== 'open')
          throw new StripeRefusal(400, {
            message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          })
        session.status = 'expired'
        return expandSession(session)
      }
      case 'create refund': {
        const wanted = payments.find((payment) => payment.id === form.payment_intent)
        const refund = createRefund(
          form,
          payments,
          refunds,
          (wanted && beginAs.get(wanted)?.[0]) ?? 'succeeded',
          seconds(),
        )
        beginAs.get(refund.payment)?.shift()
        refunds.unshift(refund)
        return refundJson(refund)
      }
      case 'list refunds': {
        // "List all refunds": the newest first; "Pagination": after the one of this id.
        checkNames(form, ['payment_intent', 'limit', 'starting_after', 'expand.#'])
        const limit = Number(form.limit ?? 10)
        if (!(limit >= 1 && limit <= 100))
          throw new StripeRefusal(400, { message: 'Invalid limit', param: 'limit' })
        const all = refunds.filter(({ payment }) => payment.id === form.payment_intent)
        const from =
          form.starting_after === undefined
            ? 0
            : all.findIndex((refund) => refund.id === form.starting_after) + 1
        if (form.starting_after !== undefined && from === 0)
          throw noSuchObject('refund', String(form.starting_after), 'starting_after')
        const data = all.slice(from, from + Math.min(limit, stripe.pageMax))
        return {
          object: 'list',
          data: data.map(refundJson),
          has_more: from + data.length < all.length,
          url: '/v1/refunds',
        }
      }
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe')
    const text = request.method === 'GET' ? search.slice(1) : Buffer.concat(parts).toString()
    const sendAnswer = (status: number, body: Json | string, more: Record<string, string> = {}) => {
      const headers = {
        'content-type': 'application/json',
        'request-id': `req_${createId('r')}`,
        'stripe-version': Stripe.API_VERSION,
        'stripe-notice': 'A notice.',
        ...more,
      }
      response
        .writeHead(status, headers)
        .end(typeof body === 'string' ? body : JSON.stringify(body, null, 2))
    }
    const refuse = ({ status, error }: StripeRefusal) => sendAnswer(status, { error })
    const route = matchRoute(request.method ?? '', pathname)
    if (!route)
      return refuse(
        new StripeRefusal(404, {
          message: `Unrecognized request URL (${request.method}: ${pathname}).`,
        }),
      )
    const { endpoint, id } = route
    const form = parseForm(text)
    stripe.asked.push({
      endpoint,
      headers: request.headers,
      form,
      socket: request.socket.remotePort,
    })
    if (request.headers.authorization !== `Bearer ${stripe.secretKey}`)
      return refuse(
        new StripeRefusal(401, {
          message: `Invalid API Key provided: ${String(request.headers.authorization).replace(/^Bearer (.{8}).*(.{4})$/, '$1********$2')}`,
        }),
      )
    if (request.headers['stripe-version'] !== Stripe.API_VERSION)
      return refuse(new StripeRefusal(400, { message: 'Invalid Stripe API version' }))
    if (
      request.method === 'POST' &&
      request.headers['content-type'] !== 'application/x-www-form-urlencoded'
    )
      return refuse(new StripeRefusal(400, { message: 'Invalid content type' }))

    actions.get(endpoint)?.()
    actions.delete(endpoint)
    const fault = faults.get(endpoint)?.shift()
    const failure = JSON.stringify({
      error: { type: 'api_error', message: 'An unknown error occurred' },
    })
    const { socket } = request
    if (fault === 'cut before') return void socket.destroy()
    if (fault === 'hang before') return
    if (fault === '429')
      return refuse(
        new StripeRefusal(429, { code: 'rate_limit', message: 'Request rate limit exceeded.' }),
      )
    if (fault === 'lock_timeout')
      return refuse(
        new StripeRefusal(429, {
          code: 'lock_timeout',
          message: 'This object cannot be accessed right now.',
        }),
      )
    if (fault === 'in use') return refuse(keyInUse())
    if (fault === '401')
      return refuse(
        new StripeRefusal(401, {
          message: `Invalid API Key provided: sk_test_********${stripe.secretKey.slice(-4)}`,
        }),
      )
    if (fault === 'html')
      return sendAnswer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' })
    if (typeof fault === 'object') return sendAnswer(fault.status, fault.body)

    // "Idempotent requests": only for POST, per account; a request is compared with the first one
    // that used its key.
    const key = request.method === 'POST' ? String(request.headers['idempotency-key']) : undefined
    if (key !== undefined && (key.length > 255 || key === 'undefined'))
      return refuse(new StripeRefusal(400, { message: 'Invalid idempotency key' }))
    const before = key === undefined ? undefined : keys.get(key)
    if (before) {
      if (before.path !== pathname)
        return refuse(
          keyReused(
            `Keys for idempotent requests can only be used for the same endpoint they were first used for. Try using a key other than '${key}'.`,
          ),
        )
      if (before.asked !== text)
        return refuse(
          keyReused(
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
          ),
        )
      if (!before.answer) return refuse(keyInUse())
    }
    const finalAnswer = before?.answer ?? (await executeOnce())
    const more: Record<string, string> = before ? { 'idempotent-replayed': 'true' } : {}

    async function executeOnce(): Promise<StripeAnswer> {
      const remembered: StoredRequest = { asked: text, path: pathname }
      if (key !== undefined) keys.set(key, remembered)
      // Long enough for another request with this key to arrive.
      if (key !== undefined) await sleep(5)
      const stored = (answer: StripeAnswer) => {
        remembered.answer = answer
        return answer
      }
      if (fault === '500 before') return stored({ status: 500, body: failure })
      try {
        const body = JSON.stringify(performRequest(endpoint, id, form), null, 2)
        return stored(
          fault === '500 after' ? { status: 500, body: failure } : { status: 200, body },
        )
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
        const refusal = { status: error.status, body: JSON.stringify({ error: error.error }) }
        // "If incoming parameters fail validation … we don't save the idempotent result": a request
        // that depends on current state is executed, and its result is stored.
        if (endpoint === 'create refund') return stored(refusal)
        if (key !== undefined) keys.delete(key)
        return refusal
      }
    }

    if (fault === 'cut after') return void socket.destroy()
    if (fault === 'hang after') return
    if (fault === 'cut body') {
      response.writeHead(finalAnswer.status, {
        'content-type': 'application/json',
        'content-length': String(finalAnswer.body.length),
      })
      response.write(finalAnswer.body.slice(0, 10))
      await sleep(20)
      return void socket.destroy()
    }
    if (fault === 'trickle') {
      response.writeHead(finalAnswer.status, { 'content-type': 'application/json' })
      for (const letter of finalAnswer.body) {
        if (response.destroyed) return
        response.write(letter)
        await sleep(25)
      }
      return void response.end()
    }
    if (fault === 'wrong amount')
      return sendAnswer(
        finalAnswer.status,
        finalAnswer.body.replace(
          /"amount(_\w+)?": (\d+)/g,
          (_, of = '', amount) => `"amount${of}": ${Number(amount) + 1}`,
        ),
      )
    sendAnswer(finalAnswer.status, finalAnswer.body, more)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.destroyed) response.writeHead(599).end(String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    server.closeAllConnections()
  })

  const stripe: StripeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    asked: [],
    sessions,
    refunds,
    now: Date.now,
    pageMax: 100,
    fail: (endpoint, ...wanted) =>
      void faults.set(endpoint, [...(faults.get(endpoint) ?? []), ...wanted]),
    onNextRequest: (endpoint, action) => void actions.set(endpoint, action),
    endFaults: () => faults.clear(),
    pay: (id) => void payCheckout(id, 'succeeded'),
    payLater(id, waitsAs = 'processing') {
      const session = payCheckout(id, waitsAs)
      if (!session?.payment) throw new Error('the session takes no payment')
      const { payment } = session
      return {
        succeed() {
          Object.assign(payment, { status: 'succeeded', received: payment.amount })
          session.paymentStatus = 'paid'
        },
        // The session stays complete and unpaid; its payment waits for another method.
        fail: () => void Object.assign(payment, { status: 'requires_payment_method' }),
      }
    },
    delayRefund(id, status = 'pending') {
      const payment = findPayment(id)
      beginAs.set(payment, [...(beginAs.get(payment) ?? []), status])
      return (then) => {
        const refund = refunds.find((made) => made.payment === payment && made.status === status)
        if (!refund) throw new Error('no refund is under way')
        refund.status = then
      }
    },
    refundInDashboard(id, amount) {
      const refund: Refund = {
        id: createId('re'),
        amount,
        payment: findPayment(id),
        status: 'succeeded',
        metadata: {},
        created: seconds(),
      }
      refunds.unshift(refund)
      return refund
    },
    forgetKeys: () => keys.clear(),
    // "Verify webhook signatures manually".
    message(type, object, { at = Date.now(), secret = stripe.webhookSecret } = {}) {
      const body = JSON.stringify({
        id: createId('evt'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: seconds(),
        data: { object },
        type,
      })
      const timestamp = Math.floor(at / 1_000)
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      return {
        body: Buffer.from(body),
        headers: { 'stripe-signature': `t=${timestamp},v1=${signature},v0=${'0'.repeat(64)}` },
      }
    },
  }
  return stripe
}

function matchRoute(
  method: string,
  path: string,
): { endpoint: StripeEndpoint; id: string } | undefined {
  const [, version, ...rest] = path.split('/').map(decodeURIComponent)
  const [one, two, id = '', action] = rest
  if (version !== 'v1') return undefined
  if (one === 'refunds' && rest.length === 1) {
    if (method === 'POST') return { endpoint: 'create refund', id }
    return method === 'GET' ? { endpoint: 'list refunds', id } : undefined
  }
  if (one !== 'checkout' || two !== 'sessions') return undefined
  if (method === 'POST' && rest.length === 2) return { endpoint: 'create session', id }
  if (method === 'GET' && rest.length === 3) return { endpoint: 'retrieve session', id }
  return method === 'POST' && rest.length === 4 && action === 'expire'
    ? { endpoint: 'expire session', id }
    : undefined
}

/** "idempotency_key_in_use"; "409 Conflict". */
const keyInUse = () =>
  new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this key.',
  })
const keyReused = (message: string) =>
  new StripeRefusal(400, { type: 'idempotency_error', message })
