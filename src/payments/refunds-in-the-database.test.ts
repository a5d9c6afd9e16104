// What no code of ours may break, tried past it: the constraints of changed visits and their refunds.

import { expect, it } from 'vitest'
import { book, openHouse, slotAt } from '../../test/harness.ts'

const house = await openHouse()
const clinic = await house.clinic()
const booked = async (clock: string, paymentStatus: string): Promise<number> =>
  (await book(clinic, { ...slotAt(clock), paymentStatus, discountAmount: 0.5 })).json.appointment.id
const cancelled = async (clock: string, body: unknown = {}): Promise<number> => {
  const id = await booked(clock, 'PAID')
  expect((await house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body })).status).toBe(200)
  return id
}
const unpaid = await booked('09:00', 'UNPAID')
const paid = await booked('09:15', 'PAID')
const kept = await cancelled('09:30')
const refunded = await cancelled('09:45', { refundIssued: true, refundPercentage: 50, refundAmount: 249.75 })
const voided = await cancelled('10:00', { voidBooking: true })

const violated = (constraint: string) => expect.objectContaining({ constraint })
const refund = (id: number, state = 'DONE', amountMinor = 100, currency = 'INR') =>
  house.sql(
    `insert into refunds (workspace_id, appointment_id, state, percentage, amount_minor, currency, requested_at, done_at)
     values ($1, $2, $3, 50, $4, $5, now(), case when $3 = 'DONE' then now() end)`,
    [clinic.workspaceId, id, state, amountMinor, currency],
  )
const set = (id: number, change: string) => house.sql(`update appointments set ${change} where id = $1`, [id])

it('a refund is of a visit that says so, or that was paid where it is only asked for [INV-22]', async () => {
  for (const id of [unpaid, paid, kept]) await expect(refund(id)).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(unpaid, 'REQUESTED')).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(refunded)).rejects.toEqual(violated('visit_is_refunded_once'))
})

it('a refund is no more than what was paid, in its currency [INV-22] [INV-40]', async () => {
  await expect(refund(paid, 'REQUESTED', 49_951)).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(paid, 'REQUESTED', 100, 'USD')).rejects.toEqual(violated('refund_is_of_its_payment'))
  await expect(refund(paid, 'REQUESTED', -1)).rejects.toEqual(violated('refund_not_negative'))
  await expect(house.sql('update refunds set amount_minor = 49951 where appointment_id = $1', [refunded])).rejects.toEqual(violated('refund_is_of_its_payment'))
})

it('a visit says that it is refunded only where it was paid, is cancelled and not void, and has its refund [INV-21] [INV-23]', async () => {
  const refundedStatus = "payment_status = 'REFUNDED'"
  await expect(set(paid, refundedStatus)).rejects.toEqual(violated('refunded_visit_is_cancelled'))
  await expect(set(unpaid, `${refundedStatus}, status = 'CANCELLED'`)).rejects.toEqual(violated('refunded_visit_was_paid'))
  await expect(set(kept, refundedStatus)).rejects.toEqual(violated('refunded_visit_has_its_refund'))
  await expect(set(voided, refundedStatus)).rejects.toEqual(violated('void_refunds_no_money'))
  await expect(set(refunded, "payment_status = 'PAID'")).rejects.toEqual(violated('refunded_visit_stays_refunded'))
})

it('a visit that has ended stays so, and one that has not moved is not RESCHEDULED [INV-24] [INV-25]', async () => {
  await expect(set(kept, "status = 'SCHEDULED'")).rejects.toEqual(violated('ended_visit_keeps_its_status'))
  await expect(set(paid, "status = 'RESCHEDULED'")).rejects.toEqual(violated('rescheduled_visit_has_moved'))
  await expect(set(paid, 'voided = true')).rejects.toEqual(violated('voided_visit_is_cancelled'))
})
