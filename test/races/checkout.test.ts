// Confirming, sweeping, paying, cancelling and reserving at once, and gateways that answer late,
// not at all or wrongly: in any order, no money is kept for an expired reservation, and no paid one
// expires.

import { describe, expect, it } from 'vitest'
import { countDeadlocks } from '../support/clinic/connections.ts'
import { type CallOptions, type Clinic, type Json, slotTimes } from '../support/clinic/harness.ts'
import {
  confirm,
  createPayingClinic,
  reservableKinds,
  reservationRequest,
  reserve,
} from '../support/clinic/paying-clinic.ts'
import { createRecordingRail } from '../support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../support/database/database-gate.ts'
import { withClient } from '../support/database/databases.ts'
import { expectSameBooks, openCheckoutHarness } from '../support/gateways/checkout-harness.ts'
import { runSize } from '../support/run/sizes.ts'

const rail = createRecordingRail()
const all = await openCheckoutHarness({ rails: rail })
const { house: harness, gateway } = all

const minuteMs = 60_000
const holdMs = 15 * minuteMs
const hourMs = 60 * minuteMs

const listSessionStates = async ({ workspaceId }: Clinic) =>
  (
    await harness.sql('select state from payment_sessions where workspace_id = $1 order by id', [
      workspaceId,
    ])
  ).map(({ state }) => state)
const listCheckouts = ({ workspaceId }: Clinic): Promise<Json[]> =>
  gateway.sql(
    'select gateway_id as "checkoutUrl", state from sandbox_gateway_checkouts where workspace_id = $1 order by created_at',
    [workspaceId],
  )
const listVisitRows = ({ workspaceId }: Clinic): Promise<Json[]> =>
  harness.sql(
    'select payment_status as payment, status from appointments where workspace_id = $1 order by id',
    [workspaceId],
  )
