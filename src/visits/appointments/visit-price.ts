// The price of a visit: the caller's where a key may set it, otherwise the quote. Some quotes need
// the patient's record, and are settled inside the booking's transaction.

import type { Queries } from '../../base/db/database.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { describeAmounts, toMinorUnits } from '../../base/values/money.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Amount } from '../../clinic/audit/charge.ts'
import type { DurationTier, Practice } from '../../clinic/catalogue/configuration.ts'
import { isInternational } from '../../clinic/catalogue/price-list.ts'
import { findTierByLength } from '../availability/bookable.ts'
import { followableVisit } from '../availability/follow-up.ts'
import { type Price, quote } from '../availability/quote.ts'
import { countryMissingProblem } from '../booking/booked-patient.ts'
import { priceUnlessCharged } from '../booking/charge.ts'
import { lock } from '../occupancy/locks.ts'
import type { BookingRequest } from './booking-request.ts'
import { problem } from './problems.ts'

/**
 * A price and its basis: the visit that a follow-up belongs to, or the pack that pays or was
 * bought.
 */
export interface SettledPrice {
  price: Price
  /** The quoted price, if the caller charges a different one. */
  quoted: Amount | null
  discountMinor: number
  parentId: number | null
  patientPackageId: number | null
  /** The owner of the pack that pays, if one does. */
  packOwnerId: number | null
}

/**
 * A price that is settled, or that depends on the patient; settling it throws the price problems.
 */
export type VisitPrice = SettledPrice | CountryPrice | PatientPrice

interface CountryPrice {
  /** `country` is the patient's country, by dial code; undefined if unknown. */
  from(country: string | undefined): SettledPrice
}

interface PatientPrice {
  /**
   * Whether settling it only reads rows. If false, it also writes or locks rows, and so belongs in
   * the visit's transaction.
   */
  isRead: boolean
  settle(queries: Queries, workspaceId: number, patientId: number): Promise<SettledPrice>
}

/** Who books, and whose prices apply. */
export interface PriceRules {
  /** Whether the caller has a key, and is not under a session. */
  hasKey: boolean
  /** Whether the caller's prices apply, except for follow-ups and tiers. */
  trusted: boolean
}

/**
 * How a one-time visit is priced. A visit type has the clinic's price,
 * as a tier does.
 */
export function visitPrice(
  practice: Practice,
  tier: DurationTier | undefined,
  request: BookingRequest,
  { hasKey, trusted }: PriceRules,
): VisitPrice {
  if (trusted && !request.followUp && !tier && request.visitTypeId === null)
    return requestedPrice(practice, request)
  const quoteFor = (international: boolean) =>
    quote(practice, { mode: request.mode, tier, followUp: request.followUp, international })
  const domestic = quoteFor(false)
  const foreign = quoteFor(true)
  if (request.followUp && domestic) return followUpPrice(practice, request, domestic)
  // The patient's country matters only where there are two prices.
  if (!foreign?.isInternational) return toSettledPrice(request, domestic ?? throwNoFee(request))
  return {
    from(country) {
      const isAbroad = isInternational(practice.location, country)
      if (isAbroad === null && !hasKey) throw countryMissingProblem()
      return toSettledPrice(request, (isAbroad ? foreign : domestic) ?? throwNoFee(request))
    },
  }
}

function throwNoFee({ mode }: BookingRequest): never {
  throw invalid(
    `the clinic has no fee for the mode ${mode}, so it cannot be booked at the prices of the clinic`,
  )
}

function followUpPrice(practice: Practice, request: BookingRequest, price: Price): VisitPrice {
  const unlinked = toSettledPrice(request, price)
  return {
    isRead: false,
    async settle(queries, workspaceId, patientId) {
      const lockedKinds = await lock(queries, workspaceId, { patient: patientId })
      if (!lockedKinds.has('patient')) throw problem('PATIENT_NOT_FOUND')
      const date = dateAt(practice.location.timezone, request.from)
      const parentId = await followableVisit(queries, workspaceId, [patientId], practice, date)
      if (parentId === undefined) throw problem('FOLLOW_UP_NOT_ELIGIBLE')
      return { ...unlinked, parentId }
    },
  }
}

/** The charge that the caller sent, with the listed quote for the same visit. */
function requestedPrice(practice: Practice, request: BookingRequest): VisitPrice {
  const charge = requestedCharge(request, request.currency ?? practice.location.currency)
  const tier = quotedTier(practice, request)
  const quoteFor = (international: boolean) =>
    quote(practice, { mode: request.mode, tier, followUp: false, international })
  const withQuote = (price: Price | undefined): SettledPrice => ({
    ...toSettledPrice(request, charge),
    quoted: priceUnlessCharged(charge, price),
  })
  const domestic = quoteFor(false)
  const foreign = quoteFor(true)
  if (!foreign?.isInternational) return withQuote(domestic)
  return {
    from: (country) => withQuote(isInternational(practice.location, country) ? foreign : domestic),
  }
}

/**
 * The tier that the list quotes for a length that only tiers have, since the plain fee is not the
 * price shown for it.
 */
export function quotedTier(
  practice: Practice,
  { from, to }: BookingRequest,
): DurationTier | undefined {
  const lengthMins = (to - from) / 60_000
  return lengthMins === practice.slotMins ? undefined : findTierByLength(practice, lengthMins)
}

/** The charge that the caller requests, which is trusted under a key. */
function requestedCharge({ consultationCharge = 0 }: BookingRequest, currency: string): Price {
  const amountMinor = toMinorUnits(consultationCharge, currency)
  if (amountMinor === undefined)
    throw invalid(`consultationCharge must be ${describeAmounts(currency)}`)
  return { amountMinor, currency, isInternational: false }
}

/** Checks the currency and the discount against a price, and returns the settled price. */
export function toSettledPrice(
  { currency, discountAmount }: BookingRequest,
  price: Price,
): SettledPrice {
  if (currency !== undefined && currency !== price.currency)
    throw invalid(`currency must be ${price.currency}, the currency of this visit's fee`)
  const discountMinor = toMinorUnits(discountAmount, price.currency)
  if (discountMinor === undefined)
    throw invalid(`discountAmount must be ${describeAmounts(price.currency)}`)
  if (discountMinor > price.amountMinor)
    throw invalid('discountAmount must not exceed the amount it discounts')
  return {
    price,
    quoted: null,
    discountMinor,
    parentId: null,
    patientPackageId: null,
    packOwnerId: null,
  }
}
