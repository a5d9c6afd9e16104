// What no code of ours can break, tried in plain SQL: the constraints of changed visits and their
// refunds.

import { describe, expect, it } from 'vitest'
import { book, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'

const house = await openHarness()
const clinic = await house.clinic()
const bookVisit = async (clock: string, paymentStatus: string): Promise<number> =>
  (await book(clinic, { ...slotTimes(clock), paymentStatus, discountAmount: 0.5 })).json.appointment
    .id
const cancelled = async (clock: string, body: unknown = {}): Promise<number> => {
  const id = await bookVisit(clock, 'PAID')
  expect(
    (await house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })).status,
  ).toBe(200)
  return id
}
const unpaid = await bookVisit('09:00', 'UNPAID')
const paid = await bookVisit('09:15', 'PAID')
const kept = await cancelled('09:30')
const refunded = await cancelled('09:45', {
  refundIssued: true,
  refundPercentage: 50,
  refundAmount: 249.75,
})
const voided = await cancelled('10:00', { voidBooking: true })

const violated = (constraint: string) => expect.objectContaining({ constraint })
const refund = (id: number, state = 'DONE', amountMinor = 100, currency = 'INR') =>
  house.sql(
    `insert into refunds (workspace_id, appointment_id, state, percentage, amount_minor, currency, requested_at, done_at)
     values ($1, $2, $3, 50, $4, $5, now(), case when $3 = 'DONE' then now() end)`,
    [clinic.workspaceId, id, state, amountMinor, currency],
  )
const set = (id: number, change: string) =>
  house.sql(`update appointments set ${change} where id = $1`, [id])

it('a refund belongs to a visit marked as refunded [INV-22]', async () => {
  for (const id of [unpaid, paid, kept])
    await expect(refund(id)).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(refunded)).rejects.toEqual(violated('visit_is_refunded_once'))
  for (const state of ['REQUESTED', 'PENDING', 'REFUSED', 'FAILED'])
    await expect(refund(paid, state)).rejects.toEqual(violated('refund_at_the_desk_is_done'))
})

it('a refund is no more than what was paid, in its currency, and keeps its amount [INV-22] [INV-40]', async () => {
  await expect(refund(kept, 'DONE', 49_951)).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(kept, 'DONE', 100, 'USD')).rejects.toEqual(
    violated('refund_is_of_its_payment'),
  )
  await expect(refund(kept, 'DONE', -1)).rejects.toEqual(violated('refund_not_negative'))
  await expect(
    house.sql('update refunds set amount_minor = 49951 where appointment_id = $1', [refunded]),
  ).rejects.toEqual(violated('refund_changes_as_it_may'))
})

describe('a refund through a gateway', async () => {
  const online = await createPayingClinic(house)
  const bought = (await reserve(online)).json
  await actOnPaymentPage(house, bought.checkoutUrl, 'pay')
  await confirm(online, { sessionRef: bought.sessionRef })
  const [{ id: sessionId }] = await house.sql(
    'select id from payment_sessions where workspace_id = $1',
    [online.workspaceId],
  )
  const ask = (key: string, amountMinor = 20_000, currency = 'INR') =>
    house.sql(
      `insert into refunds (workspace_id, appointment_id, payment_session_id, gateway_key, state, percentage, amount_minor, currency, requested_at)
       values ($1, $2, $3, $4, 'REQUESTED', 40, $5, $6, now())`,
      [online.workspaceId, bought.appointment.id, sessionId, key, amountMinor, currency],
    )
  const become = (state: string, key: string, more = '') =>
    house.sql(
      `update refunds set state = $2, done_at = case when $2 = 'DONE' then now() end ${more} where workspace_id = $1 and gateway_key = $3`,
      [online.workspaceId, state, key],
    )

  it('is one at a time, for what was paid, and identified by its key [INV-22] [A-205]', async () => {
    await expect(ask('much', 50_001)).rejects.toEqual(violated('refund_is_of_its_payment'))
    await expect(ask('dollars', 100, 'USD')).rejects.toEqual(violated('refund_is_of_its_payment'))
    await ask('first')
    await expect(ask('second')).rejects.toEqual(violated('visit_is_refunded_once'))
    await expect(become('REFUSED', 'first', ", gateway_key = 'other'")).rejects.toEqual(
      violated('refund_changes_as_it_may'),
    )
    await become('REFUSED', 'first')
    for (const state of ['REQUESTED', 'FAILED'])
      await expect(become(state, 'first')).rejects.toEqual(violated('refund_changes_as_it_may'))
    await expect(ask('first')).rejects.toEqual(violated('refund_key_unique'))
    await ask('second')
    await become('PENDING', 'second')
    // An accepted refund was not refused.
    for (const state of ['REQUESTED', 'REFUSED'])
      await expect(become(state, 'second')).rejects.toEqual(violated('refund_changes_as_it_may'))
    await become('FAILED', 'second')
    for (const state of ['REQUESTED', 'REFUSED', 'PENDING', 'DONE'])
      await expect(become(state, 'second')).rejects.toEqual(violated('refund_changes_as_it_may'))
  })

  it('is not done before the visit says so and the ledger has it [INV-21] [INV-22]', async () => {
    await ask('third')
    await expect(become('DONE', 'third')).rejects.toMatchObject({
      constraint: expect.stringMatching(/^(refund_is_of_its_payment|done_refund_is_in_the_books)$/),
    })
    const cancelled = `with cancelled as (update appointments set status = 'CANCELLED', payment_status = 'REFUNDED' where workspace_id = $1 and id = $2)`
    const done = `update refunds set state = 'DONE', done_at = now() where workspace_id = $1 and gateway_key = 'third'`
    await expect(
      house.sql(`${cancelled} ${done}`, [online.workspaceId, bought.appointment.id]),
    ).rejects.toEqual(violated('done_refund_is_in_the_books'))
    const moved = `insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency)
      values ($1, $2, now(), 'REFUNDED', 'FEES', 'GATEWAY', $3, 'INR')`
    const returned = `with returned as (update payment_sessions set state = 'RETURNED' where workspace_id = $1 and id = $2) ${moved}`
    await expect(house.sql(returned, [online.workspaceId, sessionId, 20_000])).rejects.toEqual(
      violated('returned_money_has_its_refund'),
    )
  })
})

it('a visit is marked refunded only if it was paid, is cancelled and not void, and has its refund [INV-21] [INV-23]', async () => {
  const refundedStatus = "payment_status = 'REFUNDED'"
  await expect(set(paid, refundedStatus)).rejects.toEqual(violated('refunded_visit_is_cancelled'))
  await expect(set(unpaid, `${refundedStatus}, status = 'CANCELLED'`)).rejects.toEqual(
    violated('refunded_visit_was_paid'),
  )
  await expect(set(kept, refundedStatus)).rejects.toEqual(violated('refunded_visit_has_its_refund'))
  await expect(set(voided, refundedStatus)).rejects.toEqual(violated('void_refunds_no_money'))
  await expect(set(refunded, "payment_status = 'PAID'")).rejects.toEqual(
    violated('refunded_visit_stays_refunded'),
  )
})

it('a visit that has ended stays ended, and one that has not moved is not RESCHEDULED [INV-24] [INV-25]', async () => {
  await expect(set(kept, "status = 'SCHEDULED'")).rejects.toEqual(
    violated('ended_visit_keeps_its_status'),
  )
  await expect(set(paid, "status = 'RESCHEDULED'")).rejects.toEqual(
    violated('rescheduled_visit_has_moved'),
  )
  await expect(set(paid, 'voided = true')).rejects.toEqual(violated('voided_visit_is_cancelled'))
})
