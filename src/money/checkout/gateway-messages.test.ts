import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { noLimits } from '../../../test/support/clinic/no-limits.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { delayCapture } from '../../../test/support/gateways/late-capture.ts'
import { returnRefundByBank } from '../../../test/support/gateways/returned-refund.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { findValidator } from '../../../test/support/storms/contract.ts'
import { bodyBytesMax } from '../../base/contract/body.ts'
import { unsignedBytesMax } from '../../base/http/unsigned-bodies.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'
import { type Gateway, GatewayRefused, GatewaySilent } from '../payments/gateways/gateway.ts'
import { createGatewayAccounts } from '../payments/gateways/gateway-accounts.ts'
import { sandboxGateway } from '../payments/gateways/sandbox/sandbox-gateway.ts'

const environment: Record<string, string | undefined> = {
  CLINIC_SECRET_ONE_KEY: 'sk_test_one',
  CLINIC_SECRET_ONE_WEBHOOK: 'signs for one',
  CLINIC_SECRET_TWO_KEY: 'sk_test_two',
  CLINIC_SECRET_TWO_WEBHOOK: 'signs for two',
}
const signed = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex')

let reads = 0
/** The clinic of each read: due work checks the payments of all clinics. */
let readOf: number[] = []
let failure: Error | undefined
let beforeAnswering: (workspaceId: number) => Promise<void> = async () => {}
let beforeRefunding: () => Promise<void> = async () => {}
let refundsAsked = 0

/**
 * The sandbox's own gateway, and another like it with an account for each clinic, which signs its
 * messages.
 */
function gatewaysFor(houseOf: () => Harness): Gateway[] {
  const real = () =>
    sandboxGateway({
      ...houseOf().application,
      publicUrl: () => 'http://127.0.0.1:3000',
      answerMs: 30,
    })
  const findAccount = (workspaceId: number) => {
    const loadGatewaySettings = async (id: number) =>
      (await houseOf().application.configurations.of(id)).gateways
    return createGatewayAccounts({
      loadSettings: loadGatewaySettings,
      environment,
      mode: 'sandbox',
    }).stripe(workspaceId)
  }
  const sandbox: Gateway = {
    name: 'sandbox',
    open: (checkout) => real().open(checkout),
    read: (name) => real().read(name),
    expire: (name) => real().expire(name),
    refund: (asked) => real().refund(asked),
    readRefund: (asked) => real().readRefund(asked),
    books: (name) => real().books(name),
  }
  const elsewhere: Gateway = {
    ...sandbox,
    name: 'stripe',
    signatureHeader: 'test-signature',
    serves: async (workspaceId) => (await findAccount(workspaceId)) !== undefined,
    async read(name) {
      reads += 1
      readOf.push(name.workspaceId)
      const answer = await real().read(name)
      await beforeAnswering(name.workspaceId)
      if (failure) throw failure
      return answer
    },
    async refund(asked) {
      refundsAsked += 1
      await beforeRefunding()
      return real().refund(asked)
    },
    async readMessage({ workspaceId, body, headers }) {
      const { webhookSecret = null } = (await findAccount(workspaceId)) ?? {}
      if (webhookSecret === null) return undefined
      const expected = createHmac('sha256', webhookSecret).update(body).digest()
      const signature = Buffer.from(String(headers['test-signature'] ?? ''), 'hex')
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return undefined
      return JSON.parse(body.toString()).payment ?? null
    },
  }
  return [sandbox, elsewhere]
}

const house: Harness = await openHarness({ gateways: gatewaysFor(() => house), environment })

