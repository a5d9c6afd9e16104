// Amounts of a file are in the currency of the location they belong to, with its decimals.

import { decimalsOf, isCurrency, toMinorUnits } from '../values/money.ts'
import type { Report } from './checking.ts'

/** Reports an amount that the currency has not the decimals for. */
export function checkAmount(amount: unknown, currency: unknown, path: string, report: Report) {
  // A location without a currency has a mistake of its own.
  if (typeof amount !== 'number' || amount < 0 || typeof currency !== 'string' || !isCurrency(currency)) return
  if (toMinorUnits(amount, currency) === undefined) report(path, `is no amount of ${currency}, which has ${decimalsOf(currency)} decimals`, { found: amount })
}

type Currencies = Readonly<Record<string, { currency: string; internationalCurrency?: string }>>

/** A checked amount in the smallest unit of the location's currency, or of its international one. */
export function minorUnits(amount: number, locations: Currencies, location: string, international = false): number {
  const currency = international ? locations[location]?.internationalCurrency : locations[location]?.currency
  const minor = currency === undefined ? undefined : toMinorUnits(amount, currency)
  if (minor === undefined) throw new Error('an amount was not checked when the file was read')
  return minor
}
