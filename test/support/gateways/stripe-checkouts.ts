// Stripe for tests: an account at a server on loopback, and its checkouts.

import { expect } from 'vitest'
import {
  type CheckoutName,
  type GatewayCheckout,
  GatewayRefused,
  type NewCheckout,
  type NewRefund,
} from '../../../src/money/payments/gateways/gateway.ts'
import type { StripeAccount } from '../../../src/money/payments/gateways/stripe/stripe-client.ts'
import { stripeGateway } from '../../../src/money/payments/gateways/stripe/stripe-gateway.ts'
import { createKey } from './gateway-contract.ts'
import type { Payment } from './stripe-objects.ts'
import { type StripeEndpoint, type StripeServer, startStripeServer } from './stripe-server.ts'

const minuteMs = 60_000

/** An opened checkout. */
export interface StripeCheckout {
  wanted: NewCheckout
  checkout: GatewayCheckout
  name: CheckoutName
}

export async function setUpStripe() {
  const server = await startStripeServer()
  const account: StripeAccount = {
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    url: server.url,
  }

  /** A gateway whose account has these changes; workspace 404 has no account. */
  const createGateway = (changes: Partial<StripeAccount> = {}, answerMs = 8_000) =>
    stripeGateway({
      loadAccount: async (workspaceId) =>
        workspaceId === 404 ? undefined : { ...account, ...changes },
      answerMs,
    })
  const gateway = createGateway()

  /** A checkout of 500 rupees, held for a quarter of an hour. */
  const createCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
    workspaceId: 7,
    key: createKey(),
    reference: `ps_${createKey()}`,
    amountMinor: 50_000,
    currency: 'INR',
    payee: 'Sunrise Clinics',
    description: 'Appointment BK7Q2M9X4KTD',
    returnUrl: 'https://sunrise.example/booked?visit=7&theme=a%20b#done',
    heldUntil: server.now() + 15 * minuteMs,
    ...changes,
  })

  async function openNewCheckout(
    changes: Partial<NewCheckout> = {},
    at = gateway,
  ): Promise<StripeCheckout> {
    const wanted = createCheckout(changes)
    const checkout = await at.open(wanted)
    return {
      wanted,
      checkout,
      name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId },
    }
  }

  async function payNewCheckout(changes: Partial<NewCheckout> = {}): Promise<StripeCheckout> {
    const all = await openNewCheckout(changes)
    server.pay(all.name.gatewayId)
    return all
  }

  return {
    server,
    gateway,
    gatewayWith: createGateway,
    newCheckout: createCheckout,
    opened: openNewCheckout,
    paid: payNewCheckout,
  }
}

export function refundRequest(
  { name, wanted }: StripeCheckout,
  amountMinor = wanted.amountMinor,
): NewRefund {
  return {
    ...name,
    key: createKey(),
    reference: wanted.reference,
    amountMinor,
    currency: wanted.currency,
  }
}

/** The payment of a paid session. */
export function findPayment({ sessions }: StripeServer, { gatewayId }: CheckoutName): Payment {
  const payment = sessions.get(gatewayId)?.payment
  if (!payment) throw new Error('no one has paid')
  return payment
}

/** The most recent request to an endpoint. */
export function lastRequestTo({ asked }: StripeServer, endpoint: StripeEndpoint) {
  const found = asked.findLast((request) => request.endpoint === endpoint)
  if (!found) throw new Error('no one has asked')
  return found
}

/** Expects a refusal whose body contains everything in one of these objects, in the same places. */
export function expectRefusal(status: number, ...errors: object[]) {
  return expect.toSatisfy(
    (error: unknown) => {
      const body =
        error instanceof GatewayRefused && error.status === status ? JSON.stringify(error.body) : ''
      return errors.some((wanted) =>
        Object.entries(wanted).every(([name, value]) =>
          body.includes(`"${name}":${JSON.stringify(value)}`),
        ),
      )
    },
    `${status} ${JSON.stringify(errors)}`,
  )
}

export const errorCodes = (...wanted: string[]) => wanted.map((code) => ({ code }))
