// Checkouts at Razorpay for tests: a server that behaves like it, and the adapter.

import { expect } from 'vitest'
import { type Gateway, GatewaySilent, type NewCheckout } from '../../../src/money/payments/gateways/gateway.ts'
import type { RazorpayAccount } from '../../../src/money/payments/gateways/razorpay/razorpay-client.ts'
import { razorpayGateway } from '../../../src/money/payments/gateways/razorpay/razorpay-gateway.ts'
import { freshKey } from './gateway-contract.ts'
import { startRazorpayServer } from './razorpay-server.ts'

export const workspaceId = 4_711
const minuteMs = 60_000
const returnUrl = 'https://sunrise.example/booked?visit=7&sessionRef=old#done'

/** A checkout of 500 rupees, held for a quarter of an hour. */
export const newCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
  workspaceId,
  key: freshKey(),
  reference: `ref-${freshKey()}`,
  amountMinor: 50_000,
  currency: 'INR',
  payee: 'Sunrise Clinics',
  description: 'Appointment BK7Q2M9X4KTD',
  returnUrl,
  heldUntil: Date.now() + 15 * minuteMs,
  ...changes,
})

/** A server and an adapter that uses it. */
export async function atRazorpay() {
  const razorpay = await startRazorpayServer()
  const gatewayWith = (changes: Partial<RazorpayAccount> = {}, answerMs?: number): Gateway =>
    razorpayGateway({ accountOf: async () => ({ ...razorpay.account, ...changes }), ...(answerMs === undefined ? {} : { answerMs }) })
  const gateway = gatewayWith()

  async function opened(changes: Partial<NewCheckout> = {}) {
    const wanted = newCheckout(changes)
    const checkout = await gateway.open(wanted)
    return { wanted, checkout, name: { workspaceId: wanted.workspaceId, gatewayId: checkout.gatewayId } }
  }

  async function paid(changes: Partial<NewCheckout> = {}) {
    const all = await opened(changes)
    razorpay.pay(all.name.gatewayId)
    const { reference, currency } = all.wanted
    return { ...all, refund: (amountMinor: number, key = freshKey()) => gateway.refund({ ...all.name, key, reference, amountMinor, currency }) }
  }

  const linksOf = (key: string) => razorpay.links().filter(({ reference_id: reference }) => reference === key)
  return { razorpay, gatewayWith, gateway, opened, paid, linksOf }
}

/** A refusal by the adapter itself. */
export const ours = (status: number, code: string) => expect.objectContaining({ status, body: { error: { code, message: expect.any(String) } } })

/** A refusal by Razorpay. */
export const theirs = (status: number, description: unknown) =>
  expect.objectContaining({
    status,
    body: {
      error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation', reason: 'input_validation_failed', metadata: {} },
    },
  })

export const silent = expect.any(GatewaySilent)
export const serverError = JSON.stringify({ error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' } })
