import { describe, expect, it } from 'vitest'
import {
  createKey,
  describeGatewayContract,
} from '../../../../../test/support/gateways/gateway-contract.ts'
import {
  adapterRefusal,
  createCheckout,
  razorpayRefusal,
  serverError,
  setUpRazorpay,
  silent,
  workspaceId,
} from '../../../../../test/support/gateways/razorpay-checkouts.ts'
import {
  type RazorpayFault,
  razorpayMessage,
} from '../../../../../test/support/gateways/razorpay-server.ts'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'
import { razorpayGateway } from './razorpay-gateway.ts'

const { razorpay, gateway, opened, paid, linksOf } = await setUpRazorpay()
const minuteMs = 60_000
const unknown = adapterRefusal(404, 'CHECKOUT_NOT_FOUND')
const matchingAny = (...refusals: { asymmetricMatch(other: unknown): boolean }[]) => ({
  asymmetricMatch: (other: unknown) => refusals.some((refusal) => refusal.asymmetricMatch(other)),
})

describe('the port', () => {
  describeGatewayContract(async () => ({
    gateway,
    refusals: {
      'unknown checkout': unknown,
      'key reused': adapterRefusal(400, 'IDEMPOTENCY_KEY_REUSED'),
      'amount unusable': adapterRefusal(400, 'AMOUNT_INVALID'),
      'currency unknown': adapterRefusal(400, 'CURRENCY_UNKNOWN'),
      // For existing payments, Razorpay itself says how much is left.
      'more than captured': matchingAny(
        adapterRefusal(400, 'REFUND_EXCEEDS_CAPTURE'),
        razorpayRefusal(400, expect.stringMatching(/greater than amount captured|fully refunded/)),
      ),
      'another currency': adapterRefusal(400, 'CURRENCY_MISMATCH'),
    },
    newCheckout: createCheckout,
    pay: async ({ gatewayId }) => razorpay.pay(gatewayId),
    async delayRefund(_, then) {
      const settle = razorpay.delayRefund(then === 'DONE' ? 'processed' : 'failed')
      return async () => settle()
    },
  }))
})

