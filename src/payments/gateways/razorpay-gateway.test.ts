import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/after-file.ts'
import { freshKey, keepsTheContract } from '../../../test/gateway-contract.ts'
import { type RazorpayFault, razorpayAccount, razorpayMessage, startRazorpayServer } from '../../../test/razorpay-server.ts'
import { type CheckoutName, GatewayRefused, GatewaySilent, type NewCheckout } from './gateway.ts'
import type { RazorpayAccount } from './razorpay-client.ts'
import { razorpayGateway } from './razorpay-gateway.ts'

const razorpay = await startRazorpayServer()
const minuteMs = 60_000
const workspaceId = 4_711
const returnUrl = 'https://sunrise.example/booked?visit=7&sessionRef=old#done'
const gatewayWith = (changes: Partial<RazorpayAccount> = {}, answerMs?: number) =>
  razorpayGateway({ accountOf: async () => ({ ...razorpay.account, ...changes }), ...(answerMs === undefined ? {} : { answerMs }) })
const gateway = gatewayWith()

const newCheckout = (changes: Partial<NewCheckout> = {}): NewCheckout => ({
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

const ours = (status: number, code: string) => expect.objectContaining({ status, body: { error: { code, message: expect.any(String) } } })
const theirs = (status: number, description: unknown) =>
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
const unknown = ours(404, 'CHECKOUT_NOT_FOUND')
const oneOf = (...refusals: { asymmetricMatch(other: unknown): boolean }[]) => ({
  asymmetricMatch: (other: unknown) => refusals.some((refusal) => refusal.asymmetricMatch(other)),
})
const silent = expect.any(GatewaySilent)
const linksOf = (key: string) => razorpay.links().filter(({ reference_id: reference }) => reference === key)
const serverError = JSON.stringify({ error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' } })

describe('the port', () => {
  keepsTheContract(async () => ({
    gateway,
    refusals: {
      'unknown checkout': unknown,
      'key reused': ours(400, 'IDEMPOTENCY_KEY_REUSED'),
      'amount unusable': ours(400, 'AMOUNT_INVALID'),
      'currency unknown': ours(400, 'CURRENCY_UNKNOWN'),
      // Of money that is there, Razorpay itself says how much is left.
      'more than captured': oneOf(ours(400, 'REFUND_EXCEEDS_CAPTURE'), theirs(400, expect.stringMatching(/greater than amount captured|fully refunded/))),
      'another currency': ours(400, 'CURRENCY_MISMATCH'),
    },
    newCheckout,
    pay: async ({ gatewayId }) => razorpay.pay(gatewayId),
    async delayRefund(_, then) {
      const settle = razorpay.delayRefund(then === 'DONE' ? 'processed' : 'failed')
      return async () => settle()
    },
  }))
})

describe('a checkout at Razorpay', () => {
  it('is a payment link of the whole amount, and tells nothing of the patient [RES-09]', async () => {
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
      notes: { reference, workspace: String(workspaceId), terms: expect.stringMatching(/^[0-9a-f]{64}$/) },
      callback_url: `https://sunrise.example/booked?visit=7&sessionRef=${reference}#done`,
      callback_method: 'get',
      reminder_enable: false,
      notify: { sms: false, email: false },
      expire_by: Math.ceil((heldUntil + 60 * minuteMs) / 1_000),
    })
    expect(Number(sent?.expire_by)).toBeGreaterThan(before + 15 * 60)
    expect(checkout.url).toBe(linksOf(key)[0]?.short_url)
  })

  it('closes by itself an hour after its hold, or after now where that is over [A-193]', async () => {
    const { wanted } = await opened({ heldUntil: Date.now() - 10 * minuteMs })
    const seconds = Number(linksOf(wanted.key)[0]?.expire_by) - Date.now() / 1_000
    expect(seconds).toBeGreaterThan(59 * 60)
    expect(seconds).toBeLessThan(61 * 60)
  })

  it('is paid once money is captured, and not before, whatever became of the link [A-191]', async () => {
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

  it('that Razorpay closed itself is closed, and opened again by its key it is the same', async () => {
    const { name, wanted, checkout } = await opened()
    razorpay.expire(name.gatewayId)
    const closed = { ...checkout, state: 'EXPIRED' }
    expect(await gateway.read(name)).toEqual(closed)
    expect(await gateway.expire(name)).toEqual(closed)
    expect(await gateway.open(wanted)).toEqual(closed)
  })

  it('of which a part came is open, and tells that part, so that a person settles it [A-186]', async () => {
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
    await expect(refund(345)).rejects.toEqual(ours(400, 'AMOUNT_INVALID'))
  })

  it('is refused before anything is sent where Razorpay could not take it as it is', async () => {
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
      await expect(gateway.open(newCheckout(changes))).rejects.toEqual(ours(400, code))
    for (const gatewayId of ['', 'plink_', '../payments', 'plink_A/cancel', 'plink_A?x', 'pay_00000000000000'])
      await expect(gateway.read({ workspaceId, gatewayId })).rejects.toEqual(unknown)
    expect(razorpay.asked).toHaveLength(before)
  })

  it('is refused in the words of Razorpay where that refuses it [ERR-15]', async () => {
    await expect(gateway.open(newCheckout({ amountMinor: 99 }))).rejects.toEqual(theirs(400, 'amount: amount should be minimum 1.00 for INR'))
    await expect(gateway.open(newCheckout({ reference: 'x'.repeat(256) }))).rejects.toEqual(theirs(400, expect.stringContaining('not be greater than 255')))
    await expect(gateway.read({ workspaceId, gatewayId: 'plink_00000000000000' })).rejects.toEqual(theirs(400, 'The id provided does not exist'))
  })

  it('of another workspace on the same account is unknown, and does not share its keys', async () => {
    const { wanted, name } = await paid()
    const foreign = { workspaceId: workspaceId + 1, gatewayId: name.gatewayId }
    const back = { ...foreign, key: freshKey(), reference: wanted.reference, amountMinor: 100, currency: 'INR' }
    for (const call of [gateway.read(foreign), gateway.expire(foreign), gateway.books(foreign), gateway.refund(back), gateway.readRefund(back)])
      await expect(call).rejects.toEqual(unknown)
    await expect(gateway.open({ ...wanted, workspaceId: workspaceId + 1 })).rejects.toEqual(ours(400, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 0 })
  })

  it('needs an account', async () => {
    const none = razorpayGateway({ accountOf: async () => undefined })
    const { name, wanted } = await opened()
    const body = { statusCode: 400, status: 'failed', error: 'GATEWAY_NOT_CONFIGURED', message: expect.stringContaining('GATEWAY_NOT_CONFIGURED: ') }
    const notConfigured = expect.objectContaining({ status: 400, body })
    const back = { ...name, key: freshKey(), reference: 'x', amountMinor: 100, currency: 'INR' }
    for (const call of [none.open(wanted), none.read(name), none.expire(name), none.refund(back), none.readRefund(back), none.books(name)])
      await expect(call).rejects.toEqual(notConfigured)
    expect(await none.hear?.({ workspaceId, ...razorpayMessage({ event: 'payment.captured' }) })).toBeUndefined()
  })
})

describe('a key', () => {
  it('leads to one link, though its first answer was lost [IDEM-02]', async () => {
    for (const fault of [
      { how: 'destroy', when: 'after' },
      { how: 'answer', when: 'after', status: 500, body: serverError },
    ] satisfies RazorpayFault[]) {
      const wanted = newCheckout()
      razorpay.fault('create', fault)
      await expect(gateway.open(wanted)).rejects.toBeInstanceOf(fault.how === 'destroy' ? GatewaySilent : GatewayRefused)
      const [link] = linksOf(wanted.key)
      expect((await gateway.open(wanted)).gatewayId).toBe(link?.id)
      await expect(gateway.open({ ...wanted, amountMinor: 1_000 })).rejects.toEqual(ours(400, 'IDEMPOTENCY_KEY_REUSED'))
      expect(linksOf(wanted.key)).toHaveLength(1)
    }
  })

  it('whose link is not shown yet is looked for again, and never taken for refused [IDEM-02]', async () => {
    const { wanted, checkout } = await opened()
    razorpay.hideLinks(2)
    expect(await gateway.open(wanted)).toEqual(checkout)
    razorpay.hideLinks(3)
    await expect(gateway.open(wanted)).rejects.toEqual(silent)
  })

  it('is found by itself, not by what else a list holds', async () => {
    const { wanted, checkout } = await opened()
    await opened()
    // As if the list did not know the filter.
    razorpay.fault('list', { how: 'answer', when: 'after', status: 200, body: JSON.stringify({ payment_links: razorpay.links().reverse() }) })
    expect(await gateway.open(wanted)).toEqual(checkout)
  })

  it('leads to one link where many open it at once, and some are cut off [IDEM-02]', async () => {
    const wanted = newCheckout()
    razorpay.fault('create', { how: 'destroy', when: 'after' }, { how: 'destroy', when: 'before' }, { how: 'answer', when: 'before', status: 502, body: 'x' })
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => gateway.open(wanted)))
    expect(linksOf(wanted.key)).toHaveLength(1)
    const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.gatewayId] : []))
    expect(found).toHaveLength(9)
    expect(new Set(found)).toEqual(new Set([linksOf(wanted.key)[0]?.id]))
  })
})

