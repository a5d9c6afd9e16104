// Stripe and Razorpay for tests, behind one interface: a strict server on loopback that behaves
// like one of them, the actions of payers and banks, its failures, its messages, and its own books.
// Payments are identified by the service's reference.

import type { GatewaySettings } from '../../../src/base/values/gateway-settings.ts'
import type { ExternalAccount } from './gateway-account.ts'
import {
  type RazorpayCall,
  type RazorpayFault,
  razorpayAccount,
  razorpayMessage,
  startRazorpayServer,
} from './razorpay-server.ts'
import { refundJson, type Session, sessionJson } from './stripe-objects.ts'
import { type StripeEndpoint, type StripeFault, startStripeServer } from './stripe-server.ts'

/** Numbers from 0 to 1. */
export type Random = () => number

export interface Message {
  body: Buffer
  headers: Record<string, string>
}

/** What a gateway has moved for a payment, according to its own books, in minor units. */
export interface GatewayBook {
  reference: string
  captured: number
  refunded: number
  /** How many refunds have arrived. */
  refunds: number
}

export interface ExternalGateway {
  name: 'stripe' | 'razorpay'
  account: ExternalAccount
  /** The account as described in a clinic file. */
  settings: GatewaySettings
  /** The secrets that the account names. */
  environment: Record<string, string>
  setClock(now: () => number): void
  pay(reference: string): void
  /**
   * The payer's money is in transit for now; the returned function lets it arrive. Undefined if the
   * checkout no longer accepts a payment.
   */
  payLate(reference: string): (() => void) | undefined
  /** The payment fails, or the checkout ends, without any money being paid. */
  decline(reference: string): void
  /** Less money than requested is paid, where that is possible. */
  payPart?: (reference: string) => void
  isOpen(reference: string): boolean
  /** The next refund of a payment is slow. */
  delayRefund(reference: string): void
  /** Every refund in progress arrives or fails. */
  settleRefunds(arrives: boolean): void
  /** All refunds of a payment, whether or not they have arrived. */
  refundsOf(reference: string): { amount: number; status: string }[]
  /** The next refund request is refused in this way. */
  refuseRefund(status: number, body: object): void
  /** The next call of some kind fails in some way. */
  failNext(random: Random): void
  endFaults(): void
  /** Forgets the stored failures that the server would repeat for a key. */
  forgetKeys(): void
  /** A message about a payment, or about its refund if there is one. */
  message(reference: string, workspaceId: number, forged?: boolean): Message
  books(): GatewayBook[]
}

const pickRandom = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T
const json = { 'content-type': 'application/json' }
const gatewayErrorBody = JSON.stringify({ error: { code: 'OF_GATEWAY', message: 'Not now.' } })

export async function startStripe(): Promise<ExternalGateway> {
  const server = await startStripeServer()
  const { secretKey, webhookSecret, url } = server
  const findSession = (reference: string): Session => {
    const session = [...server.sessions.values()].find(
      ({ form }) => form.client_reference_id === reference,
    )
    if (!session) throw new Error(`no checkout is of ${reference}`)
    return session
  }
  const listRefunds = (reference: string) =>
    server.refunds.filter(({ payment }) => payment === findSession(reference).payment)
  const isOpen = (reference: string) => findSession(reference).status === 'open'
  /**
   * The number of requests to each endpoint when its last fault was set up: the next fault is set
   * up only once that one has occurred.
   */
  const requestsAtFault = new Map<StripeEndpoint, number>()
  const weightedEndpoints: [StripeEndpoint, number][] = [
    ['create session', 3],
    ['retrieve session', 6],
    ['expire session', 2],
    ['create refund', 4],
    ['list refunds', 3],
  ]
  const faults: StripeFault[] = [
    ...([
      '500 before',
      '500 after',
      'cut before',
      'cut after',
      'hang before',
      'hang after',
      '429',
      '401',
      'lock_timeout',
    ] as const),
    ...(['in use', 'html', 'cut body', 'wrong amount', 'trickle'] as const),
    { status: 402, body: gatewayErrorBody },
    { status: 200, body: '{"object":"page"}' },
  ]

  return {
    name: 'stripe',
    account: { stripe: { secretKey, webhookSecret, url } },
    settings: {
      stripe: { secretKey: 'secret:STRIPE_KEY', webhookSecret: 'secret:STRIPE_WEBHOOK', url },
    },
    environment: {
      CLINIC_SECRET_STRIPE_KEY: secretKey,
      CLINIC_SECRET_STRIPE_WEBHOOK: webhookSecret,
    },
    setClock(now) {
      server.now = now
    },
    pay: (reference) => server.pay(findSession(reference).id),
    payLate: (reference) =>
      isOpen(reference) ? server.payLater(findSession(reference).id).succeed : undefined,
    // A declined card leaves the checkout open; a slow payment method can fail.
    decline: (reference) =>
      isOpen(reference) ? server.payLater(findSession(reference).id).fail() : undefined,
    isOpen,
    delayRefund: (reference) => void server.delayRefund(findSession(reference).id),
    settleRefunds(arrives) {
      for (const refund of server.refunds)
        if (refund.status === 'pending') refund.status = arrives ? 'succeeded' : 'failed'
    },
    refundsOf: (reference) =>
      listRefunds(reference).map(({ amount, status }) => ({ amount, status })),
    refuseRefund: (status, body) =>
      server.fail('create refund', { status, body: JSON.stringify(body) }),
    failNext(random) {
      const endpoint = pickRandom(
        random,
        weightedEndpoints.flatMap(([each, weight]) => Array.from({ length: weight }, () => each)),
      )
      const requestCount = server.asked.filter((request) => request.endpoint === endpoint).length
      if (requestsAtFault.get(endpoint) === requestCount) return
      requestsAtFault.set(endpoint, requestCount)
      server.fail(endpoint, pickRandom(random, faults))
    },
    endFaults: server.endFaults,
    forgetKeys: server.forgetKeys,
    message(reference, workspaceId, forged = false) {
      const metadata = { reference, workspace: String(workspaceId) }
      const [refund] = listRefunds(reference)
      const about = refund ? refundJson(refund) : sessionJson(findSession(reference), [], url)
      const { body, headers } = server.message(
        refund ? 'refund.updated' : 'checkout.session.completed',
        { ...about, metadata },
        forged ? { secret: 'whsec_forged' } : {},
      )
      return { body, headers: { ...json, ...headers } }
    },
    books: () =>
      [...server.sessions.values()].map(({ form, payment }) => {
        const arrived = server.refunds.filter(
          (refund) =>
            payment !== null && refund.payment === payment && refund.status === 'succeeded',
        )
        const refunded = arrived.reduce((sum, { amount }) => sum + amount, 0)
        return {
          reference: String(form.client_reference_id),
          captured: payment?.received ?? 0,
          refunded,
          refunds: arrived.length,
        }
      }),
  }
}

