// Refunds of visits that were paid online, when the gateway works and when it fails.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { listServiceStatements } from '../../../test/support/database/service-statements.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import { applyRefundAnswer, type DefiniteAnswer } from '../../money/payments/pursue-refund.ts'
import { refundById } from '../../money/payments/refund-queries.ts'
import { lockReservedVisit } from './reserved-visit.ts'

// A test waits as long as a lock is waited for.
const house = await openHarnessWithGateway({ databaseLimits: {} })
const minuteMs = 60_000
const half = {
  refundIssued: true,
  refundPercentage: 50,
  refundAmount: 250,
  cancellationReason: 'Doctor is ill',
  refundOverrideReason: 'Our fault',
}
const unchanged = {
  status: 'SCHEDULED',
  paymentStatus: 'PAID',
  refundAmount: null,
  refundPercentage: null,
  cancellationReason: null,
}
const refunded = {
  status: 'CANCELLED',
  paymentStatus: 'REFUNDED',
  refundPercentage: 50,
  refundAmount: 250,
  cancellationReason: 'Doctor is ill',
  refundOverrideReason: 'Our fault',
  paymentMode: 'ONLINE',
}

/** A visit of 500 rupees that was paid at the gateway. */
async function paidVisit(
  clinic: Clinic,
  changes: Json = {},
): Promise<{ id: number; sessionRef: string; appointment: Json }> {
  const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic, changes)).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
  house.calls()
  return { id: appointment.id, sessionRef, appointment }
}

const cancel = (clinic: Clinic, id: number, body: Json = half): Promise<Reply> =>
  house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })
const patch = (clinic: Clinic, id: number, body: Json): Promise<Reply> =>
  house.call('PATCH', `/v1/appointments/${id}/status`, { key: clinic.key, body })
const fails = (clinic: Clinic, how: string, more: Json = {}) =>
  house.operate('sandbox-gateway-fail', {
    workspace: clinic.name,
    call: 'refund',
    how,
    times: 1,
    ...more,
  })
const loadVisit = async (clinic: Clinic) => (await listVisits(clinic))[0]
const later = (minutes: number) => house.operate('clock-advance', { ms: minutes * minuteMs })
const listRefundStates = async ({ workspaceId }: Clinic) =>
  (
    await house.sql('select state from refunds where workspace_id = $1 order by id', [workspaceId])
  ).map(({ state }) => state)
const listRefundWork = ({ workspaceId }: Clinic) =>
  house.sql("select kind, state from due_work where workspace_id = $1 and kind = 'refund'", [
    workspaceId,
  ])
