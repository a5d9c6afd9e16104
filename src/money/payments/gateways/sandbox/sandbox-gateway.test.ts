import { describe, expect, it } from 'vitest'
import { openHarness, runAsTester } from '../../../../../test/support/clinic/harness.ts'
import {
  createMigratedDatabase,
  withClient,
} from '../../../../../test/support/database/databases.ts'
import { describeGatewayContract } from '../../../../../test/support/gateways/gateway-contract.ts'
import {
  createCheckout,
  createSandboxGateway,
  listMovements,
  openCheckout,
  pressPageButton,
} from '../../../../../test/support/gateways/sandbox-checkouts.ts'
import { afterFile } from '../../../../../test/support/run/after-file.ts'
import { expectBetween } from '../../../../../test/support/run/expect-between.ts'
import { openApplication } from '../../../../doors/app/application.ts'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'
import { sandboxGateway } from './sandbox-gateway.ts'

const house = await openHarness()
const gateway = await createSandboxGateway(house)
const minuteMs = 60_000
const advance = (ms: number) => house.operate('clock-advance', { ms })
const now = () => house.application.clock.now()
const refusedWith = (status: number, code: string) =>
  expect.objectContaining({ status, body: { error: { code, message: expect.any(String) } } })
const captured = { kind: 'CAPTURED', amount: 50_000, currency: 'INR', at: expect.any(Number) }

describe('the port', () => {
  describeGatewayContract(async () => {
    const { workspaceId, name: workspace } = await house.clinic()
    return {
      gateway,
      refusals: {
        'unknown checkout': refusedWith(404, 'CHECKOUT_NOT_FOUND'),
        'key reused': refusedWith(400, 'IDEMPOTENCY_KEY_REUSED'),
        'amount unusable': refusedWith(400, 'AMOUNT_INVALID'),
        'currency unknown': refusedWith(400, 'CURRENCY_UNKNOWN'),
        'more than captured': refusedWith(400, 'REFUND_EXCEEDS_CAPTURE'),
        'another currency': refusedWith(400, 'CURRENCY_MISMATCH'),
      },
      newCheckout: (changes) => createCheckout(house, workspaceId, changes),
      pay: async (name) => void (await pressPageButton(house, name, 'pay')),
      decline: async (name) => void (await pressPageButton(house, name, 'decline')),
      async delayRefund(_, then) {
        const how = then === 'DONE' ? 'pending' : 'pending-then-fails'
        await house.operate('sandbox-gateway-fail', { workspace, call: 'refund', how, times: 1 })
        return async () => void (await advance(2 * minuteMs))
      },
    }
  })
})

