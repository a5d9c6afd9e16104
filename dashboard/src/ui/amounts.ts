// Amounts as they are typed. Pure.

/** How many decimals a currency has. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount as a field begins with it: `299.50`. */
export const typedOf = (amount: number, currency: string): Typed => amount.toFixed(decimalsOf(currency))

/** Whether a field may become an amount: `480.` is one in progress. */
export type Typed = string | number

/** The typed amount; undefined if it is invalid, incomplete, or has more decimals than its currency. */
export function amountOf(typed: Typed | undefined, currency: string): number | undefined {
  const text = String(typed ?? '')
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  const decimals = text.replace(/^-?\d+\.?/, '').replace(/0+$/, '').length
  return decimals <= decimalsOf(currency) ? Number(text) : undefined
}

/** An amount less another, exact to the minor unit of their currency. */
export function minus(amount: number, less: number, currency: string): number {
  const unit = 10 ** decimalsOf(currency)
  return (Math.round(amount * unit) - Math.round(less * unit)) / unit
}
