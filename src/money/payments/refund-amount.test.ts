import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runSize } from '../../../test/support/run/sizes.ts'
import {
  currencyDecimals,
  fromMinorUnits,
  minorUnitsMax,
  toMinorUnits,
} from '../../base/values/money.ts'
import { refundMinor } from './refund-amount.ts'

/**
 * The same with integers only: the digits of the percentage as written, and the remainder of one
 * division.
 */
function oracle(payableMinor: number, percentage: number): bigint {
  const [digits = '', exponent = '0'] = String(percentage).toLowerCase().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = fraction.length - Number(exponent)
  const numerator =
    BigInt(payableMinor) * BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -shift))
  const denominator = 100n * 10n ** BigInt(Math.max(0, shift))
  const up = (numerator % denominator) * 2n >= denominator ? 1n : 0n
  return numerator / denominator + up
}

const percentages = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.integer({ min: 0, max: 20_000 }).map((n) => n / 200),
)

it('is the payable amount times the percentage, rounded half up, for every amount [STAT-20]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: minorUnitsMax }), percentages, (payable, percentage) => {
      expect(BigInt(refundMinor(payable, percentage))).toBe(oracle(payable, percentage))
    }),
    { numRuns: runSize(20_000, 1_000_000) },
  )
})

it.each([
  ['JPY', 1001, 50, 501],
  ['INR', 500, 50, 250],
  ['INR', 0.01, 50, 0.01],
  ['INR', 99.99, 33.333, 33.33],
  ['KWD', 10.005, 12.5, 1.251],
  ['KWD', 0.001, 49.9, 0],
  ['EUR', 123.45, 100, 123.45],
  ['EUR', 123.45, 0, 0],
])('in %s of %d is %d percent %d', (currency, payable, percentage, expected) => {
  const minor = toMinorUnits(payable, currency) as number
  expect(fromMinorUnits(refundMinor(minor, percentage), currency)).toBe(expected)
  expect(String(expected).split('.')[1]?.length ?? 0).toBeLessThanOrEqual(
    currencyDecimals(currency),
  )
})