/** A clinic with its own account. */
async function clinicWith(account: 'ONE' | 'TWO' = 'ONE'): Promise<Clinic> {
  const clinic = await createPayingClinic(house, withAccount(account))
  // The notification of a new clinic may be slow on a busy machine; until then its messages are not
  // recognized.
  const hello = () =>
    send(
      clinic,
      { payment: null },
      { secret: `signs for ${account.toLowerCase()}`, from: '203.0.113.10' },
    )
  await expect.poll(async () => (await hello()).status).toBe(200)
  return clinic
}
const withAccount =
  (account: string) =>
  ({ workspace }: ClinicFile) => {
    workspace.paymentGateway = 'stripe'
    workspace.gateways = {
      stripe: { secretKey: `secret:${account}_KEY`, webhookSecret: `secret:${account}_WEBHOOK` },
    }
  }

interface Message {
  to?: string
  secret?: string
  signature?: string
  headers?: Record<string, string>
  from?: string
}

/** Has the gateway send a message to a clinic's webhook address. */
function send(
  clinic: Clinic,
  content: Json,
  { to, secret = 'signs for one', signature, headers = {}, from = '203.0.113.9' }: Message = {},
): Promise<Reply> {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  return house.call('POST', to ?? `/gateways/stripe/${clinic.name}`, {
    body,
    from,
    headers: { 'test-signature': signature ?? signed(secret, body), ...headers },
  })
}

/** A visit that waits for its payment, or that has been paid at the gateway. */
async function reserved(
  clinic: Clinic,
  how: 'paid' | 'open' = 'paid',
  clock = '09:00',
): Promise<Json> {
  const { json } = await reserve(clinic, slotTimes(clock))
  if (how === 'paid') await actOnPaymentPage(house, json.checkoutUrl, 'pay')
  reads = 0
  return json
}
const listPaymentStatuses = async (clinic: Clinic) =>
  (await listVisits(clinic)).map(({ paymentStatus }) => paymentStatus)

