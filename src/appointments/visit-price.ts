// What a visit costs: said by the caller, or decided by a duration tier or a follow-up. Some prices can
// be known only with the patient's record at hand, inside the booking's transaction.

import { followableVisit, followUpPrice } from '../availability/follow-up.ts'
import type { DurationTier, Practice } from '../catalogue/configuration.ts'
import { feeOf, isInternational, type Price, tierPrice } from '../catalogue/pricing.ts'
import type { Queries } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { invalid, refusal } from '../http/errors.ts'
import type { Caller } from '../http/route.ts'
import { patientCountry } from '../patients/queries.ts'
import { dateAt } from '../values/clinic-time.ts'
import { fromMinorUnits, minorUnitsMax, toMinorUnits } from '../values/money.ts'
import { dialCodeOfPhone } from '../values/phone.ts'
import type { BookingRequest } from './booking-body.ts'
import { lockPatient } from './queries.ts'

/** A price, and the visit that a follow-up belongs to. */
export interface SettledPrice {
  price: Price
  parentId: number | null
}

/** Settled already, or to be settled with the patient; both throw the refusals that money brings. */
export type VisitPrice = SettledPrice | { settle(queries: Queries, workspaceId: number, patientId: number): Promise<SettledPrice> }

/** How a visit is priced: as a follow-up, else by its tier, else as the key says, or by the fee under a session. */
export function visitPrice(practice: Practice, tier: DurationTier | undefined, request: BookingRequest, kind: Caller['kind']): VisitPrice {
  if (kind === 'session') refuseOwnTerms(request)
  if (request.followUp) return followUp(practice, request)
  if (tier) return byTier(practice, tier, request)
  if (kind === 'session') return byFee(practice, request)
  return settled(request, chargeAsSent(request, request.currency ?? practice.location.currency))
}

function followUp(practice: Practice, request: BookingRequest): VisitPrice {
  const { price } = settled(request, followUpPrice(practice))
  return {
    async settle(queries, workspaceId, patientId) {
      const [patient] = await queries.rows(lockPatient, [workspaceId, patientId])
      if (!patient) throw refusal('PATIENT_NOT_FOUND')
      const date = dateAt(practice.location.timezone, request.from)
      const parentId = await followableVisit(queries, workspaceId, [patientId], practice, date)
      if (parentId === undefined) throw refusal('FOLLOW_UP_NOT_ELIGIBLE')
      return { price, parentId }
    },
  }
}

/** Only a tier with two prices has to know where the patient is from. */
function byTier(practice: Practice, tier: DurationTier, request: BookingRequest): VisitPrice {
  const hasTwoPrices = tierPrice(practice, tier, true).isInternational
  if (!hasTwoPrices) return settled(request, tierPrice(practice, tier, false))
  return {
    async settle(queries, workspaceId, patientId) {
      const [patient] = await queries.rows(patientCountry, [workspaceId, patientId])
      if (!patient) throw refusal('PATIENT_NOT_FOUND')
      const fromAbroad = isFromAbroad(practice, patient)
      return settled(request, tierPrice(practice, tier, fromAbroad))
    },
  }
}

/** By the number as a whole: `+447` and `700…` are as British as `+44` and `7700…`. */
function isFromAbroad({ location }: Practice, { countryCode, phoneNormalised }: RowOf<typeof patientCountry.columns>): boolean {
  const dialCode = phoneNormalised === null ? undefined : dialCodeOfPhone(phoneNormalised)
  return isInternational(location, dialCode ?? countryCode ?? undefined) ?? false
}

/** A browser is told what a visit costs, and can neither say that it is paid nor make it cheaper. */
function refuseOwnTerms({ paymentStatus, discountAmount }: BookingRequest) {
  if (paymentStatus !== 'UNPAID') throw invalid('paymentStatus must be UNPAID under a session')
  if (discountAmount !== 0) throw invalid('discountAmount must be 0 under a session')
}

/** The fee that available-slots quotes for the mode and the patient's country. */
function byFee(practice: Practice, request: BookingRequest): VisitPrice {
  return {
    async settle(queries, workspaceId, patientId) {
      const [patient] = await queries.rows(patientCountry, [workspaceId, patientId])
      if (!patient) throw refusal('PATIENT_NOT_FOUND')
      const fromAbroad = isFromAbroad(practice, patient)
      const fee = feeOf(practice, request.mode, fromAbroad)
      if (!fee) throw invalid(`the clinic has no fee for the mode ${request.mode}, so it cannot be booked under a session`)
      return settled(request, fee)
    },
  }
}

/** Under a session the charge may be left out, where the service sets it, but never differ from it. */
export function refuseOtherCharge({ consultationCharge }: BookingRequest, { price: { amountMinor, currency } }: SettledPrice) {
  if (consultationCharge === undefined || toMinorUnits(consultationCharge, currency) === amountMinor) return
  throw invalid(`consultationCharge must be ${fromMinorUnits(amountMinor, currency)} ${currency}, the fee of this visit`)
}

/** Under a key the caller's charge is trusted. */
function chargeAsSent({ consultationCharge = 0 }: BookingRequest, currency: string): Price {
  const amountMinor = toMinorUnits(consultationCharge, currency)
  if (amountMinor === undefined) throw invalid(`consultationCharge must be an amount of ${currency}, at most ${minorUnitsMax} of its smallest unit`)
  return { amountMinor, currency, isInternational: false }
}

/** The price, once currency and discount have been held against it. */
function settled(request: BookingRequest, price: Price): SettledPrice {
  if (request.currency !== undefined && request.currency !== price.currency) {
    throw invalid(`currency must be ${price.currency}, the currency of this visit's fee`)
  }
  if (discountMinorOf(request, price) > price.amountMinor) throw invalid('discountAmount must not exceed the amount it discounts')
  return { price, parentId: null }
}

/** The discount of a request in minor units of the price's currency. */
export function discountMinorOf({ discountAmount }: BookingRequest, { currency }: Price): number {
  const minor = toMinorUnits(discountAmount, currency)
  if (minor === undefined) throw invalid(`discountAmount must be an amount of ${currency}`)
  return minor
}