const listMovements = async ({ workspaceId }: Clinic) =>
  (
    await gateway.sql(
      'select kind from sandbox_gateway_movements where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).map(({ kind }) => kind)
const givenUp = [{ payment: 'PENDING', status: 'CANCELLED' }]
const deadWork = () => harness.sql("select last_error from due_work where state = 'DEAD'")

/** Time passes, and all work that comes due is done, minute by minute at first. */
async function later(ms: number, step = ms) {
  for (let passed = 0; passed < ms; passed += step) {
    await all.advance(step)
    await all.finishDueWork()
  }
}

describe('a gateway that fails', () => {
  it('has its checkout closed as soon as possible, and takes no money for an expired reservation [A-189] [A-193]', async () => {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl } = (await reserve(clinic)).json
    await gateway.failNext(clinic, {
      call: 'expire',
      how: 'refuse',
      status: 503,
      body: {},
      timesLeft: 1,
    })
    await later(holdMs + minuteMs)
    expect(await listVisitRows(clinic)).toEqual(givenUp)
    await later(2 * minuteMs)
    await gateway.pay(clinic, checkoutUrl)
    expect(await listCheckouts(clinic)).toMatchObject([{ state: 'EXPIRED' }])
    expect(await listMovements(clinic)).toEqual([])
  })

  it('and is silent for longer than late money is watched for, still refunds it [INV-29] [A-193]', async () => {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl } = (await reserve(clinic)).json
    await gateway.pay(clinic, checkoutUrl, 'pay-late')
    await gateway.failNext(clinic, {
      call: 'expire',
      how: 'refuse',
      status: 503,
      body: {},
      timesLeft: null,
    })
    await gateway.failNext(clinic, {
      call: 'read',
      how: 'refuse',
      status: 503,
      body: {},
      timesLeft: null,
    })
    await later(holdMs + minuteMs)
    await later(30 * hourMs, 6 * hourMs)
    expect(await listVisitRows(clinic)).toEqual(givenUp)
    await gateway.heal(clinic)
    await later(12 * hourMs, 6 * hourMs)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'REFUNDED', status: 'CANCELLED' }])
    expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
    await expectSameBooks(all, clinic)
    expect(await deadWork()).toEqual([])
  })

  it('and refuses what it had done before still has its checkout watched [INV-29] [A-158]', async () => {
    const clinic = await createPayingClinic(harness)
    await gateway.failNext(clinic, { call: 'open', how: 'time-out-after' })
    expect((await reserve(clinic, {}, 'once')).status).toBe(503)
    await gateway.failNext(clinic, {
      call: 'open',
      how: 'refuse',
      status: 400,
      body: {
        statusCode: 400,
        status: 'failed',
        error: 'GATEWAY_NOT_CONFIGURED',
        message: 'Not here.',
      },
    })
    expect((await reserve(clinic, {}, 'once')).status).toBe(400)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'UNPAID', status: 'SCHEDULED' }])
    await gateway.pay(clinic, (await listCheckouts(clinic))[0].checkoutUrl)
    await later(holdMs + 2 * minuteMs)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'PAID', status: 'SCHEDULED' }])
    await expectSameBooks(all, clinic)
  })

  it('and refuses the service itself for a moment is asked again for a checkout that no one knows of [INV-29] [A-193]', async () => {
    const clinic = await createPayingClinic(harness)
    await gateway.failNext(clinic, { call: 'open', how: 'time-out-after' })
    expect((await reserve(clinic, {}, 'once')).status).toBe(503)
    await gateway.pay(clinic, (await listCheckouts(clinic))[0].checkoutUrl)
    await gateway.failNext(clinic, {
      call: 'open',
      how: 'refuse',
      status: 429,
      body: { error: 'TOO_MANY_REQUESTS' },
    })
    await later(holdMs + minuteMs)
    expect(await listSessionStates(clinic)).toEqual(['NOT_OPENED'])
    await later(2 * minuteMs)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'PAID', status: 'SCHEDULED' }])
    await expectSameBooks(all, clinic)
  })

  it.each([
    { status: 500, left: 'NOT_OPENED', end: 'PAID', words: 'breaks down' },
    { status: 402, left: 'CLOSED', end: 'UNPAID', words: 'refuses' },
  ])(
    'and $words each time it is asked for a checkout, for more than a day, leaves it $left [INV-29] [A-193]',
    async ({ status, left, end }) => {
      const clinic = await createPayingClinic(harness)
      await gateway.failNext(clinic, { call: 'open', how: 'time-out-after' })
      expect((await reserve(clinic, {}, 'once')).status).toBe(503)
      if (end === 'PAID') await gateway.pay(clinic, (await listCheckouts(clinic))[0].checkoutUrl)
      await gateway.failNext(clinic, {
        call: 'open',
        how: 'refuse',
        status,
        body: {},
        timesLeft: null,
      })
      await later(holdMs + minuteMs)
      await later(30 * hourMs, 10 * hourMs)
      expect(await listSessionStates(clinic)).toEqual([left])
      await gateway.heal(clinic)
      await later(12 * hourMs)
      expect(await listVisitRows(clinic)).toEqual([{ payment: end, status: 'SCHEDULED' }])
      await expectSameBooks(all, clinic)
    },
  )
})