const listMovements = async ({ workspaceId }: Clinic) =>
  (
    await house.sql(
      'select kind, amount_minor::int as minor from sandbox_gateway_movements where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).map(({ kind, minor }) => `${kind} ${minor}`)
const onceRefunded = ['CAPTURED 50000', 'REFUNDED 25000']

/** The refund of a visit, and the function that records an answer of its gateway. */
async function loadRefund({ workspaceId }: Clinic, appointmentId: number) {
  const { database, clock } = house.application
  const [{ id }] = await house.sql('select id::float8 as id from refunds where workspace_id = $1', [
    workspaceId,
  ])
  const [refund] = await database.rows(refundById, { workspaceId, id })
  if (!refund) throw new Error('there is no refund')
  const by = { workspaceId, actor: { kind: 'service' as const }, notices: null }
  const note = (answer: DefiniteAnswer) =>
    database.transaction(async (queries) => {
      const now = clock.now()
      return applyRefundAnswer(
        queries,
        await lockReservedVisit(queries, by, appointmentId, now),
        { refund, answer },
        now,
      )
    })
  return { refund, note }
}

describe('a visit that was paid online, cancelled with a refund', () => {
  it.each(['status', 'cancel'])(
    'by …/%s is REFUNDED once the gateway has refunded the money [STAT-15] [A-205] [STAT-32]',
    async (route) => {
      const clinic = await createPayingClinic(house)
      const { id, sessionRef } = await paidVisit(clinic)
      const reply =
        route === 'cancel'
          ? await cancel(clinic, id)
          : await patch(clinic, id, { status: 'CANCELLED', ...half })
      expect([reply.status, reply.json]).toEqual([200, expect.objectContaining(refunded)])
      expect(await loadVisit(clinic)).toMatchObject(refunded)
      expect(await listMovements(clinic)).toEqual(onceRefunded)
      expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
      expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
        status: 'PENDING',
        paymentStatus: 'REFUNDED',
      })
      // Its time is free, and nothing is left to do.
      expect((await reserve(clinic)).status).toBe(201)
      expect(await listRefundWork(clinic)).toEqual([])
    },
  )

  it('sends no request to the gateway if nothing is refunded [A-203]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    expect(
      (await cancel(clinic, id, { refundIssued: true, refundPercentage: 0, refundAmount: 0 })).json,
    ).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundAmount: 0,
    })
    expect(house.calls()).toEqual([])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
  })

  it('refunds nothing for a void, or if the fee is kept [STAT-16] [STAT-25] [A-207]', async () => {
    const clinic = await createPayingClinic(house)
    const one = await paidVisit(clinic)
    const other = await paidVisit(clinic, slotTimes('09:15'))
    expect(
      (await cancel(clinic, one.id, { voidBooking: true, refundIssued: true })).json,
    ).toMatchObject({
      voided: true,
      paymentStatus: 'PAID',
      refundAmount: null,
    })
    expect((await cancel(clinic, other.id, { refundIssued: false })).json).toMatchObject({
      paymentStatus: 'PAID',
      refundAmount: null,
    })
    expect(house.calls()).toEqual([])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 100_000, service: 100_000 })
  })

  it('with an amount that is not the percentage is refused before the gateway is called [STAT-20]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    expect((await cancel(clinic, id, { ...half, refundAmount: 250.01 })).json.message).toContain(
      '250 INR',
    )
    expect(house.calls()).toEqual([])
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    expect(await listRefundStates(clinic)).toEqual([])
  })

  it('by 16 concurrent requests is refunded once [INV-22] [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    const replies = await Promise.all(Array.from({ length: 16 }, () => cancel(clinic, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, json } of replies.filter(({ status }) => status !== 200))
      expect([status, json.error]).toEqual([
        400,
        expect.stringMatching(/^(REFUND_IN_PROGRESS|STATUS_NOT_ALLOWED)$/),
      ])
    expect(await listMovements(clinic)).toEqual(onceRefunded)
    expect(await listRefundStates(clinic)).toEqual(['DONE'])
  })
})

describe('a gateway that refuses a refund', () => {
  const body = { error: { code: 'REFUNDS_CLOSED', message: 'Not today.' } }

  it.each([400, 402, 429, 503])(
    'has its %i passed through, and leaves everything unchanged [A-205] [ERR-15]',
    async (status) => {
      const clinic = await createPayingClinic(house)
      const { id } = await paidVisit(clinic)
      await fails(clinic, 'refuse', { status, body })
      const reply = await cancel(clinic, id)
      expect([reply.status, reply.json]).toEqual([status, body])
      expect(await loadVisit(clinic)).toMatchObject(unchanged)
      expect(await listRefundWork(clinic)).toEqual([])
      expect(await listRefundStates(clinic)).toEqual(['REFUSED'])
      expect(await listMovements(clinic)).toEqual(['CAPTURED 50000'])
      // Retried on another day.
      expect((await cancel(clinic, id)).json).toMatchObject(refunded)
      expect(await listMovements(clinic)).toEqual(onceRefunded)
    },
  )

  it('is not asked again for what someone has already refunded there [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 400, body })
    await cancel(clinic, id)
    const [{ gatewayId }] = await house.sql(
      'select gateway_id as "gatewayId" from payment_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
    const gateway = await house.application.gateways.of(clinic.workspaceId, 'sandbox')
    await gateway?.refund({
      workspaceId: clinic.workspaceId,
      gatewayId,
      key: 'by-hand',
      reference: sessionRef,
      amountMinor: 100,
      currency: 'INR',
    })
    const reply = await cancel(clinic, id)
    expect([reply.status, reply.json.error]).toEqual([400, 'REFUND_NOT_POSSIBLE'])
    expect(reply.json.message).toContain('has given 1 INR back already')
    // A caller of the API has no commands.
    expect(reply.json.message).not.toMatch(/clinic payments/)
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    expect(await listMovements(clinic)).toEqual(['CAPTURED 50000', 'REFUNDED 100'])
  })
})

