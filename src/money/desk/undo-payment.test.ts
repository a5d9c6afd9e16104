// A payment that was recorded by mistake is undone at once (DAY-19).

import { expect, it } from 'vitest'
import { openMemberDesk, readClinicState } from '../../../test/support/clinic/desk-member.ts'
import { book, type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'

const house = await openWithoutTimers(() => openHarness())
const visit = async (clinic: Clinic): Promise<number> =>
  (await book(clinic, { paymentStatus: 'UNPAID', paymentMode: 'CASH' })).json.appointment.id
const token = async (clinic: Clinic): Promise<number> =>
  (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.visit.visitId

it.each([
  ['visit', visit, 'visit-pay'],
  ['token', token, 'token-pay'],
])(
  'a payment for a %s leaves it unpaid, to be paid as before, with both entries, once and within 12 seconds [DAY-19] [DAY-10]',
  async (_, made, pay) => {
    const clinic = await house.clinic()
    const desk = openMemberDesk(house, clinic)
    const id = await made(clinic)
    const before = await readClinicState(house, clinic)
    const paid = await desk(pay, { id, method: 'UPI' })
    expect(paid.change).toEqual(expect.any(Number))
    expect(await desk('payments-undo', { id: paid.change })).toMatchObject({
      cause: 'CORRECTED',
      corrects: paid.id,
      collectedByUserId: paid.collectedByUserId,
    })
    expect(await readClinicState(house, clinic)).toEqual(before)
    const entries: Json[] = await house.operate('payments-desk', { workspace: clinic.name })
    expect(entries.map(({ cause, corrected }) => [cause, corrected])).toEqual([
      ['PAID', true],
      ['CORRECTED', false],
    ])
    await expect(desk('payments-undo', { id: paid.change })).rejects.toMatchObject({
      code: 'CHANGE_ALREADY_UNDONE',
    })
    const again = await desk(pay, { id, method: 'UPI' })
    await house.operate('clock-advance', { ms: 12_500 })
    const late = await readClinicState(house, clinic)
    await expect(desk('payments-undo', { id: again.change })).rejects.toMatchObject({
      code: 'CHANGE_UNDO_EXPIRED',
    })
    expect(await readClinicState(house, clinic)).toEqual(late)
  },
)

it('a payment that was corrected, or whose visit has changed since, is not undone [DAY-19]', async () => {
  const clinic = await house.clinic()
  const desk = openMemberDesk(house, clinic)
  const id = await visit(clinic)
  const corrected = await desk('visit-pay', { id, method: 'UPI' })
  await desk('payments-correct', { id: corrected.id, reason: 'It was the next patient' })
  await expect(desk('payments-undo', { id: corrected.change })).rejects.toMatchObject({
    code: 'DESK_PAYMENT_CORRECTED',
  })
  const paid = await desk('visit-pay', { id, method: 'UPI' })
  await desk('visit-cancel', { id })
  const before = await readClinicState(house, clinic)
  await expect(desk('payments-undo', { id: paid.change })).rejects.toMatchObject({
    code: 'VISIT_CHANGED_SINCE',
  })
  expect(await readClinicState(house, clinic)).toEqual(before)
})
