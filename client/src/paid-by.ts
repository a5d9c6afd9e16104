// Turns a plan of available-slots into the members of a booking that is charged accordingly.

import type { InputOf } from './client.ts'
import type { components } from './generated.ts'

type Plan = components['schemas']['Plan']
type Slots = components['schemas']['AvailableSlots']

/** The members of a booking that concern its price. */
export type BookedPrice = Required<Pick<InputOf<'bookAppointment'>, 'bookingType'>> &
  Pick<
    InputOf<'bookAppointment'>,
    | 'mode'
    | 'currency'
    | 'consultationCharge'
    | 'packageConfigId'
    | 'packageAmount'
    | 'patientPackageId'
  >

/**
 * How to book a visit at the price of a plan: as a single visit, with the purchase of a pack on
 * sale, or with a pack that the patient owns. `listing` is the answer that contains the plan.
 * Throws a `TypeError` for a plan from another answer.
 */
export function paidBy(plan: Plan, listing: Pick<Slots, 'allSessionPackResponses'>): BookedPrice {
  const {
    kind,
    mode,
    currency,
    pricePerSession,
    isInternational,
    packageConfigId,
    patientPackageId,
  } = plan
  if (kind === 'GENERAL_CONSULTATION') {
    return {
      bookingType: 'ONE_TIME_APPOINTMENT',
      ...(mode && { mode }),
      currency,
      consultationCharge: pricePerSession,
    }
  }
  if (kind === 'ACTIVE_PACKAGE' && patientPackageId !== undefined)
    return { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId }
  const pack = listing.allSessionPackResponses.find(({ id }) => id === packageConfigId)
  const amount = isInternational ? pack?.internationalAmount : pack?.amount
  if (packageConfigId === undefined || amount === undefined || amount === null)
    throw new TypeError('this plan does not belong to that listing')
  return { bookingType: 'PACKAGE_PURCHASE', currency, packageConfigId, packageAmount: amount }
}
