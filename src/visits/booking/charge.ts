// Compares a caller's charge with the clinic's price.

import { fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import type { Amount } from '../../clinic/audit/charge.ts'
import { problem } from './problems.ts'

/** The price, if the charge is different; null if they are equal, or there is no price. */
export function priceUnlessCharged(charge: Amount, price: Amount | undefined): Amount | null {
  if (!price || (price.amountMinor === charge.amountMinor && price.currency === charge.currency))
    return null
  return { amountMinor: price.amountMinor, currency: price.currency }
}

/**
 * Refuses an amount that is not the price; accepts an amount that was not sent. Throws
 * CHARGE_MISMATCH.
 */
export function refuseOtherCharge(
  member: 'consultationCharge' | 'packageAmount',
  sentAmount: number | undefined,
  { amountMinor, currency }: Amount,
): void {
  if (sentAmount === undefined || toMinorUnits(sentAmount, currency) === amountMinor) return
  throw problem('CHARGE_MISMATCH', {
    member,
    price: `${fromMinorUnits(amountMinor, currency)} ${currency}`,
  })
}