/** The requesting process loses it: the real time of a lease passes. */
const leasesEnd = ({ workspaceId }: Clinic) =>
  house.sql('update due_work set leased_until = now() where workspace_id = $1', [workspaceId])

describe('a refund whose requester was so slow that another process took it over', () => {
  it('is done if the requester was refused, and the other not [INV-22] [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 402, body: { error: 'LIMIT' } })
    const refusal = house.pauseNext('refund', 'after')
    const cancellation = cancel(clinic, id)
    await refusal.reached
    const other = house.pauseNext('refund', 'after')
    await leasesEnd(clinic)
    await other.reached
    refusal.goOn()
    expect(await cancellation).toMatchObject({
      status: 500,
      json: { message: expect.stringContaining('the service will find out') },
    })
    // Nor is it requested again in the meantime.
    expect((await cancel(clinic, id)).json.error).toBe('REFUND_IN_PROGRESS')
    other.goOn()
    await expect.poll(() => loadVisit(clinic)).toMatchObject(refunded)
    expect([await listMovements(clinic), await listRefundStates(clinic)]).toEqual([
      onceRefunded,
      ['DONE'],
    ])
    expect((await confirm(clinic, { sessionRef })).json.paymentStatus).toBe('REFUNDED')
    await expect.poll(() => listRefundWork(clinic)).toEqual([])
  })

  it.each(['done', 'pending'] as const)(
    'is %s if the other was refused, and the requester not [INV-22] [A-205]',
    async (how) => {
      const clinic = await createPayingClinic(house)
      const { id } = await paidVisit(clinic)
      const yes = house.pauseNext('refund', 'before')
      const cancellation = cancel(clinic, id)
      await yes.reached
      await fails(clinic, 'refuse', { status: 402, body: { error: 'LIMIT' } })
      await leasesEnd(clinic)
      await expect.poll(() => listRefundStates(clinic)).toEqual(['REFUSED'])
      expect(await loadVisit(clinic)).toMatchObject(unchanged)
      if (how === 'pending') await fails(clinic, 'pending')
      yes.goOn()
      expect((await cancellation).json).toMatchObject({
        status: 'CANCELLED',
        paymentStatus: how === 'done' ? 'REFUNDED' : 'PAID',
      })
      await later(5)
      await expect.poll(() => loadVisit(clinic)).toMatchObject(refunded)
      expect([await listMovements(clinic), await listRefundStates(clinic)]).toEqual([
        onceRefunded,
        ['DONE'],
      ])
      await expect.poll(() => listRefundWork(clinic)).toEqual([])
    },
  )

  it("is left to the requester while it has the lease, regardless of the sandbox's clock or an operator [A-205]", async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    const answer = house.pauseNext('refund', 'before')
    const cancellation = cancel(clinic, id)
    await answer.reached
    house.calls()
    await later(60)
    await house.operate('payments-reconcile', {
      workspace: clinic.name,
      from: '2030-01-01',
      to: '2030-01-31',
    })
    await house.application.dueWork.tick()
    expect(house.calls()).not.toContain('readRefund')
    answer.goOn()
    expect((await cancellation).json).toMatchObject(refunded)
    expect([await listMovements(clinic), await listRefundStates(clinic)]).toEqual([
      onceRefunded,
      ['DONE'],
    ])
    await expect.poll(() => listRefundWork(clinic)).toEqual([])
  })
})

it('a refund that could not be recorded in time is not reported as undone, and is recorded later [ERR-12] [A-205]', async () => {
  const clinic = await createPayingClinic(house)
  const { id } = await paidVisit(clinic)
  const answer = house.pauseNext('refund', 'after')
  const cancellation = cancel(clinic, id)
  await answer.reached
  await withClient(house.connection, async (other) => {
    await other.query('begin')
    await other.query('select from appointments where workspace_id = $1 for update', [
      clinic.workspaceId,
    ])
    answer.goOn()
    // Answered after the lock timeout.
    expect(await cancellation).toMatchObject({
      status: 500,
      json: { message: expect.stringContaining('the service will find out') },
    })
    await other.query('rollback')
  })
  await leasesEnd(clinic)
  await expect.poll(() => loadVisit(clinic)).toMatchObject(refunded)
  expect([await listMovements(clinic), await listRefundStates(clinic)]).toEqual([
    onceRefunded,
    ['DONE'],
  ])
})

