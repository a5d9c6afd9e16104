import { describe, expect, it, vi } from 'vitest'
import {
  createKey,
  describeGatewayContract,
} from '../../../../../test/support/gateways/gateway-contract.ts'
import {
  errorCodes,
  expectRefusal,
  findPayment,
  lastRequestTo,
  refundRequest,
  setUpStripe,
} from '../../../../../test/support/gateways/stripe-checkouts.ts'
import type {
  StripeEndpoint,
  StripeFault,
} from '../../../../../test/support/gateways/stripe-server.ts'
import { GatewaySilent } from '../gateway.ts'

const minuteMs = 60_000
const { server, gateway, gatewayWith, newCheckout, opened, paid } = await setUpStripe()
const sentTo = (endpoint: StripeEndpoint) =>
  server.asked.filter((request) => request.endpoint === endpoint).length

describe('the port', () => {
  describeGatewayContract(async () => ({
    gateway,
    refusals: {
      'unknown checkout': expectRefusal(
        404,
        ...errorCodes('CHECKOUT_NOT_FOUND', 'resource_missing'),
      ),
      'key reused': expectRefusal(
        400,
        { type: 'idempotency_error' },
        ...errorCodes('IDEMPOTENCY_KEY_REUSED'),
      ),
      'amount unusable': expectRefusal(400, ...errorCodes('AMOUNT_INVALID')),
      'currency unknown': expectRefusal(400, ...errorCodes('CURRENCY_UNKNOWN')),
      'more than captured': expectRefusal(
        400,
        { param: 'amount' },
        ...errorCodes('REFUND_EXCEEDS_CAPTURE', 'charge_already_refunded'),
      ),
      'another currency': expectRefusal(400, ...errorCodes('CURRENCY_MISMATCH')),
    },
    newCheckout,
    pay: async ({ gatewayId }) => server.pay(gatewayId),
    async delayRefund({ gatewayId }, then) {
      const settle = server.delayRefund(gatewayId)
      return async () => settle(then === 'DONE' ? 'succeeded' : 'failed')
    },
  }))
})

