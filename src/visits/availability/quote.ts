// The only code that quotes prices. Plans and bookings both use it, so the listed price is the
// booked price.

import type { Mode } from '../../base/values/modes.ts'
import type { DurationTier, Fee, Practice } from '../../clinic/catalogue/configuration.ts'

/** The price of one visit. */
export interface Price {
  amountMinor: number
  currency: string
  isInternational: boolean
}

/** The inputs of a price. */
export interface PriceInput {
  mode: Mode
  tier: DurationTier | undefined
  followUp: boolean
  /** Whether the price is from the international price list, if there is one. */
  international: boolean
}

/**
 * The price of a visit: as a follow-up, otherwise by its duration tier, otherwise by its mode
 * . Undefined if the practice has no fee for the mode.
 */
export function quote(
  practice: Practice,
  { mode, tier, followUp, international }: PriceInput,
): Price | undefined {
  if (followUp)
    return {
      amountMinor: practice.followUpFeeMinor,
      currency: practice.location.currency,
      isInternational: false,
    }
  return tier ? tierPrice(practice, tier, international) : modePrice(practice, mode, international)
}

/**
 * Walk-ins without their own fees cost as much as in-clinic visits; if the mode has no
 * international fee, the domestic one is quoted.
 */
function modePrice(practice: Practice, mode: Mode, international: boolean): Price | undefined {
  const modeFees = practice.fees.filter((fee) => fee.mode === mode)
  const fees =
    modeFees.length === 0 && mode === 'WALK_IN'
      ? practice.fees.filter((fee) => fee.mode === 'OFFLINE')
      : modeFees
  const chosen: Fee | undefined =
    fees.find((fee) => fee.isInternational === international) ??
    fees.find((fee) => !fee.isInternational)
  return (
    chosen && {
      amountMinor: chosen.amountMinor,
      currency: chosen.currency,
      isInternational: chosen.isInternational,
    }
  )
}

/** The fee of a duration tier replaces all others. */
function tierPrice(practice: Practice, tier: DurationTier, international: boolean): Price {
  const { currency, internationalCurrency } = practice.location
  return international && tier.internationalAmountMinor !== null && internationalCurrency !== null
    ? {
        amountMinor: tier.internationalAmountMinor,
        currency: internationalCurrency,
        isInternational: true,
      }
    : { amountMinor: tier.amountMinor, currency, isInternational: false }
}
