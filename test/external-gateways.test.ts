// Payments at Stripe and at Razorpay end to end, as a clinic has them: the clinic file names the
// account, the service's environment has the keys, and a strict server on loopback plays the
// gateway.

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from './support/clinic/harness.ts'
import { confirm, createPayingClinic, listVisits, reserve } from './support/clinic/paying-clinic.ts'
import {
  type ExternalGateway,
  startRazorpay,
  startStripe,
} from './support/gateways/gateway-servers.ts'

const minuteMs = 60_000
const stripe = await startStripe()
const razorpay = await startRazorpay()
const environment: Record<string, string | undefined> = {
  ...stripe.environment,
  ...razorpay.environment,
}
const secrets = Object.values(environment) as string[]

const written: string[] = []
const log = pino(
  { level: 'trace' },
  new Writable({
    write(line, _, done) {
      written.push(String(line))
      done()
    },
  }),
)
const harness: Harness = await openHarness({ environment, log })
for (const elsewhere of [stripe, razorpay]) elsewhere.setClock(harness.application.clock.now)
const { call } = harness
harness.call = async (...asked) => {
  const reply = await call(...asked)
  written.push(JSON.stringify(reply.headers), reply.text)
  return reply
}

const half = {
  refundIssued: true,
  refundPercentage: 50,
  refundAmount: 250,
  cancellationReason: 'Doctor is ill',
}
const refunded = {
  status: 'CANCELLED',
  paymentStatus: 'REFUNDED',
  refundPercentage: 50,
  refundAmount: 250,
}
const unchanged = { status: 'SCHEDULED', paymentStatus: 'PAID', refundAmount: null }

const later = (minutes: number) => harness.operate('clock-advance', { ms: minutes * minuteMs })
const cancel = (clinic: Clinic, id: number, body: Json = half): Promise<Reply> =>
  harness.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })
const loadVisit = async (clinic: Clinic): Promise<Json> => (await listVisits(clinic))[0]

