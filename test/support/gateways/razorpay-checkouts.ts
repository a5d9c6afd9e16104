// Checkouts at Razorpay for tests: a server that behaves like Razorpay, and the adapter.

import { expect } from 'vitest'
import {
  type Gateway,
  GatewaySilent,
  type NewCheckout,
} from '../../../src/money/payments/gateways/gateway.ts'
import type { RazorpayAccount } from '../../../src/money/payments/gateways/razorpay/razorpay-client.ts'
import { razorpayGateway } from '../../../src/money/payments/gateways/razorpay/razorpay-gateway.ts'
import { createKey } from './gateway-contract.ts'
import { startRazorpayServer } from './razorpay-server.ts'

export const workspaceId = 4_711
const minuteMs = 60_000
const returnUrl = 'https://sunrise.example/booked?visit=7&sessionRef=old#done'

/** A checkout of 500 rupees, held for a quarter of an hour. */
export const createCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
  workspaceId,
  key: createKey(),
  reference: `ref-${createKey()}`,
  amountMinor: 50_000,
  currency: 'INR',
  payee: 'Sunrise Clinics',
  description: 'Appointment BK7Q2M9X4KTD',
  returnUrl,
  heldUntil: Date.now() + 15 * minuteMs,
  ...changes,
})

/** A server and an adapter that uses it. */
export async function setUpRazorpay() {
  const razorpay = await startRazorpayServer()
  const createGateway = (changes: Partial<RazorpayAccount> = {}, answerMs?: number): Gateway =>
    razorpayGateway({
      loadAccount: async () => ({ ...razorpay.account, ...changes }),
      ...(answerMs === undefined ? {} : { answerMs }),
    })
  const gateway = createGateway()

  async function openNewCheckout(changes: Partial<NewCheckout> = {}) {
    const wanted = createCheckout(changes)
    const checkout = await gateway.open(wanted)
    return {
      wanted,
      checkout,
      name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId },
    }
  }

  async function payNewCheckout(changes: Partial<NewCheckout> = {}) {
    const all = await openNewCheckout(changes)
    razorpay.pay(all.name.gatewayId)
    const { reference, currency } = all.wanted
    return {
      ...all,
      refund: (amountMinor: number, key = createKey()) =>
        gateway.refund({ ...all.name, key, reference, amountMinor, currency }),
    }
  }

  const listLinks = (key: string) =>
    razorpay.links().filter(({ reference_id: reference }) => reference === key)
  return {
    razorpay,
    gatewayWith: createGateway,
    gateway,
    opened: openNewCheckout,
    paid: payNewCheckout,
    linksOf: listLinks,
  }
}

/** A refusal from the adapter itself. */
export const adapterRefusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: { error: { code, message: expect.any(String) } } })

/** A refusal from Razorpay. */
export const razorpayRefusal = (status: number, description: unknown) =>
  expect.objectContaining({
    status,
    body: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
      },
    },
  })

export const silent = expect.any(GatewaySilent)
export const serverError = JSON.stringify({
  error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' },
})