describe('two requests with one key', () => {
  it('that both outlast their lease get the same answer [IDEM-05] [A-161]', async () => {
    const clinic = await createPayingClinic(harness)
    await gateway.failNext(clinic, { call: 'open', how: 'slow', ms: 900, timesLeft: 2 })
    const first = reserve(clinic, {}, 'once')
    const opening = async () =>
      (
        await gateway.sql(
          'select times_left as left from sandbox_gateway_faults where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0].left
    await expect.poll(opening).toBe(1)
    // Its lease expires.
    await harness.sql('update idempotency_keys set leased_until = null where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const second = reserve(clinic, {}, 'once')
    await expect.poll(opening).toBe(0)
    const replies = await Promise.all([first, second])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1].text).toBe(replies[0].text)
    expect(await listCheckouts(clinic)).toHaveLength(1)
  })
})

describe('the second one finds what the first one did, when', () => {
  const paid = [{ payment: 'PAID', status: 'SCHEDULED' }]
  // Of this clinic alone: due work still checks the payments of earlier ones.
  const createGate = ({ workspaceId }: Clinic, event: string) =>
    createDatabaseGate(
      harness,
      `before ${event} for each row when (new.workspace_id = ${workspaceId})`,
    )

  /**
   * A reservation whose checkout was never opened and can no longer be: every request with its key
   * would begin another.
   */
  async function keptWithoutCheckout() {
    const clinic = await createPayingClinic(harness)
    await gateway.failNext(clinic, { call: 'open', how: 'time-out-before' })
    expect((await reserve(clinic, {}, 'once')).status).toBe(503)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'UNPAID', status: 'SCHEDULED' }])
    await later(holdMs + minuteMs)
    return clinic
  }

  /** A reservation whose hold has expired, and whose checkout the gateway would not close. */
  async function overdue() {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl, sessionRef, appointment } = (await reserve(clinic)).json
    await gateway.failNext(clinic, {
      call: 'expire',
      how: 'refuse',
      status: 503,
      body: {},
      timesLeft: 1,
    })
    await all.advance(holdMs + minuteMs)
    return { clinic, checkoutUrl, sessionRef, id: appointment.id }
  }

  it('a payment is confirmed while its booking expires: the money is refunded [A-192] [PAY-19]', async () => {
    const { clinic, checkoutUrl, sessionRef } = await overdue()
    const gate = await createGate(clinic, 'update on payment_sessions')
    const swept = all.finishDueWork()
    await gate.waitUntilReached()
    await gateway.pay(clinic, checkoutUrl)
    const confirmation = confirm(clinic, { sessionRef })
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await confirmation).json).toMatchObject({
      status: 'PENDING',
      message: expect.stringContaining('auto-cancelled'),
    })
    await swept
    await later(2 * minuteMs)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'REFUNDED', status: 'CANCELLED' }])
    expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
    await expectSameBooks(all, clinic)
  })

  it('a booking is about to expire while its payment is confirmed: it stays paid [A-191] [A-192]', async () => {
    const { clinic, checkoutUrl, sessionRef } = await overdue()
    const gate = await createGate(clinic, 'insert on ledger_entries')
    await gateway.pay(clinic, checkoutUrl)
    const confirmation = confirm(clinic, { sessionRef })
    await gate.waitUntilReached()
    const swept = all.finishDueWork()
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await confirmation).json).toMatchObject({ status: 'SUCCESS' })
    await swept
    expect(await listVisitRows(clinic)).toEqual(paid)
    expect(await listMovements(clinic)).toEqual(['CAPTURED'])
    await expectSameBooks(all, clinic)
  })

  it('a payment is confirmed twice at once, and swept: it is recorded once, and both callers learn of it [PAY-21] [INV-22]', async () => {
    const { clinic, checkoutUrl, sessionRef } = await overdue()
    await gateway.pay(clinic, checkoutUrl)
    const gate = await createGate(clinic, 'insert on ledger_entries')
    const confirmations = [confirm(clinic, { sessionRef })]
    await gate.waitUntilReached()
    confirmations.push(confirm(clinic, { sessionRef }))
    await gate.waitUntilReached(1)
    const swept = all.finishDueWork(false)
    await gate.waitUntilReached(2)
    await gate.open()
    for (const { json } of await Promise.all(confirmations))
      expect(json).toMatchObject({ status: 'SUCCESS', paymentStatus: 'PAID' })
    await swept
    expect(await listVisitRows(clinic)).toEqual(paid)
    expect(
      await harness.sql("select from audit_entries where workspace_id = $1 and action = 'PAID'", [
        clinic.workspaceId,
      ]),
    ).toHaveLength(1)
    await expectSameBooks(all, clinic)
  })

  it('a patient pays while their checkout is being closed: no money is taken [A-193]', async () => {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl } = (await reserve(clinic)).json
    await gateway.failNext(clinic, { call: 'read', how: 'slow', ms: 700 })
    await all.advance(holdMs + minuteMs)
    const swept = all.finishDueWork()
    const struck = async () =>
      (
        await gateway.sql(
          'select times_left as left from sandbox_gateway_faults where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0].left
    await expect.poll(struck).toBe(0)
    await gateway.pay(clinic, checkoutUrl)
    await swept
    await later(2 * minuteMs)
    expect(await listVisitRows(clinic)).toEqual(givenUp)
    expect(await listMovements(clinic)).toEqual([])
  })

  it('two processes end one checkout: it expires once [INV-28]', async () => {
    const { clinic } = await overdue()
    const gate = await createGate(clinic, 'update on payment_sessions')
    const swept = [all.finishDueWork()]
    await gate.waitUntilReached()
    await harness.sql(
      "update due_work set leased_until = leased_until - interval '1 hour' where leased_until is not null",
    )
    swept.push(all.finishDueWork(false))
    await gate.waitUntilReached(1)
    await gate.open()
    await Promise.all(swept)
    expect(await listVisitRows(clinic)).toEqual(givenUp)
    const audited = "select from audit_entries where workspace_id = $1 and action = 'CANCELLED'"
    expect(await harness.sql(audited, [clinic.workspaceId])).toHaveLength(1)
    expect(await deadWork()).toEqual([])
  })

  it('a payment is confirmed while staff cancel the visit: the money is refunded [A-210] [INV-29]', async () => {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl, sessionRef, appointment } = (await reserve(clinic)).json
    await gateway.pay(clinic, checkoutUrl)
    const gate = await createGate(clinic, 'update on appointments')
    const cancelled = harness.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
      key: clinic.key,
      body: {},
    })
    await gate.waitUntilReached()
    const confirmation = confirm(clinic, { sessionRef })
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await cancelled).status).toBe(200)
    expect((await confirmation).json.status).toBe('PENDING')
    await later(2 * minuteMs)
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'REFUNDED', status: 'CANCELLED' }])
    expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
    await expectSameBooks(all, clinic)
  })

  /** A paid visit of 500 rupees, and a refund of half. */
  async function paidVisit() {
    const clinic = await createPayingClinic(harness)
    const { checkoutUrl, sessionRef, appointment } = (await reserve(clinic)).json
    await gateway.pay(clinic, checkoutUrl)
    await confirm(clinic, { sessionRef })
    const body = { refundIssued: true, refundPercentage: 50, refundAmount: 250 }
    const cancel = () =>
      harness.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, { key: clinic.key, body })
    return { clinic, cancel, isRefunded: () => expectRefunded(clinic) }
  }

  async function expectRefunded(clinic: Clinic) {
    expect(await listVisitRows(clinic)).toEqual([{ payment: 'REFUNDED', status: 'CANCELLED' }])
    expect(await listMovements(clinic)).toEqual(['CAPTURED', 'REFUNDED'])
    expect(
      await harness.sql(
        "select from audit_entries where workspace_id = $1 and action = 'CANCELLED'",
        [clinic.workspaceId],
      ),
    ).toHaveLength(1)
    expect(
      await harness.sql('select state from refunds where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([{ state: 'DONE' }])
    expect(
      await harness.sql("select from due_work where workspace_id = $1 and kind = 'refund'", [
        clinic.workspaceId,
      ]),
    ).toEqual([])
    await expectSameBooks(all, clinic)
  }

  it('two callers cancel and refund a visit at once: the money is refunded once [A-205] [INV-22]', async () => {
    const { clinic, cancel, isRefunded } = await paidVisit()
    const gate = await createGate(clinic, 'insert on refunds')
    const cancellations = [cancel()]
    await gate.waitUntilReached()
    cancellations.push(cancel())
    await gate.waitUntilReached(1)
    await gate.open()
    const replies = await Promise.all(cancellations)
    expect(replies.map(({ status }) => status)).toEqual([200, 400])
    expect(replies[1]?.json.error).toMatch(/^(REFUND_IN_PROGRESS|STATUS_NOT_ALLOWED)$/)
    await isRefunded()
  })

  it('a refund is taken over while its gateway is still answering: the money is refunded once [A-205] [INV-22]', async () => {
    const { clinic, cancel, isRefunded } = await paidVisit()
    await gateway.failNext(clinic, { call: 'refund', how: 'slow', ms: 900, timesLeft: 1 })
    const cancellation = cancel()
    const struck = async () =>
      (
        await gateway.sql(
          'select times_left as left from sandbox_gateway_faults where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0].left
    await expect.poll(struck).toBe(0)
    await later(2 * minuteMs)
    await isRefunded()
    expect((await cancellation).status).toBe(200)
    await isRefunded()
  })

  it('a refund is recorded by two processes at once: once [A-205] [INV-22]', async () => {
    const { clinic, cancel, isRefunded } = await paidVisit()
    const gate = await createGate(clinic, 'insert on ledger_entries')
    const cancellation = cancel()
    await gate.waitUntilReached()
    // The first process has taken so long that another holds it by now.
    await harness.sql("update due_work set leased_until = now() where kind = 'refund'")
    const swept = all.finishDueWork(false)
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await cancellation).status).toBe(200)
    await swept
    await isRefunded()
  })

  it('two requests retry a reservation that was kept without a checkout: they open one [IDEM-05] [A-158]', async () => {
    const clinic = await keptWithoutCheckout()
    const gate = await createGate(clinic, 'insert on payment_sessions')
    const first = reserve(clinic, {}, 'once')
    await gate.waitUntilReached()
    // Its lease expires.
    await harness.sql('update idempotency_keys set leased_until = null where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const second = reserve(clinic, {}, 'once')
    await gate.waitUntilReached(1)
    await gate.open()
    const replies = await Promise.all([first, second])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1].text).toBe(replies[0].text)
    expect((await listSessionStates(clinic)).filter((state) => state === 'OPEN')).toHaveLength(1)
    expect((await listCheckouts(clinic)).filter(({ state }) => state === 'OPEN')).toHaveLength(1)
  })

  it('two requests retry one reservation, and the second gets the lock when the checkout of the first is open: they have one answer [IDEM-05] [A-158]', async () => {
    const clinic = await keptWithoutCheckout()
    const gate = await createGate(clinic, 'insert on payment_sessions')
    const first = reserve(clinic, {}, 'once')
    await gate.waitUntilReached()
    await withClient(harness.connection, async (other) => {
      // This transaction waits for the visit ahead of the second request, and locks it until the
      // first is answered.
      await other.query('begin')
      const held = other.query('select from appointments where workspace_id = $1 for update', [
        clinic.workspaceId,
      ])
      await gate.waitUntilReached(1)
      await harness.sql('update idempotency_keys set leased_until = null where workspace_id = $1', [
        clinic.workspaceId,
      ])
      const second = reserve(clinic, {}, 'once')
      await gate.waitUntilReached(2)
      await gate.pass()
      await held
      const { status, text } = await first
      expect(status, text).toBe(201)
      await other.query('commit')
      expect(await second).toMatchObject({ status, text })
    })
    expect((await listSessionStates(clinic)).filter((state) => state === 'OPEN')).toHaveLength(1)
    expect((await listCheckouts(clinic)).filter(({ state }) => state === 'OPEN')).toHaveLength(1)
  })

  it('a reservation that was kept without a checkout is paid at the desk during a retry: no more is asked for [A-158]', async () => {
    const clinic = await keptWithoutCheckout()
    await withClient(harness.connection, async (desk) => {
      await desk.query('begin')
      await desk.query(
        "update appointments set payment_status = 'PAID', payment_mode = 'CASH' where workspace_id = $1",
        [clinic.workspaceId],
      )
      const again = reserve(clinic, {}, 'once')
      await expect
        .poll(async () =>
          harness.sql(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1)
      await desk.query('commit')
      const { json } = await again
      expect(json.appointment).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'CASH' })
      expect(json.checkoutUrl).toBeUndefined()
    })
    expect(await listVisitRows(clinic)).toEqual(paid)
    expect(await listSessionStates(clinic)).not.toContain('OPEN')
  })

  it('a patient reserves again while their failed reservation expires: they have the place once [A-164]', async () => {
    for (let round = 0; round < runSize(6, 60); round += 1) {
      const clinic = await createPayingClinic(harness)
      const { checkoutUrl, sessionRef } = (await reserve(clinic)).json
      await gateway.pay(clinic, checkoutUrl, 'decline')
      expect((await confirm(clinic, { sessionRef })).json.status).toBe('FAILED')
      const [reply] = await Promise.all([reserve(clinic, {}, 'again'), all.finishDueWork()])
      expect(reply.status, reply.text).toBe(201)
      expect(await listVisitRows(clinic)).toEqual([
        ...givenUp,
        { payment: 'PENDING', status: 'SCHEDULED' },
      ])
    }
  })
})

