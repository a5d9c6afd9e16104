import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencyDecimals } from '../../../base/values/money.ts'
import { priceStepMinor } from './price-steps.ts'
import { takesCurrency, toRazorpayAmount } from './razorpay/razorpay-amount.ts'
import { isCountedByStripe, toStripeAmount } from './stripe/stripe-money.ts'

const currencies = Intl.supportedValuesOf('currency').filter((code) => {
  try {
    return currencyDecimals(code) >= 0
  } catch {
    return false
  }
})

it.each([
  ['stripe', toStripeAmount, isCountedByStripe],
  ['razorpay', toRazorpayAmount, takesCurrency],
] as const)(
  'a price is a multiple of the step of %s if and only if that takes it',
  (gateway, amountAt, takes) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies.filter(takes)),
        fc.integer({ min: 1, max: 1_000_000 }),
        (currency, minor) => {
          expect(minor % priceStepMinor(gateway, currency) === 0, `${minor} ${currency}`).toBe(
            amountAt(minor, currency) !== undefined,
          )
        },
      ),
      { numRuns: 2_000 },
    )
  },
)

it('any price of a currency can be paid in the sandbox, and is not refused where a gateway takes none of it', () => {
  expect([
    priceStepMinor('sandbox', 'KWD'),
    priceStepMinor('constructor', 'KWD'),
    priceStepMinor('stripe', 'CLF'),
  ]).toEqual([1, 1, 1])
})