describe('a gateway with an unknown outcome', () => {
  const body = { error: { code: 'BUSY', message: 'Not now.' } }
  const readFails = (clinic: Clinic, how: string, more: Json = {}) =>
    house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how,
      times: 1,
      ...more,
    })

  it('because it broke down and then would not say, is not passed through as if it had refused [A-205] [STAT-23]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 503, body })
    await readFails(clinic, 'refuse', { status: 429, body })
    const reply = await cancel(clinic, id)
    expect([reply.status, reply.json.message]).toEqual([
      500,
      expect.stringContaining('did not say whether it refunded the payment'),
    ])
    expect((await cancel(clinic, id)).json.error).toBe('REFUND_IN_PROGRESS')
    await later(2)
    await expect.poll(async () => (await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
    expect(await listMovements(clinic)).toEqual(onceRefunded)
  })

  it('gets no refund request if it does not show its books, and everything is unchanged [A-205] [STAT-23] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 400, body })
    await cancel(clinic, id)
    await readFails(clinic, 'refuse', { status: 402, body })
    const reply = await cancel(clinic, id)
    expect([reply.status, reply.json]).toEqual([402, body])
    expect(await listRefundStates(clinic)).toEqual(['REFUSED', 'REFUSED'])
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    expect(await listRefundWork(clinic)).toEqual([])
    expect((await cancel(clinic, id)).json).toMatchObject(refunded)
  })

  it('is not asked again for what was refunded there by hand, no matter who takes the refund over [INV-22] [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 400, body })
    await cancel(clinic, id)
    const [{ gatewayId }] = await house.sql(
      'select gateway_id as "gatewayId" from payment_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
    const gateway = await house.application.gateways.of(clinic.workspaceId, 'sandbox')
    await gateway?.refund({
      workspaceId: clinic.workspaceId,
      gatewayId,
      key: 'by-hand',
      reference: sessionRef,
      amountMinor: 25_000,
      currency: 'INR',
    })
    await readFails(clinic, 'time-out-before')
    expect((await cancel(clinic, id)).status).toBe(500)
    await later(2)
    await expect.poll(() => listRefundStates(clinic)).toEqual(['REFUSED', 'REFUSED'])
    expect(await listMovements(clinic)).toEqual(onceRefunded)
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    expect((await house.operate('payments-list', { workspace: clinic.name }))[0].problem).toContain(
      'has given 250 INR back already',
    )
  })
})

describe('two concurrent requests for one refund', () => {
  it('of which one is refused, and the other not: the money is refunded, and recorded [A-205] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'refuse', { status: 402, body: {} })
    expect((await cancel(clinic, id)).status).toBe(402)
    const { refund, note } = await loadRefund(clinic, id)
    const [{ gatewayId, sessionRef }] = await house.sql(
      'select gateway_id as "gatewayId", session_ref as "sessionRef" from payment_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
    const gateway = await house.application.gateways.of(clinic.workspaceId, 'sandbox')
    if (!gateway) throw new Error('there is no gateway')
    const { gatewayKey: key, amountMinor, workspaceId } = refund
    const state = await gateway.refund({
      workspaceId,
      gatewayId,
      key,
      reference: sessionRef,
      amountMinor,
      currency: 'INR',
    })
    const noted = await note({ state })
    expect(noted.state).toBe('DONE')
    expect(await loadVisit(clinic)).toMatchObject(refunded)
    expect(await listMovements(clinic)).toEqual(onceRefunded)
    expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
    // And never the other way round.
    const refusedLater = await note({ state: 'REFUSED', reason: 'late' })
    expect(refusedLater.state).toBe('DONE')
  })
})

