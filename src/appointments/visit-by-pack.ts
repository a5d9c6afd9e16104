// What a visit costs that a session pack pays for, or with which one is bought. A pack that pays is held by the statement that writes
// the visit; one that is bought is written in the visit's transaction: patient, pack, then the visit (docs/decisions/0022-order-of-locks.md).

import type { Price } from '../availability/quote.ts'
import { countryMissing, countryTold } from '../booking/booked-patient.ts'
import { priceUnlessCharged, refuseOtherCharge } from '../booking/charge.ts'
import type { Configuration, Practice, SessionPack } from '../catalogue/configuration.ts'
import { isFromAbroad } from '../catalogue/price-list.ts'
import type { Queries } from '../db/database.ts'
import { lock } from '../occupancy/locks.ts'
import { type CoveredVisit, whyNotCovered } from '../packs/owned-pack.ts'
import { packPrice } from '../packs/pack-price.ts'
import { packThatPays, sellPack } from '../packs/wallet.ts'
import { patientCountry } from '../patients/queries.ts'
import { addDays } from '../values/calendar-date.ts'
import { dateAt, type Instant } from '../values/clinic-time.ts'
import { amountWords, fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid, problem } from '../values/problem.ts'
import type { BookingRequest } from './booking-body.ts'
import { type PriceRules, settled, type VisitPrice } from './visit-price.ts'

interface PlannedPack {
  practice: Practice
  request: BookingRequest
  to: Instant
  now: Instant
}

function coveredVisit({ practice: { doctor, location }, request: { from }, to }: PlannedPack): CoveredVisit {
  return { doctorId: doctor.id, date: dateAt(location.timezone, from), lengthMins: (to - from) / 60_000 }
}

/** A visit that a pack pays for costs nothing (BOOK-26). */
export function paidByPack(planned: PlannedPack): VisitPrice {
  const { practice, request } = planned
  const free: Price = { amountMinor: 0, currency: request.currency ?? practice.location.currency, isInternational: false }
  return {
    isRead: true,
    async settle(queries, workspaceId, patientId) {
      const pack = await packThatPays(queries, { workspaceId, patientId, patientPackId: request.patientPackageId as number, visit: coveredVisit(planned) })
      return { ...settled(request, free), patientPackageId: pack.id, packOwnerId: pack.patientId }
    },
  }
}

/**
 * A visit with which a pack is bought costs what the pack does (BOOK-24). Of those who are trusted the amount is as they say it, else it has
 * to be the price that is listed for the patient. `isPaid`: whether the pack can be used, once it is known what is to be paid.
 */
export function buyingPack({ sessionPacks }: Configuration, planned: PlannedPack, rules: PriceRules, isPaid: (dueMinor: number) => boolean): VisitPrice {
  const { practice, request, now } = planned
  const pack = sessionPacks.find(({ id }) => id === request.packageConfigId)
  if (!pack) throw problem('SESSION_PACK_NOT_FOUND', { field: 'packageConfigId' })
  const visit = coveredVisit(planned)
  const today = dateAt(practice.location.timezone, now)
  const lastDate = addDays(today, pack.validityDays)
  const reason = whyNotCovered(pack, visit) ?? (visit.date > lastDate ? `ends on ${lastDate}` : undefined)
  if (reason !== undefined) throw problem('SESSION_PACK_NOT_USABLE', { reason })
  return {
    isRead: false,
    async settle(queries, workspaceId, patientId) {
      await holdPatient(queries, workspaceId, patientId)
      const listed = await listedPrice(queries, workspaceId, patientId, practice, request, pack, rules)
      const price = rules.trusted ? amountAsSent(request, pack) : listed
      const cost = { ...settled(request, price), quoted: priceUnlessCharged(price, listed) }
      const { amountMinor, currency } = price
      const patientPackageId = await sellPack(queries, {
        workspaceId,
        patientId,
        packageConfigId: pack.id,
        amountMinor,
        currency,
        purchasedOn: today,
        isPaid: isPaid(amountMinor - cost.discountMinor),
        now,
      })
      return { ...cost, patientPackageId }
    },
  }
}

async function holdPatient(queries: Queries, workspaceId: number, patientId: number) {
  const held = await lock(queries, workspaceId, { patient: patientId })
  if (!held.has('patient')) throw problem('PATIENT_NOT_FOUND')
}

function amountAsSent({ packageAmount = 0, currency: sent }: BookingRequest, pack: SessionPack): Price {
  const currency = sent ?? pack.currency
  const amountMinor = toMinorUnits(packageAmount, currency)
  if (amountMinor === undefined) throw invalid(`packageAmount must be ${amountWords(currency)}`)
  return { amountMinor, currency, isInternational: false }
}

/** Stands for a patient whose country decides nothing. */
const unasked = { countryCode: null, phoneNormalised: null }

/** The price that is listed for the patient; whoever has to keep to it is refused where they say another. */
async function listedPrice(
  queries: Queries,
  workspaceId: number,
  patientId: number,
  { location }: Practice,
  request: BookingRequest,
  pack: SessionPack,
  { hasKey, trusted }: PriceRules,
): Promise<Price> {
  const hasTwoPrices = pack.internationalAmountMinor !== null
  const [patient] = hasTwoPrices || !trusted ? await queries.rows(patientCountry, { workspaceId, patientId }) : [unasked]
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  const fromAbroad = isFromAbroad(location, countryTold(patient, request.patientCountryCode))
  if (fromAbroad === null && hasTwoPrices && !hasKey) throw countryMissing()
  const price = packPrice(pack, fromAbroad ?? false)
  if (trusted || toMinorUnits(request.packageAmount ?? 0, price.currency) === price.amountMinor) return price
  if (hasKey) refuseOtherCharge('packageAmount', request.packageAmount ?? 0, price)
  throw invalid(`packageAmount must be ${fromMinorUnits(price.amountMinor, price.currency)} ${price.currency}, the price of this pack`)
}
