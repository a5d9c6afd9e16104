import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf } from '../../../values/money.ts'
import { fromStripeAmount, isCountedByStripe, toStripeAmount } from './stripe-money.ts'

const counted = 'INR USD EUR AED HUF TWD MRU JPY KRW VND XOF CLP MGA ISK UGX KWD BHD JOD OMR TND'.split(' ')

describe('an amount for Stripe', () => {
  it.each([
    // Two decimals with both.
    ['INR', 50_000, 50_000],
    ['HUF', 1_045, 1_045],
    ['TWD', 80_045, 80_045],
    ['MRU', 20, 20],
    // None with both.
    ['JPY', 500, 500],
    ['XOF', 1, 1],
    // None in ISO, two there, of which both are 0.
    ['UGX', 5, 500],
    ['ISK', 1_999, 199_900],
    // Two in ISO, none there.
    ['MGA', 50_000, 500],
    ['MGA', 50_050, undefined],
    // Three with both, of which the last is 0 there.
    ['KWD', 5_120, 5_120],
    ['KWD', 5_124, undefined],
    ['TND', 1, undefined],
    // Not known to be counted there at all.
    ['IQD', 1_000, undefined],
    ['LYD', 1_000, undefined],
    ['CLF', 10_000, undefined],
    ['UYI', 10, undefined],
    ['XXQ', 100, undefined],
    ['inr', 100, undefined],
    // No amounts.
    ['INR', -1, undefined],
    ['INR', 1.5, undefined],
    ['INR', Number.NaN, undefined],
    ['INR', Number.POSITIVE_INFINITY, undefined],
  ])('in %s, %s is %s', (currency, minor, amount) => {
    expect(toStripeAmount(minor, currency)).toBe(amount)
  })

  it.each([
    ['UGX', 500, 5],
    ['UGX', 501, undefined],
    ['ISK', 199_950, undefined],
    ['MGA', 500, 50_000],
    // Of what it once took, or settles by itself, all is told.
    ['KWD', 5_124, 5_124],
    ['JPY', 500, 500],
    ['XXQ', 500, undefined],
    ['IQD', 500, undefined],
    ['INR', '500', undefined],
    ['INR', null, undefined],
  ])('of %s, %s is ours of %s', (currency, amount, minor) => {
    expect(fromStripeAmount(amount as number, currency)).toBe(minor)
  })

  it('is the same money there as here, and comes back as it was, or is refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...counted), fc.integer({ min: 0, max: 1_000_000_000_000 }), (currency, minor) => {
        const amount = toStripeAmount(minor, currency)
        // The decimals of Stripe's list, by another way than the code's.
        const decimals = currency === 'MGA' ? 0 : ['ISK', 'UGX'].includes(currency) ? 2 : decimalsOf(currency)
        const isExact = currency === 'MGA' ? minor % 100 === 0 : decimals === 3 ? minor % 10 === 0 : true
        expect(amount !== undefined).toBe(isExact)
        if (amount === undefined) return
        expect(BigInt(amount) * 10n ** BigInt(decimalsOf(currency))).toBe(BigInt(minor) * 10n ** BigInt(decimals))
        expect(fromStripeAmount(amount, currency)).toBe(minor)
      }),
      { numRuns: 5_000 },
    )
  })

  it('that Stripe tells is the same money here, or nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...counted), fc.maxSafeInteger(), (currency, amount) => {
        const minor = fromStripeAmount(amount, currency)
        if (minor === undefined) return
        expect(Number.isSafeInteger(minor) && minor >= 0).toBe(true)
        const decimals = currency === 'MGA' ? 0 : ['ISK', 'UGX'].includes(currency) ? 2 : decimalsOf(currency)
        expect(BigInt(minor) * 10n ** BigInt(decimals)).toBe(BigInt(amount) * 10n ** BigInt(decimalsOf(currency)))
      }),
    )
  })

  it('is asked about by currency', () => {
    expect(counted.filter((currency) => !isCountedByStripe(currency))).toEqual([])
    expect(['IQD', 'LYD', 'CLF', 'XXQ', ''].filter(isCountedByStripe)).toEqual([])
  })
})