describe('a refund at Razorpay', () => {
  it('is asked for at normal speed, by a name of its key [A-205]', async () => {
    const { wanted, name, refund } = await paid()
    await refund(1_000, 'refund-ps_0123456789')
    const { headers, body } = razorpay.asked.findLast(({ call }) => call === 'refund') ?? {}
    const receipt = expect.stringMatching(/^[0-9a-f]{32}$/)
    const notes = { key: 'refund-ps_0123456789', reference: wanted.reference, workspace: String(workspaceId) }
    expect(body).toEqual({ amount: 1_000, speed: 'normal', receipt, notes })
    expect(headers?.['x-refund-idempotency']).toBe(body?.receipt)
    expect(razorpay.refundsOf(name.gatewayId)).toHaveLength(1)
    await expect(refund(100, 'a b')).rejects.toEqual(ours(400, 'KEY_INVALID'))
  })

  it('is made once, though its answer was lost or it was asked for by two at once [A-205]', async () => {
    for (const fault of [
      { how: 'destroy', when: 'after' },
      { how: 'answer', when: 'after', status: 503, body: serverError },
    ] satisfies RazorpayFault[]) {
      const { name, refund } = await paid()
      const key = freshKey()
      razorpay.fault('refund', fault)
      await expect(refund(50_000, key)).rejects.toBeInstanceOf(fault.how === 'destroy' ? GatewaySilent : GatewayRefused)
      expect(await gateway.readRefund({ ...name, key })).toBe('DONE')
      expect(await refund(50_000, key)).toBe('DONE')
      expect(razorpay.refundsOf(name.gatewayId)).toHaveLength(1)
    }
    const { name, refund } = await paid()
    const key = freshKey()
    expect(await Promise.all(Array.from({ length: 6 }, () => refund(10_000, key)))).toEqual(Array.from({ length: 6 }, () => 'DONE'))
    // How long Razorpay remembers a key is not said; the refund itself stays.
    razorpay.forgetRefundKeys()
    expect(await refund(10_000, key)).toBe('DONE')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 50_000, refundedMinor: 10_000 })
  })

  it('that is still being worked on is not known of, and one of another amount is refused [A-205]', async () => {
    const { refund } = await paid()
    const busy = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'Another request with the same idempotency key is still in progress.' } })
    razorpay.fault('refund', { how: 'answer', when: 'before', status: 409, body: busy })
    await expect(refund(100)).rejects.toEqual(silent)
    const key = freshKey()
    const outcomes = await Promise.allSettled([refund(200, key), refund(300, key)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes).toContainEqual({ status: 'rejected', reason: ours(400, 'IDEMPOTENCY_KEY_REUSED') })
  })

  it('is found among hundreds, and those of the dashboard are in the books', async () => {
    const { name, refund } = await paid({ amountMinor: 100_000 })
    const key = freshKey()
    await refund(1_000, key)
    for (let made = 0; made < 230; made += 1) razorpay.refundInDashboard(name.gatewayId, 100)
    expect(await gateway.readRefund({ ...name, key })).toBe('DONE')
    expect(await refund(1_000, key)).toBe('DONE')
    expect(await gateway.books(name)).toEqual({ capturedMinor: 100_000, refundedMinor: 24_000 })
    await expect(refund(76_001)).rejects.toEqual(theirs(400, 'The refund amount provided is greater than amount captured.'))
  })
})

