// The audit's data about a booking that was not charged its price.

export interface Amount {
  amountMinor: number
  currency: string
}

/** The charge, and the price. */
export interface OtherCharge {
  charged: Amount
  quoted: Amount
}

/** The columns of a charge; all null if the price was charged. */
export const chargeParameters = {
  chargedMinor: 'bigint?',
  chargedCurrency: 'text?',
  quotedMinor: 'bigint?',
  quotedCurrency: 'text?',
} as const

export function chargeValues(other: OtherCharge | undefined) {
  return {
    chargedMinor: other?.charged.amountMinor ?? null,
    chargedCurrency: other?.charged.currency ?? null,
    quotedMinor: other?.quoted.amountMinor ?? null,
    quotedCurrency: other?.quoted.currency ?? null,
  }
}
