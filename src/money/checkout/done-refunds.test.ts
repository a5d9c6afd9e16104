// Completed refunds, and what happens to them at the patient's bank.

import { describe, expect, it } from 'vitest'
import type { Clinic, Json } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  readBooks,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import { returnRefundByBank } from '../../../test/support/gateways/returned-refund.ts'

const house = await openHarnessWithGateway()
const dayMs = 24 * 3_600_000
const later = (days: number) => house.operate('clock-advance', { ms: Math.ceil(days * dayMs) })
const loadPaymentProblem = async (clinic: Clinic) =>
  (await house.operate('payments-list', { workspace: clinic.name }))[0].problem

/**
 * Days from the end of a clinic's refund to its next check; undefined if there is none any more.
 */
async function daysToNextLook({ workspaceId }: Clinic): Promise<number | undefined> {
  const [row] = await house.sql(
    `select extract(epoch from w.due_at - r.done_at)::float8 / 86400 as days from due_work w
     join refunds r on r.workspace_id = w.workspace_id and r.id = w.subject_id where w.workspace_id = $1 and w.kind = 'done-refund'`,
    [workspaceId],
  )
  return row?.days
}

/** A clinic with a visit of 500 rupees, paid and refunded. */
async function refundedVisit(): Promise<Clinic> {
  const clinic = await createPayingClinic(house)
  const { appointment, sessionRef, checkoutUrl } = (await reserve(clinic)).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef })
  const body: Json = { refundIssued: true, refundPercentage: 100, refundAmount: 500 }
  const reply = await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
    key: clinic.key,
    body,
  })
  expect([reply.status, reply.json.paymentStatus]).toEqual([200, 'REFUNDED'])
  house.calls()
  return clinic
}

describe('a completed refund', () => {
  it('is reported to an operator when the bank returns the money to the clinic [A-205]', async () => {
    const clinic = await refundedVisit()
    expect(await daysToNextLook(clinic)).toBe(1)
    await later(1)
    await expect.poll(() => daysToNextLook(clinic)).toBeGreaterThanOrEqual(2)
    expect(house.calls()).toEqual(['readRefund'])
    expect(await loadPaymentProblem(clinic)).toBeNull()
    await returnRefundByBank(house, clinic)
    await later(2)
    await expect
      .poll(() => loadPaymentProblem(clinic))
      .toMatch(
        /^the gateway reported the refund as done, and later that the money did not arrive: pay the patient another way$/,
      )
    await expect.poll(() => daysToNextLook(clinic)).toBeUndefined()
    // A person has to act: nothing is requested again, and the books keep what was recorded.
    expect(house.calls()).toEqual(['readRefund'])
    expect(await listVisits(clinic)).toMatchObject([
      { status: 'CANCELLED', paymentStatus: 'REFUNDED' },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 0 })
    const { differences } = await house.operate('payments-reconcile', { workspace: clinic.name })
    expect(differences).toMatchObject([
      { problem: expect.stringContaining('pay the patient another way') },
    ])
  })

  it('is checked for a month, for any answer of its gateway, and no longer', async () => {
    const clinic = await refundedVisit()
    for (const how of ['time-out-before', 'refuse']) {
      await house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'read',
        how,
        times: 1,
        ...(how === 'refuse' ? { status: 401, body: {} } : {}),
      })
      const days = (await daysToNextLook(clinic)) ?? 0
      await later(days)
      await expect.poll(() => daysToNextLook(clinic)).toBeGreaterThanOrEqual(2 * days)
    }
    await later(30)
    await expect.poll(() => daysToNextLook(clinic)).toBeUndefined()
    expect(house.calls()).toEqual(['readRefund', 'readRefund', 'readRefund'])
    expect(await loadPaymentProblem(clinic)).toBeNull()
  })
})
