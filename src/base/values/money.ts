// Money is an integer number of minor units with its currency. Decimals exist only at the edge:
// JSON has 12.5, the database 1250 (or 12500 in a three-decimal currency).

import Big from 'big.js'
import * as currencies from 'dinero.js/currencies'

/**
 * ISO 4217 code → number of decimals, from the library's table (JPY 0, KWD 3). The table divides
 * two currencies by five (MGA, MRU), as their coins are; ISO and all payment systems give them two
 * decimals.
 */
const exponents = new Map<string, number>(
  Object.values(currencies).map(({ code, base, exponent }) => [code, base === 10 ? exponent : 2]),
)

/** Large enough for any bill in any currency, small enough that sums stay exact integers. */
export const minorUnitsMax = 1_000_000_000_000

/** True for a three-letter ISO 4217 code that is in use. */
export function isCurrency(code: string): boolean {
  return exponents.has(code)
}

/** Decimals of a currency. Throws on an unknown code: codes are checked where they enter. */
export function currencyDecimals(currency: string): number {
  const exponent = exponents.get(currency)
  if (exponent === undefined) throw new Error('unknown currency')
  return exponent
}

/**
 * A JSON amount in minor units; undefined when it is negative, too large, or has more decimals than
 * the currency.
 */
export function toMinorUnits(amount: number, currency: string): number | undefined {
  if (!Number.isFinite(amount) || amount < 0) return undefined
  // Most amounts are whole, and their product is exact up to the largest one.
  if (Number.isInteger(amount)) return wholeToMinorUnits(amount, currencyDecimals(currency))
  const minor = new Big(amount).times(new Big(10).pow(currencyDecimals(currency)))
  if (!minor.round(0, Big.roundDown).eq(minor) || minor.gt(minorUnitsMax)) return undefined
  return minor.toNumber()
}

function wholeToMinorUnits(amount: number, decimals: number): number | undefined {
  const minor = amount * 10 ** decimals
  return minor > minorUnitsMax ? undefined : minor
}

/**
 * The permitted amounts of a currency, for a sentence: `an amount of INR with at most 2 decimals,
 * up to 10000000000`.
 */
export function describeAmounts(currency: string): string {
  const decimals = currencyDecimals(currency)
  const decimalsRule = decimals === 0 ? 'without decimals' : `with at most ${decimals} decimals`
  return `an amount of ${currency} ${decimalsRule}, up to ${fromMinorUnits(minorUnitsMax, currency)}`
}

/** Minor units as a decimal number for JSON. */
export function fromMinorUnits(minor: number, currency: string): number {
  // Dividing exact operands gives the number nearest to the decimal, which prints as that decimal.
  return minor / 10 ** currencyDecimals(currency)
}

/**
 * An amount for display, in English: `INR 500.00`, `JPY 1,200`. With the code, because signs are
 * shared between countries, and fonts lack some.
 */
export function formatMoney(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(fromMinorUnits(minor, currency))
}

/**
 * A price as patients read it everywhere, in their language: `INR 500`, `INR 499.50`. The booking
 * element has the same rule in `Localization.money`.
 */
export function formatPrice(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(fromMinorUnits(minor, currency))
}