describe('a gateway that does not answer', () => {
  it.each(['time-out-before', 'time-out-after'])(
    '(%s) is asked for the state of the refund, and the visit then follows [A-205]',
    async (how) => {
      const clinic = await createPayingClinic(house)
      const { id } = await paidVisit(clinic)
      await fails(clinic, how)
      const reply = await cancel(clinic, id)
      expect([reply.status, reply.json]).toEqual([
        500,
        { statusCode: 500, status: 'failed', message: expect.any(String) },
      ])
      expect(reply.json.message).toMatch(/Request id: [0-9a-f]{8}-[0-9a-f-]{27}$/)
      expect(await loadVisit(clinic)).toMatchObject(unchanged)
      // Nothing else is done with it in the meantime.
      house.calls()
      for (const refusedNow of [
        await cancel(clinic, id),
        await cancel(clinic, id, {}),
        await patch(clinic, id, { status: 'CONFIRMED' }),
        await house.call('PATCH', `/v1/appointments/${id}/reschedule`, {
          key: clinic.key,
          body: slotTimes('12:00'),
        }),
      ])
        expect([refusedNow.status, refusedNow.json.error]).toEqual([400, 'REFUND_IN_PROGRESS'])
      expect(house.calls()).toEqual([])
      await later(2)
      await expect.poll(async () => (await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
      expect(await loadVisit(clinic)).toMatchObject(refunded)
      expect(house.calls()).toEqual(
        how === 'time-out-after' ? ['readRefund'] : ['readRefund', 'refund'],
      )
      expect(await listMovements(clinic)).toEqual(onceRefunded)
      expect(await listRefundStates(clinic)).toEqual(['DONE'])
      expect(await listRefundWork(clinic)).toEqual([])
    },
  )

  it('and then refuses leaves the visit as it was, to be changed again [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'time-out-before')
    expect((await cancel(clinic, id)).status).toBe(500)
    await fails(clinic, 'refuse', { status: 402, body: {} })
    await later(2)
    await expect.poll(() => listRefundStates(clinic)).toEqual(['REFUSED'])
    expect(await loadVisit(clinic)).toMatchObject(unchanged)
    expect((await patch(clinic, id, { status: 'CONFIRMED' })).status).toBe(200)
    expect((await cancel(clinic, id)).json).toMatchObject(refunded)
  })

  it('for longer is asked again, until it does [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'time-out-before')
    expect((await cancel(clinic, id)).status).toBe(500)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'time-out-before',
    })
    await later(2)
    const lastError = async () =>
      (
        await house.sql(
          "select last_error from due_work where workspace_id = $1 and kind = 'refund'",
          [clinic.workspaceId],
        )
      )[0].last_error
    await expect.poll(lastError).toContain('did not answer')
    await house.operate('sandbox-gateway-heal', { workspace: clinic.name })
    await later(5)
    await expect.poll(async () => (await loadVisit(clinic)).paymentStatus).toBe('REFUNDED')
    expect(await listMovements(clinic)).toEqual(onceRefunded)
  })
})

describe('a slow refund', () => {
  const takenOn = { ...refunded, paymentStatus: 'PAID' }

  it('cancels the visit, and is REFUNDED when it has arrived [A-205] [INV-21]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await fails(clinic, 'pending')
    expect((await cancel(clinic, id)).json).toMatchObject(takenOn)
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PAID',
      message: expect.stringContaining('being refunded'),
    })
    await later(1.5)
    expect(await listRefundStates(clinic)).toEqual(['PENDING'])
    // Asked once too early, the gateway is asked again minutes later.
    await expect
      .poll(
        async () => {
          await later(5)
          return (await loadVisit(clinic)).paymentStatus
        },
        { interval: 500 },
      )
      .toBe('REFUNDED')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 25_000, service: 25_000 })
    expect(await listRefundWork(clinic)).toEqual([])
  })

  it('and is refused then has failed, because the visit was cancelled for it [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'pending')
    expect((await cancel(clinic, id)).json).toMatchObject(takenOn)
    const { note } = await loadRefund(clinic, id)
    expect((await note({ state: 'REFUSED', reason: 'the gateway answered 400' })).state).toBe(
      'FAILED',
    )
    expect(await loadVisit(clinic)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      refundAmount: null,
    })
  })

  it('and fails is never reported as REFUNDED, and is visible to staff [A-205] [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await fails(clinic, 'pending-then-fails')
    expect((await cancel(clinic, id)).json).toMatchObject(takenOn)
    await later(5)
    await expect.poll(() => listRefundStates(clinic)).toEqual(['FAILED'])
    expect((await confirm(clinic, { sessionRef })).json).toMatchObject({
      paymentStatus: 'PAID',
      message: expect.stringContaining('could not refund the payment'),
    })
    expect(await loadVisit(clinic)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      refundAmount: null,
      refundPercentage: null,
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect(await house.operate('payments-list', { workspace: clinic.name })).toMatchObject([
      {
        state: 'PAID',
        problem: 'the gateway accepted the request, but could not refund the payment',
      },
    ])
  })
})

