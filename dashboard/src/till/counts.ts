// Counted and expected amounts, as they are typed. Pure.

import { amountOf, decimalsOf, type Typed } from '../ui/amounts.ts'
import type { OpenTill } from './queries.ts'

/** An amount without its currency, which is shown beside it: `1,000.00`. */
export function plainAmount(amount: number, currency: string, language: string): string {
  const decimals = decimalsOf(currency)
  return new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(amount)
}

export const keyOf = ({ method, currency }: { method: string; currency: string }) => `${method} ${currency}`

/** Counted less expected: a decimal of the currency, zero if they match. */
export function differenceOf(counted: number, expected: number, currency: string): number {
  const unit = 10 ** decimalsOf(currency)
  return (Math.round(counted * unit) - Math.round(expected * unit)) / unit
}

export interface Counted {
  method: string
  currency: string
  expected: number
  amount: number
  difference: number
}

/** Every count, if each method has one; undefined while one is missing. */
export function countedOf({ byMethod }: OpenTill, typed: Readonly<Record<string, Typed | undefined>>): Counted[] | undefined {
  const counts = byMethod.map(({ method, currency, net }) => {
    const amount = amountOf(typed[keyOf({ method, currency })], currency)
    return amount === undefined ? undefined : { method, currency, expected: net, amount, difference: differenceOf(amount, net, currency) }
  })
  return counts.every((count) => count !== undefined) ? counts : undefined
}
