// Money as Stripe writes it. We count in the minor units of ISO 4217; Stripe has a list of its own, and takes some currencies in steps only.
// What does not fit exactly has no amount there, and what it tells that does not fit has none here: nothing is rounded.

import { decimalsOf, isCurrency, minorUnitsMax } from '../../../values/money.ts'

/** Counted in whole units there, whatever ISO says: MGA has two decimals in ISO. */
const wholeUnits = ['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF']
/** Counted in thousandths there, of which the last digit must be 0. */
const thousandths = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']
/** Counted in hundredths there as they once were, of which the last two digits must be 0. */
const onceHundredths = ['ISK', 'UGX']

interface Scale {
  decimals: number
  /** The amounts it takes are multiples of this. */
  step: number
}

/** How Stripe counts a currency; undefined for one that it is not known to count as ISO does, nor otherwise. */
function scaleOf(currency: string): Scale | undefined {
  if (!isCurrency(currency)) return undefined
  if (wholeUnits.includes(currency)) return { decimals: 0, step: 1 }
  if (thousandths.includes(currency)) return { decimals: 3, step: 10 }
  if (onceHundredths.includes(currency)) return { decimals: 2, step: 100 }
  return decimalsOf(currency) === 2 ? { decimals: 2, step: 1 } : undefined
}

/** Whether Stripe is known to count this currency; whether an account may take it is another matter. */
export const isCountedByStripe = (currency: string): boolean => scaleOf(currency) !== undefined

/** An amount in our minor units as Stripe is told it; undefined where Stripe cannot be told it exactly. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  const scale = scaleOf(currency)
  if (!scale) return undefined
  const amount = rescaled(minor, decimalsOf(currency), scale.decimals)
  return amount !== undefined && amount % scale.step === 0 ? amount : undefined
}

/** What Stripe says in our minor units, `currency` in capitals; undefined where they cannot say it exactly. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const scale = scaleOf(currency)
  return scale && rescaled(amount, scale.decimals, decimalsOf(currency))
}

/** What is beyond this is no amount of anybody. */
const amountMax = minorUnitsMax * 1_000

function rescaled(amount: number, from: number, to: number): number | undefined {
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > amountMax) return undefined
  const divisor = 10 ** Math.max(0, from - to)
  const scaled = (amount / divisor) * 10 ** Math.max(0, to - from)
  return amount % divisor === 0 && scaled <= amountMax ? scaled : undefined
}