describe('a checkout at Stripe', () => {
  it('is a session with exactly what was requested', async () => {
    const { wanted, checkout } = await opened()
    const { form, headers } = lastRequestTo(server, 'create session')
    const metadata = {
      reference: wanted.reference,
      workspace: '7',
      held_until: new Date(wanted.heldUntil).toISOString(),
    }
    const back = `https://sunrise.example/booked?visit=7&theme=a%20b&sessionRef=${wanted.reference}#done`
    expect(form).toEqual({
      mode: 'payment',
      line_items: {
        0: {
          quantity: '1',
          price_data: {
            currency: 'inr',
            unit_amount: '50000',
            product_data: { name: 'Appointment BK7Q2M9X4KTD', description: 'Sunrise Clinics' },
          },
        },
      },
      success_url: back,
      cancel_url: back,
      client_reference_id: wanted.reference,
      metadata,
      payment_intent_data: { metadata, capture_method: 'automatic' },
      expires_at: String(Math.floor(wanted.heldUntil / 1_000) + 35 * 60),
      adaptive_pricing: { enabled: 'false' },
      excluded_payment_method_types: expect.objectContaining({ 0: 'acss_debit' }),
    })
    expect(Object.keys(headers).sort()).toEqual(
      [
        'accept',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'idempotency-key',
        'stripe-version',
        'user-agent',
      ].sort(),
    )
    expect(headers['idempotency-key']).toBe(`checkout-7-${wanted.key}`)
    expect(checkout.url).toBe(`${server.url}/c/pay/${checkout.gatewayId}`)
  })

  it('can be opened until its hold is over, and again with the same words afterwards, but not as a new one', async () => {
    const changes = { heldUntil: server.now() }
    const { wanted, checkout } = await opened(changes)
    const clock = server.now
    server.now = () => clock() + 20 * minuteMs
    expect(await gateway.open(wanted)).toEqual(checkout)
    server.forgetKeys()
    await expect(gateway.open(wanted)).rejects.toEqual(expectRefusal(400, { param: 'expires_at' }))
    server.now = clock
  })

  it.each([
    ['later, when its end is near enough to be named', 1_406, 5],
    ['by a clock that is behind', 1_404, -5],
  ])('is requested again in its first words %s [IDEM-02]', async (_, heldMinutes, laterMinutes) => {
    const { wanted, checkout } = await opened({ heldUntil: server.now() + heldMinutes * minuteMs })
    expect('expires_at' in lastRequestTo(server, 'create session').form).toBe(heldMinutes <= 1_405)
    const count = server.sessions.size
    const clock = vi
      .spyOn(Date, 'now')
      .mockImplementation(() => server.now() + laterMinutes * minuteMs)
    try {
      expect(await gateway.open(wanted)).toEqual(checkout)
      expect(server.sessions.size).toBe(count)
      await expect(gateway.open({ ...wanted, amountMinor: 40_000 })).rejects.toEqual(
        expectRefusal(400, { type: 'idempotency_error' }),
      )
    } finally {
      clock.mockRestore()
    }
  })

  it('that no one closes ends by itself', async () => {
    const { name } = await opened()
    const clock = server.now
    server.now = () => clock() + 51 * minuteMs
    expect((await gateway.read(name)).state).toBe('EXPIRED')
    server.now = clock
  })

  it('is a different one for another workspace with the same key, and visible only to its own', async () => {
    const one = await opened()
    const other = await opened({ ...one.wanted, workspaceId: 8 })
    expect(other.checkout.gatewayId).not.toBe(one.checkout.gatewayId)
    const foreign = { ...one.name, workspaceId: 8 }
    for (const call of [gateway.read, gateway.expire, gateway.books] as const)
      await expect(call(foreign)).rejects.toEqual(
        expectRefusal(404, ...errorCodes('CHECKOUT_NOT_FOUND')),
      )
    expect((await gateway.read(one.name)).state).toBe('OPEN')
  })

  it('is looked up only by an id', async () => {
    const before = server.asked.length
    for (const gatewayId of [
      '',
      '.',
      '..',
      'cs_test_1/expire',
      'cs_test_1?expand[]=x',
      `cs_${'x'.repeat(300)}`,
    ])
      await expect(gateway.read({ workspaceId: 7, gatewayId })).rejects.toEqual(
        expectRefusal(404, ...errorCodes('CHECKOUT_NOT_FOUND')),
      )
    expect(server.asked.length).toBe(before)
    const nobody = gateway.read({ workspaceId: 7, gatewayId: 'cs_test_nobody' })
    await expect(nobody).rejects.toEqual(
      expectRefusal(404, {
        code: 'resource_missing',
        message: "No such checkout.session: 'cs_test_nobody'",
      }),
    )
  })

  it('is refused before Stripe is asked if its key, its amount or the return address is unusable', async () => {
    const before = server.asked.length
    for (const key of ['', 'a b', 'x'.repeat(101)])
      await expect(gateway.open(newCheckout({ key }))).rejects.toEqual(
        expectRefusal(400, ...errorCodes('KEY_INVALID')),
      )
    for (const returnUrl of ['javascript:alert(1)', '/booked', 'https://', ''])
      await expect(gateway.open(newCheckout({ returnUrl }))).rejects.toEqual(
        expectRefusal(400, ...errorCodes('RETURN_URL_INVALID')),
      )
    for (const [currency, amountMinor] of [
      ['KWD', 5_124],
      ['MGA', 50_050],
    ] as const)
      await expect(gateway.open(newCheckout({ currency, amountMinor }))).rejects.toEqual(
        expectRefusal(400, ...errorCodes('AMOUNT_INVALID')),
      )
    await expect(gateway.open(newCheckout({ currency: 'LYD' }))).rejects.toEqual(
      expectRefusal(400, ...errorCodes('CURRENCY_UNKNOWN')),
    )
    expect(server.asked.length).toBe(before)
  })

  it.each([
    ['UGX', 2_500, '250000'],
    ['ISK', 4_000, '400000'],
    ['MGA', 500_000, '5000'],
    ['KWD', 5_120, '5120'],
    ['JPY', 3_000, '3000'],
  ])(
    'in %s of %s is one of %s there, and is refunded in parts',
    async (currency, amountMinor, unitAmount) => {
      const all = await paid({ currency, amountMinor })
      expect(lastRequestTo(server, 'create session').form).toMatchObject({
        line_items: { 0: { price_data: { unit_amount: unitAmount } } },
      })
      expect(await gateway.read(all.name)).toMatchObject({ currency, amountMinor, state: 'PAID' })
      expect(await gateway.refund(refundRequest(all, amountMinor / 2))).toBe('DONE')
      expect(await gateway.books(all.name)).toEqual({
        capturedMinor: amountMinor,
        refundedMinor: amountMinor / 2,
      })
    },
  )

  it("that is too small for Stripe is refused in Stripe's words", async () => {
    await expect(gateway.open(newCheckout({ amountMinor: 49 }))).rejects.toEqual(
      expectRefusal(400, ...errorCodes('amount_too_small')),
    )
  })

  it('is not paid until its money is captured, and has the captured amount [A-186]', async () => {
    const { name, wanted } = await paid()
    const payment = findPayment(server, name)
    Object.assign(payment, { status: 'requires_capture', received: 0 })
    expect((await gateway.read(name)).state).toBe('OPEN')
    Object.assign(payment, { status: 'succeeded', received: 49_999 })
    expect(await gateway.read(name)).toMatchObject({
      state: 'PAID',
      amountMinor: 49_999,
      reference: wanted.reference,
    })
  })

  it('with an amount that our units cannot express has no amount', async () => {
    const { name } = await paid({ currency: 'UGX', amountMinor: 2_500 })
    findPayment(server, name).received = 250_050
    expect((await gateway.read(name)).amountMinor).toBeNaN()
    await expect(gateway.books(name)).rejects.toBeInstanceOf(GatewaySilent)
  })
})

