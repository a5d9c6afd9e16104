// The body of a booking by staff: members of the API's booking, without those that the clinic
// decides, such as the price.

import type { Static } from 'typebox'
import { choice, id, object, optional, text, timestamp } from '../../base/contract/schemas.ts'
import { isoAt, parseInstant } from '../../base/values/clinic-time.ts'
import { locationCountry } from '../../base/values/country.ts'
import { modes } from '../../base/values/modes.ts'
import { type Configuration, findPractice } from '../../clinic/catalogue/configuration.ts'
import { PatientFields } from '../../clinic/patients/patient-fields.ts'
import { bookingMembers } from '../booking/booking-members.ts'
import { type BookingRequest, toBookingRequest, UnifiedBookingBody } from './booking-body.ts'

const { patientId, bookingChannel, visitAddress, chiefComplaint, appointmentNotes } = bookingMembers
const {
  consultationDurationTierId,
  type,
  roomId,
  discountAmount,
  discountReason,
  patientTimezone,
} = UnifiedBookingBody.properties

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
  patientId,
  patientPayload: optional(
    object(PatientFields.properties, {
      description: 'The patient, if no patientId is sent; found or created.',
    }),
  ),
  consultationDurationTierId,
  packageConfigId: optional(id('The session pack to buy with the visit.')),
  patientPackageId: optional(id('The session pack that pays.')),
  followUp: UnifiedBookingBody.properties.followUp,
  type,
  roomId,
  visitAddress,
  discountAmount,
  discountReason,
  bookingChannel,
  chiefComplaint,
  appointmentNotes,
  patientTimezone,
  unofferedReason,
}

const staffBooking = object(staffBookingMembers)
export type StaffBooking = Static<typeof staffBooking>

function requestedType({
  packageConfigId,
  patientPackageId,
}: Pick<StaffBooking, 'packageConfigId' | 'patientPackageId'>) {
  if (patientPackageId !== undefined) return 'USE_ACTIVE_PACKAGE'
  return packageConfigId !== undefined ? 'PACKAGE_PURCHASE' : 'ONE_TIME_APPOINTMENT'
}

/**
 * Reads a visit that staff book at the clinic's price; throws a problem that names the first error
 * in it.
 */
export function toStaffRequest(
  configuration: Configuration,
  { fromDateTimeIso, toDateTimeIso, unofferedReason, ...booking }: StaffBooking,
): BookingRequest {
  const bookingType = requestedType(booking)
  const practice = findPractice(configuration, booking.doctorId, booking.addressId)
  const homeCountry = locationCountry(configuration, booking.addressId)
  const defaultEnd = (parseInstant(fromDateTimeIso) ?? 0) + (practice?.slotMins ?? 1) * 60_000
  const times = { fromDateTimeIso, toDateTimeIso: toDateTimeIso ?? isoAt('Etc/UTC', defaultEnd) }
  const payment = {
    paymentMode: 'CASH',
    ...(bookingType === 'USE_ACTIVE_PACKAGE' ? {} : { paymentStatus: 'UNPAID' as const }),
  }
  return {
    ...toBookingRequest(
      { ...booking, ...times, ...payment, bookingType, source: 'DASHBOARD' },
      false,
      homeCountry,
    ),
    unofferedReason: unofferedReason ?? null,
  }
}