export async function startRazorpay(): Promise<ExternalGateway> {
  const server = await startRazorpayServer()
  const { url } = server.account
  const { keyId, keySecret, webhookSecret } = razorpayAccount
  const findLink = (reference: string) => {
    const link = server.links().find(({ reference_id: known }) => known === reference)
    if (!link) throw new Error(`no payment link is of ${reference}`)
    return link
  }
  const isOpen = (reference: string) => findLink(reference).status === 'created'
  let settles: (() => void)[] = []
  const broken: RazorpayFault[] = [500, 502].flatMap((status) =>
    (['before', 'after'] as const).map((when) => ({
      how: 'answer' as const,
      when,
      status,
      body: status === 502 ? '<html>Bad gateway</html>' : gatewayErrorBody,
    })),
  )
  const faults: RazorpayFault[] = [
    ...broken,
    { how: 'destroy', when: 'before' },
    { how: 'destroy', when: 'after' },
    { how: 'hang' },
    { how: 'trickle' },
    { how: 'lie' },
    ...[401, 402, 429].map((status) => ({
      how: 'answer' as const,
      when: 'before' as const,
      status,
      body: gatewayErrorBody,
    })),
    { how: 'answer', when: 'before', status: 200, body: '{"entity":"page"}' },
    { how: 'answer', when: 'after', status: 200, body: '{"entity":' },
  ]
  const calls: RazorpayCall[] = [
    'create',
    'create',
    'list',
    'fetch',
    'fetch',
    'fetch',
    'fetch',
    'cancel',
    'refund',
    'refund',
    'refunds',
  ]

  return {
    name: 'razorpay',
    account: { razorpay: server.account },
    settings: {
      razorpay: {
        keyId,
        keySecret: 'secret:RAZORPAY_KEY',
        webhookSecret: 'secret:RAZORPAY_WEBHOOK',
        url,
      },
    },
    environment: {
      CLINIC_SECRET_RAZORPAY_KEY: keySecret,
      CLINIC_SECRET_RAZORPAY_WEBHOOK: webhookSecret,
    },
    // The server uses the host's clock, as Razorpay would: nothing expires by itself during a test.
    setClock: () => {},
    pay: (reference) => server.pay(findLink(reference).id),
    payLate: (reference) =>
      isOpen(reference) ? server.authorize(findLink(reference).id) : undefined,
    decline: (reference) => (isOpen(reference) ? server.expire(findLink(reference).id) : undefined),
    payPart: (reference) => server.pay(findLink(reference).id, 10_000),
    isOpen,
    delayRefund: () => void settles.push(server.delayRefund('processed')),
    settleRefunds(arrives) {
      // Each function settles all refunds; one created for this call would delay another refund.
      const [settle] = settles
      if (!settle) return
      if (arrives) settle()
      else
        for (const link of server.links())
          for (const refund of server.refundsOf(link.id))
            if (refund.status === 'pending') refund.status = 'failed'
      settles = [settle]
    },
    refundsOf: (reference) =>
      server.refundsOf(findLink(reference).id).map(({ amount, status }) => ({ amount, status })),
    refuseRefund: (status, body) =>
      server.fault('refund', { how: 'answer', when: 'before', status, body: JSON.stringify(body) }),
    failNext: (random) => server.fault(pickRandom(random, calls), pickRandom(random, faults)),
    endFaults: server.mend,
    // This server repeats no failure.
    forgetKeys: () => {},
    message(reference, workspaceId, forged = false) {
      const notes = { reference, workspace: String(workspaceId) }
      const { id } = findLink(reference)
      const [refund] = server.refundsOf(id)
      const content = refund
        ? { event: 'refund.processed', payload: { refund: { entity: { ...refund, notes } } } }
        : {
            event: 'payment_link.paid',
            payload: { payment_link: { entity: { ...findLink(reference), notes } } },
          }
      const { body, headers } = razorpayMessage(content, forged ? 'forged' : webhookSecret)
      return { body, headers: { ...json, ...headers } }
    },
    books: () =>
      server.links().map(({ id, reference_id: reference, amount_paid: captured }) => {
        const arrived = server.refundsOf(id).filter(({ status }) => status === 'processed')
        return {
          reference,
          captured: Number(captured),
          refunded: arrived.reduce((sum, { amount }) => sum + amount, 0),
          refunds: arrived.length,
        }
      }),
  }
}