describe('a checkout at Razorpay', () => {
  it('is a payment link of the whole amount, and reveals nothing about the patient [RES-09]', async () => {
    const before = Math.floor(Date.now() / 1_000)
    const { wanted, checkout } = await opened()
    const { key, reference, heldUntil } = wanted
    const sent = razorpay.asked.findLast(({ call }) => call === 'create')?.body
    expect(sent).toEqual({
      amount: 50_000,
      currency: 'INR',
      accept_partial: false,
      reference_id: key,
      description: 'Sunrise Clinics: Appointment BK7Q2M9X4KTD',
      notes: {
        reference,
        workspace: String(workspaceId),
        terms: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      callback_url: `https://sunrise.example/booked?visit=7&sessionRef=${reference}#done`,
      callback_method: 'get',
      reminder_enable: false,
      notify: { sms: false, email: false },
      expire_by: Math.ceil((heldUntil + 60 * minuteMs) / 1_000),
    })
    expect(Number(sent?.expire_by)).toBeGreaterThan(before + 15 * 60)
    expect(checkout.url).toBe(linksOf(key)[0]?.short_url)
  })

  it('closes by itself an hour after its hold, or after now if that is over [A-193]', async () => {
    const { wanted } = await opened({ heldUntil: Date.now() - 10 * minuteMs })
    const seconds = Number(linksOf(wanted.key)[0]?.expire_by) - Date.now() / 1_000
    expect(seconds).toBeGreaterThan(59 * 60)
    expect(seconds).toBeLessThan(61 * 60)
  })

  it('is paid once money is captured, and not before, in every state of the link [A-191]', async () => {
    const { name, checkout } = await opened()
    const capture = razorpay.authorize(name.gatewayId)
    expect((await gateway.read(name)).state).toBe('OPEN')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 0, refundedMinor: 0 })
    expect(await gateway.expire(name)).toEqual({ ...checkout, state: 'EXPIRED' })
    capture()
    expect(await gateway.read(name)).toEqual({ ...checkout, state: 'PAID' })
    expect(await gateway.expire(name)).toEqual({ ...checkout, state: 'PAID' })
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
  })

  it('that Razorpay closed itself is closed, and opening it again with its key returns the same', async () => {
    const { name, wanted, checkout } = await opened()
    razorpay.expire(name.gatewayId)
    const closed = { ...checkout, state: 'EXPIRED' }
    expect(await gateway.read(name)).toEqual(closed)
    expect(await gateway.expire(name)).toEqual(closed)
    expect(await gateway.open(wanted)).toEqual(closed)
  })

  it('with a partial payment is open, and reports that part, so that a person settles it [A-186]', async () => {
    const { name, checkout } = await opened()
    razorpay.pay(name.gatewayId, 20_000)
    expect(await gateway.expire(name)).toEqual({ ...checkout, amountMinor: 20_000, state: 'OPEN' })
    razorpay.pay(name.gatewayId, 30_000)
    expect(await gateway.read(name)).toEqual({ ...checkout, state: 'PAID' })
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
  })

  it('is paid to the last unit in currencies without decimals, and with three [A-068]', async () => {
    for (const [currency, amountMinor] of [
      ['JPY', 1_200],
      ['KWD', 12_340],
    ] as const) {
      const { name, checkout, refund } = await paid({ currency, amountMinor })
      expect(await gateway.read(name)).toEqual({ ...checkout, state: 'PAID' })
      expect(await refund(340)).toBe('DONE')
      expect(await gateway.books(name)).toEqual({ capturedMinor: amountMinor, refundedMinor: 340 })
    }
    const { refund } = await paid({ currency: 'KWD', amountMinor: 12_340 })
    await expect(refund(345)).rejects.toEqual(adapterRefusal(400, 'AMOUNT_INVALID'))
  })

  it('is refused before anything is sent if Razorpay could not accept it', async () => {
    const before = razorpay.asked.length
    for (const [changes, code] of [
      [{ currency: 'KWD', amountMinor: 12_345 }, 'AMOUNT_INVALID'],
      [{ currency: 'LYD' }, 'CURRENCY_UNKNOWN'],
      [{ key: 'x'.repeat(41) }, 'KEY_INVALID'],
      [{ key: '' }, 'KEY_INVALID'],
      [{ key: 'a b' }, 'KEY_INVALID'],
      [{ returnUrl: 'javascript:alert(1)' }, 'RETURN_URL_INVALID'],
      [{ returnUrl: 'https://' }, 'RETURN_URL_INVALID'],
    ] as const)
      await expect(gateway.open(createCheckout(changes))).rejects.toEqual(adapterRefusal(400, code))
    for (const gatewayId of [
      '',
      'plink_',
      '../payments',
      'plink_A/cancel',
      'plink_A?x',
      'pay_00000000000000',
    ])
      await expect(gateway.read({ workspaceId, gatewayId })).rejects.toEqual(unknown)
    expect(razorpay.asked).toHaveLength(before)
  })

  it('is refused in the words of Razorpay if that refuses it [ERR-15]', async () => {
    await expect(gateway.open(createCheckout({ amountMinor: 99 }))).rejects.toEqual(
      razorpayRefusal(400, 'amount: amount should be minimum 1.00 for INR'),
    )
    await expect(gateway.open(createCheckout({ reference: 'x'.repeat(256) }))).rejects.toEqual(
      razorpayRefusal(400, expect.stringContaining('not be greater than 255')),
    )
    await expect(gateway.read({ workspaceId, gatewayId: 'plink_00000000000000' })).rejects.toEqual(
      razorpayRefusal(400, 'The id provided does not exist'),
    )
  })

  it('of another workspace on the same account is unknown, and does not share its keys', async () => {
    const { wanted, name } = await paid()
    const foreign = { workspaceId: workspaceId + 1, gatewayId: name.gatewayId }
    const back = {
      ...foreign,
      key: createKey(),
      reference: wanted.reference,
      amountMinor: 100,
      currency: 'INR',
    }
    for (const call of [
      gateway.read(foreign),
      gateway.expire(foreign),
      gateway.books(foreign),
      gateway.refund(back),
      gateway.readRefund(back),
    ])
      await expect(call).rejects.toEqual(unknown)
    await expect(gateway.open({ ...wanted, workspaceId: workspaceId + 1 })).rejects.toEqual(
      adapterRefusal(400, 'IDEMPOTENCY_KEY_REUSED'),
    )
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
  })

  it('needs an account', async () => {
    const none = razorpayGateway({ loadAccount: async () => undefined })
    const { name, wanted } = await opened()
    const body = {
      statusCode: 400,
      status: 'failed',
      error: 'GATEWAY_NOT_CONFIGURED',
      message: expect.stringContaining('GATEWAY_NOT_CONFIGURED: '),
    }
    const notConfigured = expect.objectContaining({ status: 400, body })
    const back = { ...name, key: createKey(), reference: 'x', amountMinor: 100, currency: 'INR' }
    for (const call of [
      none.open(wanted),
      none.read(name),
      none.expire(name),
      none.refund(back),
      none.readRefund(back),
      none.books(name),
    ])
      await expect(call).rejects.toEqual(notConfigured)
    expect(
      await none.readMessage?.({ workspaceId, ...razorpayMessage({ event: 'payment.captured' }) }),
    ).toBeUndefined()
  })
})