describe('a payment that takes days', () => {
  it.each(['processing', 'requires_action'])(
    'is open until it has arrived, and cannot be closed: %s',
    async (waitsAs) => {
      const { name, checkout } = await opened()
      const { succeed } = server.payLater(name.gatewayId, waitsAs)
      expect((await gateway.read(name)).state).toBe('OPEN')
      expect((await gateway.expire(name)).state).toBe('OPEN')
      expect(await gateway.books(name)).toEqual({ capturedMinor: 0, refundedMinor: 0 })
      succeed()
      expect(await gateway.read(name)).toEqual({ ...checkout, url: '', state: 'PAID' })
      expect((await gateway.expire(name)).state).toBe('PAID')
    },
  )

  it('that fails has failed', async () => {
    const { name } = await opened()
    server.payLater(name.gatewayId).fail()
    expect((await gateway.read(name)).state).toBe('FAILED')
    expect((await gateway.expire(name)).state).toBe('FAILED')
  })

  it('is not offered', async () => {
    await opened()
    const offered = Object.values(
      lastRequestTo(server, 'create session').form.excluded_payment_method_types ?? {},
    )
    expect(offered).toEqual(
      expect.arrayContaining([
        'sepa_debit',
        'us_bank_account',
        'boleto',
        'oxxo',
        'konbini',
        'bacs_debit',
      ]),
    )
  })
})

describe('closing', () => {
  it.each(['PAID', 'EXPIRED'])(
    'returns the status if it is %s in between [A-193]',
    async (state) => {
      const { name } = await opened()
      server.onNextRequest('expire session', () =>
        state === 'PAID'
          ? server.pay(name.gatewayId)
          : Object.assign(server.sessions.get(name.gatewayId) ?? {}, { status: 'expired' }),
      )
      expect((await gateway.expire(name)).state).toBe(state)
      expect(lastRequestTo(server, 'expire session')).toBeDefined()
    },
  )

  it('that Stripe refuses although the session is open is refused', async () => {
    const { name } = await opened()
    const body = { error: { type: 'invalid_request_error', message: 'Not now.' } }
    server.fail('expire session', { status: 400, body: JSON.stringify(body) })
    await expect(gateway.expire(name)).rejects.toEqual(expectRefusal(400, { message: 'Not now.' }))
  })
})

