// The steps in which gateways accept amounts of a currency. Amounts between them could never be
// paid online, so they are refused as prices.

import { minorUnitsMax } from '../../../base/values/money.ts'
import { toRazorpayAmount } from './razorpay/razorpay-amount.ts'
import { toStripeAmount } from './stripe/stripe-money.ts'

const amounts: Readonly<Record<string, (minor: number, currency: string) => number | undefined>> = {
  stripe: toStripeAmount,
  razorpay: toRazorpayAmount,
}

/**
 * The step, in minor units, of which all amounts that a gateway accepts in a currency are
 * multiples; 1 if it accepts any amount, or none.
 */
export function priceStepMinor(gateway: string, currency: string): number {
  const amountAt = Object.hasOwn(amounts, gateway) ? amounts[gateway] : undefined
  for (let step = 1; amountAt && step <= minorUnitsMax; step *= 10)
    if (amountAt(step, currency) !== undefined) return step
  return 1
}
