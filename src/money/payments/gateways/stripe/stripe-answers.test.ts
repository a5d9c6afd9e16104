import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  errorCodes,
  expectRefusal,
  refundRequest,
  setUpStripe,
} from '../../../../../test/support/gateways/stripe-checkouts.ts'
import type {
  StripeEndpoint,
  StripeFault,
} from '../../../../../test/support/gateways/stripe-server.ts'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'

const { server, gateway, gatewayWith, newCheckout, opened, paid } = await setUpStripe()

describe('an unexpected answer of Stripe', () => {
  it('to a list of refunds that never ends counts as silence after ten pages', async () => {
    const { name } = await paid()
    const page = {
      object: 'list',
      has_more: true,
      data: [{ object: 'refund', id: 're_1', amount: 1, status: 'succeeded', metadata: {} }],
    }
    server.fail(
      'list refunds',
      ...Array.from({ length: 10 }, () => ({ status: 200, body: JSON.stringify(page) })),
    )
    await expect(gateway.books(name)).rejects.toBeInstanceOf(GatewaySilent)
    // The tenth was the last: the next call is answered by the server itself.
    expect((await gateway.books(name)).refundedMinor).toBe(0)
  })

  const calls = {
    'create session': () => gateway.open(newCheckout()),
    'retrieve session': async () => gateway.read((await opened()).name),
    'expire session': async () => gateway.expire((await opened()).name),
    'create refund': async () => gateway.refund(refundRequest(await paid())),
    'list refunds': async () => gateway.books((await paid()).name),
  }

  describe.each(Object.entries(calls))('to %s', (endpoint, call) => {
    const failing = (...faults: StripeFault[]) => {
      server.fail(endpoint as StripeEndpoint, ...faults)
      return call()
    }

    it('is passed through unchanged: status and body, in the order of its members [ERR-15]', async () => {
      const body = {
        error: {
          type: 'invalid_request_error',
          code: 'account_invalid',
          message: 'No.',
          doc_url: 'https://docs.example/x',
          extra: { deep: [1, null] },
        },
      }
      for (const status of [400, 402, 403, 404, 500, 503]) {
        const error = await failing({ status, body: JSON.stringify(body) }).catch(
          (thrown: unknown) => thrown,
        )
        expect(error).toEqual(new GatewayRefused(status, body))
        expect(JSON.stringify((error as GatewayRefused).body)).toBe(JSON.stringify(body))
      }
    })

    it('is passed through when it asks to slow down', async () => {
      await expect(failing('429')).rejects.toEqual(expectRefusal(429, ...errorCodes('rate_limit')))
    })

    it('is passed through without a letter of the key', async () => {
      const error = await failing('401').catch((thrown: unknown) => thrown)
      expect(error).toEqual(expectRefusal(401, { message: 'Invalid API Key provided: ***' }))
      expect(JSON.stringify(error)).not.toContain(server.secretKey.slice(-4))
    })

    it('counts as silence if it is a refusal that cannot be passed on [ERR-15] [A-250]', async () => {
      const refusal = { type: 'card_error', message: 'No.' }
      const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      for (const status of [600, 999])
        await expect(
          failing({ status, body: JSON.stringify({ error: refusal }) }),
        ).rejects.toBeInstanceOf(GatewaySilent)
      for (const body of [
        `{"error":{"extra":${nested}}}`,
        JSON.stringify({ error: { ...refusal, message: 'x'.repeat(70_000) } }),
      ])
        await expect(failing({ status: 402, body })).rejects.toBeInstanceOf(GatewaySilent)
    })

    it('counts as silence if nothing from Stripe arrives', async () => {
      const garbage = [
        'null',
        '[]',
        '"x"',
        '{}',
        '{"error":"x"}',
        '{"error":[1]}',
        '{"object":"checkout.session"}',
        '{"object":"list","data":[],"has_more":true}',
        '',
      ]
      for (const body of garbage)
        await expect(failing({ status: 200, body }), body).rejects.toBeInstanceOf(GatewaySilent)
      for (const fault of ['cut before', 'cut after', 'cut body', 'html'] as const) {
        // A request that is cut off on a kept connection is resent at once.
        await expect(failing(fault, fault), fault).rejects.toBeInstanceOf(GatewaySilent)
        server.endFaults()
      }
      await expect(failing({ status: 302, body: '{}' })).rejects.toBeInstanceOf(GatewaySilent)
      // An endless answer is not read to its end, whatever it says.
      const endless = `{"error":{"type":"api_error"}}${' '.repeat(5_000_000)}`
      await expect(failing({ status: 400, body: endless })).rejects.toBeInstanceOf(GatewaySilent)
    })

    it('is waited for while another request holds the key', async () => {
      for (const fault of ['in use', 'lock_timeout'] as const)
        expect(await failing(fault)).toBeDefined()
    })
  })

  it('counts as silence if another request holds the key all the time', async () => {
    const { name } = await opened()
    server.fail('retrieve session', ...Array<StripeFault>(20).fill('lock_timeout'))
    await expect(gatewayWith({}, 400).read(name)).rejects.toBeInstanceOf(GatewaySilent)
    server.endFaults()
  })

  it.each<StripeFault>(['hang before', 'hang after', 'trickle'])(
    'is waited for as long as configured, and no longer: %s',
    async (fault) => {
      const { name } = await opened()
      for (const endpoint of ['retrieve session', 'expire session'] as const) {
        server.fail(endpoint, fault)
        const begun = performance.now()
        await expect(gatewayWith({}, 600).expire(name)).rejects.toBeInstanceOf(GatewaySilent)
        expect(performance.now() - begun).toBeGreaterThan(500)
        // A trickling answer takes half a minute.
        expect(performance.now() - begun).toBeLessThan(5_000)
        if (fault === 'hang after' || fault === 'trickle')
          expect(['OPEN', 'EXPIRED']).toContain((await gateway.read(name)).state)
      }
    },
  )

  it('counts as silence if no server is there, and if the key is invalid', async () => {
    await expect(
      gatewayWith({ url: 'http://127.0.0.1:9' }).read({ workspaceId: 7, gatewayId: 'cs_test_1' }),
    ).rejects.toBeInstanceOf(GatewaySilent)
    await expect(
      gatewayWith({ secretKey: 'sk_test_\n1' }).read({ workspaceId: 7, gatewayId: 'cs_test_1' }),
    ).rejects.toBeInstanceOf(GatewaySilent)
  })

  it('is not requested without an account', async () => {
    const name = { workspaceId: 404, gatewayId: 'cs_test_1' }
    const refusal = expectRefusal(400, {
      error: 'GATEWAY_NOT_CONFIGURED',
      status: 'failed',
      statusCode: 400,
    })
    await expect(gateway.read(name)).rejects.toEqual(refusal)
    await expect(gateway.open(newCheckout({ workspaceId: 404 }))).rejects.toEqual(refusal)
    expect(
      await gateway.readMessage?.({ workspaceId: 404, ...server.message('charge.refunded', {}) }),
    ).toBeUndefined()
  })

  it('reveals no key, in any failure', async () => {
    const wrong = `sk_test_${'canary'.repeat(5)}9876`
    const error = await gatewayWith({ secretKey: wrong })
      .read({ workspaceId: 7, gatewayId: 'cs_test_1' })
      .catch((thrown: unknown) => thrown)
    expect(error).toEqual(expectRefusal(401, { message: 'Invalid API Key provided: ***' }))
    const silent = await gatewayWith({ secretKey: wrong, url: 'http://127.0.0.1:9' })
      .read({ workspaceId: 7, gatewayId: 'cs_test_1' })
      .catch((thrown: unknown) => thrown)
    for (const thrown of [error, silent] as Error[]) {
      const errorText = `${JSON.stringify(thrown)} ${thrown.message} ${thrown.stack} ${String(thrown.cause)}`
      expect(errorText).not.toContain('canary')
      expect(errorText).not.toContain('9876')
    }
  })

  it('comes over few connections, which are kept, and one that was closed in between is not a failure', async () => {
    const { server: own, gateway: at, opened: openedThere } = await setUpStripe()
    const { name } = await openedThere()
    await Promise.all(Array.from({ length: 60 }, () => at.read(name)))
    expect(new Set(own.asked.map(({ socket }) => socket)).size).toBeLessThanOrEqual(16)
    const before = own.asked.length
    own.fail('retrieve session', 'cut before')
    expect((await at.read(name)).state).toBe('OPEN')
    expect(own.asked.length).toBe(before + 2)
    // Once is enough, however many connections are kept.
    own.fail('retrieve session', 'cut before', 'cut before', 'cut before')
    await expect(at.read(name)).rejects.toBeInstanceOf(GatewaySilent)
    expect(own.asked.length).toBe(before + 4)
  })

  it('keeps no process alive once it has arrived, and is not logged', async () => {
    const { name } = await opened()
    const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
    const code = `
      const { stripeGateway } = await import(${at('./stripe-gateway.ts')})
      const account = ${JSON.stringify({ secretKey: server.secretKey, webhookSecret: null, url: server.url })}
      const { state } = await stripeGateway({ loadAccount: async () => account }).read(${JSON.stringify(name)})
      process.stdout.write(state)`
    const begun = performance.now()
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', code],
      { timeout: 25_000 },
    )
    expect({ stdout, stderr }).toEqual({ stdout: 'OPEN', stderr: '' })
    // A kept connection ends after half a minute.
    expect(performance.now() - begun).toBeLessThan(25_000)
  })
})
