import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDecimals } from '../../../../base/values/money.ts'
import { fromStripeAmount, isCountedByStripe, toStripeAmount } from './stripe-money.ts'

const counted =
  'INR USD EUR AED HUF TWD MRU JPY KRW VND XOF CLP MGA ISK UGX KWD BHD JOD OMR TND'.split(' ')

/** Stripe's list of decimals, computed differently from the code. */
function stripeDecimals(currency: string): number {
  if (currency === 'MGA') return 0
  return ['ISK', 'UGX'].includes(currency) ? 2 : currencyDecimals(currency)
}

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
    // None in ISO, two at Stripe, both of which are 0.
    ['UGX', 5, 500],
    ['ISK', 1_999, 199_900],
    // Two in ISO, none at Stripe.
    ['MGA', 50_000, 500],
    ['MGA', 50_050, undefined],
    // Three with both, the last of which is 0 at Stripe.
    ['KWD', 5_120, 5_120],
    ['KWD', 5_124, undefined],
    ['TND', 1, undefined],
    // Unknown to Stripe.
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
    // An amount that Stripe returns is read even if a request could not contain it.
    ['KWD', 5_124, 5_124],
    ['JPY', 500, 500],
    ['XXQ', 500, undefined],
    ['IQD', 500, undefined],
    ['INR', '500', undefined],
    ['INR', null, undefined],
  ])('of %s, %s is ours of %s', (currency, amount, minor) => {
    expect(fromStripeAmount(amount as number, currency)).toBe(minor)
  })

  it('is the same money there as here, and is the same when converted back, or is refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...counted),
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        (currency, minor) => {
          const amount = toStripeAmount(minor, currency)
          const decimals = stripeDecimals(currency)
          let smallestMinor = 1
          if (currency === 'MGA') smallestMinor = 100
          else if (decimals === 3) smallestMinor = 10
          expect(amount !== undefined).toBe(minor % smallestMinor === 0)
          if (amount === undefined) return
          expect(BigInt(amount) * 10n ** BigInt(currencyDecimals(currency))).toBe(
            BigInt(minor) * 10n ** BigInt(decimals),
          )
          expect(fromStripeAmount(amount, currency)).toBe(minor)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  it('from Stripe is the same money here, or undefined', () => {
    fc.assert(
      fc.property(fc.constantFrom(...counted), fc.maxSafeInteger(), (currency, amount) => {
        const minor = fromStripeAmount(amount, currency)
        if (minor === undefined) return
        expect(Number.isSafeInteger(minor) && minor >= 0).toBe(true)
        expect(BigInt(minor) * 10n ** BigInt(stripeDecimals(currency))).toBe(
          BigInt(amount) * 10n ** BigInt(currencyDecimals(currency)),
        )
      }),
    )
  })

  it('is queried by currency', () => {
    expect(counted.filter((currency) => !isCountedByStripe(currency))).toEqual([])
    expect(['IQD', 'LYD', 'CLF', 'XXQ', ''].filter(isCountedByStripe)).toEqual([])
  })
})
