// The price of a visit that a session pack pays for, or that is booked together with the purchase
// of one. The statement that writes the visit locks a pack that pays. A pack that is bought is
// written in the visit's transaction: patient, pack, then the visit (docs/decisions/database.md).

import type { Queries } from '../../base/db/database.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { describeAmounts, fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Configuration, Practice, SessionPack } from '../../clinic/catalogue/configuration.ts'
import { type CoveredVisit, whyNotCovered } from '../../money/packs/owned-pack.ts'
import { loadPayingPack, sellPack } from '../../money/packs/wallet.ts'
import type { Price } from '../availability/quote.ts'
import { priceUnlessCharged, refuseOtherCharge } from '../booking/charge.ts'
import { loadListedPackPrice } from '../booking/listed-pack-price.ts'
import { lock } from '../occupancy/locks.ts'
import type { BookingRequest } from './booking-request.ts'
import { problem } from './problems.ts'
import { type PriceRules, toSettledPrice, type VisitPrice } from './visit-price.ts'

interface PlannedPack {
  practice: Practice
  request: BookingRequest
  to: Instant
  now: Instant
}

function coveredVisit({
  practice: { doctor, location },
  request: { from },
  to,
}: PlannedPack): CoveredVisit {
  return {
    doctorId: doctor.id,
    date: dateAt(location.timezone, from),
    lengthMins: (to - from) / 60_000,
  }
}

/** A visit that a pack pays for costs nothing (BOOK-26). */
export function packPaymentPrice(plannedVisit: PlannedPack): VisitPrice {
  const { practice, request } = plannedVisit
  const free: Price = {
    amountMinor: 0,
    currency: request.currency ?? practice.location.currency,
    isInternational: false,
  }
  return {
    isRead: true,
    async settle(queries, workspaceId, patientId) {
      const pack = await loadPayingPack(queries, {
        workspaceId,
        patientId,
        patientPackId: request.patientPackageId as number,
        visit: coveredVisit(plannedVisit),
      })
      return {
        ...toSettledPrice(request, free),
        patientPackageId: pack.id,
        packOwnerId: pack.patientId,
      }
    },
  }
}

/**
 * A visit booked with the purchase of a pack costs the pack's price (BOOK-24). Trusted callers
 * decide the amount; from others it must be the price that is listed for the patient (A-118,
 * `isPaid`: whether the pack is usable, given the amount due.
 */
export function packPurchasePrice(
  { sessionPacks }: Configuration,
  plannedVisit: PlannedPack,
  { hasKey, trusted }: PriceRules,
  isPaid: (dueMinor: number) => boolean,
): VisitPrice {
  const { practice, request, now } = plannedVisit
  const pack = sessionPacks.find(({ id }) => id === request.packageConfigId)
  if (!pack) throw problem('SESSION_PACK_NOT_FOUND', { field: 'packageConfigId' })
  const visit = coveredVisit(plannedVisit)
  const today = dateAt(practice.location.timezone, now)
  const lastDate = addDays(today, pack.validityDays)
  const reason =
    whyNotCovered(pack, visit) ?? (visit.date > lastDate ? `ends on ${lastDate}` : undefined)
  if (reason !== undefined) throw problem('SESSION_PACK_NOT_USABLE', { reason })
  return {
    isRead: false,
    async settle(queries, workspaceId, patientId) {
      await lockPatient(queries, workspaceId, patientId)
      const patient = { workspaceId, patientId, countryCode: request.patientCountryCode }
      const listed = await loadListedPackPrice(
        queries,
        patient,
        { location: practice.location, pack },
        !hasKey,
      )
      if (!trusted) refuseOtherAmount(request, listed, hasKey)
      const price = trusted ? requestedAmount(request, pack) : listed
      const cost = { ...toSettledPrice(request, price), quoted: priceUnlessCharged(price, listed) }
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

async function lockPatient(queries: Queries, workspaceId: number, patientId: number) {
  const lockedKinds = await lock(queries, workspaceId, { patient: patientId })
  if (!lockedKinds.has('patient')) throw problem('PATIENT_NOT_FOUND')
}

function requestedAmount(
  { packageAmount = 0, currency: requestedCurrency }: BookingRequest,
  pack: SessionPack,
): Price {
  const currency = requestedCurrency ?? pack.currency
  const amountMinor = toMinorUnits(packageAmount, currency)
  if (amountMinor === undefined) throw invalid(`packageAmount must be ${describeAmounts(currency)}`)
  return { amountMinor, currency, isInternational: false }
}

/** Refuses an amount other than the listed one, with a message that suits the caller. */
function refuseOtherAmount(
  { packageAmount }: BookingRequest,
  listed: Price,
  hasKey: boolean,
): void {
  if (hasKey) refuseOtherCharge('packageAmount', packageAmount, listed)
  else if (toMinorUnits(packageAmount ?? 0, listed.currency) !== listed.amountMinor) {
    throw invalid(
      `packageAmount must be ${fromMinorUnits(listed.amountMinor, listed.currency)} ${listed.currency}, the price of this pack`,
    )
  }
}
