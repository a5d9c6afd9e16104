import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../../../../test/support/gateways/gateway-contract.ts'
import {
  createCheckout,
  razorpayRefusal,
  setUpRazorpay,
  silent,
} from '../../../../../test/support/gateways/razorpay-checkouts.ts'
import {
  type RazorpayFault,
  razorpayAccount,
} from '../../../../../test/support/gateways/razorpay-server.ts'
import { afterFile } from '../../../../../test/support/run/after-file.ts'
import type { CheckoutName } from '../gateway.ts'

const { razorpay, gatewayWith, gateway, opened, paid, linksOf } = await setUpRazorpay()

describe('a failure of Razorpay', () => {
  const calls = (
    name: CheckoutName,
  ): Record<'create' | 'fetch' | 'cancel' | 'refund' | 'refunds', () => Promise<unknown>> => {
    return {
      create: () => gateway.open(createCheckout()),
      fetch: () => gateway.read(name),
      cancel: async () => gateway.expire((await opened()).name),
      refund: () =>
        gateway.refund({
          ...name,
          key: createKey(),
          reference: 'x',
          amountMinor: 100,
          currency: 'INR',
        }),
      refunds: () => gateway.books(name),
    }
  }

  it('is passed through in its own words, with its status, if it answers at all [ERR-15]', async () => {
    const { name } = await paid()
    for (const [call, ask] of Object.entries(calls(name)) as [
      keyof ReturnType<typeof calls>,
      () => Promise<unknown>,
    ][]) {
      for (const status of [401, 403, 429, 500, 502, 504]) {
        const body = {
          error: {
            code: 'SERVER_ERROR',
            description: 'Too many requests',
            metadata: { nested: [1] },
          },
          more: true,
        }
        razorpay.fault(call, { how: 'answer', when: 'before', status, body: JSON.stringify(body) })
        await expect(ask(), `${call} ${status}`).rejects.toEqual(
          expect.objectContaining({ status, body }),
        )
      }
    }
  })

  it('counts as silence if its answer is malformed', async () => {
    const { name } = await paid()
    const body = '<html>502 Bad Gateway</html>'
    for (const [call, ask] of Object.entries(calls(name)) as [
      keyof ReturnType<typeof calls>,
      () => Promise<unknown>,
    ][]) {
      const faults: RazorpayFault[] = [
        { how: 'destroy', when: 'before' },
        { how: 'destroy', when: 'after' },
        ...[
          '',
          body,
          'null',
          '[]',
          '{"id":',
          '7',
          '{}',
          '{"id":"plink_1","items":[{}]}',
          `{"x":"${'x'.repeat(2_100_000)}"}`,
        ].map((text) => ({ how: 'answer', when: 'before', status: 200, body: text }) as const),
        { how: 'answer', when: 'before', status: 502, body },
        { how: 'answer', when: 'before', status: 404, body: '' },
        { how: 'answer', when: 'before', status: 302, body: '{}' },
      ]
      for (const fault of faults) {
        razorpay.fault(call, fault)
        await expect(ask(), `${call} ${JSON.stringify(fault).slice(0, 80)}`).rejects.toEqual(silent)
      }
    }
  })

  it('counts as silence if its answer never ends, and as no money if the payment is not captured', async () => {
    const { name, wanted } = await opened()
    const [link] = linksOf(wanted.key)
    const reading = (changes: object) => {
      razorpay.fault('fetch', {
        how: 'answer',
        when: 'before',
        status: 200,
        body: JSON.stringify({ ...link, ...changes }),
      })
      return gateway.read(name)
    }
    expect((await reading({})).state).toBe('OPEN')
    await expect(reading({ filler: 'x'.repeat(2_100_000) })).rejects.toEqual(silent)
    for (const [status, state] of Object.entries({
      created: 'OPEN',
      authorized: 'OPEN',
      failed: 'OPEN',
      captured: 'PAID',
      refunded: 'PAID',
    }))
      expect(
        (
          await reading({
            status: 'paid',
            payments: [{ payment_id: 'pay_1', amount: 50_000, status }],
          })
        ).state,
      ).toBe(state)
  })

  it("is waited for no longer than the caller's timeout, whether it hangs or trickles", async () => {
    const { name } = await paid()
    const hurried = gatewayWith({}, 300)
    for (const how of ['hang', 'trickle'] as const) {
      for (const call of ['fetch', 'refunds'] as const) {
        razorpay.fault(call, { how })
        const began = performance.now()
        await expect(hurried.books(name)).rejects.toEqual(silent)
        expect(performance.now() - began).toBeGreaterThan(250)
        expect(performance.now() - began).toBeLessThan(5_000)
      }
    }
  })

  it('affects no later call, and concurrent calls share few connections', async () => {
    const { name } = await paid()
    const before = razorpay.connections()
    const fresh = gatewayWith()
    const read = await Promise.all(Array.from({ length: 150 }, () => fresh.read(name)))
    expect(new Set(read.map(({ state }) => state))).toEqual(new Set(['PAID']))
    expect(razorpay.connections() - before).toBeLessThanOrEqual(32)
  })

  it('is not mistaken for closed or paid before that is so [A-193]', async () => {
    const raced = await opened()
    razorpay.fault('cancel', { how: 'first', does: () => razorpay.pay(raced.name.gatewayId) })
    expect(await gateway.expire(raced.name)).toEqual({ ...raced.checkout, state: 'PAID' })
    const twice = await opened()
    razorpay.fault('cancel', { how: 'first', does: () => razorpay.expire(twice.name.gatewayId) })
    expect(await gateway.expire(twice.name)).toEqual({ ...twice.checkout, state: 'EXPIRED' })

    const { name, checkout } = await opened()
    const refusal = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'not now' } })
    razorpay.fault(
      'cancel',
      { how: 'answer', when: 'before', status: 400, body: refusal },
      { how: 'destroy', when: 'after' },
    )
    await expect(gateway.expire(name)).rejects.toMatchObject({
      status: 400,
      body: JSON.parse(refusal),
    })
    await expect(gateway.expire(name)).rejects.toEqual(silent)
    expect(await gateway.expire(name)).toEqual({ ...checkout, state: 'EXPIRED' })
  })

  it('does not keep a process alive', async () => {
    const { name } = await opened()
    const script = `
      import { razorpayGateway } from '${new URL('razorpay-gateway.ts', import.meta.url)}'
      const account = ${JSON.stringify(razorpay.account)}
      console.log((await razorpayGateway({ loadAccount: async () => account }).read(${JSON.stringify(name)})).state)`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { timeout: 60_000 },
    )
    expect(stdout).toBe('OPEN\n')
  })

  it('reveals no secret, and no secret is sent to a redirect', async () => {
    const { name, wanted } = await paid()
    const stolen: unknown[] = []
    const thief = createServer((request, response) => {
      stolen.push(request.headers)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    afterFile(() => thief.close())
    const elsewhere = createServer((_, response) => {
      response
        .writeHead(307, { location: `http://127.0.0.1:${(thief.address() as AddressInfo).port}/` })
        .end('{}')
    }).listen(0, '127.0.0.1')
    afterFile(() => elsewhere.close())
    await new Promise((resolve) => elsewhere.once('listening', resolve))
    const led = gatewayWith({
      url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    })
    const wrong = gatewayWith({ keySecret: `${razorpayAccount.keySecret}-wrong` })
    const nobody = gatewayWith({ url: 'http://127.0.0.1:1' })
    razorpay.fault(
      'fetch',
      { how: 'answer', when: 'before', status: 200, body: 'x' },
      { how: 'destroy', when: 'before' },
    )
    const failures = [
      gateway.read(name),
      gateway.read(name),
      led.read(name),
      led.open(wanted),
      wrong.read(name),
      wrong.open(wanted),
      nobody.read(name),
    ]
    const reasons = (await Promise.allSettled(failures)).map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason : 'no failure',
    )
    expect(reasons.slice(0, 4)).toEqual([silent, silent, silent, silent])
    expect(reasons.slice(4)).toEqual([
      razorpayRefusal(401, 'Authentication failed'),
      razorpayRefusal(401, 'Authentication failed'),
      silent,
    ])
    for (const reason of reasons as Error[]) {
      expect(reason.cause).toBeUndefined()
      const errorText = `${reason.message} ${reason.stack} ${JSON.stringify(reason)}`
      for (const secret of [
        razorpayAccount.keySecret,
        razorpayAccount.keyId,
        Buffer.from(`${razorpayAccount.keyId}:`).toString('base64').slice(0, 20),
      ])
        expect(errorText).not.toContain(secret)
    }
    expect(stolen).toEqual([])
  })
})
