// Stripe for tests: an account at a server on loopback, and its checkouts.

import { expect } from 'vitest'
import { type CheckoutName, type GatewayCheckout, GatewayRefused, type NewCheckout, type NewRefund } from '../../../src/money/payments/gateways/gateway.ts'
import type { StripeAccount } from '../../../src/money/payments/gateways/stripe/stripe-client.ts'
import { stripeGateway } from '../../../src/money/payments/gateways/stripe/stripe-gateway.ts'
import { freshKey } from './gateway-contract.ts'
import type { Payment } from './stripe-objects.ts'
import { type StripeEndpoint, type StripeServer, startStripeServer } from './stripe-server.ts'

const minuteMs = 60_000

/** An opened checkout. */
export interface AtStripe {
  wanted: NewCheckout
  checkout: GatewayCheckout
  name: CheckoutName
}

export async function startStripe() {
  const server = await startStripeServer()
  const account: StripeAccount = { secretKey: server.secretKey, webhookSecret: server.webhookSecret, url: server.url }

  /** A gateway with changes to the account; workspace 404 has no account. */
  const gatewayWith = (changes: Partial<StripeAccount> = {}, answerMs = 8_000) =>
    stripeGateway({ accountOf: async (workspaceId) => (workspaceId === 404 ? undefined : { ...account, ...changes }), answerMs })
  const gateway = gatewayWith()

  /** A checkout of 500 rupees, held for a quarter of an hour. */
  const newCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
    workspaceId: 7,
    key: freshKey(),
    reference: `ps_${freshKey()}`,
    amountMinor: 50_000,
    currency: 'INR',
    payee: 'Sunrise Clinics',
    description: 'Appointment BK7Q2M9X4KTD',
    returnUrl: 'https://sunrise.example/booked?visit=7&theme=a%20b#done',
    heldUntil: server.now() + 15 * minuteMs,
    ...changes,
  })

  async function opened(changes: Partial<NewCheckout> = {}, at = gateway): Promise<AtStripe> {
    const wanted = newCheckout(changes)
    const checkout = await at.open(wanted)
    return { wanted, checkout, name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId } }
  }

  async function paid(changes: Partial<NewCheckout> = {}): Promise<AtStripe> {
    const all = await opened(changes)
    server.pay(all.name.gatewayId)
    return all
  }

  return { server, gateway, gatewayWith, newCheckout, opened, paid }
}

export function refundOf({ name, wanted }: AtStripe, amountMinor = wanted.amountMinor): NewRefund {
  return { ...name, key: freshKey(), reference: wanted.reference, amountMinor, currency: wanted.currency }
}

/** The payment of a paid session. */
export function paymentAt({ sessions }: StripeServer, { gatewayId }: CheckoutName): Payment {
  const payment = sessions.get(gatewayId)?.payment
  if (!payment) throw new Error('nobody has paid')
  return payment
}

/** The last request to an endpoint. */
export function lastTo({ asked }: StripeServer, endpoint: StripeEndpoint) {
  const found = asked.findLast((request) => request.endpoint === endpoint)
  if (!found) throw new Error('nobody has asked')
  return found
}

/** A refusal whose body contains what one of these contains, in the same places. */
export function refusedWith(status: number, ...errors: object[]) {
  return expect.toSatisfy(
    (error: unknown) => {
      const body = error instanceof GatewayRefused && error.status === status ? JSON.stringify(error.body) : ''
      return errors.some((wanted) => Object.entries(wanted).every(([name, value]) => body.includes(`"${name}":${JSON.stringify(value)}`)))
    },
    `${status} ${JSON.stringify(errors)}`,
  )
}

export const codes = (...wanted: string[]) => wanted.map((code) => ({ code }))
