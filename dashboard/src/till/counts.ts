// Counted and expected amounts as they are typed. Pure.

import { type AmountInput, currencyDecimals, parseAmount } from '../ui/amounts.ts'
import type { OpenTill } from './queries.ts'

/** An amount without its currency, which is shown next to it: `1,000.00`. */
export function plainAmount(amount: number, currency: string, language: string): string {
  const decimals = currencyDecimals(currency)
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount)
}

export const countKey = ({ method, currency }: { method: string; currency: string }) =>
  `${method} ${currency}`

/** The counted amount less the expected one, as a decimal of the currency; zero if they match. */
export function countDifference(counted: number, expected: number, currency: string): number {
  const unit = 10 ** currencyDecimals(currency)
  return (Math.round(counted * unit) - Math.round(expected * unit)) / unit
}

export interface MethodCount {
  method: string
  currency: string
  expected: number
  amount: number
  difference: number
}

/** All counts, if each method has one; undefined while any is missing. */
export function completeCounts(
  { byMethod }: OpenTill,
  typed: Readonly<Record<string, AmountInput | undefined>>,
): MethodCount[] | undefined {
  const counts = byMethod.map(({ method, currency, net }) => {
    const amount = parseAmount(typed[countKey({ method, currency })], currency)
    return amount === undefined
      ? undefined
      : {
          method,
          currency,
          expected: net,
          amount,
          difference: countDifference(amount, net, currency),
        }
  })
  return counts.every((count) => count !== undefined) ? counts : undefined
}
