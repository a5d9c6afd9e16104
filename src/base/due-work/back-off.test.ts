import { assert, double, integer, property } from 'fast-check'
import { expect, it } from 'vitest'
import { backOffMs } from './back-off.ts'

it('doubles from half a minute to an hour, plus or minus a fifth', () => {
  expect([1, 2, 3, 4, 8, 9, 40].map((attempt) => backOffMs(attempt, 0.5))).toEqual([
    30_000, 60_000, 120_000, 240_000, 3_600_000, 3_600_000, 3_600_000,
  ])
  expect([0, 1].map((random) => backOffMs(1, random))).toEqual([24_000, 36_000])
})

it('is never zero and never more than 72 minutes', () => {
  assert(
    property(
      integer({ min: 1, max: 100_000 }),
      double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const ms = backOffMs(attempt, random)
        expect(ms).toBeGreaterThanOrEqual(24_000)
        expect(ms).toBeLessThanOrEqual(72 * 60_000)
      },
    ),
  )
})
