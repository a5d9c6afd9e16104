// The one quote. Plans show it and a booking is charged it, so the price listed is the price booked.

import type { DurationTier, Fee, Practice } from '../catalogue/configuration.ts'
import type { Mode } from '../values/modes.ts'

/** The price of one visit. */
export interface Price {
  amountMinor: number
  currency: string
  isInternational: boolean
}

/** What a price depends on. */
export interface Priced {
  mode: Mode
  tier: DurationTier | undefined
  followUp: boolean
  /** From the international price list, where there is one. */
  international: boolean
}

/** The price of a visit: as a follow-up, else by its duration tier, else by its mode. Undefined where the practice has no fee for the mode. */
export function quote(practice: Practice, { mode, tier, followUp, international }: Priced): Price | undefined {
  if (followUp) return { amountMinor: practice.followUpFeeMinor, currency: practice.location.currency, isInternational: false }
  return tier ? tierPrice(practice, tier, international) : feeOf(practice, mode, international)
}

/**
 * A walk-in without fees of its own costs what an in-clinic visit does; a practice without an international fee for the
 * mode quotes the domestic one.
 */
function feeOf(practice: Practice, mode: Mode, international: boolean): Price | undefined {
  const own = practice.fees.filter((fee) => fee.mode === mode)
  const fees = own.length === 0 && mode === 'WALK_IN' ? practice.fees.filter((fee) => fee.mode === 'OFFLINE') : own
  const chosen: Fee | undefined = fees.find((fee) => fee.isInternational === international) ?? fees.find((fee) => !fee.isInternational)
  return chosen && { amountMinor: chosen.amountMinor, currency: chosen.currency, isInternational: chosen.isInternational }
}

/** The fee of a duration tier replaces every other. */
function tierPrice(practice: Practice, tier: DurationTier, international: boolean): Price {
  const { currency, internationalCurrency } = practice.location
  return international && tier.internationalAmountMinor !== null && internationalCurrency !== null
    ? { amountMinor: tier.internationalAmountMinor, currency: internationalCurrency, isInternational: true }
    : { amountMinor: tier.amountMinor, currency, isInternational: false }
}
