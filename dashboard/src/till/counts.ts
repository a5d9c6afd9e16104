// Counted and expected amounts, as they are typed. Pure.

import type { OpenTill } from './queries.ts'

/** How many decimals a currency has. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

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

/** Whether a field may become an amount: `480.` is one in progress. */
export type Typed = string | number

/** The typed amount; undefined if it is invalid, incomplete, or has more decimals than its currency. */
export function amountOf(typed: Typed | undefined, currency: string): number | undefined {
  const text = String(typed ?? '')
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  const decimals = text.replace(/^-?\d+\.?/, '').replace(/0+$/, '').length
  return decimals <= decimalsOf(currency) ? Number(text) : undefined
}

/** Every count, if each method has one; undefined while one is missing. */
export function countedOf({ byMethod }: OpenTill, typed: Readonly<Record<string, Typed | undefined>>): Counted[] | undefined {
  const counts = byMethod.map(({ method, currency, net }) => {
    const amount = amountOf(typed[keyOf({ method, currency })], currency)
    return amount === undefined ? undefined : { method, currency, expected: net, amount, difference: differenceOf(amount, net, currency) }
  })
  return counts.every((count) => count !== undefined) ? counts : undefined
}
