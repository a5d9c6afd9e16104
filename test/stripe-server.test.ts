// The server that plays Stripe refuses what Stripe refuses, so a gateway adapter that passes
// against it is not passing by leniency.

import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { startStripeServer } from './support/gateways/stripe-server.ts'

const server = await startStripeServer()

async function ask(
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const sent = {
    authorization: `Bearer ${server.secretKey}`,
    'stripe-version': Stripe.API_VERSION,
    ...headers,
  }
  const posted = form && { method: 'POST', body: new URLSearchParams(form).toString() }
  const response = await fetch(`${server.url}/v1/${path}`, {
    ...posted,
    headers: form
      ? {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': crypto.randomUUID(),
          ...sent,
        }
      : sent,
  })
  const json = (await response.json()) as Record<string, unknown> & {
    error?: Record<string, unknown>
  }
  return { status: response.status, json, replayed: response.headers.get('idempotent-replayed') }
}

const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1_000) + seconds)
const session = (changes: Record<string, string> = {}) => ({
  mode: 'payment',
  success_url: 'https://x.example/',
  cancel_url: 'https://x.example/',
  expires_at: inSeconds(3_600),
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'inr',
  'line_items[0][price_data][unit_amount]': '50000',
  'line_items[0][price_data][product_data][name]': 'x',
  ...changes,
})
const amount = 'line_items[0][price_data][unit_amount]'
const currency = 'line_items[0][price_data][currency]'

describe('the server that plays Stripe', () => {
  it.each([
    [{ held: '1' }, 'parameter_unknown'],
    [{ 'line_items[0][price_data][colour]': '1' }, 'parameter_unknown'],
    [{ success_url: '/x' }, 'url_invalid'],
    [{ success_url: '' }, 'parameter_invalid_empty'],
    [{ expires_at: inSeconds(1_700) }, undefined],
    [{ expires_at: inSeconds(86_500) }, undefined],
    [{ expires_at: 'soon' }, 'parameter_invalid_integer'],
    [{ [amount]: '49' }, 'amount_too_small'],
    [{ [amount]: '100000000' }, 'amount_too_large'],
    [{ [amount]: '1.5' }, 'parameter_invalid_integer'],
    [{ [currency]: 'INR' }, undefined],
    [{ [currency]: 'lyd' }, undefined],
    [{ [currency]: 'kwd', [amount]: '5124' }, 'invalid_charge_amount_no_decimal_compatible'],
    [{ [currency]: 'ugx', [amount]: '250050' }, 'invalid_charge_amount_no_decimal_compatible'],
    [{ 'metadata[a]': 'x'.repeat(501) }, undefined],
  ])('refuses a session with %o', async (changes, code) => {
    const { status, json } = await ask('checkout/sessions', session(changes))
    expect([status, json.error?.code]).toEqual([400, code])
  })

  it('requires the documented key, version and form', async () => {
    expect(
      (await ask('checkout/sessions', session(), { authorization: 'Bearer sk_test_other' })).status,
    ).toBe(401)
    expect(
      (await ask('checkout/sessions', session(), { 'stripe-version': '2020-08-27' })).status,
    ).toBe(400)
    expect(
      (await ask('checkout/sessions', session(), { 'content-type': 'application/json' })).status,
    ).toBe(400)
    expect((await ask('charges')).status).toBe(404)
  })

  it('repeats its answer to an idempotency key, failures included, and refuses the key for anything else', async () => {
    const headers = { 'idempotency-key': 'one' }
    const form = session()
    const first = await ask('checkout/sessions', form, headers)
    expect(await ask('checkout/sessions', form, headers)).toEqual({ ...first, replayed: 'true' })
    const other = await ask('checkout/sessions', { ...form, [amount]: '60000' }, headers)
    expect([other.status, other.json.error?.type]).toEqual([400, 'idempotency_error'])
    expect((await ask('refunds', {}, headers)).json.error?.type).toBe('idempotency_error')
    server.fail('create session', '500 after')
    for (const replayed of [null, 'true'])
      expect(await ask('checkout/sessions', session(), { 'idempotency-key': 'two' })).toMatchObject(
        { status: 500, replayed },
      )
  })

  it('closes only open sessions, and refunds no more than is left', async () => {
    const { id } = (await ask('checkout/sessions', session())).json as { id: string }
    server.pay(id)
    expect((await ask(`checkout/sessions/${id}/expire`, {})).status).toBe(400)
    const paid = (await ask(`checkout/sessions/${id}`)).json
    expect(paid).toMatchObject({
      url: null,
      status: 'complete',
      payment_status: 'paid',
      payment_intent: expect.stringMatching(/^pi_/),
    })
    const back = { payment_intent: String(paid.payment_intent), amount: '30000' }
    expect((await ask('refunds', back)).status).toBe(200)
    expect((await ask('refunds', back)).json.error?.message).toContain('greater than unrefunded')
    expect((await ask('refunds', { ...back, currency: 'inr' })).json.error?.code).toBe(
      'parameter_unknown',
    )
    expect((await ask(`refunds?payment_intent=${back.payment_intent}&limit=101`)).status).toBe(400)
  })
})
