// What a visit is charged: what the caller says where a key may say it, else the quote. Some quotes need the patient's record, and
// are settled inside the booking's transaction.

import { followableVisit } from '../availability/follow-up.ts'
import { type Price, quote } from '../availability/quote.ts'
import { countryMissing, countryTold } from '../booking/booked-patient.ts'
import type { DurationTier, Practice } from '../catalogue/configuration.ts'
import { isInternational } from '../catalogue/price-list.ts'
import type { Queries } from '../db/database.ts'
import { lock } from '../occupancy/locks.ts'
import { patientCountry } from '../patients/queries.ts'
import { dateAt } from '../values/clinic-time.ts'
import { minorUnitsMax, toMinorUnits } from '../values/money.ts'
import { invalid, problem } from '../values/problem.ts'
import type { BookingRequest } from './booking-body.ts'

/** A price, and what it stands on: the visit a follow-up belongs to, the pack that pays or was bought. */
export interface SettledPrice {
  price: Price
  discountMinor: number
  parentId: number | null
  patientPackageId: number | null
  /** Whose pack pays, where one does. */
  packOwnerId: number | null
}

/** Settled already, or to be settled with the patient; both throw the problems that money brings. */
export type VisitPrice = SettledPrice | PriceOfPatient

interface PriceOfPatient {
  /** It only reads; else it also writes or holds rows, and so belongs into the transaction of the visit. */
  isRead: boolean
  settle(queries: Queries, workspaceId: number, patientId: number): Promise<SettledPrice>
}

/** How a one-time visit is charged. `trusted`: a charge as the caller says it, where neither follow-up nor tier sets it. */
export function visitPrice(practice: Practice, tier: DurationTier | undefined, request: BookingRequest, trusted: boolean): VisitPrice {
  if (trusted && !request.followUp && !tier) return settled(request, chargeAsSent(request, request.currency ?? practice.location.currency))
  const quoted = (international: boolean) => quote(practice, { mode: request.mode, tier, followUp: request.followUp, international })
  const domestic = quoted(false)
  const foreign = quoted(true)
  if (request.followUp && domestic) return followUp(practice, request, domestic)
  // Only where there are two prices does it matter where the patient is from.
  if (!foreign?.isInternational) return settled(request, domestic ?? noFee(request))
  return {
    isRead: true,
    async settle(queries, workspaceId, patientId) {
      const [patient] = await queries.rows(patientCountry, { workspaceId, patientId })
      if (!patient) throw problem('PATIENT_NOT_FOUND')
      const fromAbroad = isInternational(practice.location, countryTold(patient, request.patientCountryCode))
      if (fromAbroad === null && !trusted) throw countryMissing()
      return settled(request, (fromAbroad ? foreign : domestic) ?? noFee(request))
    },
  }
}

function noFee({ mode }: BookingRequest): never {
  throw invalid(`the clinic has no fee for the mode ${mode}, so it cannot be booked under a session`)
}

function followUp(practice: Practice, request: BookingRequest, price: Price): VisitPrice {
  const unlinked = settled(request, price)
  return {
    isRead: false,
    async settle(queries, workspaceId, patientId) {
      const held = await lock(queries, workspaceId, { patient: patientId })
      if (!held.has('patient')) throw problem('PATIENT_NOT_FOUND')
      const date = dateAt(practice.location.timezone, request.from)
      const parentId = await followableVisit(queries, workspaceId, [patientId], practice, date)
      if (parentId === undefined) throw problem('FOLLOW_UP_NOT_ELIGIBLE')
      return { ...unlinked, parentId }
    },
  }
}

/** Under a key the caller's charge is trusted. */
function chargeAsSent({ consultationCharge = 0 }: BookingRequest, currency: string): Price {
  const amountMinor = toMinorUnits(consultationCharge, currency)
  if (amountMinor === undefined) throw invalid(`consultationCharge must be an amount of ${currency}, at most ${minorUnitsMax} of its smallest unit`)
  return { amountMinor, currency, isInternational: false }
}

/** The price, once currency and discount have been held against it. */
export function settled({ currency, discountAmount }: BookingRequest, price: Price): SettledPrice {
  if (currency !== undefined && currency !== price.currency) throw invalid(`currency must be ${price.currency}, the currency of this visit's fee`)
  const discountMinor = toMinorUnits(discountAmount, price.currency)
  if (discountMinor === undefined) throw invalid(`discountAmount must be an amount of ${price.currency}`)
  if (discountMinor > price.amountMinor) throw invalid('discountAmount must not exceed the amount it discounts')
  return { price, discountMinor, parentId: null, patientPackageId: null, packOwnerId: null }
}
