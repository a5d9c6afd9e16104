// Visit types: kinds of visits that patients choose by name. A practice under a type is the same
// practice with the type's length, modes, fees, rooms and rules, so that everything that lists,
// quotes and books a practice does the same for a type.

import { modes as everyMode } from '../../base/values/modes.ts'
import { addTypeRules } from '../../base/values/patient-rules.ts'
import { memoize } from '../../base/values/remembering.ts'
import {
  type Configuration,
  type DurationTier,
  findPractice,
  type Practice,
  type VisitType,
} from './configuration.ts'

// A practice is immutable, and so is what is derived of it.
const typedPractices = memoize((_practice: Practice) => new Map<number, Practice | undefined>())

/** The practice as it is booked under a type; undefined if the type is not offered there. */
export function practiceUnderType(
  configuration: Pick<Configuration, 'visitTypes'>,
  practice: Practice,
  visitTypeId: number,
): Practice | undefined {
  // Ids that callers made up are not remembered.
  const type = configuration.visitTypes.find(({ id }) => id === visitTypeId)
  if (!type) return undefined
  const known = typedPractices(practice)
  if (!known.has(type.id)) known.set(type.id, derivePractice(practice, type))
  return known.get(type.id)
}

/** The practice under each type that is offered there, in the clinic's order. */
export function practicesUnderTypes(
  configuration: Pick<Configuration, 'visitTypes'>,
  practice: Practice,
): Practice[] {
  return configuration.visitTypes.flatMap(
    ({ id }) => practiceUnderType(configuration, practice, id) ?? [],
  )
}

/**
 * The practice by whose rules a visit is held and moved: under the type of the visit, as long as it
 * is on offer.
 */
export function findPracticeOfVisit(
  configuration: Configuration,
  visit: { doctorId: number; locationId: number; visitTypeId: number | null },
): Practice | undefined {
  const practice = findPractice(configuration, visit.doctorId, visit.locationId)
  if (!practice || visit.visitTypeId === null) return practice
  return practiceUnderType(configuration, practice, visit.visitTypeId) ?? practice
}

/** The duration tier that is the visit type of a practice, if one is. */
export function tierOfType({ visitType, tiers }: Practice): DurationTier | undefined {
  return visitType && visitType.tierName !== null ? tiers[0] : undefined
}

function derivePractice(practice: Practice, type: VisitType): Practice | undefined {
  const { doctor, location } = practice
  if (doctor.appointmentSystem !== 'SCHEDULED') return undefined
  if (type.doctorIds.length > 0 && !type.doctorIds.includes(doctor.id)) return undefined
  const tiers = practice.tiers.filter(({ name }) => name === type.tierName)
  if (type.tierName !== null && tiers.length === 0) return undefined
  // The clinic file lets no type with a fee be offered in two currencies.
  if (type.currency !== null && type.currency !== location.currency) return undefined
  return {
    ...practice,
    slotMins: tiers[0]?.durationMins ?? type.visitMins ?? practice.slotMins,
    tiers,
    fees: type.amountMinor === null ? practice.fees : listFees(type, type.amountMinor),
    patientRules: type.patientRules
      ? addTypeRules(practice.patientRules, type.id, type.patientRules)
      : practice.patientRules,
    visitType: type,
    typeRoomIds: type.roomIds.filter((roomId) => location.roomIds.has(roomId)),
  }
}

/** The fee of a type, the same in each mode. */
function listFees(
  { currency, internationalCurrency, internationalAmountMinor }: VisitType,
  amountMinor: number,
): Practice['fees'] {
  const prices = [
    { amountMinor, currency: currency ?? '', isInternational: false },
    ...(internationalAmountMinor === null
      ? []
      : [
          {
            amountMinor: internationalAmountMinor,
            currency: internationalCurrency ?? '',
            isInternational: true,
          },
        ]),
  ]
  return everyMode.flatMap((mode) => prices.map((price) => ({ mode, ...price })))
}