describe('a message of the gateway', () => {
  it('makes the service read the payment, and its booking is paid although no one confirms it [PAY-20]', async () => {
    const clinic = await clinicWith()
    const { sessionRef, appointment } = await reserved(clinic)
    const reply = await send(clinic, { payment: sessionRef })
    expect([reply.status, reply.text]).toEqual([200, 'Heard.\n'])
    expect(reads).toBe(1)
    expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    const entries = await house.sql(
      'select by_service, key_id from audit_entries where workspace_id = $1 and appointment_id = $2 order by id desc limit 1',
      [clinic.workspaceId, appointment.id],
    )
    expect(entries).toEqual([{ by_service: true, key_id: null }])
    expect(
      await house.sql("select from due_work where workspace_id = $1 and kind = 'checkout'", [
        clinic.workspaceId,
      ]),
    ).toEqual([])
  })

  it("is not believed: the gateway's answer counts [PAY-20]", async () => {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic, 'open')
    expect(
      (await send(clinic, { payment: sessionRef, state: 'PAID', amount: 50_000 })).status,
    ).toBe(200)
    expect([reads, await listPaymentStatuses(clinic)]).toEqual([1, ['PENDING']])
  })

  it('is processed with any content type, in the bytes as received', async () => {
    const clinic = await clinicWith()
    for (const [index, type] of [
      'application/json; charset=utf-8',
      'application/x-www-form-urlencoded',
      'text/plain',
      undefined,
    ].entries()) {
      const { sessionRef } = await reserved(clinic, 'open', `09:${15 * index || '00'}`)
      const reply = await send(clinic, `{ "note": "\\u00e9 é",\n "payment": "${sessionRef}" }`, {
        headers: type === undefined ? {} : { 'content-type': type },
      })
      expect([reply.status, reads], type).toEqual([200, 1])
    }
  })

  it('about an unknown payment is acknowledged, and nothing is read', async () => {
    const clinic = await createPayingClinic(house)
    const other = await clinicWith('ONE')
    const elsewhere = await reserved(other)
    // From the time before the clinic had another gateway.
    const here = await reserved(clinic)
    await clinic.change(withAccount('ONE'))
    const payments = [
      null,
      'order-17',
      'ps_aaaaaaaaaaaaaaaaaaaaaaaaaa',
      `ps_${'0'.repeat(5_000)}`,
      'a\u0000b',
      elsewhere.sessionRef,
      here.sessionRef,
    ]
    for (const payment of payments)
      expect((await send(clinic, { payment })).status, String(payment).slice(0, 40)).toBe(200)
    expect([reads, await listPaymentStatuses(clinic), await listPaymentStatuses(other)]).toEqual([
      0,
      ['PENDING'],
      ['PENDING'],
    ])
  })

  it('is answered 503 while the gateway cannot be read, so that it is resent', async () => {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic)
    for (const problem of [
      new GatewaySilent('unavailable'),
      new GatewayRefused(401, { error: 'that key is out of use' }),
      new GatewayRefused(502, {}),
    ]) {
      failure = problem
      const refused = await send(clinic, { payment: sessionRef })
      expect([refused.status, refused.text], problem.message).toEqual([
        503,
        'Not now. Please send it again later.\n',
      ])
    }
    failure = undefined
    expect(await listPaymentStatuses(clinic)).toEqual(['PENDING'])
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
  })

  it('that arrives a hundred times at once makes the payment be read twice at most, and captured once [PAY-20]', async () => {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic)
    let reading = 0
    let readingMost = 0
    beforeAnswering = async () => {
      readingMost = Math.max(readingMost, ++reading)
      await sleep(50)
      reading -= 1
    }
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => send(clinic, { payment: sessionRef })),
    )
    beforeAnswering = async () => {}
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect([reads, readingMost]).toEqual([1, 1])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  })

  it('that arrives while an earlier one is processed makes the payment be read once more, because that one may have been too early', async () => {
    const clinic = await clinicWith()
    const { sessionRef, checkoutUrl } = await reserved(clinic, 'open')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    beforeAnswering = () => held
    const first = send(clinic, { payment: sessionRef })
    await expect.poll(() => reads).toBe(1)
    // The answer to the first is from before the payment.
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    const others = Promise.all(
      Array.from({ length: 5 }, () => send(clinic, { payment: sessionRef })),
    )
    // All of them are waiting by then.
    await sleep(500)
    letGo()
    expect((await first).status).toBe(200)
    expect(new Set((await others).map(({ status }) => status))).toEqual(new Set([200]))
    beforeAnswering = async () => {}
    expect(reads).toBe(2)
    expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
  })

  it('and a caller who confirms at the same moment reach the same result [PAY-20] [INV-30]', async () => {
    const clinic = await clinicWith()
    for (const clock of ['09:00', '09:15', '09:30', '09:45', '10:00']) {
      const { sessionRef } = await reserved(clinic, 'paid', clock)
      const [message, confirmed] = await Promise.all([
        send(clinic, { payment: sessionRef }),
        confirm(clinic, { sessionRef }),
      ])
      expect([message.status, confirmed.json.status]).toEqual([200, 'SUCCESS'])
    }
    expect(await readBooks(house, clinic)).toEqual({ gateway: 5 * 50_000, service: 5 * 50_000 })
  })

  it('that arrives while its refund is being requested causes no second request [A-205] [INV-22]', async () => {
    const clinic = await clinicWith()
    const { sessionRef, appointment } = await reserved(clinic)
    await confirm(clinic, { sessionRef })
    beforeRefunding = async () => {
      beforeRefunding = async () => {}
      expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
      // Long enough for due work to begin, if it were due.
      await house.application.dueWork.tick()
      await sleep(300)
    }
    const body = { refundIssued: true, refundPercentage: 50, refundAmount: 250 }
    const reply = await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
      key: clinic.key,
      body,
    })
    expect([reply.status, reply.json.paymentStatus, refundsAsked]).toEqual([200, 'REFUNDED', 1])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
  })

  it('reports at once a refund that the bank has returned [A-205]', async () => {
    const clinic = await clinicWith()
    const { sessionRef, appointment } = await reserved(clinic)
    await confirm(clinic, { sessionRef })
    const body = { refundIssued: true, refundPercentage: 50, refundAmount: 250 }
    expect(
      (
        await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
          key: clinic.key,
          body,
        })
      ).status,
    ).toBe(200)
    await returnRefundByBank(house, clinic)
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    const problem = async () =>
      (await house.operate('payments-list', { workspace: clinic.name }))[0].problem
    await expect.poll(problem).toMatch('did not arrive')
  })

  it('has late money refunded at once, without waiting for the next check [PAY-22]', async () => {
    const clinic = await clinicWith()
    const { json } = await reserve(clinic)
    await actOnPaymentPage(house, json.checkoutUrl, 'pay-late')
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(async () => (await listVisits(clinic))[0].status).toBe('CANCELLED')
    const work =
      "select extract(epoch from due_at)::float8 * 1000 as due from due_work where workspace_id = $1 and kind = 'checkout'"
    const nextLook = async () => (await house.sql(work, [clinic.workspaceId]))[0]?.due
    // Long after the hold it is checked less often.
    failure = new GatewaySilent('unavailable')
    await house.operate('clock-advance', { ms: 8 * 3_600_000 })
    await expect.poll(nextLook).toBeGreaterThan(house.application.clock.now() + 3_600_000)
    failure = undefined
    expect(await listPaymentStatuses(clinic)).toEqual(['PENDING'])
    expect((await send(clinic, { payment: json.sessionRef })).status).toBe(200)
    await expect.poll(() => listPaymentStatuses(clinic)).toEqual(['REFUNDED'])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    expect((await send(clinic, { payment: json.sessionRef })).status).toBe(200)
    expect(await nextLook()).toBeUndefined()
  })
})

