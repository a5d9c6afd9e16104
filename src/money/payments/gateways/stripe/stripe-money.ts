// Amounts in Stripe's units. We count in the minor units of ISO 4217; Stripe has its own list, and
// takes some currencies only in steps. An amount that cannot be converted exactly is undefined, in
// both directions: nothing is rounded.

import { currencyDecimals, isCurrency, minorUnitsMax } from '../../../../base/values/money.ts'

/** Currencies that Stripe counts in whole units, whatever ISO says: MGA has two decimals in ISO. */
const wholeUnits = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]
/** Currencies that Stripe counts in thousandths; the last digit must be 0. */
const thousandths = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']
/**
 * Currencies that Stripe counts in hundredths, as they once were; the last two digits must be 0.
 */
const formerHundredths = ['ISK', 'UGX']

interface Scale {
  decimals: number
  /** Amounts must be multiples of this. */
  step: number
}

/** How Stripe counts a currency; undefined if that is not known. */
function stripeScale(currency: string): Scale | undefined {
  if (!isCurrency(currency)) return undefined
  if (wholeUnits.includes(currency)) return { decimals: 0, step: 1 }
  if (thousandths.includes(currency)) return { decimals: 3, step: 10 }
  if (formerHundredths.includes(currency)) return { decimals: 2, step: 100 }
  return currencyDecimals(currency) === 2 ? { decimals: 2, step: 1 } : undefined
}

/** Whether it is known how Stripe counts this currency; an account may still not accept it. */
export const isCountedByStripe = (currency: string): boolean => stripeScale(currency) !== undefined

/** Our minor units in Stripe's units; undefined if there is no exact equivalent. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const scale = stripeScale(currency)
  if (!scale) return undefined
  const amount = rescale(minor, currencyDecimals(currency), scale.decimals)
  return amount !== undefined && amount % scale.step === 0 ? amount : undefined
}

/**
 * Stripe's units in our minor units, `currency` in capitals; undefined if there is no exact
 * equivalent.
 */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const scale = stripeScale(currency)
  return scale && rescale(amount, scale.decimals, currencyDecimals(currency))
}

/** The limit for amounts from Stripe: larger numbers are not real amounts. */
const amountMax = minorUnitsMax * 1_000

function rescale(amount: number, from: number, to: number): number | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > amountMax) return undefined
  const divisor = 10 ** Math.max(0, from - to)
  const scaled = (amount / divisor) * 10 ** Math.max(0, to - from)
  return amount % divisor === 0 && scaled <= amountMax ? scaled : undefined
}