describe('a follower of changes', () => {
  const follow = async (clinic: Clinic, changedAfter: string) =>
    (await clinic.post('/v1/appointments/search', { changedAfter })).json
  /** The next change that shows `refundAmount`, with the cursor after it. */
  async function toldAfter(
    clinic: Clinic,
    cursor: string,
    refundAmount: number | null,
  ): Promise<{ visit: Json; cursor: string }> {
    let page = await follow(clinic, cursor)
    const listRefundAmounts = async () => {
      page = await follow(clinic, cursor)
      return page.list.map((visit: Json) => visit.refundAmount)
    }
    await expect.poll(listRefundAmounts).toEqual([refundAmount])
    return { visit: page.list[0], cursor: page.nextCursor }
  }

  it('sees a refund that the gateway accepted, and its failure [A-213a] [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    const booked = await toldAfter(clinic, '', null)
    await fails(clinic, 'pending-then-fails')
    await cancel(clinic, id)
    const begun = await toldAfter(clinic, booked.cursor, 250)
    await later(5)
    await expect.poll(() => listRefundStates(clinic)).toEqual(['FAILED'])
    const failed = await toldAfter(clinic, begun.cursor, null)
    expect(failed.visit).toMatchObject({ id, status: 'CANCELLED', paymentStatus: 'PAID' })
    expect(Date.parse(failed.visit.updatedAt)).toBeGreaterThan(Date.parse(begun.visit.updatedAt))
    expect((await follow(clinic, failed.cursor)).list).toEqual([])
  })

  it('sees a refund that an operator starts after the visit was cancelled [A-213a]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, sessionRef } = await paidVisit(clinic)
    await cancel(clinic, id, {})
    const kept = await toldAfter(clinic, '', null)
    await later(1)
    await fails(clinic, 'pending')
    await house.operate('payments-refund', {
      workspace: clinic.name,
      reference: sessionRef,
      percentage: 40,
    })
    const begun = await toldAfter(clinic, kept.cursor, 200)
    expect(begun.visit).toMatchObject({ id, paymentStatus: 'PAID', refundPercentage: 40 })
    expect(Date.parse(begun.visit.updatedAt)).toBeGreaterThan(Date.parse(kept.visit.updatedAt))
  })

  it('does not see a refund that the gateway refuses, because the visit shows none [A-213a]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    const { cursor } = await toldAfter(clinic, '', null)
    await fails(clinic, 'refuse', { status: 402, body: {} })
    expect((await cancel(clinic, id)).status).toBe(402)
    // Nothing more can appear below this later change of another visit.
    const other = await reserve(clinic, slotTimes('10:00'))
    expect((await toldAfter(clinic, cursor, null)).visit.id).toBe(other.json.appointment.id)
  })

  it('sees every change of what a visit shows, from every table [A-213a]', async () => {
    const clinic = await createPayingClinic(house)
    const { id } = await paidVisit(clinic)
    await fails(clinic, 'pending')
    expect((await cancel(clinic, id)).json).toMatchObject({ refundAmount: 250 })
    await withClient(house.connection, async (client) => {
      // A view knows which columns it reads. Those that the API shows; staff also see the names of
      // others.
      const views = listServiceStatements().filter(({ name }) =>
        ['visit_by_id', 'visit_records'].includes(name),
      )
      expect(views.every(({ returns }) => 'refundOverrideReason' in returns) && views.length).toBe(
        2,
      )
      for (const { name, text, takes } of views) {
        const types = Object.values(takes).map((type) => type.replace('?', ''))
        await client.query(
          `create temporary view ${name} as ${text.replace(/\$(\d+)/g, (_, place) => `null::${types[place - 1]}`)}`,
        )
      }
      const { rows: read } = await client.query<{ source: string; column: string }>(
        `select distinct table_name::text as source, table_name || '.' || column_name as column
         from information_schema.view_column_usage where view_name in ('visit_by_id', 'visit_records') order by 2`,
      )
      // Any update of an appointment counts as a change.
      const { rows: triggers } = await client.query(
        "select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'visit_changes_as_it_may'",
      )
      expect(triggers).toEqual([
        {
          text: expect.stringMatching(
            /BEFORE UPDATE ON .*appointments FOR EACH ROW WHEN \(\(?old\.\* IS DISTINCT FROM new\.\*\)?\)/,
          ),
        },
      ])
      // Null: the database never lets it change.
      const changes: Record<string, string | null> = {
        'refunds.amount_minor': null,
        'refunds.appointment_id': null,
        'refunds.override_reason': "set override_reason = 'another'",
        'refunds.percentage': null,
        'refunds.state': "set state = 'FAILED'",
        'refunds.workspace_id': null,
      }
      // A column that a view newly reads needs its line above, and a trigger that covers it.
      expect(
        read.filter(({ source }) => source !== 'appointments').map(({ column }) => column),
      ).toEqual(Object.keys(changes))
      const visit = [clinic.workspaceId, id]
      const changed = async (sql: string) => {
        await client.query('begin')
        try {
          await client.query(`${sql} where workspace_id = $1 and appointment_id = $2`, visit)
          return await client.query(
            'select changed_in = pg_current_xact_id() as told from appointments where workspace_id = $1 and id = $2',
            visit,
          )
        } finally {
          await client.query('rollback')
        }
      }
      for (const [column, change] of Object.entries(changes)) {
        const [table, name] = column.split('.')
        const outcome = changed(`update ${table} ${change ?? `set ${name} = ${name} + 1`}`)
        if (change) expect(await outcome, column).toMatchObject({ rows: [{ told: true }] })
        else
          await expect(outcome, column).rejects.toMatchObject({
            constraint: expect.stringMatching(
              /^refund_(changes_as_it_may|is_of_a_visit|is_of_a_session)$/,
            ),
          })
      }
      expect(await changed('delete from refunds')).toMatchObject({ rows: [{ told: true }] })
      expect(
        await changed("update refunds set problem = 'shown to operators alone'"),
      ).toMatchObject({ rows: [{ told: false }] })
    })
  })
})

