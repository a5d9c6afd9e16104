// The price of a pack on sale. Plans show the price per session; the buyer is charged the whole
// price.

import type { SessionPack } from '../../clinic/catalogue/configuration.ts'

export interface PackPrice {
  amountMinor: number
  currency: string
  isInternational: boolean
}

/**
 * The price of a pack for a patient from the location's country or from abroad, which may be the
 * same.
 */
export function packPrice(
  { amountMinor, currency, internationalAmountMinor, internationalCurrency }: SessionPack,
  isAbroad: boolean,
): PackPrice {
  return isAbroad && internationalAmountMinor !== null && internationalCurrency !== null
    ? {
        amountMinor: internationalAmountMinor,
        currency: internationalCurrency,
        isInternational: true,
      }
    : { amountMinor, currency, isInternational: false }
}

/** The price per session, rounded to the nearest minor unit. */
export function pricePerSession(pack: SessionPack, isAbroad: boolean): PackPrice {
  const price = packPrice(pack, isAbroad)
  return { ...price, amountMinor: Math.round(price.amountMinor / pack.totalSessions) }
}
