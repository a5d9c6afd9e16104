import { expect, it } from 'vitest'
import { isDue } from './due.ts'

const visit = { paymentStatus: 'UNPAID', dueAmount: 500, status: 'SCHEDULED' } as const

it('asks for the price of a visit that happens or has happened, and of no other [DAY-02]', () => {
  const dueIn = (
    [
      'SCHEDULED',
      'CONFIRMED',
      'ARRIVED',
      'OVERDUE',
      'IN_CONSULTATION',
      'COMPLETED',
      'CANCELLED',
      'NO_SHOW',
      'MISSED',
    ] as const
  ).filter((status) => isDue({ ...visit, status }))
  expect(dueIn).toEqual([
    'SCHEDULED',
    'CONFIRMED',
    'ARRIVED',
    'OVERDUE',
    'IN_CONSULTATION',
    'COMPLETED',
  ])
  expect([isDue({ ...visit, dueAmount: 0 }), isDue({ ...visit, paymentStatus: 'PAID' })]).toEqual([
    false,
    false,
  ])
})
