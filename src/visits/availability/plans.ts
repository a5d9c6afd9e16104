// How a visit can be paid for: on its own, with a pack on sale, or with a pack that the patient
// owns. A booking charges the first two as quoted; a visit that a pack pays for costs nothing more.

import {
  calendarDate,
  choice,
  currency,
  flag,
  id,
  integer,
  namedObject,
  number,
  optional,
} from '../../base/contract/schemas.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { type Mode, modes } from '../../base/values/modes.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import type { SessionPack } from '../../clinic/catalogue/configuration.ts'
import { coversVisit } from '../../money/packs/owned-pack.ts'
import { pricePerSession } from '../../money/packs/pack-price.ts'
import type { OwnedPacks } from '../../money/packs/wallet.ts'
import type { Bookable } from './bookable.ts'
import type { Price } from './quote.ts'

export const planSchema = namedObject('Plan', {
  kind: choice(
    ['GENERAL_CONSULTATION', 'SESSION_PACK', 'ACTIVE_PACKAGE'],
    'A single visit, a pack on sale, or a pack the patient owns.',
  ),
  mode: optional(choice(modes, 'The mode this price is for; packs are for every mode.')),
  pricePerSession: number(
    'Price of one visit, in `currency`; for a pack on sale, the price per session; for a pack that the patient owns, 0.',
    500,
  ),
  currency: currency('ISO 4217 code of the price.'),
  isInternational: flag('Whether the price is from the international price list.', false),
  packageConfigId: optional(id('The pack on sale.', 4)),
  patientPackageId: optional(id('The pack the patient owns.', 5)),
  unpaidPatientPackageId: optional(
    id('For a pack on sale: one that the patient has bought and not paid yet.', 6),
  ),
  sessionsRemaining: optional(integer('Remaining sessions; for a pack on sale, its total.', 7)),
  expiresOn: optional(
    calendarDate(
      'The last date of a visit it pays for; of a pack on sale, if it is bought today.',
      '2027-05-20',
    ),
  ),
})

/** The input for plans. */
export interface PlanInput {
  /** The visit's date in the clinic's calendar. */
  date: CalendarDate
  lengthMins: number
  /** Undefined means every mode on offer. */
  mode: Mode | undefined
  /** Follow-ups are never paid by packs (FUP-02). */
  followUp: boolean
  /** The price of a single visit; undefined if the practice has none for the mode. */
  priceOf(mode: Mode): Price | undefined
  fromAbroad: boolean
}

/** Every plan for visits of a practice, single visits first. */
export function listPlans(
  bookable: Bookable,
  packsOnSale: readonly SessionPack[],
  ownedPacks: OwnedPacks,
  planInput: PlanInput,
) {
  const { practice, offeredModes, today } = bookable
  const visit = { doctorId: practice.doctor.id, lengthMins: planInput.lengthMins }
  const requestedModes = offeredModes.filter(
    (mode) => planInput.mode === undefined || mode === planInput.mode,
  )
  const single = requestedModes.flatMap((mode) => {
    const price = planInput.priceOf(mode)
    return price ? [{ kind: 'GENERAL_CONSULTATION' as const, mode, ...priceView(price) }] : []
  })
  // A mode without its own price can still be paid with packs.
  if (planInput.followUp || requestedModes.length === 0) return single
  const bought = packsOnSale
    .map((pack) => ({
      pack,
      expiresOn: addDays(today, pack.validityDays),
      unpaid: ownedPacks.unpaid.find(({ packageConfigId }) => packageConfigId === pack.id),
    }))
    .filter(({ pack, expiresOn }) => coversVisit(pack, visit) && planInput.date <= expiresOn)
    .map(({ pack, expiresOn, unpaid }) => ({
      kind: 'SESSION_PACK' as const,
      ...priceView(pricePerSession(pack, planInput.fromAbroad)),
      packageConfigId: pack.id,
      sessionsRemaining: pack.totalSessions,
      expiresOn,
      ...(unpaid && { unpaidPatientPackageId: unpaid.id }),
    }))
  const active = ownedPacks.usable
    .filter((pack) => coversVisit(pack, visit) && planInput.date <= pack.expiresOn)
    .map((pack) => ({
      kind: 'ACTIVE_PACKAGE' as const,
      ...priceView({
        amountMinor: 0,
        currency: practice.location.currency,
        isInternational: false,
      }),
      patientPackageId: pack.id,
      sessionsRemaining: pack.totalSessions - pack.sessionsUsed,
      expiresOn: pack.expiresOn,
    }))
  return [...single, ...bought, ...active]
}

function priceView({ amountMinor, currency, isInternational }: Price) {
  return { pricePerSession: fromMinorUnits(amountMinor, currency), currency, isInternational }
}