describe('a checkout of the sandbox', () => {
  it('has an id that cannot be guessed, in the public address or else the listening one [RES-09]', async () => {
    const { workspaceId } = await house.clinic()
    const { gatewayId, url } = await gateway.open(createCheckout(house, workspaceId))
    expect(gatewayId).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
    expect(url).toBe(`http://127.0.0.1:3000/sandbox-gateway/checkout/${gatewayId}`)
    const published = await openHarness({
      connection: house.connection,
      publicUrl: 'https://booking.example.org',
    })
    for (const { application } of [house, published]) application.listensAt('http://127.0.0.1:4000')
    const urlIn = async (some: typeof house) =>
      (await (await createSandboxGateway(some)).read({ workspaceId, gatewayId })).url
    expect(await urlIn(house)).toBe(`http://127.0.0.1:4000/sandbox-gateway/checkout/${gatewayId}`)
    expect(await urlIn(published)).toBe(
      `https://booking.example.org/sandbox-gateway/checkout/${gatewayId}`,
    )
  })

  it('is not shared with another workspace that uses the same key', async () => {
    const one = await house.clinic()
    const two = await house.clinic()
    const wanted = createCheckout(house, one.workspaceId)
    const first = await gateway.open(wanted)
    const second = await gateway.open({ ...wanted, workspaceId: two.workspaceId })
    expect(second.gatewayId).not.toBe(first.gatewayId)
    await expect(
      gateway.read({ workspaceId: two.workspaceId, gatewayId: first.gatewayId }),
    ).rejects.toEqual(refusedWith(404, 'CHECKOUT_NOT_FOUND'))
  })

  it('refuses an invalid key and an invalid return address', async () => {
    const { workspaceId } = await house.clinic()
    for (const key of ['', 'a b', 'x'.repeat(101)])
      await expect(gateway.open(createCheckout(house, workspaceId, { key }))).rejects.toEqual(
        refusedWith(400, 'KEY_INVALID'),
      )
    for (const returnUrl of ['javascript:alert(1)', '/booked', 'https://', ''])
      await expect(gateway.open(createCheckout(house, workspaceId, { returnUrl }))).rejects.toEqual(
        refusedWith(400, 'RETURN_URL_INVALID'),
      )
    expect(
      await house.sql('select from sandbox_gateway_checkouts where workspace_id = $1', [
        workspaceId,
      ]),
    ).toEqual([])
  })

  it('can be paid after the hold, until it is closed, and lives for a day [A-189]', async () => {
    const { workspaceId } = await house.clinic()
    const late = await openCheckout(house, workspaceId)
    const forgotten = await openCheckout(house, workspaceId)
    await advance(16 * minuteMs)
    expect((await gateway.read(late)).state).toBe('OPEN')
    await pressPageButton(house, late, 'pay')
    expect((await gateway.read(late)).state).toBe('PAID')
    await advance(24 * 60 * minuteMs)
    await pressPageButton(house, forgotten, 'pay')
    expect((await gateway.read(forgotten)).state).toBe('EXPIRED')
    expect(await listMovements(house, forgotten)).toEqual([])
    const [{ lived }] = await house.sql(
      'select extract(epoch from decided_at - created_at)::int as lived from sandbox_gateway_checkouts where gateway_id = $1',
      [forgotten.gatewayId],
    )
    expect(lived).toBe(86_400)
  })

  it('is deleted with its workspace', async () => {
    const clinic = await house.clinic()
    const checkout = await openCheckout(house, clinic.workspaceId)
    await pressPageButton(house, checkout, 'pay')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
    })
    await house.sql('select remove_workspace($1)', [clinic.workspaceId])
    for (const table of ['checkouts', 'movements', 'faults'])
      expect(
        await house.sql(`select from sandbox_gateway_${table} where workspace_id = $1`, [
          clinic.workspaceId,
        ]),
      ).toEqual([])
  })
})

describe('a late payment', () => {
  it('arrives two minutes after the hold, although the checkout was closed [A-191] [A-193]', async () => {
    const { workspaceId } = await house.clinic()
    const checkout = await openCheckout(house, workspaceId)
    await pressPageButton(house, checkout, 'pay-late')
    expect((await gateway.read(checkout)).state).toBe('OPEN')
    // Other attempts in the meantime decide nothing.
    await pressPageButton(house, checkout, 'decline')
    await pressPageButton(house, checkout, 'pay')
    await advance(16 * minuteMs)
    expect((await gateway.expire(checkout)).state).toBe('EXPIRED')
    expect(await listMovements(house, checkout)).toEqual([])
    await advance(minuteMs)
    expect((await gateway.read(checkout)).state).toBe('PAID')
    const [movement] = await listMovements(house, checkout)
    expect(movement).toEqual(captured)
    expect(movement?.at).toBe(Math.floor(checkout.wanted.heldUntil) + 2 * minuteMs)
    expect((await gateway.expire(checkout)).state).toBe('PAID')
    await gateway.refund({
      ...checkout,
      reference: checkout.wanted.reference,
      key: 'back',
      amountMinor: 50_000,
      currency: 'INR',
    })
  })

  it('that is started after the hold arrives two minutes later [A-191]', async () => {
    const { workspaceId } = await house.clinic()
    const checkout = await openCheckout(house, workspaceId, { heldUntil: now() - minuteMs })
    const before = Math.floor(now())
    await pressPageButton(house, checkout, 'pay-late')
    const [{ late_at: lateAt }] = await house.sql(
      'select late_at from sandbox_gateway_checkouts where gateway_id = $1',
      [checkout.gatewayId],
    )
    expectBetween(lateAt, before + 2 * minuteMs, now() + 2 * minuteMs)
    await advance(2 * minuteMs)
    expect((await gateway.expire(checkout)).state).toBe('PAID')
  })

  it('is captured once, no matter what reaches the checkout first [A-191]', async () => {
    const clinic = await house.clinic()
    const checkout = await openCheckout(house, clinic.workspaceId)
    await pressPageButton(house, checkout, 'pay-late')
    await gateway.expire(checkout)
    await advance(18 * minuteMs)
    const touches = [
      async () => (await gateway.read(checkout)).state,
      async () => (await gateway.expire(checkout)).state,
      async () => (await gateway.open(checkout.wanted)).state,
      async () =>
        (await house.call('GET', checkout.path)).text.includes('Your payment has arrived.')
          ? 'PAID'
          : 'page',
      async () =>
        (await house.operate('sandbox-gateway-list', { workspace: clinic.name }))[0].state,
    ]
    const states = await Promise.all([...touches, ...touches, ...touches].map((touch) => touch()))
    expect(new Set(states)).toEqual(new Set(['PAID']))
    expect(await listMovements(house, checkout)).toEqual([captured])
  })
})

