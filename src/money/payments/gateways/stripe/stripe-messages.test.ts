import { describe, expect, it } from 'vitest'
import { setUpStripe } from '../../../../../test/support/gateways/stripe-checkouts.ts'

const { server, gateway, gatewayWith } = await setUpStripe()

describe('a message from Stripe', () => {
  const metadata = { reference: 'ps_heard', workspace: '7' }
  const hear = (
    message: { body: Buffer; headers: Record<string, string | string[]> },
    at = gateway,
  ) => at.readMessage?.({ workspaceId: 7, ...message })

  it.each([
    ['checkout.session.completed', 'checkout.session'],
    ['checkout.session.async_payment_failed', 'checkout.session'],
    ['payment_intent.succeeded', 'payment_intent'],
    ['charge.refunded', 'charge'],
    ['refund.failed', 'refund'],
  ])('%s is about the payment that it names', async (type, object) => {
    expect(await hear(server.message(type, { object, metadata }))).toBe('ps_heard')
  })

  it('about anything else, or of another workspace, is ignored', async () => {
    const others = [
      { object: 'customer', metadata },
      { object: 'refund', metadata: {} },
      { object: 'charge' },
      { object: 'charge', metadata: { ...metadata, workspace: '8' } },
      {},
    ]
    for (const object of others) expect(await hear(server.message('x', object))).toBeNull()
    expect(
      await hear(
        server.message('x', { object: 'charge', metadata: { workspace: '7', reference: 7 } }),
      ),
    ).toBeNull()
  })

  it('that is forged, or old, is refused', async () => {
    const good = server.message('charge.refunded', { object: 'charge', metadata })
    const signature = good.headers['stripe-signature'] ?? ''
    const changed = Buffer.from(good.body.toString().replace('ps_heard', 'ps_other'))
    const unheard = [
      { ...good, body: changed },
      server.message('charge.refunded', { object: 'charge', metadata }, { secret: 'whsec_other' }),
      server.message(
        'charge.refunded',
        { object: 'charge', metadata },
        { at: Date.now() - 310_000 },
      ),
      { ...good, headers: {} },
      { ...good, headers: { 'stripe-signature': [signature, signature] } },
      { ...good, headers: { 'stripe-signature': '' } },
      { ...good, headers: { 'stripe-signature': 't=,v1=' } },
      { ...good, headers: { 'stripe-signature': signature.replace('v1=', 'v0=') } },
      { ...good, headers: { 'stripe-signature': 'x'.repeat(100_000) } },
      { ...good, body: Buffer.alloc(0) },
      { ...good, body: Buffer.alloc(10_000_000, 'x') },
      { ...good, body: Buffer.from([0xff, 0xfe, 0x00]) },
    ]
    for (const message of unheard) expect(await hear(message)).toBeUndefined()
    expect(
      await hear(
        server.message(
          'charge.refunded',
          { object: 'charge', metadata },
          { at: Date.now() - 280_000 },
        ),
      ),
    ).toBe('ps_heard')
  })

  it('is refused if no secret is known', async () => {
    const message = server.message('charge.refunded', { object: 'charge', metadata })
    for (const webhookSecret of [null, ''])
      expect(await hear(message, gatewayWith({ webhookSecret }))).toBeUndefined()
    expect(
      await hear(
        server.message('charge.refunded', { object: 'charge', metadata }, { secret: '' }),
        gatewayWith({ webhookSecret: '' }),
      ),
    ).toBeUndefined()
  })
})
