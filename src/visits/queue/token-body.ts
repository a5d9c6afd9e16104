// The flat body of a token booking, as in the queue routes, and its parsing. The unified route has
// the same members in its `qms`.

import type { Static } from 'typebox'
import { calendarDate, choice, id, namedObject, optional } from '../../base/contract/schemas.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type Mode, modes } from '../../base/values/modes.ts'
import { invalid } from '../../base/values/problem.ts'
import type { PatientChoice } from '../../clinic/patients/patient-fields.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import { toPatientChoice } from '../booking/booked-patient.ts'
import {
  bookingMembers,
  checkVitals,
  membersOfOtherRoutes,
  requestedAddressId,
  requireMember,
  slotOnlyMembers,
} from '../booking/booking-members.ts'

export const TokenBookingBody = namedObject('TokenBooking', {
  ...bookingMembers,
  system: optional(choice(['QMS'], 'These routes book tokens; slots have their own routes.')),
  qmsWorkShiftId: optional(id('The shift, as doctor/shifts returned it. Required.', 5)),
  appointmentDate: optional(calendarDate("Date of the shift in the clinic's zone. Required.")),
  mode: optional(choice(modes, 'How the visit happens: as the shift does. Required.')),
  qms: membersOfOtherRoutes.qms,
  returnUrl: membersOfOtherRoutes.returnUrl,
  withoutCheckout: membersOfOtherRoutes.withoutCheckout,
  paymentCollectionType: membersOfOtherRoutes.paymentCollectionType,
  visitAddress: membersOfOtherRoutes.visitAddress,
})
export type TokenBookingBody = Static<typeof TokenBookingBody>

/** A body that books a token in the demo clinic. */
export const exampleTokenBooking = {
  addressId: 1,
  doctorId: 3,
  patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
  qmsWorkShiftId: 1,
  appointmentDate: '2026-12-01',
  mode: 'OFFLINE',
  bookingChannel: 'PHONE_CALL',
} as const

/** A token as requested. */
export interface TokenRequest {
  addressId: number
  doctorId: number
  patient: PatientChoice
  /** The dial code sent with the patient, with or without a phone. */
  patientCountryCode: string | null
  workShiftId: number
  /** If undefined, the clinic's date at the instant `dateOf`. */
  appointmentDate: CalendarDate | undefined
  dateOf: Instant | null
  /** If undefined, the mode of the shift. */
  mode: Mode | undefined
  bookingChannel: string
  paymentMode: string
  paymentStatus: PaymentStatus | undefined
  /** Whether a checkout is opened for it: it is then PENDING, or PAID if nothing is due. */
  paysOnline: boolean
  paymentReference: string | null
  /**
   * The charge, which must equal the shift's fee, as the currency must; undefined if
   * it was not sent.
   */
  consultationCharge: number | undefined
  currency: string | undefined
  chiefComplaint: string | null
  appointmentNotes: string | null
  vitals: object | null
}

/** The shift, date and mode of a token. */
export type TokenChoice = Pick<TokenRequest, 'appointmentDate' | 'mode' | 'bookingChannel'> & {
  qmsWorkShiftId: number
}

/**
 * The shift, date and mode in a flat body; throws a problem that names the first missing member.
 */
function readTokenChoice(body: Partial<TokenChoice>): TokenChoice {
  return {
    qmsWorkShiftId: requireMember(body.qmsWorkShiftId, 'qmsWorkShiftId'),
    appointmentDate: requireMember(body.appointmentDate, 'appointmentDate'),
    mode: requireMember(body.mode, 'mode'),
    bookingChannel: requireMember(body.bookingChannel, 'bookingChannel'),
  }
}

/**
 * Reads the body of a token booking; `token`, if given, replaces the body's choice, and `home` is
 * the country of a phone number without a dial code. Throws a problem that names the first error in
 * the body.
 */
export function toTokenRequest(
  body: Omit<TokenBookingBody, 'system' | 'visitAddress'> & { visitAddress?: unknown },
  token?: TokenChoice,
  homeCountry?: string,
): TokenRequest {
  const foreign = slotOnlyMembers.find((member) => body[member] !== undefined)
  if (foreign) throw invalid(`${foreign} does not go with a token`)
  if (body.followUp) throw invalid('followUp cannot be sent for a token')
  if (body.discountAmount)
    throw invalid('discountAmount cannot be sent for a token: it always costs the fee of its shift')
  if (body.bookingType !== undefined && body.bookingType !== 'ONE_TIME_APPOINTMENT')
    throw invalid(`bookingType ${body.bookingType} does not go with a token`)
  const addressId = requestedAddressId(body)
  const patient = toPatientChoice(body, homeCountry)
  const {
    qmsWorkShiftId: workShiftId,
    appointmentDate,
    mode,
    bookingChannel,
  } = token ?? readTokenChoice(body)
  checkVitals(body.vital)
  return {
    addressId,
    doctorId: body.doctorId,
    patient,
    patientCountryCode: body.patientPayload?.countryCode ?? null,
    workShiftId,
    appointmentDate,
    dateOf: null,
    mode,
    bookingChannel,
    paymentMode: body.paymentMode ?? 'CASH',
    paymentStatus: body.paymentStatus,
    paysOnline: false,
    paymentReference: body.paymentReference ?? null,
    consultationCharge: body.consultationCharge,
    currency: body.currency,
    chiefComplaint: body.chiefComplaint ?? null,
    appointmentNotes: body.appointmentNotes ?? null,
    vitals: body.vital ?? null,
  }
}
