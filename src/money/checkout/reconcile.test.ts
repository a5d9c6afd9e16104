// Comparing the gateway's books with the service's: clinic payments reconcile.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { delayCapture } from '../../../test/support/gateways/late-capture.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import type { Gateway } from '../payments/gateways/gateway.ts'
import { findDifference, reconcile } from './reconcile.ts'

const house = await openHarnessWithGateway()
const reconciled = (clinic: Clinic) =>
  house.operate('payments-reconcile', { workspace: clinic.name })
const none = { capturedMinor: 0, refundedMinor: 0, refundState: null, refundMinor: null }
const paid = { ...none, capturedMinor: 500 }

async function paidVisit(clinic: Clinic, clock = '09:00') {
  const { sessionRef, checkoutUrl, appointment } = (await reserve(clinic, slotTimes(clock))).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef })
  return { sessionRef, appointment, gatewayId: checkoutUrl.split('/').at(-1) as string }
}

describe('reconciling', () => {
  it('finds nothing when everything is recorded, however many payments there are', async () => {
    const clinic = await createPayingClinic(house)
    expect(await reconciled(clinic)).toEqual({ compared: 0, differences: [] })
    const { appointment } = await paidVisit(clinic)
    await paidVisit(clinic, '09:15')
    await reserve(clinic, slotTimes('09:30'))
    await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
      key: clinic.key,
      body: { refundIssued: true, refundPercentage: 10, refundAmount: 50 },
    })
    expect(await reconciled(clinic)).toEqual({ compared: 3, differences: [] })
    const other = await createPayingClinic(house)
    expect(await reconciled(other)).toEqual({ compared: 0, differences: [] })
    const early = { workspace: clinic.name, from: '2020-01-01', to: '2020-02-01' }
    expect(await house.operate('payments-reconcile', early)).toEqual({
      compared: 0,
      differences: [],
    })
    await expect(
      house.operate('payments-reconcile', { ...early, to: '2019-01-01' }),
    ).rejects.toThrow('is after')
  })

  it('compares opened checkouts that began in a half-open interval', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef } = await paidVisit(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'refuse',
      status: 402,
      times: 1,
    })
    expect((await reserve(clinic, slotTimes('09:15'))).status).toBe(402)
    const [{ at }] = await house.sql(
      'select created_at as at from payment_sessions where session_ref = $1',
      [sessionRef],
    )
    const compared = async (fromAt: number, toAt: number) =>
      (await reconcile(house.application.checkouts, clinic.workspaceId, { fromAt, toAt })).compared
    expect(await compared(at, at + 1)).toBe(1)
    expect(await compared(at - 1_000, at)).toBe(0)
    expect(await compared(at + 1, at + 86_400_000)).toBe(0)
    expect(await compared(0, Date.parse('2100-01-01'))).toBe(1)
  })

  it('compares each payment once, over more of them than a page has', async () => {
    const clinic = await createPayingClinic(house)
    await paidVisit(clinic)
    const columns =
      'workspace_id, appointment_id, gateway, payee, description, return_url, amount_minor, currency, held_until, desk_payment_mode'
    // The gateway knows none of them, so that each is reported.
    await house.sql(
      `insert into payment_sessions (session_ref, gateway_id, checkout_url, state, created_at, changed_at, ${columns})
       select 'ps_' || lpad(number::text, 26, '0'), 'unknown-' || number, checkout_url, 'CLOSED', created_at, changed_at, ${columns}
       from payment_sessions, generate_series(1, 250) as number
       where workspace_id = $1`,
      [clinic.workspaceId],
    )
    const { compared, differences } = await reconciled(clinic)
    expect(compared).toBe(251)
    expect(new Set(differences.map(({ sessionRef }: Json) => sessionRef)).size).toBe(250)
    expect(differences).toHaveLength(250)
  })

  it('records payments that no one confirmed [A-191] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl } = (await reserve(clinic)).json
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect(await reconciled(clinic)).toEqual({ compared: 1, differences: [] })
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PAID' }])
  })

  it('has money refunded that came after its hold had expired [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    await reserve(clinic)
    await delayCapture(house, clinic, 28 * 3_600_000)
    const state = async () =>
      (
        await house.sql('select state from payment_sessions where workspace_id = $1', [
          clinic.workspaceId,
        ])
      )[0].state
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    await expect.poll(state).toBe('RELEASED')
    await house.operate('clock-advance', { ms: 26 * 3_600_000 })
    await expect.poll(state).toBe('CLOSED')
    expect(await reconciled(clinic)).toEqual({ compared: 1, differences: [] })
    expect(await state()).toBe('CLOSED')
    await house.operate('clock-advance', { ms: 2 * 3_600_000 })
    const { differences } = await reconciled(clinic)
    expect(differences).toMatchObject([
      { captured: 0, capturedAtGateway: 500, problem: expect.stringContaining('checked now') },
    ])
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('REFUNDED')
    expect(await reconciled(clinic)).toEqual({ compared: 1, differences: [] })
  })

  it('reports refunds that someone made at the gateway', async () => {
    const clinic = await createPayingClinic(house)
    const { sessionRef, gatewayId } = await paidVisit(clinic)
    const gateway = await house.application.gateways.of(clinic.workspaceId, 'sandbox')
    await gateway?.refund({
      workspaceId: clinic.workspaceId,
      gatewayId,
      key: 'by-hand',
      reference: sessionRef,
      amountMinor: 12_345,
      currency: 'INR',
    })
    expect(await reconciled(clinic)).toEqual({
      compared: 1,
      differences: [
        {
          sessionRef,
          gateway: 'sandbox',
          gatewayId,
          currency: 'INR',
          description: expect.stringMatching(/^Appointment BK/),
          captured: 500,
          capturedAtGateway: 500,
          refunded: 0,
          refundedAtGateway: 123.45,
          problem: expect.stringContaining('refunded more'),
        },
      ],
    })
  })

  it('has refunds in progress checked now [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment } = await paidVisit(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'time-out-after',
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
    ).toBe(500)
    expect(await reconciled(clinic)).toEqual({ compared: 1, differences: [] })
    await expect.poll(async () => (await listVisits(clinic))[0].paymentStatus).toBe('REFUNDED')
  })

  it('does not report what is recorded between its reads of the two books [INV-22]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment } = await paidVisit(clinic)
    const { checkouts, gateways } = house.application
    const gateway = (await gateways.of(clinic.workspaceId, 'sandbox')) as Gateway
    let asked = 0
    // Someone cancels the visit with a refund just before the gateway is asked.
    const books: Gateway['books'] = async (payment) => {
      asked += 1
      const body = { refundIssued: true, refundPercentage: 100, refundAmount: 500 }
      if (asked === 1)
        expect(
          (
            await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
              key: clinic.key,
              body,
            })
          ).status,
        ).toBe(200)
      return gateway.books(payment)
    }
    const slow = {
      ...checkouts,
      gateways: { ...gateways, of: async () => ({ ...gateway, books }) },
    }
    const always = { fromAt: 0, toAt: Date.parse('2100-01-01') }
    expect(await reconcile(slow, clinic.workspaceId, always)).toEqual({
      compared: 1,
      differences: [],
    })
    expect(asked).toBe(2)
  })

  it('refers to the list of dead work when the service no longer checks a payment [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { checkoutUrl } = (await reserve(clinic)).json
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'wrong-amount',
    })
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    const problems = async () =>
      (await reconciled(clinic)).differences.map(({ problem }: Json) => problem)
    expect(await problems()).toEqual([expect.stringContaining('checked now')])
    await house.sql(
      "update due_work set state = 'DEAD', leased_until = null where workspace_id = $1 and kind = 'checkout'",
      [clinic.workspaceId],
    )
    for (const _ of [1, 2])
      expect(await problems()).toEqual([
        expect.stringMatching(/no longer checked.*list of dead work/),
      ])
    await house.operate('sandbox-gateway-heal', { workspace: clinic.name })
    expect(await problems()).toEqual([])
  })

  it('says that a refund that failed while in progress can be retried [A-205]', async () => {
    const clinic = await createPayingClinic(house)
    const { appointment, sessionRef } = await paidVisit(clinic)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'refund',
      how: 'pending-then-fails',
      times: 1,
    })
    const body = { refundIssued: true, refundPercentage: 100, refundAmount: 500 }
    expect(
      (
        await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
          key: clinic.key,
          body,
        })
      ).status,
    ).toBe(200)
    // Its work waits for a minute that does not come by itself.
    await house.sql(
      "update due_work set due_at = '2100-01-01' where workspace_id = $1 and kind = 'refund'",
      [clinic.workspaceId],
    )
    await house.operate('clock-advance', { ms: 5 * 60_000 })
    const { differences } = await reconciled(clinic)
    expect(differences).toMatchObject([{ problem: expect.stringMatching(/refund again$/) }])
    await expect
      .poll(async () =>
        (
          await house.sql('select state from refunds where workspace_id = $1', [clinic.workspaceId])
        ).map(({ state }) => state),
      )
      .toEqual(['FAILED'])
    await house.operate('payments-refund', { workspace: clinic.name, reference: sessionRef })
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'REFUNDED' }])
    expect(await reconciled(clinic)).toEqual({ compared: 1, differences: [] })
  })

  it('continues when a gateway does not answer, and says which payments were not compared', async () => {
    const clinic = await createPayingClinic(house)
    await paidVisit(clinic)
    await paidVisit(clinic, '09:15')
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'refuse',
      status: 401,
      times: 1,
    })
    const { compared, differences } = await reconciled(clinic)
    expect([compared, differences.length]).toEqual([2, 1])
    expect(differences[0]).toMatchObject({
      capturedAtGateway: null,
      refundedAtGateway: null,
      problem: expect.stringContaining('answered 401'),
    })
  })
})