describe('a message that is not proven to come from the gateway', () => {
  it('is answered like one to an unknown clinic or gateway, and does nothing', async () => {
    const clinic = await clinicWith('ONE')
    const other = await clinicWith('TWO')
    const without = await createPayingClinic(house)
    const { sessionRef } = await reserved(clinic)
    const content = { payment: sessionRef }
    const before = await clinic.bookingRows()
    const replies = [
      await send(clinic, content, { signature: '' }),
      await send(clinic, content, { signature: 'zz' }),
      await send(clinic, content, { signature: signed('signs for one', '{}') }),
      await send(clinic, content, { secret: 'signs for two' }),
      await send(other, content),
      await send(without, content),
      await send(clinic, content, { to: `/gateways/sandbox/${clinic.name}` }),
      await send(clinic, content, { to: `/gateways/razorpay/${clinic.name}` }),
      await send(clinic, content, { to: `/gateways/constructor/${clinic.name}` }),
      await send(clinic, content, { to: '/gateways/stripe/nowhere' }),
      await send(clinic, content, { to: `/gateways/stripe/${clinic.workspaceId}` }),
      await send(clinic, content, { to: `/gateways/stripe/${'x'.repeat(5_000)}` }),
    ]
    const seen = replies.map(
      ({ status, text, headers: { date: _, 'x-request-id': __, ...headers } }) =>
        JSON.stringify({ status, text, headers }),
    )
    expect(new Set(seen).size, seen.join('\n')).toBe(1)
    expect(replies[0]).toMatchObject({ status: 400, text: 'Not understood.\n' })
    // A path that does not decode is unknown.
    expect((await send(clinic, content, { to: '/gateways/stripe/%00%ff' })).status).toBe(401)
    expect(reads).toBe(0)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('is not read to its end if it has more than 256 KiB', async () => {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic)
    const paddedBody = (bytes: number) =>
      JSON.stringify({ payment: sessionRef, fill: '' }).replace('""', `"${'x'.repeat(bytes)}"`)
    const fixed = paddedBody(0).length
    const oversized = await send(clinic, paddedBody(bodyBytesMax - fixed + 1))
    expect([oversized.status, oversized.text, reads]).toEqual([413, 'Not understood.\n', 0])
    expect((await send(clinic, paddedBody(bodyBytesMax - fixed))).status).toBe(200)
    expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
  })

  it('causes no database query, even if sent a thousand times', async () => {
    const clinic = await clinicWith()
    const forged = () => send(clinic, { payment: 'x' }, { signature: 'zz' })
    await forged()
    // Notifications of the import arrive a moment later, and the cached rows they concern are read
    // again.
    await sleep(300)
    await forged()
    await withClient(house.connection, async (client) => {
      // A request that queries the database would wait for these locks. Cached values stay cached,
      // however slow the machine is.
      const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      try {
        await client.query('begin')
        await client.query(
          'lock table workspaces, locations, payment_sessions in access exclusive mode',
        )
        const sent = Array.from({ length: 1_000 }, (_, index) =>
          index % 2 ? forged() : send(clinic, {}, { to: `/gateways/stripe/nowhere-${index}` }),
        )
        expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(
          new Set([400]),
        )
        await client.query('rollback')
      } finally {
        stopped.mockRestore()
      }
    })
  })

  it('is limited only by its address, with an answer that makes the gateway resend it [RATE-04]', async () => {
    const strict: Harness = await openHarness({
      gateways: gatewaysFor(() => strict),
      environment,
      limits: { ...noLimits, perAddress: 3 },
    })
    const from = (address: string) =>
      strict.call('POST', '/gateways/stripe/nowhere', { body: '{}', from: address })
    const replies = [
      await from('203.0.113.1'),
      await from('203.0.113.1'),
      await from('203.0.113.1'),
      await from('203.0.113.1'),
      await from('203.0.113.2'),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 429, 400])
    expect(replies[3]).toMatchObject({
      text: 'Not now. Please send it again later.\n',
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
  })
})

describe('a message whose body does not arrive', () => {
  let port: number
  const sockets: Socket[] = []
  beforeAll(async () => {
    await house.door.listen({ host: '127.0.0.1', port: 0 })
    port = (house.door.server.address() as AddressInfo).port
  })
  afterFile(() => sockets.forEach((socket) => void socket.destroy()))

  /** Sends the beginning of a 256 KiB message, and returns what has been received so far. */
  function begin(to: string, bytes: number, ...headers: string[]): () => string {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString())).on('error', () => {})
    socket.on('close', () => (received += '(closed)'))
    socket.write(
      [
        `POST ${to} HTTP/1.1`,
        'host: c',
        `content-length: ${bodyBytesMax}`,
        ...headers,
        '',
        'x'.repeat(bytes),
      ].join('\r\n'),
    )
    return () => received
  }
  const answered = (statuses: string) =>
    expect.stringMatching(new RegExp(`^HTTP/1.1 (${statuses}) [^]*\\(closed\\)$`))

  it.each<[string, (clinic: Clinic) => string, string[]]>([
    ['the clinic', () => '/gateways/stripe/nowhere', ['test-signature: zz']],
    ['the gateway', ({ name }) => `/gateways/razorpay/${name}`, ['test-signature: zz']],
    ['the signature', ({ name }) => `/gateways/stripe/${name}`, []],
    ['what is in the signature', ({ name }) => `/gateways/stripe/${name}`, ['test-signature:']],
  ])('is refused before a byte of it is read if %s is unknown', async (_, to, headers) => {
    const clinic = await clinicWith()
    const received = begin(to(clinic), 0, ...headers)
    await expect.poll(received).toEqual(answered('400'))
  })

  it('waits with all others in bounded memory, where the oldest gives way to a new one', async () => {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic)
    const each = bodyBytesMax - 1_000
    const room = Math.floor(unsignedBytesMax / each)
    const waiting = Array.from({ length: room + 20 }, () =>
      begin(`/gateways/stripe/${clinic.name}`, each, 'test-signature: zz'),
    )
    await expect
      .poll(() => waiting.filter((received) => received().startsWith('HTTP/1.1 503 ')).length)
      .toBeGreaterThanOrEqual(20)
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
    // The rest has a few seconds, and not the twenty of a request whose caller is known.
    for (const received of waiting) await expect.poll(received).toEqual(answered('503|408'))
  })
})