describe('a fault', () => {
  const quick = sandboxGateway({
    ...house.application,
    publicUrl: () => 'http://127.0.0.1:3000',
    answerMs: 20,
  })

  async function faulty(call: string, how: string, more: Record<string, unknown> = {}) {
    const clinic = await house.clinic()
    const checkout = await openCheckout(house, clinic.workspaceId)
    await house.operate('sandbox-gateway-fail', { workspace: clinic.name, call, how, ...more })
    return {
      clinic,
      checkout,
      heal: () => house.operate('sandbox-gateway-heal', { workspace: clinic.name }),
    }
  }

  it('refuses with the ordered status and body, and does nothing', async () => {
    const body = { error: { code: 'CARD_NETWORK_DOWN' }, retry: true }
    const { clinic, checkout, heal } = await faulty('expire', 'refuse', { status: 502, body })
    await expect(gateway.expire(checkout)).rejects.toSatisfy(
      (error) => error instanceof GatewayRefused && error.status === 502,
    )
    await expect(gateway.expire(checkout)).rejects.toMatchObject({ status: 502, body })
    expect((await gateway.read(checkout)).state).toBe('OPEN')
    expect(await house.operate('sandbox-gateway-faults', { workspace: clinic.name })).toEqual([
      { call: 'expire', how: 'refuse', status: 502, body, ms: null, timesLeft: null },
    ])
    expect(await heal()).toEqual({ healed: 1 })
    expect((await gateway.expire(checkout)).state).toBe('EXPIRED')
  })

  it('applies only to its workspace and its call', async () => {
    const { checkout } = await faulty('read', 'refuse')
    const other = await openCheckout(house, (await house.clinic()).workspaceId)
    await expect(gateway.read(checkout)).rejects.toEqual(refusedWith(503, 'GATEWAY_UNAVAILABLE'))
    expect((await gateway.read(other)).state).toBe('OPEN')
    expect((await gateway.expire(checkout)).state).toBe('EXPIRED')
  })

  it('is silent before anything was done, or after', async () => {
    const before = await faulty('expire', 'time-out-before')
    await expect(quick.expire(before.checkout)).rejects.toBeInstanceOf(GatewaySilent)
    expect((await gateway.read(before.checkout)).state).toBe('OPEN')
    const after = await faulty('expire', 'time-out-after')
    await expect(quick.expire(after.checkout)).rejects.toBeInstanceOf(GatewaySilent)
    expect((await gateway.read(after.checkout)).state).toBe('EXPIRED')
    const opening = await faulty('open', 'time-out-after', { times: 1 })
    const wanted = createCheckout(house, opening.checkout.workspaceId)
    await expect(quick.open(wanted)).rejects.toBeInstanceOf(GatewaySilent)
    expect((await quick.open(wanted)).state).toBe('OPEN')
    expect(
      await house.sql('select from sandbox_gateway_checkouts where workspace_id = $1', [
        wanted.workspaceId,
      ]),
    ).toHaveLength(2)
  })

  it('answers slowly, and counts as silent when it exceeds the timeout', async () => {
    const { clinic, checkout } = await faulty('read', 'slow', { ms: 5 })
    expect((await quick.read(checkout)).state).toBe('OPEN')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'slow',
      ms: 60_000,
    })
    await expect(quick.read(checkout)).rejects.toBeInstanceOf(GatewaySilent)
  })

  it('reports one unit more than is due [A-186]', async () => {
    const { checkout } = await faulty('read', 'wrong-amount')
    expect((await gateway.read(checkout)).amountMinor).toBe(50_001)
    expect((await gateway.expire(checkout)).amountMinor).toBe(50_000)
  })

  it('strikes as many calls as were ordered, even concurrent ones', async () => {
    const { clinic, checkout } = await faulty('read', 'refuse', { times: 3 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => gateway.read(checkout)),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
    expect(await house.operate('sandbox-gateway-faults', { workspace: clinic.name })).toEqual([])
    expect(await house.operate('sandbox-gateway-heal', { workspace: clinic.name })).toEqual({
      healed: 0,
    })
  })

  it('replaces the previous fault of its call', async () => {
    const { clinic, checkout } = await faulty('read', 'refuse', { status: 400 })
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'wrong-amount',
      times: 1,
    })
    expect((await gateway.read(checkout)).amountMinor).toBe(50_001)
    expect((await gateway.read(checkout)).amountMinor).toBe(50_000)
  })

  it('is refused if it makes no sense', async () => {
    const clinic = await house.clinic()
    const order = (input: Record<string, unknown>) =>
      house.operate('sandbox-gateway-fail', { workspace: clinic.name, ...input })
    await expect(order({ call: 'read', how: 'slow' })).rejects.toThrow(
      'the fault slow needs a time',
    )
    await expect(order({ call: 'read', how: 'refuse', ms: 5 })).rejects.toThrow(
      'the fault slow needs a time',
    )
    await expect(order({ call: 'read', how: 'wrong-amount', status: 500 })).rejects.toThrow(
      'a status and a body only go with',
    )
    await expect(order({ call: 'refund', how: 'wrong-amount' })).rejects.toThrow(
      'carries no amount',
    )
    expect(await house.operate('sandbox-gateway-faults', { workspace: clinic.name })).toEqual([])
  })
})