it('the books agree, or differ with an explanation of what to do [INV-22] [INV-29]', () => {
  const there = (capturedMinor: number, refundedMinor = 0) => ({ capturedMinor, refundedMinor })
  const refunding = (refundState: 'REQUESTED' | 'PENDING') => ({
    ...paid,
    refundState,
    refundMinor: 200,
  })
  expect(findDifference(none, there(0), 'OPEN')).toBeUndefined()
  expect(findDifference(none, there(500), 'RELEASED')).toContain('checked now')
  expect(findDifference(none, there(500), 'CLOSED')).toContain('checked now')
  expect(findDifference(none, there(500, 200), 'CLOSED')).toContain('late payment')
  expect(findDifference(paid, there(1_000), 'PAID')).toContain('took more')
  expect(findDifference(paid, there(0), 'PAID')).toContain('has less')
  expect(
    findDifference({ ...paid, refundedMinor: 200 }, there(500, 200), 'RETURNED'),
  ).toBeUndefined()
  expect(findDifference({ ...paid, refundedMinor: 200 }, there(500, 0), 'RETURNED')).toContain(
    'refunded less',
  )
  expect(findDifference(paid, there(500, 1), 'PAID')).toContain('refunded more')
  for (const refunded of [0, 200])
    expect(findDifference(refunding('REQUESTED'), there(500, refunded), 'PAID')).toBeUndefined()
  expect(findDifference(refunding('REQUESTED'), there(500, 100), 'PAID')).toContain('refunded less')
  expect(findDifference(refunding('PENDING'), there(500, 200), 'PAID')).toBeUndefined()
  expect(findDifference(refunding('PENDING'), there(500, 0), 'PAID')).toMatch(
    /refunded less.*refund again/,
  )
  expect(findDifference(refunding('PENDING'), there(500, 100), 'PAID')).toMatch(
    /refunded less.*another way/,
  )
})