describe('a clinic whose gateway key is missing', () => {
  it('takes no payments online, until it has the key [WS-05] [WS-06] [A-248]', async () => {
    const clinic = await clinicWith()
    const detail = async () => (await clinic.get('/v2/workspaces')).json
    expect(await detail()).toMatchObject({
      onlinePaymentEnabled: true,
      onlinePaymentProvider: 'stripe',
    })
    const { sessionRef } = await reserved(clinic)
    environment.CLINIC_SECRET_ONE_KEY = undefined
    expect(await detail()).toMatchObject({
      onlinePaymentEnabled: false,
      onlinePaymentProvider: 'stripe',
    })
    expect((await reserve(clinic, slotTimes('09:15'))).json.error).toBe('GATEWAY_NOT_CONFIGURED')
    expect((await confirm(clinic, { sessionRef })).json.error).toBe('GATEWAY_NOT_CONFIGURED')
    expect((await send(clinic, { payment: sessionRef })).status).toBe(400)
    expect(await listPaymentStatuses(clinic)).toEqual(expect.arrayContaining(['UNPAID', 'PENDING']))
    environment.CLINIC_SECRET_ONE_KEY = 'sk_test_other'
    expect(await detail()).toMatchObject({ onlinePaymentEnabled: true })
    expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
  })

  it('still has its checkouts ended, and late money refunded once the key is back', async () => {
    const clinic = await clinicWith('TWO')
    const { sessionRef } = await reserved(clinic)
    environment.CLINIC_SECRET_TWO_KEY = undefined
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(async () => (await listVisits(clinic))[0].status).toBe('CANCELLED')
    environment.CLINIC_SECRET_TWO_KEY = 'sk_test_two'
    expect((await send(clinic, { payment: sessionRef }, { secret: 'signs for two' })).status).toBe(
      200,
    )
    await expect.poll(() => listPaymentStatuses(clinic)).toEqual(['REFUNDED'])
  })

  it.each([
    ['under way', 'pending', 200],
    ['given, of which the answer was lost', 'time-out-after', 500],
  ])(
    'has a refund that is %s finished once its key is back, and refunded once [A-205] [INV-22]',
    async (_, how, status) => {
      const clinic = await clinicWith()
      const { sessionRef, appointment } = await reserved(clinic)
      await confirm(clinic, { sessionRef })
      await house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'refund',
        how,
        times: 1,
      })
      const body = { refundIssued: true, refundPercentage: 50, refundAmount: 250 }
      expect(
        (
          await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
            key: clinic.key,
            body,
          })
        ).status,
      ).toBe(status)
      const key = environment.CLINIC_SECRET_ONE_KEY
      environment.CLINIC_SECRET_ONE_KEY = undefined
      await house.operate('clock-advance', { ms: 5 * 60_000 })
      const work = "select last_error from due_work where workspace_id = $1 and kind = 'refund'"
      await expect
        .poll(() => house.sql(work, [clinic.workspaceId]))
        .toMatchObject([{ last_error: expect.stringContaining('is not set up here') }])
      expect(await listPaymentStatuses(clinic)).toEqual(['PAID'])
      environment.CLINIC_SECRET_ONE_KEY = key
      await house.operate('clock-advance', { ms: 60 * 60_000 })
      await expect.poll(() => listPaymentStatuses(clinic)).toEqual(['REFUNDED'])
      expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
    },
  )
})

