// Amounts in a file are in their location's currency, with its number of decimals.

import {
  currencyDecimals,
  fromMinorUnits,
  isCurrency,
  toMinorUnits,
} from '../../base/values/money.ts'
import { priceStepMinor } from '../../money/payments/gateways/price-steps.ts'
import type { Mapping, Report } from './checking.ts'

/** Reports an amount with more decimals than the currency has. */
export function checkAmount(amount: unknown, currency: unknown, path: string, report: Report) {
  // A location without a valid currency is reported separately.
  if (
    typeof amount !== 'number' ||
    amount < 0 ||
    typeof currency !== 'string' ||
    !isCurrency(currency)
  )
    return
  if (toMinorUnits(amount, currency) === undefined)
    report(path, `is no amount of ${currency}, which has ${currencyDecimals(currency)} decimals`, {
      found: amount,
    })
}

/**
 * Does the same for a price that can be paid online, and reports a price that the workspace's
 * gateway cannot accept.
 */
export function checkPrice(
  price: unknown,
  currency: unknown,
  workspace: Mapping,
  path: string,
  report: Report,
) {
  checkAmount(price, currency, path, report)
  const { paymentGateway } = workspace
  if (
    typeof price !== 'number' ||
    typeof currency !== 'string' ||
    !isCurrency(currency) ||
    typeof paymentGateway !== 'string'
  )
    return
  const step = priceStepMinor(paymentGateway, currency)
  const minor = toMinorUnits(price, currency)
  if (minor === undefined || minor % step === 0) return
  report(
    path,
    `cannot be paid at ${paymentGateway}, which takes ${currency} in steps of ${fromMinorUnits(step, currency)}`,
    { found: price },
  )
}

type Currencies = Readonly<Record<string, { currency: string; internationalCurrency?: string }>>

/** A validated amount in minor units of the location's currency, or of its international one. */
export function minorUnits(
  amount: number,
  locations: Currencies,
  location: string,
  international = false,
): number {
  const currency = international
    ? locations[location]?.internationalCurrency
    : locations[location]?.currency
  const minor = currency === undefined ? undefined : toMinorUnits(amount, currency)
  if (minor === undefined) throw new Error('an amount was not checked when the file was read')
  return minor
}
