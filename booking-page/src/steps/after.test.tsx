import { expect, it } from 'vitest'
import type { CompletedBooking, Summary } from '../answers.ts'
import { renderStep } from './render-step.fixture.tsx'

const minuteMs = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()

async function isUndoOffered(some: Partial<CompletedBooking>, summary: Partial<Summary> = {}) {
  const { queryByRole } = await renderStep((booking) => {
    booking.step = 'done'
    booking.done = {
      summary: {
        name: 'Dr Rao',
        place: 'MI Road',
        mode: 'OFFLINE',
        start: at(600),
        end: at(615),
        zone: 'Asia/Kolkata',
        addressId: 1,
        doctorId: 5,
        profileId: undefined,
        tierId: null,
        amount: 500,
        currency: 'INR',
        paidBy: 'single',
        cancelUntil: at(60),
        moveUntil: at(60),
        ...summary,
      },
      isPaid: false,
      reference: 'BK1',
      appointmentId: 7,
      state: 'booked',
      bookedAt: Date.now(),
      ...some,
    }
  })
  return queryByRole('button', { name: /Undo/ }) !== null
}

it('offers to undo a new booking only where the clinic lets patients cancel it and nothing is paid [PAGE-09]', async () => {
  expect(await isUndoOffered({})).toBe(true)
  expect(await isUndoOffered({}, { cancelUntil: undefined })).toBe(false)
  expect(await isUndoOffered({}, { cancelUntil: at(-1) })).toBe(false)
  expect(await isUndoOffered({ isPaid: true })).toBe(false)
  expect(await isUndoOffered({}, { paidBy: 'own' })).toBe(false)
  expect(await isUndoOffered({ bookedAt: Date.now() - 3 * minuteMs })).toBe(false)
  expect(await isUndoOffered({ state: 'moved' })).toBe(false)
  expect(await isUndoOffered({ appointmentId: undefined })).toBe(false)
})