describe('a refund at Stripe', () => {
  it('is identified by its key and the reference, and requested once after Stripe has forgotten its keys [A-205]', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    expect(await gateway.refund(request)).toBe('DONE')
    const { form, headers } = lastRequestTo(server, 'create refund')
    const payment = findPayment(server, all.name)
    expect(form).toEqual({
      payment_intent: payment.id,
      amount: '20000',
      metadata: { key: request.key, reference: all.wanted.reference, workspace: '7' },
    })
    expect(headers['idempotency-key']).toBe(`refund-7-${request.key}`)
    server.forgetKeys()
    expect(await gateway.refund(request)).toBe('DONE')
    await expect(gateway.refund({ ...request, amountMinor: 19_999 })).rejects.toEqual(
      expectRefusal(400, ...errorCodes('IDEMPOTENCY_KEY_REUSED')),
    )
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 20_000 })
  })

  it('is made once for many concurrent requests', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    expect(await Promise.all(Array.from({ length: 8 }, () => gateway.refund(request)))).toEqual(
      Array(8).fill('DONE'),
    )
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 20_000 })
  })

  it('waits for the patient if Stripe needs them, and fails if it is cancelled', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    const becomes = server.delayRefund(all.name.gatewayId, 'requires_action')
    expect(await gateway.refund(request)).toBe('PENDING')
    becomes('canceled')
    expect(await gateway.refund(request)).toBe('FAILED')
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
  })

  it('that was made after a failure of Stripe is found, and not made again', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    server.fail('create refund', '500 after')
    await expect(gateway.refund(request)).rejects.toEqual(expectRefusal(500, { type: 'api_error' }))
    expect(await gateway.readRefund(request)).toBe('DONE')
    expect(await gateway.refund(request)).toBe('DONE')
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 20_000 })
  })

  it('with another amount than requested is not refused: something was refunded, and is found [A-205]', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    server.fail('create refund', 'wrong amount')
    await expect(gateway.refund(request)).rejects.toThrow(GatewaySilent)
    expect(await gateway.readRefund(request)).toBe('DONE')
    expect(await gateway.refund(request)).toBe('DONE')
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 20_000 })
  })

  it('that a failure of Stripe stopped stays stopped while Stripe remembers it, and is made afterwards, once', async () => {
    const all = await paid()
    const request = refundRequest(all, 20_000)
    server.fail('create refund', '500 before')
    for (let time = 0; time < 3; time += 1)
      await expect(gateway.refund(request)).rejects.toEqual(
        expectRefusal(500, { type: 'api_error' }),
      )
    expect(await gateway.readRefund(request)).toBeUndefined()
    server.forgetKeys()
    expect(await gateway.refund(request)).toBe('DONE')
    expect(await gateway.refund(request)).toBe('DONE')
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 20_000 })
  })

  it.each<StripeFault>(['cut after', 'hang after', 'cut body', 'html'])(
    'without an answer is not made twice: %s',
    async (fault) => {
      const all = await paid()
      const request = refundRequest(all, 20_000)
      // A call that is cut off is resent at once.
      server.fail('create refund', fault, ...(fault === 'cut after' ? [fault] : []))
      await expect(
        gatewayWith({}, fault === 'hang after' ? 300 : 8_000).refund(request),
      ).rejects.toBeInstanceOf(GatewaySilent)
      server.endFaults()
      expect(await gateway.refund(request)).toBe('DONE')
      expect(await gateway.books(all.name)).toEqual({
        capturedMinor: 50_000,
        refundedMinor: 20_000,
      })
    },
  )

  it.each<{ refusals: StripeFault[] }>([
    { refusals: ['401'] },
    { refusals: ['429'] },
    { refusals: ['in use', '401'] },
    { refusals: [{ status: 402, body: '{"error":{"type":"card_error"}}' }] },
  ])(
    'that was done before its connection was cut is not treated as refused: $refusals when it is sent again [A-205]',
    async ({ refusals }) => {
      const all = await paid()
      const request = refundRequest(all, 20_000)
      server.fail('create refund', 'cut after', ...refusals)
      const sentBefore = sentTo('create refund')
      await expect(gateway.refund(request)).rejects.toBeInstanceOf(GatewaySilent)
      expect(sentTo('create refund') - sentBefore).toBe(1 + refusals.length)
      expect(await gateway.readRefund(request)).toBe('DONE')
      expect(await gateway.refund(request)).toBe('DONE')
      expect(await gateway.books(all.name)).toEqual({
        capturedMinor: 50_000,
        refundedMinor: 20_000,
      })
    },
  )

  it('is found on any page; those made in the dashboard count in the books, and belong to no key', async () => {
    const all = await paid()
    const request = refundRequest(all, 100)
    await gateway.refund(request)
    for (let time = 0; time < 6; time += 1) server.refundInDashboard(all.name.gatewayId, 1_000)
    server.pageMax = 2
    expect(await gateway.readRefund(request)).toBe('DONE')
    expect(await gateway.readRefund({ ...request, key: createKey() })).toBeUndefined()
    expect(await gateway.books(all.name)).toEqual({ capturedMinor: 50_000, refundedMinor: 6_100 })
    server.pageMax = 100
  })
})
