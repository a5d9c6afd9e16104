import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDecimals, isCurrency, minorUnitsMax } from '../../../../base/values/money.ts'
import { fromRazorpayAmount, takesCurrency, toRazorpayAmount } from './razorpay-amount.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters
  .flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)))
  .filter(isCurrency)
const taken = codes.filter(takesCurrency)

describe('an amount at Razorpay', () => {
  it('is in the smallest unit, by the decimals of its currency [A-068]', () => {
    expect(taken).toHaveLength(126)
    for (const currency of ['INR', 'USD', 'HUF', 'LAK', 'YER', 'MGA'])
      expect([currencyDecimals(currency), toRazorpayAmount(29_995, currency)]).toEqual([2, 29_995])
    for (const currency of ['JPY', 'VND', 'ISK', 'UGX', 'PYG'])
      expect([currencyDecimals(currency), toRazorpayAmount(295, currency)]).toEqual([0, 295])
    for (const currency of ['KWD', 'BHD', 'OMR', 'JOD', 'TND', 'IQD']) {
      expect([currencyDecimals(currency), toRazorpayAmount(295_990, currency)]).toEqual([
        3, 295_990,
      ])
      expect(toRazorpayAmount(295_991, currency)).toBeUndefined()
      expect(fromRazorpayAmount(295_991, currency)).toBe(295_991)
    }
  })

  it('does not exist in a currency that Razorpay does not list', () => {
    for (const currency of ['LYD', 'CLF', 'XXQ', 'HRK', 'inr', '']) {
      expect(toRazorpayAmount(1_000, currency)).toBeUndefined()
      expect(fromRazorpayAmount(1_000, currency)).toBeUndefined()
    }
  })

  it('is the same there and back, or is not sent [A-068]', () => {
    const anyMinor = fc.oneof(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: minorUnitsMax }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...taken), anyMinor, (currency, minor) => {
        const amount = toRazorpayAmount(minor, currency)
        if (amount === undefined) return currencyDecimals(currency) === 3 && minor % 10 !== 0
        return fromRazorpayAmount(amount, currency) === minor
      }),
      { numRuns: 5_000 },
    )
  })

  it('must be a positive whole number', () => {
    for (const minor of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, minorUnitsMax + 1])
      expect(toRazorpayAmount(minor, 'INR')).toBeUndefined()
    for (const amount of [-1, 1.5, '100', null, undefined, 2 ** 53, [100]])
      expect(fromRazorpayAmount(amount, 'INR')).toBeUndefined()
    expect(fromRazorpayAmount(0, 'INR')).toBe(0)
  })
})
