import { countriesMeant } from '../values/country.ts'
import type { Mode } from '../values/modes.ts'
import type { DurationTier, Fee, Location, Practice } from './configuration.ts'

/**
 * Whether a location quotes a patient from its international price list: null when the country was
 * not given or means nothing, false at home, and false where no such list is kept (WS-15, WS-16, A-069).
 */
export function isInternational(location: Location, patientCountryCode: string | undefined): boolean | null {
  const countries = patientCountryCode === undefined ? undefined : countriesMeant(patientCountryCode)
  if (!countries) return null
  // A dial code shared by several countries is domestic if the clinic's is among them.
  return location.internationalCurrency !== null && !countries.has(location.country)
}

/** The price of one visit. */
export interface Price {
  amountMinor: number
  currency: string
  isInternational: boolean
}

/**
 * The fee of a visit in a mode. A walk-in without fees of its own costs what an in-clinic visit does
 * a practice without an international fee for the mode quotes the domestic one. Undefined
 * where the practice has no fee at all for the mode.
 */
export function feeOf(practice: Practice, mode: Mode, international: boolean): Price | undefined {
  const own = practice.fees.filter((fee) => fee.mode === mode)
  const fees = own.length === 0 && mode === 'WALK_IN' ? practice.fees.filter((fee) => fee.mode === 'OFFLINE') : own
  const chosen: Fee | undefined = fees.find((fee) => fee.isInternational === international) ?? fees.find((fee) => !fee.isInternational)
  return chosen && { amountMinor: chosen.amountMinor, currency: chosen.currency, isInternational: chosen.isInternational }
}

/** The fee of a duration tier, which replaces every other. */
export function tierPrice(practice: Practice, tier: DurationTier, international: boolean): Price {
  const { currency, internationalCurrency } = practice.location
  return international && tier.internationalAmountMinor !== null && internationalCurrency !== null
    ? { amountMinor: tier.internationalAmountMinor, currency: internationalCurrency, isInternational: true }
    : { amountMinor: tier.amountMinor, currency, isInternational: false }
}