describe('a bad day of Razorpay', () => {
  const calls = (name: CheckoutName): Record<'create' | 'fetch' | 'cancel' | 'refund' | 'refunds', () => Promise<unknown>> => {
    return {
      create: () => gateway.open(newCheckout()),
      fetch: () => gateway.read(name),
      cancel: async () => gateway.expire((await opened()).name),
      refund: () => gateway.refund({ ...name, key: freshKey(), reference: 'x', amountMinor: 100, currency: 'INR' }),
      refunds: () => gateway.books(name),
    }
  }

  it('is told in its own words, with its status, where it answers at all [ERR-15]', async () => {
    const { name } = await paid()
    for (const [call, ask] of Object.entries(calls(name)) as [keyof ReturnType<typeof calls>, () => Promise<unknown>][]) {
      for (const status of [401, 403, 429, 500, 502, 504]) {
        const body = { error: { code: 'SERVER_ERROR', description: 'Too many requests', metadata: { nested: [1] } }, more: true }
        razorpay.fault(call, { how: 'answer', when: 'before', status, body: JSON.stringify(body) })
        await expect(ask(), `${call} ${status}`).rejects.toEqual(expect.objectContaining({ status, body }))
      }
    }
  })

  it('is silence where what it answers is no answer', async () => {
    const { name } = await paid()
    const body = '<html>502 Bad Gateway</html>'
    for (const [call, ask] of Object.entries(calls(name)) as [keyof ReturnType<typeof calls>, () => Promise<unknown>][]) {
      const faults: RazorpayFault[] = [
        { how: 'destroy', when: 'before' },
        { how: 'destroy', when: 'after' },
        ...['', body, 'null', '[]', '{"id":', '7', '{}', '{"id":"plink_1","items":[{}]}', `{"x":"${'x'.repeat(2_100_000)}"}`].map(
          (text) => ({ how: 'answer', when: 'before', status: 200, body: text }) as const,
        ),
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

  it('is silence where it answers without end, and no money where it shows what is not captured', async () => {
    const { name, wanted } = await opened()
    const [link] = linksOf(wanted.key)
    const reading = (changes: object) => {
      razorpay.fault('fetch', { how: 'answer', when: 'before', status: 200, body: JSON.stringify({ ...link, ...changes }) })
      return gateway.read(name)
    }
    expect((await reading({})).state).toBe('OPEN')
    await expect(reading({ filler: 'x'.repeat(2_100_000) })).rejects.toEqual(silent)
    for (const [status, state] of Object.entries({ created: 'OPEN', authorized: 'OPEN', failed: 'OPEN', captured: 'PAID', refunded: 'PAID' }))
      expect((await reading({ status: 'paid', payments: [{ payment_id: 'pay_1', amount: 50_000, status }] })).state).toBe(state)
  })

  it('is waited for no longer than the caller waits, though it hangs or drips', async () => {
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

  it('spoils no later call, and however many come at once share few connections', async () => {
    const { name } = await paid()
    const before = razorpay.connections()
    const fresh = gatewayWith()
    const read = await Promise.all(Array.from({ length: 150 }, () => fresh.read(name)))
    expect(new Set(read.map(({ state }) => state))).toEqual(new Set(['PAID']))
    expect(razorpay.connections() - before).toBeLessThanOrEqual(32)
  })

  it('is not taken for closed, or paid, before it is so [A-193]', async () => {
    const raced = await opened()
    razorpay.fault('cancel', { how: 'first', does: () => razorpay.pay(raced.name.gatewayId) })
    expect(await gateway.expire(raced.name)).toEqual({ ...raced.checkout, state: 'PAID' })
    const twice = await opened()
    razorpay.fault('cancel', { how: 'first', does: () => razorpay.expire(twice.name.gatewayId) })
    expect(await gateway.expire(twice.name)).toEqual({ ...twice.checkout, state: 'EXPIRED' })

    const { name, checkout } = await opened()
    const refusal = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'not now' } })
    razorpay.fault('cancel', { how: 'answer', when: 'before', status: 400, body: refusal }, { how: 'destroy', when: 'after' })
    await expect(gateway.expire(name)).rejects.toMatchObject({ status: 400, body: JSON.parse(refusal) })
    await expect(gateway.expire(name)).rejects.toEqual(silent)
    expect(await gateway.expire(name)).toEqual({ ...checkout, state: 'EXPIRED' })
  })

  it('lets a process end that has nothing else to do', async () => {
    const { name } = await opened()
    const script = `
      import { razorpayGateway } from '${new URL('razorpay-gateway.ts', import.meta.url)}'
      const account = ${JSON.stringify(razorpay.account)}
      console.log((await razorpayGateway({ accountOf: async () => account }).read(${JSON.stringify(name)})).state)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { timeout: 60_000 })
    expect(stdout).toBe('OPEN\n')
  })

  it('tells no secret, and sends none where it is led to', async () => {
    const { name, wanted } = await paid()
    const stolen: unknown[] = []
    const thief = createServer((request, response) => {
      stolen.push(request.headers)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    afterFile(() => thief.close())
    const elsewhere = createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${(thief.address() as AddressInfo).port}/` }).end('{}')
    }).listen(0, '127.0.0.1')
    afterFile(() => elsewhere.close())
    await new Promise((resolve) => elsewhere.once('listening', resolve))
    const led = gatewayWith({ url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}` })
    const wrong = gatewayWith({ keySecret: `${razorpayAccount.keySecret}-wrong` })
    const nobody = gatewayWith({ url: 'http://127.0.0.1:1' })
    razorpay.fault('fetch', { how: 'answer', when: 'before', status: 200, body: 'x' }, { how: 'destroy', when: 'before' })
    const failures = [gateway.read(name), gateway.read(name), led.read(name), led.open(wanted), wrong.read(name), wrong.open(wanted), nobody.read(name)]
    const reasons = (await Promise.allSettled(failures)).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'no failure'))
    expect(reasons.slice(0, 4)).toEqual([silent, silent, silent, silent])
    expect(reasons.slice(4)).toEqual([theirs(401, 'Authentication failed'), theirs(401, 'Authentication failed'), silent])
    for (const reason of reasons as Error[]) {
      expect(reason.cause).toBeUndefined()
      const told = `${reason.message} ${reason.stack} ${JSON.stringify(reason)}`
      for (const secret of [razorpayAccount.keySecret, razorpayAccount.keyId, Buffer.from(`${razorpayAccount.keyId}:`).toString('base64').slice(0, 20)])
        expect(told).not.toContain(secret)
    }
    expect(stolen).toEqual([])
  })
})

describe('a message of Razorpay', () => {
  const about = (event: unknown, payload: unknown) => ({ entity: 'event', account_id: 'acc_1', event, contains: [], payload, created_at: 1 })
  const entity = (reference: unknown, workspace: unknown = String(workspaceId)) => ({ entity: { notes: { reference, workspace } } })
  const hear = (message: { body: Buffer; headers: Record<string, string | string[] | undefined> }, heard = gateway) => heard.hear?.({ workspaceId, ...message })

  it('tells which payment it is about, where it is signed [PAY-20]', async () => {
    for (const [event, payload] of [
      ['payment_link.paid', { order: entity('other'), payment: entity('ps_1'), payment_link: entity('ps_1') }],
      ['payment_link.cancelled', { payment_link: entity('ps_1') }],
      ['payment.captured', { payment: entity('ps_1') }],
      ['refund.failed', { refund: entity('ps_1'), payment: { entity: { notes: [] } } }],
      ['refund.processed', { refund: { entity: { notes: [] } }, payment: entity('ps_1') }],
    ])
      expect(await hear(razorpayMessage(about(event, payload)))).toBe('ps_1')
  })

  it('about another thing, or another workspace, is about nothing', async () => {
    for (const [event, payload] of [
      ['order.paid', { order: entity('ps_1'), payment: entity('ps_1') }],
      ['payment_link.paid', { payment_link: entity('ps_1', '9') }],
      ['payment_link.paid', { payment_link: { entity: { notes: { reference: 'ps_1' } } } }],
      ['payment_link.paid', { payment_link: entity(7) }],
      ['payment.captured', { payment: { entity: { notes: [] } } }],
      ['payment.captured', null],
      ['payment.captured', { payment: [] }],
      [7, { payment: entity('ps_1') }],
      [undefined, undefined],
    ])
      expect(await hear(razorpayMessage(about(event, payload)))).toBeNull()
    for (const body of [
      '',
      'null',
      '[]',
      '7',
      '{',
      '"payment.captured"',
      '['.repeat(100_000),
      '{"event":"payment.captured","payload":{"__proto__":null}}',
      '\u0000',
    ])
      expect(await hear(razorpayMessage(body))).toBeNull()
    expect(await hear(razorpayMessage(about('payment.captured', { payment: { entity: { filler: 'x'.repeat(5_000_000) } } })))).toBeNull()
  })

  it('that is changed, or signed by another or not at all, is not believed [PAY-20]', async () => {
    const genuine = razorpayMessage(about('payment.captured', { payment: entity('ps_1') }))
    const signature = genuine.headers['x-razorpay-signature']
    expect(await hear(genuine)).toBe('ps_1')
    const forged = [
      { ...genuine, body: Buffer.from(genuine.body.toString().replace('ps_1', 'ps_2')) },
      { ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) },
      { ...genuine, body: Buffer.alloc(0) },
      razorpayMessage(genuine.body.toString(), 'another secret'),
      razorpayMessage(genuine.body.toString(), razorpayAccount.keySecret),
      ...[undefined, '', 'x', signature.slice(1), `${signature}0`, signature.toUpperCase(), [signature], 'é'.repeat(32)].map((sent) => ({
        body: genuine.body,
        headers: { 'x-razorpay-signature': sent },
      })),
      { body: genuine.body, headers: {} },
    ]
    for (const message of forged) expect(await hear(message)).toBeUndefined()
  })

  it('is not believed where the clinic has named no secret', async () => {
    const content = about('payment.captured', { payment: entity('ps_1') })
    for (const webhookSecret of [null, '']) {
      const deaf = gatewayWith({ webhookSecret })
      for (const message of [razorpayMessage(content), razorpayMessage(content, '')]) expect(await hear(message, deaf)).toBeUndefined()
    }
  })
})
