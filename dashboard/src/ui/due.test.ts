import { expect, it } from 'vitest'
import { isDue } from './due.ts'

const visit = { paymentStatus: 'UNPAID', payableAmount: 500, status: 'SCHEDULED' }

it('asks for the price of a visit that happens or has happened, and of no other [DAY-02]', () => {
  const dueIn = ['SCHEDULED', 'CONFIRMED', 'ARRIVED', 'OVERDUE', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED', 'NO_SHOW', 'MISSED'].filter((status) =>
    isDue({ ...visit, status }),
  )
  expect(dueIn).toEqual(['SCHEDULED', 'CONFIRMED', 'ARRIVED', 'OVERDUE', 'IN_CONSULTATION', 'COMPLETED'])
  expect([isDue({ ...visit, payableAmount: 0 }), isDue({ ...visit, paymentStatus: 'PAID' })]).toEqual([false, false])
})