describe.each([
  ['stripe', stripe],
  ['razorpay', razorpay],
] as const)('at %s', (name, elsewhere: ExternalGateway) => {
  const clinicThere = () =>
    createPayingClinic(harness, ({ workspace }) => {
      workspace.paymentGateway = name
      workspace.gateways = elsewhere.settings
    })

  async function reserved(
    clinic: Clinic,
    changes: Json = {},
  ): Promise<{ id: number; sessionRef: string; checkoutUrl: string }> {
    const { status, text, json } = await reserve(clinic, changes)
    expect(status, text).toBe(201)
    expect(json).toMatchObject({ provider: name, checkoutUrl: expect.stringMatching(/^https?:/) })
    return { id: json.appointment.id, sessionRef: json.sessionRef, checkoutUrl: json.checkoutUrl }
  }

  async function paid(clinic: Clinic, changes: Json = {}) {
    const visit = await reserved(clinic, changes)
    elsewhere.pay(visit.sessionRef)
    expect((await confirm(clinic, { sessionRef: visit.sessionRef })).json.status).toBe('SUCCESS')
    return visit
  }

  /** Delivers a message about a payment to a clinic's webhook address. */
  function hears(
    clinic: Clinic,
    sessionRef: string,
    { to = clinic, forged = false } = {},
  ): Promise<Reply> {
    const { body, headers } = elsewhere.message(sessionRef, clinic.workspaceId, forged)
    return harness.call('POST', `/gateways/${name}/${to.name}`, {
      body: body.toString(),
      headers,
      from: '203.0.113.9',
    })
  }

  /** What both books say about a payment: captured and refunded. */
  async function expectBooks(
    clinic: Clinic,
    sessionRef: string,
    captured: number,
    givenBack: number,
  ) {
    expect(elsewhere.books().find(({ reference }) => reference === sessionRef)).toMatchObject({
      captured,
      refunded: givenBack,
    })
    const [row] = await harness.sql(
      `select coalesce(sum(e.amount_minor) filter (where cause = 'CAPTURED'), 0)::float8 as captured,
         coalesce(sum(e.amount_minor) filter (where cause = 'REFUNDED'), 0)::float8 as refunded
       from ledger_entries e join payment_sessions s on s.workspace_id = e.workspace_id and s.id = e.payment_session_id
       where s.workspace_id = $1 and s.session_ref = $2`,
      [clinic.workspaceId, sessionRef],
    )
    expect(row).toEqual({ captured, refunded: givenBack })
  }

  it('marks a visit paid once it was paid there and a caller confirms it [PAY-20] [RES-09]', async () => {
    const clinic = await clinicThere()
    const { sessionRef } = await reserved(clinic)
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PENDING',
    })
    elsewhere.pay(sessionRef)
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'SUCCESS',
      paymentStatus: 'PAID',
    })
    expect(await loadVisit(clinic)).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'ONLINE' })
    await expectBooks(clinic, sessionRef, 50_000, 0)
  })

  it("opens a checkout even when the sandbox's clock is years ahead of the gateway's [RES-09]", async () => {
    elsewhere.setClock(Date.now)
    const clinic = await clinicThere()
    const { sessionRef } = await paid(clinic)
    await expectBooks(clinic, sessionRef, 50_000, 0)
    elsewhere.setClock(harness.application.clock.now)
  })

  it('marks a visit paid when its message arrives, and not by a forged one [PAY-20]', async () => {
    const clinic = await clinicThere()
    const { sessionRef } = await reserved(clinic)
    // A message alone does not make the service believe that an open checkout was paid.
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    expect((await loadVisit(clinic)).paymentStatus).toBe('PENDING')
    elsewhere.pay(sessionRef)
    expect((await hears(clinic, sessionRef, { forged: true })).status).toBe(400)
    expect((await loadVisit(clinic)).paymentStatus).toBe('PENDING')
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    expect((await loadVisit(clinic)).paymentStatus).toBe('PAID')
    await expectBooks(clinic, sessionRef, 50_000, 0)
  })

  it('refunds half of the payment with a cancellation, and no more [STAT-15] [A-205]', async () => {
    const clinic = await clinicThere()
    const { id, sessionRef } = await paid(clinic)
    const replies = await Promise.all([cancel(clinic, id), cancel(clinic, id), cancel(clinic, id)])
    expect(replies.filter(({ status }) => status === 200).map(({ json }) => json)).toEqual([
      expect.objectContaining(refunded),
    ])
    expect(elsewhere.refundsOf(sessionRef).map(({ amount }) => amount)).toEqual([25_000])
    await expectBooks(clinic, sessionRef, 50_000, 25_000)
  })

  it('keeps a slow refund PAID until a message says that it has arrived [A-205] [INV-21]', async () => {
    const clinic = await clinicThere()
    const { id, sessionRef } = await paid(clinic)
    elsewhere.delayRefund(sessionRef)
    expect((await cancel(clinic, id)).json).toMatchObject({ ...refunded, paymentStatus: 'PAID' })
    // A message that arrives too early changes nothing.
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    await later(2)
    expect(await loadVisit(clinic)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID' })
    await expectBooks(clinic, sessionRef, 50_000, 0)
    elsewhere.settleRefunds(true)
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    await expect.poll(async () => (await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
    await expectBooks(clinic, sessionRef, 50_000, 25_000)
  })

  it('never calls a failed refund REFUNDED; an operator sees it and returns the money [A-205] [INV-22]', async () => {
    const clinic = await clinicThere()
    const { id, sessionRef } = await paid(clinic)
    elsewhere.delayRefund(sessionRef)
    expect((await cancel(clinic, id)).status).toBe(200)
    elsewhere.settleRefunds(false)
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    const problem = async () =>
      (await harness.operate('payments-list', { workspace: clinic.name }))[0].problem
    await expect
      .poll(problem)
      .toBe('the gateway accepted the request, but could not refund the payment')
    await expect
      .poll(() => written.join(''))
      .toMatch(new RegExp(`${sessionRef}.*a refund failed at its gateway`))
    expect(await loadVisit(clinic)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      refundAmount: null,
    })
    await expectBooks(clinic, sessionRef, 50_000, 0)
    await harness.operate('payments-refund', {
      workspace: clinic.name,
      reference: sessionRef,
      percentage: 50,
    })
    expect((await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
    expect(elsewhere.refundsOf(sessionRef)).toHaveLength(2)
    await expectBooks(clinic, sessionRef, 50_000, 25_000)
  })

  it("passes a gateway's refusal through unchanged, and changes nothing [ERR-15] [STAT-23]", async () => {
    const clinic = await clinicThere()
    const { id, sessionRef } = await paid(clinic)
    const body = {
      error: {
        type: 'card_error',
        code: 'not_today',
        message: 'Geht „heute“ nicht.',
        more: { list: [1, 2.5, null], none: {} },
      },
    }
    elsewhere.refuseRefund(402, body)
    const reply = await cancel(clinic, id)
    expect([reply.status, reply.text]).toEqual([402, JSON.stringify(body)])
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    await expectBooks(clinic, sessionRef, 50_000, 0)
    expect((await cancel(clinic, id)).json).toMatchObject(refunded)
    await expectBooks(clinic, sessionRef, 50_000, 25_000)
  })

  it('closes a checkout at the gateway when its hold expires, and frees the place [INV-28] [PAY-24]', async () => {
    const clinic = await clinicThere()
    const { sessionRef } = await reserved(clinic)
    expect(elsewhere.isOpen(sessionRef)).toBe(true)
    await later(16)
    await expect.poll(async () => (await loadVisit(clinic)).status).toBe('CANCELLED')
    expect(elsewhere.isOpen(sessionRef)).toBe(false)
    elsewhere.pay(sessionRef)
    expect(elsewhere.books().find(({ reference }) => reference === sessionRef)).toMatchObject({
      captured: 0,
    })
    expect((await reserve(clinic)).status).toBe(201)
  })

  it('refunds in full a payment that arrives too late [INV-29] [PAY-22] [PAY-23]', async () => {
    const clinic = await clinicThere()
    const { sessionRef } = await reserved(clinic)
    const arrive = elsewhere.payLate(sessionRef)
    await later(16)
    await expect.poll(async () => (await loadVisit(clinic)).status).toBe('CANCELLED')
    await expectBooks(clinic, sessionRef, 0, 0)
    arrive?.()
    expect((await hears(clinic, sessionRef)).status).toBe(200)
    await expect.poll(async () => (await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
    await expectBooks(clinic, sessionRef, 50_000, 50_000)
  })

  it('takes and refunds no payment without its key, tells no caller why, and works again with the key', async () => {
    const clinic = await clinicThere()
    const detail = async () => (await clinic.get('/v2/workspaces')).json
    expect(await detail()).toMatchObject({
      onlinePaymentEnabled: true,
      onlinePaymentProvider: name,
    })
    const { id, sessionRef } = await paid(clinic)
    const before = { ...environment }
    for (const variable of Object.keys(elsewhere.environment)) delete environment[variable]
    try {
      expect(await detail()).toMatchObject({
        onlinePaymentEnabled: false,
        onlinePaymentProvider: name,
      })
      const refused = await reserve(clinic, slotTimes('09:15'), 'once')
      expect([refused.status, refused.json.error]).toEqual([400, 'GATEWAY_NOT_CONFIGURED'])
      expect((await hears(clinic, sessionRef)).status).toBe(400)
      const kept = await cancel(clinic, id)
      expect([kept.status, kept.json.error]).toEqual([400, 'REFUND_NOT_POSSIBLE'])
    } finally {
      Object.assign(environment, before)
    }
    const visits = await listVisits(clinic)
    expect(visits.find((visit) => visit.id === id)).toMatchObject(unchanged)
    expect(visits.find((visit) => visit.id !== id)).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'UNPAID',
    })
    expect(await detail()).toMatchObject({
      onlinePaymentEnabled: true,
      onlinePaymentProvider: name,
    })
    const opened = await reserve(clinic, slotTimes('09:15'), 'once')
    expect([opened.status, opened.json.provider]).toEqual([201, name])
    expect((await cancel(clinic, id)).json).toMatchObject(refunded)
    await expectBooks(clinic, sessionRef, 50_000, 25_000)
  })

  it('keeps two clinics with one account apart [INV-01]', async () => {
    const one = await clinicThere()
    const other = await clinicThere()
    const mine = await reserved(one)
    const theirs = await paid(other)
    const loadGatewayId = async ({ workspaceId }: Clinic) =>
      (
        await harness.sql('select gateway_id as id from payment_sessions where workspace_id = $1', [
          workspaceId,
        ])
      )[0].id
    const ids = await Promise.all([one, other].map(loadGatewayId))
    expect(new Set(ids).size).toBe(2)
    for (const reference of [{ gatewayReferenceId: ids[1] }, { sessionRef: theirs.sessionRef }])
      expect((await confirm(one, reference)).status).toBe(404)
    elsewhere.pay(mine.sessionRef)
    // Sent to the webhook address of another clinic, a message about this clinic's payment has no
    // effect.
    expect((await hears(one, mine.sessionRef, { to: other })).status).toBe(200)
    expect((await loadVisit(one)).paymentStatus).toBe('PENDING')
    expect((await confirm(one, { gatewayReferenceId: ids[0] })).json.status).toBe('SUCCESS')
    expect((await cancel(one, mine.id)).json).toMatchObject(refunded)
    expect(await loadVisit(other)).toMatchObject(unchanged)
    await expectBooks(one, mine.sessionRef, 50_000, 25_000)
    await expectBooks(other, theirs.sessionRef, 50_000, 0)
  })
})

it('leaks no key in any answer or log line of all this', () => {
  expect(written.length).toBeGreaterThan(200)
  const all = written.join('\n')
  for (const secret of secrets) expect(all.includes(secret), secret.slice(0, 8)).toBe(false)
})
