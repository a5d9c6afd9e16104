// A visit that staff book: the members of the API's booking, except what the clinic decides, such
// as the price.

import type { Static } from 'typebox'
import { choice, id, object, optional, text, timestamp } from '../../base/contract/schemas.ts'
import { type Instant, parseInstant } from '../../base/values/clinic-time.ts'
import { locationCountry } from '../../base/values/country.ts'
import { modes } from '../../base/values/modes.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { PatientFields } from '../../clinic/patients/patient-fields.ts'
import { findRequestedPractice } from '../availability/bookable.ts'
import { bookingMembers } from '../booking/booking-members.ts'
import { type BookingRequest, checkMembers, readVisit } from './booking-request.ts'

/** The reason for booking a time that is not offered (DAY-18). */
export const unofferedReason = optional(
  text(
    'Why a time that is not offered is booked: off the grid, already begun or outside working hours; kept with the visit.',
    'Patient came late',
    {
      minLength: 1,
      maxLength: 500,
    },
  ),
)

/** The members of a visit that staff book. */
export const staffBookingMembers = {
  addressId: id('The location.'),
  doctorId: id('The practitioner.', 3),
  mode: choice(modes, 'How the visit happens.'),
  fromDateTimeIso: timestamp('Start of the slot.'),
  toDateTimeIso: optional(
    timestamp(
      'End of the slot; default: a visit of the usual length.',
      '2026-12-01T09:15:00+05:30',
    ),
  ),
  patientId: bookingMembers.patientId,
  patientPayload: optional(
    object(PatientFields.properties, {
      description: 'The patient, if no patientId is sent; found or created.',
    }),
  ),
  consultationDurationTierId: bookingMembers.consultationDurationTierId,
  packageConfigId: optional(id('The session pack to buy with the visit.')),
  patientPackageId: optional(id('The session pack that pays.')),
  followUp: bookingMembers.followUp,
  type: bookingMembers.type,
  visitTypeId: bookingMembers.visitTypeId,
  roomId: bookingMembers.roomId,
  visitAddress: bookingMembers.visitAddress,
  discountAmount: bookingMembers.discountAmount,
  discountReason: bookingMembers.discountReason,
  bookingChannel: bookingMembers.bookingChannel,
  chiefComplaint: bookingMembers.chiefComplaint,
  appointmentNotes: bookingMembers.appointmentNotes,
  patientTimezone: bookingMembers.patientTimezone,
  unofferedReason,
}

const staffBooking = object(staffBookingMembers)
type StaffBooking = Static<typeof staffBooking>

/** A visit that staff chose; if the end is omitted, it has the usual length. */
type StaffChoice = Omit<StaffBooking, 'fromDateTimeIso' | 'toDateTimeIso'> & {
  from: Instant
  to?: Instant | undefined
}

function requestedType({ packageConfigId, patientPackageId }: StaffChoice) {
  if (patientPackageId !== undefined) return 'USE_ACTIVE_PACKAGE'
  return packageConfigId !== undefined ? 'PACKAGE_PURCHASE' : 'ONE_TIME_APPOINTMENT'
}

/**
 * The booking of a visit that staff chose, at the clinic's price: unpaid, unless a pack pays. Throws
 * a problem that names the first error in it.
 */
export function toChosenRequest(configuration: Configuration, chosen: StaffChoice): BookingRequest {
  const { addressId, from } = chosen
  const practice = findRequestedPractice(configuration, chosen)
  const usualEnd = from + (practice?.slotMins ?? 1) * 60_000
  const bookingType = requestedType(chosen)
  const visit = readVisit(
    { ...chosen, bookingType },
    { from, to: chosen.to ?? usualEnd },
    locationCountry(configuration, addressId),
  )
  checkMembers(chosen, visit, false)
  return {
    ...visit,
    paymentMode: 'CASH',
    paymentStatus: bookingType === 'USE_ACTIVE_PACKAGE' ? undefined : 'UNPAID',
    paymentCollectionType: null,
    unofferedReason: chosen.unofferedReason ?? null,
  }
}

/** Does the same for the input of an operation, which has passed its schema. */
export function toStaffRequest(
  configuration: Configuration,
  { fromDateTimeIso, toDateTimeIso, ...members }: StaffBooking,
): BookingRequest {
  const from = parseInstant(fromDateTimeIso) as Instant
  return toChosenRequest(configuration, { ...members, from, to: parseInstant(toDateTimeIso ?? '') })
}
