import { expect, it } from 'vitest'
import { displayStatus, isIncluded } from './status.tsx'

it('a status is one of the service: a word that is none does not compile', () => {
  expect(isIncluded('SCHEDULED', 'SCHEDULED', 'HELD')).toBe(true)
  // @ts-expect-error: a slip of the keys
  expect(isIncluded('SCHEDULED', 'SCHEDULDED')).toBe(false)
  expect(
    displayStatus({
      status: 'CONFIRMED',
      paymentStatus: 'UNPAID',
      arrivedAt: '2030-01-07T09:00:00+05:30',
    }),
  ).toBe('ARRIVED')
  // @ts-expect-error: no payment is that
  expect(displayStatus({ status: 'CONFIRMED', paymentStatus: 'PART_PAID' })).toBe('CONFIRMED')
})
