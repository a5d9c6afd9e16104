// The price of a pack on sale. Plans show a session's share of it; whoever buys it is charged the whole.

import type { SessionPack } from '../catalogue/configuration.ts'

export interface PackPrice {
  amountMinor: number
  currency: string
  isInternational: boolean
}

/** The price of a pack for a patient from the location's country, or from abroad; the same for all where it has one price. */
export function packPrice({ amountMinor, currency, internationalAmountMinor, internationalCurrency }: SessionPack, fromAbroad: boolean): PackPrice {
  return fromAbroad && internationalAmountMinor !== null && internationalCurrency !== null
    ? { amountMinor: internationalAmountMinor, currency: internationalCurrency, isInternational: true }
    : { amountMinor, currency, isInternational: false }
}

/** A session's share of it, to the nearest smallest unit of the currency. */
export function pricePerSession(pack: SessionPack, fromAbroad: boolean): PackPrice {
  const price = packPrice(pack, fromAbroad)
  return { ...price, amountMinor: Math.round(price.amountMinor / pack.totalSessions) }
}
