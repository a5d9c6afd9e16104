// Amounts as they are typed. Pure.

/** How many decimals a currency has. */
export const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** An amount as a field first shows it: `299.50`. */
export const toAmountInput = (amount: number, currency: string): AmountInput =>
  amount.toFixed(currencyDecimals(currency))

/** Whether the typed text may become an amount: `480.` is one in progress. */
export type AmountInput = string | number

/**
 * The typed amount; undefined if it is invalid, incomplete, or has more decimals than its currency.
 */
export function parseAmount(input: AmountInput | undefined, currency: string): number | undefined {
  const text = String(input ?? '')
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  const decimals = text.replace(/^-?\d+\.?/, '').replace(/0+$/, '').length
  return decimals <= currencyDecimals(currency) ? Number(text) : undefined
}

/** One amount less another, exact to the minor unit of their currency. */
export function subtractAmount(amount: number, subtrahend: number, currency: string): number {
  const unit = 10 ** currencyDecimals(currency)
  return (Math.round(amount * unit) - Math.round(subtrahend * unit)) / unit
}