// At the end of the file, because it moves the clock by days.
describe('a message about a payment that no one waits for any more', () => {
  const hourMs = 3_600_000
  const state = async (clinic: Clinic) =>
    (
      await house.sql('select state from payment_sessions where workspace_id = $1', [
        clinic.workspaceId,
      ])
    )[0].state
  const work = (clinic: Clinic) =>
    house.sql("select from due_work where workspace_id = $1 and kind = 'checkout'", [
      clinic.workspaceId,
    ])

  async function givenUp(capturedAfterMs?: number) {
    const clinic = await clinicWith()
    const { sessionRef } = await reserved(clinic, 'open')
    if (capturedAfterMs !== undefined) await delayCapture(house, clinic, capturedAfterMs)
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(() => state(clinic)).toBe('RELEASED')
    return { clinic, sessionRef }
  }
  async function closeSession(capturedAfterMs?: number) {
    const { clinic, sessionRef } = await givenUp(capturedAfterMs)
    await house.operate('clock-advance', { ms: 26 * hourMs })
    await expect.poll(() => state(clinic)).toBe('CLOSED')
    expect(await work(clinic)).toEqual([])
    readOf = []
    return { clinic, sessionRef }
  }

  it('has the money refunded in full, and does nothing if forged [INV-29] [PAY-23]', async () => {
    const { clinic, sessionRef } = await closeSession(28 * hourMs)
    await house.operate('clock-advance', { ms: 2 * hourMs })
    expect((await send(clinic, { payment: sessionRef }, { signature: 'zz' })).status).toBe(400)
    expect([await state(clinic), await work(clinic)]).toEqual(['CLOSED', []])
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    await expect.poll(() => listPaymentStatuses(clinic)).toEqual(['REFUNDED'])
    expect([await state(clinic), await work(clinic)]).toEqual(['RETURNED', []])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    expect(await state(clinic)).toBe('RETURNED')
  })

  it('has the checkout checked at once if no money came, and closed again [INV-29]', async () => {
    const { clinic, sessionRef } = await closeSession()
    for (const looks of [1, 2]) {
      expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
      await expect.poll(() => work(clinic)).toEqual([])
      expect([
        await state(clinic),
        readOf.filter((id) => id === clinic.workspaceId).length,
      ]).toEqual(['CLOSED', looks])
    }
  })

  it('does not call a gateway that never confirmed the checkout: none is opened for an expired reservation', async () => {
    const clinic = await clinicWith()
    const refuse = (status: number, more: Json = {}) =>
      house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'open',
        how: 'refuse',
        status,
        ...more,
      })
    // The checkout may exist, until its gateway has refused it for a day.
    await refuse(500, { times: 1 })
    expect((await reserve(clinic)).status).toBe(500)
    await refuse(402)
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await house.operate('clock-advance', { ms: 26 * hourMs })
    await expect.poll(() => state(clinic)).toBe('CLOSED')
    await house.operate('sandbox-gateway-heal', { workspace: clinic.name })
    const [{ sessionRef }] = await house.sql(
      'select session_ref as "sessionRef" from payment_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    expect([await state(clinic), await work(clinic)]).toEqual(['CLOSED', []])
    expect(await house.operate('sandbox-gateway-list', { workspace: clinic.name })).toEqual([])
  })

  it.each([500, 502, 400])(
    'passes on its own %i with any body, as the API reference says [ERR-15] [A-250]',
    async (status) => {
      const clinic = await clinicWith()
      await house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'open',
        how: 'refuse',
        status,
      })
      const { status: answered, json } = await reserve(clinic)
      expect(answered).toBe(status)
      const described = findValidator([
        'paths',
        '/v1/appointments/reserve-slot',
        'post',
        'responses',
        status < 500 ? String(status) : '5XX',
        'content',
        'application/json',
        'schema',
      ])
      for (const body of [json, { fault: 'theirs' }]) expect(described(body)).toBe(true)
    },
  )

  it('has it checked again even if the last check was just in progress [INV-29]', async () => {
    const { clinic, sessionRef } = await givenUp(28 * hourMs)
    // The answer to the last check is from before the money.
    beforeAnswering = async (workspaceId) => {
      if (workspaceId !== clinic.workspaceId) return
      beforeAnswering = async () => {}
      await house.operate('clock-advance', { ms: 2 * hourMs })
      expect((await send(clinic, { payment: sessionRef })).status).toBe(200)
    }
    await house.operate('clock-advance', { ms: 26 * hourMs })
    await expect.poll(() => listPaymentStatuses(clinic)).toEqual(['REFUNDED'])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })
})
