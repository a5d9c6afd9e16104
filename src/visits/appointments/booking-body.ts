// The body of a booking: its schema, and its parsing into a request.

import type { Static } from 'typebox'
import { choice, namedObject, optional, text } from '../../base/contract/schemas.ts'
import { parseInstant } from '../../base/values/clinic-time.ts'
import { appointmentSystems } from '../../base/values/modes.ts'
import {
  type BookingMembers,
  bookingMembers,
  bookingTypes,
  membersOfOtherRoutes,
  requireMember,
} from '../booking/booking-members.ts'
import { TokenBookingBody } from '../queue/token-body.ts'
import { type BookingRequest, checkMembers, readVisit } from './booking-request.ts'

const { workspaceId, addressId, workspaceAddressId, doctorId, patientId, patientPayload, ...what } =
  bookingMembers
const bookingTargetMembers = {
  workspaceId,
  addressId,
  workspaceAddressId,
  doctorId,
  patientId,
  patientPayload,
}
const { bookingChannel, paymentMode, paymentStatus, paymentReference } = bookingMembers

const { qmsWorkShiftId, appointmentDate, mode: modeOfShift } = TokenBookingBody.properties
const tokenMembers = {
  qmsWorkShiftId,
  appointmentDate,
  mode: modeOfShift,
  bookingChannel,
  paymentMode,
  paymentStatus,
  paymentReference,
}
const qms = namedObject('TokenOfBooking', tokenMembers, {
  description:
    'Queue booking: qmsWorkShiftId, appointmentDate, mode and bookingChannel. Required when system is QMS; patient, doctor and location are sent outside this object.',
})

export const UnifiedBookingBody = namedObject(
  'Booking',
  {
    ...bookingTargetMembers,
    system: optional(choice(appointmentSystems, 'Booking system; SCHEDULED when omitted.')),
    ...what,
    qms: optional(qms),
  },
  { unknown: 'refused' },
)
export type UnifiedBookingBody = Static<typeof UnifiedBookingBody>

/** The plain route books only slots, and has one member of its own. */
export const PlainBookingBody = namedObject('SlotBooking', {
  ...bookingTargetMembers,
  system: optional(choice(['SCHEDULED'], 'This route books slots; tokens have their own routes.')),
  ...what,
  bookingType: optional(
    choice(bookingTypes, 'The kind of booking; ONE_TIME_APPOINTMENT by default.'),
  ),
  qms: membersOfOtherRoutes.qms,
  qmsWorkShiftId: membersOfOtherRoutes.qmsWorkShiftId,
  appointmentDate: membersOfOtherRoutes.appointmentDate,
  returnUrl: membersOfOtherRoutes.returnUrl,
  withoutCheckout: membersOfOtherRoutes.withoutCheckout,
  paymentCollectionType: optional(
    text('How the payment is collected, in words of the caller; stored as sent.', 'AT_COUNTER', {
      maxLength: 100,
    }),
  ),
})

/** The body of any booking route. */
export type BookingBody = BookingMembers & { paymentCollectionType?: string }

/** A body that books a slot in the demo clinic. */
export const exampleBooking = {
  addressId: 1,
  doctorId: 1,
  patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
  bookingType: 'ONE_TIME_APPOINTMENT',
  mode: 'OFFLINE',
  fromDateTimeIso: '2026-12-01T09:00:00+05:30',
  toDateTimeIso: '2026-12-01T09:15:00+05:30',
  paymentMode: 'CASH',
  consultationCharge: 500,
  source: 'DEVELOPER_API',
} as const

/** Reads the body of a scheduled booking; throws a problem that names the first error in it. */
export function toBookingRequest(body: BookingBody): BookingRequest {
  const visit = readVisit(body, {
    from: parseInstant(body.fromDateTimeIso ?? ''),
    to: parseInstant(body.toDateTimeIso ?? ''),
  })
  const paymentMode = requireMember(body.paymentMode, 'paymentMode')
  requireMember(body.source, 'source')
  checkMembers(body, visit, true)
  const { paymentStatus, paymentCollectionType = null } = body
  return { ...visit, paymentMode, paymentStatus, paymentCollectionType, unofferedReason: null }
}