describe('a pack that was bought with a visit', () => {
  const purchase = (clinic: Clinic) => ({
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId: clinic.id('sessionPack', 'ten'),
    packageAmount: 4000,
    consultationCharge: undefined,
  })
  const fullRefund = { refundIssued: true, refundPercentage: 100, refundAmount: 4000 }
  const use = (clinic: Clinic, { patientId, patientPackageId }: Json, clock: string) =>
    reserve(clinic, {
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId,
      patientId,
      patientPayload: undefined,
      consultationCharge: undefined,
      returnUrl: undefined,
      ...slotTimes(clock),
    })

  it('pays for nothing while its price is being refunded, and can be used again if it is not [A-205] [A-147]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, appointment } = await paidVisit(clinic, purchase(clinic))
    await fails(clinic, 'time-out-before')
    expect((await cancel(clinic, id, fullRefund)).status).toBe(500)
    const refusedNow = await use(clinic, appointment, '10:00')
    expect([refusedNow.status, refusedNow.json.error]).toEqual([400, 'SESSION_PACK_NOT_USABLE'])
    await fails(clinic, 'refuse', { status: 402, body: {} })
    await later(2)
    await expect.poll(() => listRefundStates(clinic)).toEqual(['REFUSED'])
    expect((await use(clinic, appointment, '10:00')).status).toBe(201)
    const tooLate = await cancel(clinic, id, fullRefund)
    expect(tooLate.json.message).toContain('other sessions of the pack it bought were used')
  })

  it('ends with its refund [A-147] [PACK-12]', async () => {
    const clinic = await createPayingClinic(house)
    const { id, appointment } = await paidVisit(clinic, purchase(clinic))
    expect((await cancel(clinic, id, fullRefund)).json).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundAmount: 4000,
    })
    expect((await use(clinic, appointment, '10:00')).json.error).toBe('SESSION_PACK_NOT_USABLE')
    const [pack] = await house.sql(
      'select sessions_used as used, ended_at is not null as ended from patient_packs where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(pack).toEqual({ used: 0, ended: true })
  })
})