describe('an operator', () => {
  it('lists checkouts with their money, newest first', async () => {
    const clinic = await house.clinic()
    const first = await openCheckout(house, clinic.workspaceId, {
      currency: 'KWD',
      amountMinor: 12_345,
    })
    await pressPageButton(house, first, 'pay')
    await gateway.refund({
      ...first,
      reference: first.wanted.reference,
      key: 'back',
      amountMinor: 345,
      currency: 'KWD',
    })
    await advance(1)
    const second = await openCheckout(house, clinic.workspaceId)
    const listed = await house.operate('sandbox-gateway-list', { workspace: clinic.name })
    expect(listed).toMatchObject([
      {
        gatewayId: second.gatewayId,
        page: second.path,
        reference: second.wanted.reference,
        state: 'OPEN',
        amount: 500,
        captured: 0,
        refunded: 0,
        lateAt: null,
      },
      {
        gatewayId: first.gatewayId,
        state: 'PAID',
        currency: 'KWD',
        amount: 12.345,
        captured: 12.345,
        refunded: 0.345,
      },
    ])
    expect(
      await house.operate('sandbox-gateway-list', { workspace: clinic.name, limit: 1 }),
    ).toEqual([listed[0]])
    await pressPageButton(house, second, 'pay-late')
    await advance(17 * minuteMs)
    expect(
      (await house.operate('sandbox-gateway-list', { workspace: clinic.name }))[0],
    ).toMatchObject({ state: 'PAID', captured: 500 })
  })
})

describe('a production instance', () => {
  it('has no sandbox gateway, no page of it, and no faults to order', async () => {
    const connection = await createMigratedDatabase()
    await withClient(connection, (client) =>
      client.query("insert into workspaces (name, title, timezone) values ('bare', 'Bare', 'UTC')"),
    )
    const production = await openApplication({
      connection,
      mode: 'production',
      databaseConnections: 2,
    })
    afterFile(() => production.close())
    expect(await production.checkouts.gateways.of(1, 'sandbox')).toBeUndefined()
    const door = production.frontDoor()
    const path = '/sandbox-gateway/checkout/0123456789abcdefghjkmnpqrs'
    expect((await door.inject({ method: 'GET', url: path })).statusCode).toBe(401)
    expect((await door.inject({ method: 'POST', url: `${path}/pay` })).statusCode).toBe(401)
    for (const operation of ['list', 'faults', 'heal'])
      await expect(runAsTester(production, `sandbox-gateway-${operation}`, {})).rejects.toThrow(
        'a production instance has no sandbox gateway',
      )
    await expect(
      runAsTester(production, 'sandbox-gateway-fail', { call: 'open', how: 'refuse' }),
    ).rejects.toThrow('a production instance has no sandbox gateway')
  })
})