describe('reservations at once', () => {
  it('with one key, through two processes, are one booking with one answer [IDEM-05] [INV-30] [IDEM-02]', async () => {
    const services = [await all.startService(), await all.startService()]
    for (const [round, callers] of [2, 8, 32, 8].entries()) {
      const thing = reservableKinds[round % reservableKinds.length] ?? 'visit'
      const clinic = await createPayingClinic(harness)
      const { path, body } = reservationRequest(clinic, thing)
      const headers = {
        'x-api-key': clinic.key,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      }
      const answers = await Promise.all(
        Array.from({ length: callers }, async (_, caller) => {
          const reply = await fetch(`${services[caller % 2]?.url}${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          })
          return `${reply.status} ${await reply.text()}`
        }),
      )
      expect(new Set(answers).size, answers.join('\n')).toBe(1)
      expect(answers[0]).toMatch(/^201 /)
      expect(await listCheckouts(clinic)).toHaveLength(1)
      expect(await listSessionStates(clinic)).toEqual(['OPEN'])
    }
    for (const { child } of services) child.kill('SIGKILL')
  })

  const clocks = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']

  /** A patient on the clinic's page who has verified their number. */
  async function atThePage(
    clinic: Clinic,
    phoneNumber: string,
  ): Promise<CallOptions & { headers: Record<string, string> }> {
    const options = { key: null, headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1' } }
    await clinic.post('/v1/otp/send', { phoneNumber }, options)
    expect(
      (
        await clinic.post(
          '/v1/otp/verify',
          { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
          options,
        )
      ).status,
    ).toBe(200)
    return options
  }
  const asPage = ({ workspaceId }: Clinic, phoneNumber: string) => ({
    workspaceId,
    patientPayload: { firstName: 'Meera', phoneNumber },
    source: 'WIDGET',
  })
  const waiting = async ({ workspaceId }: Clinic) =>
    (
      await harness.sql(
        "select from payment_sessions where workspace_id = $1 and state in ('OPENING', 'OPEN', 'FAILED')",
        [workspaceId],
      )
    ).length

  it('of one contact hold three places and no more [A-021]', async () => {
    const clinic = await createPayingClinic(harness)
    const options = await atThePage(clinic, '9876543210')
    const replies = await Promise.all(
      clocks.map((clock) =>
        reserve(clinic, { ...asPage(clinic, '9876543210'), ...slotTimes(clock) }, clock, options),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201, 201, 201, 400, 400, 400, 400, 400,
    ])
    expect(await waiting(clinic)).toBe(3)
  })

  it('of one contact hold no more than three either when a retry opens their checkouts [A-021] [A-158]', async () => {
    const clinic = await createPayingClinic(harness)
    const options = await atThePage(clinic, '9876543211')
    await gateway.failNext(clinic, { call: 'open', how: 'time-out-before', timesLeft: null })
    const everyKey = () =>
      Promise.all(
        clocks
          .slice(0, 5)
          .map((clock) =>
            reserve(
              clinic,
              { ...asPage(clinic, '9876543211'), ...slotTimes(clock) },
              clock,
              options,
            ),
          ),
      )
    for (let time = 0; time < 2; time += 1) await everyKey()
    await gateway.heal(clinic)
    await everyKey()
    await everyKey()
    expect(await waiting(clinic)).toBe(3)
  })
})

it('never deadlock in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