it('passes no refusal on that an answer of the API cannot be [ERR-15] [A-250]', async () => {
  const nested = `{"error":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  for (const { status, body } of [
    { status: 999, body: '{"error":{"code":"X"}}' },
    { status: 402, body: nested },
    { status: 402, body: JSON.stringify({ error: 'x'.repeat(70_000) }) },
  ]) {
    razorpay.fault('create', { how: 'answer', when: 'before', status, body })
    await expect(gateway.open(createCheckout())).rejects.toBeInstanceOf(GatewaySilent)
  }
})

describe('a key', () => {
  it('leads to one link, even if its first answer was lost [IDEM-02]', async () => {
    for (const fault of [
      { how: 'destroy', when: 'after' },
      { how: 'answer', when: 'after', status: 500, body: serverError },
    ] satisfies RazorpayFault[]) {
      const wanted = createCheckout()
      razorpay.fault('create', fault)
      await expect(gateway.open(wanted)).rejects.toBeInstanceOf(
        fault.how === 'destroy' ? GatewaySilent : GatewayRefused,
      )
      const [link] = linksOf(wanted.key)
      expect((await gateway.open(wanted)).gatewayId).toBe(link?.id)
      await expect(gateway.open({ ...wanted, amountMinor: 1_000 })).rejects.toEqual(
        adapterRefusal(400, 'IDEMPOTENCY_KEY_REUSED'),
      )
      expect(linksOf(wanted.key)).toHaveLength(1)
    }
  })

  it('whose link is not listed yet is looked up again, and never treated as refused [IDEM-02]', async () => {
    const { wanted, checkout } = await opened()
    razorpay.hideLinks(2)
    expect(await gateway.open(wanted)).toEqual(checkout)
    razorpay.hideLinks(3)
    await expect(gateway.open(wanted)).rejects.toEqual(silent)
  })

  it('is found by itself, not by what else a list contains', async () => {
    const { wanted, checkout } = await opened()
    await opened()
    // Simulates a list that ignores the filter.
    razorpay.fault('list', {
      how: 'answer',
      when: 'after',
      status: 200,
      body: JSON.stringify({ payment_links: razorpay.links().reverse() }),
    })
    expect(await gateway.open(wanted)).toEqual(checkout)
  })

  it('leads to one link when many open it at once, and some are cut off [IDEM-02]', async () => {
    const wanted = createCheckout()
    razorpay.fault(
      'create',
      { how: 'destroy', when: 'after' },
      { how: 'destroy', when: 'before' },
      { how: 'answer', when: 'before', status: 502, body: 'x' },
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => gateway.open(wanted)),
    )
    expect(linksOf(wanted.key)).toHaveLength(1)
    const found = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value.gatewayId] : [],
    )
    expect(found).toHaveLength(9)
    expect(new Set(found)).toEqual(new Set([linksOf(wanted.key)[0]?.id]))
  })
})

describe('a refund at Razorpay', () => {
  it('is requested at normal speed, with a name derived from its key [A-205]', async () => {
    const { wanted, name, refund } = await paid()
    await refund(1_000, 'refund-ps_0123456789')
    const { headers, body } = razorpay.asked.findLast(({ call }) => call === 'refund') ?? {}
    const receipt = expect.stringMatching(/^[0-9a-f]{32}$/)
    const notes = {
      key: 'refund-ps_0123456789',
      reference: wanted.reference,
      workspace: String(workspaceId),
    }
    expect(body).toEqual({ amount: 1_000, speed: 'normal', receipt, notes })
    expect(headers?.['x-refund-idempotency']).toBe(body?.receipt)
    expect(razorpay.refundsOf(name.gatewayId)).toHaveLength(1)
    await expect(refund(100, 'a b')).rejects.toEqual(adapterRefusal(400, 'KEY_INVALID'))
  })

  it('is made once, even if its answer was lost or two requested it at once [A-205]', async () => {
    for (const fault of [
      { how: 'destroy', when: 'after' },
      { how: 'answer', when: 'after', status: 503, body: serverError },
    ] satisfies RazorpayFault[]) {
      const { name, refund } = await paid()
      const key = createKey()
      razorpay.fault('refund', fault)
      await expect(refund(50_000, key)).rejects.toBeInstanceOf(
        fault.how === 'destroy' ? GatewaySilent : GatewayRefused,
      )
      expect(await gateway.readRefund({ ...name, key })).toBe('DONE')
      expect(await refund(50_000, key)).toBe('DONE')
      expect(razorpay.refundsOf(name.gatewayId)).toHaveLength(1)
    }
    const { name, refund } = await paid()
    const key = createKey()
    expect(await Promise.all(Array.from({ length: 6 }, () => refund(10_000, key)))).toEqual(
      Array.from({ length: 6 }, () => 'DONE'),
    )
    // Razorpay does not say how long it remembers a key; the refund itself stays.
    razorpay.forgetRefundKeys()
    expect(await refund(10_000, key)).toBe('DONE')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 10_000 })
  })

  it('uses a payment with enough left, to the last unit, if a link was paid in several', async () => {
    const { name, wanted } = await opened()
    for (const part of [20_000, 30_000]) razorpay.pay(name.gatewayId, part)
    const refund = (amountMinor: number) =>
      gateway.refund({
        ...name,
        key: createKey(),
        reference: wanted.reference,
        amountMinor,
        currency: 'INR',
      })
    await expect(refund(30_001)).rejects.toBeInstanceOf(GatewayRefused)
    expect(await refund(30_000)).toBe('DONE')
    expect(await refund(5_000)).toBe('DONE')
    expect(await refund(15_000)).toBe('DONE')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 50_000 })
  })

  it('that is still in progress is unknown, and one of another amount is refused [A-205]', async () => {
    const { refund } = await paid()
    const busy = JSON.stringify({
      error: {
        code: 'BAD_REQUEST_ERROR',
        description: 'Another request with the same idempotency key is still in progress.',
      },
    })
    razorpay.fault('refund', { how: 'answer', when: 'before', status: 409, body: busy })
    await expect(refund(100)).rejects.toEqual(silent)
    const key = createKey()
    const outcomes = await Promise.allSettled([refund(200, key), refund(300, key)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes).toContainEqual({
      status: 'rejected',
      reason: adapterRefusal(400, 'IDEMPOTENCY_KEY_REUSED'),
    })
  })

  it('that is reversed has failed, and its amount can be refunded again [A-205]', async () => {
    const { name, refund } = await paid()
    const settle = razorpay.delayRefund('reversed', 'created')
    const key = createKey()
    expect(await refund(50_000, key)).toBe('PENDING')
    expect(await gateway.readRefund({ ...name, key })).toBe('PENDING')
    settle()
    expect(await gateway.readRefund({ ...name, key })).toBe('FAILED')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
    expect(await refund(50_000)).toBe('DONE')
  })

  it('in an unknown state is not an answer [A-205]', async () => {
    const { name, refund } = await paid()
    const key = createKey()
    await refund(50_000, key)
    Object.assign(razorpay.refundsOf(name.gatewayId)[0] ?? {}, { status: 'on_hold' })
    await expect(gateway.readRefund({ ...name, key })).rejects.toEqual(silent)
    await expect(gateway.books(name)).rejects.toEqual(silent)
  })

  it('is found among hundreds, and those made in the dashboard are in the books', async () => {
    const { name, refund } = await paid({ amountMinor: 100_000 })
    const key = createKey()
    await refund(1_000, key)
    for (let made = 0; made < 230; made += 1) razorpay.refundInDashboard(name.gatewayId, 100)
    expect(await gateway.readRefund({ ...name, key })).toBe('DONE')
    expect(await refund(1_000, key)).toBe('DONE')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 100_000, refundedMinor: 24_000 })
    await expect(refund(76_001)).rejects.toEqual(
      razorpayRefusal(400, 'The refund amount provided is greater than amount captured.'),
    )
  })
})
