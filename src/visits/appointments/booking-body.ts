// The body of a booking: its schema, and its parsing into values that rules can work with. Rules
// that need only the body are here; those that need configuration or rows are in book.ts.

import type { Static } from 'typebox'
import { choice, namedObject, optional, text } from '../../base/contract/schemas.ts'
import { canonicalZone, type Instant, parseInstant } from '../../base/values/clinic-time.ts'
import { appointmentSystems, isAtHome, type Mode } from '../../base/values/modes.ts'
import { invalid } from '../../base/values/problem.ts'
import type { PatientChoice } from '../../clinic/patients/patient-fields.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import { toPatientChoice } from '../booking/booked-patient.ts'
import {
  type BookingType,
  bookingMembers,
  bookingTypes,
  checkVitals,
  membersOfOtherRoutes,
  requestedAddressId,
  requireMember,
} from '../booking/booking-members.ts'
import { TokenBookingBody } from '../queue/token-body.ts'

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

/** A body of any of the booking routes. */
export type BookingBody = Omit<Static<typeof UnifiedBookingBody>, 'system' | 'qms'> & {
  paymentCollectionType?: string
}

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

/** A scheduled booking as requested. Times are instants; money is still decimal. */
export interface BookingRequest {
  addressId: number
  doctorId: number
  patient: PatientChoice
  /** The dial code sent with the patient, with or without a phone. */
  patientCountryCode: string | null
  bookingType: BookingType
  mode: Mode
  from: Instant
  to: Instant
  paymentMode: string
  /** As it was sent; if undefined, the booking type decides. */
  paymentStatus: PaymentStatus | undefined
  /**
   * A checkout is opened for it, so it is PENDING; if nothing is to be paid, it is PAID.
   */
  paysOnline: boolean
  paymentReference: string | null
  /** How the payment is collected, in the caller's words. */
  paymentCollectionType: string | null
  /** Undefined if the service sets the charge. */
  consultationCharge: number | undefined
  currency: string | undefined
  discountAmount: number
  discountReason: string | null
  type: string
  followUp: boolean
  durationTierId: number | null
  roomId: number | null
  /**
   * The address of a home visit, if the caller sent it; otherwise it is the address in the
   * patient's record.
   */
  visitAddress: object | null
  appointmentNotes: string | null
  chiefComplaint: string | null
  patientTimezone: string | null
  bookingChannel: string | null
  vitals: object | null
  packageConfigId: number | undefined
  packageAmount: number | undefined
  patientPackageId: number | undefined
  /** The reason for a time that is not offered; only staff send it (DAY-18). */
  unofferedReason: string | null
}

/**
 * The kind of visit that is stored for the one that was sent; a follow-up only affects the price.
 */
export const toStoredType = (type: string | undefined): string =>
  type === undefined || type === 'FOLLOW_UP' ? 'CONSULTATION' : type

/**
 * Reads the body of a scheduled booking; throws a problem that names the first error in it.
 * `priced`: the body must contain its charge; otherwise the clinic's price is charged. `home` is
 * where a phone without a dial code is from.
 */
export function toBookingRequest(
  body: BookingBody,
  isPriced = true,
  homeCountry?: string,
): BookingRequest {
  const addressId = requestedAddressId(body)
  const patient = toPatientChoice(body, homeCountry)
  const followUp = body.followUp ?? false
  const bookingType = requireMember(
    body.bookingType ?? (followUp ? 'ONE_TIME_APPOINTMENT' : undefined),
    'bookingType',
  )
  if (followUp && bookingType !== 'ONE_TIME_APPOINTMENT')
    throw invalid('followUp may be sent only with bookingType ONE_TIME_APPOINTMENT')
  const mode = requireMember(body.mode, 'mode')
  const from = parseInstant(requireMember(body.fromDateTimeIso, 'fromDateTimeIso')) as Instant
  const to = parseInstant(requireMember(body.toDateTimeIso, 'toDateTimeIso')) as Instant
  if (from >= to) throw invalid('fromDateTimeIso must be before toDateTimeIso')
  const paymentMode = requireMember(body.paymentMode, 'paymentMode')
  requireMember(body.source, 'source')
  refuseForeignMembers(body, bookingType, followUp, isPriced)
  if (body.visitAddress !== undefined && !isAtHome(mode))
    throw invalid(`visitAddress does not go with mode ${mode}`)
  if (body.roomId !== undefined && mode === 'ONLINE')
    throw invalid('roomId cannot be sent with mode ONLINE')
  checkVitals(body.vital)
  return {
    addressId,
    doctorId: body.doctorId,
    patient,
    patientCountryCode: body.patientPayload?.countryCode ?? null,
    bookingType,
    mode,
    from,
    to,
    paymentMode,
    paymentStatus: body.paymentStatus,
    paysOnline: false,
    paymentReference: body.paymentReference ?? null,
    paymentCollectionType: body.paymentCollectionType ?? null,
    consultationCharge: body.consultationCharge,
    currency: body.currency,
    discountAmount: body.discountAmount ?? 0,
    discountReason: body.discountReason ?? null,
    // Only the flag makes it a follow-up (FUP-07).
    type: toStoredType(body.type),
    followUp,
    durationTierId: body.consultationDurationTierId ?? null,
    roomId: body.roomId ?? null,
    visitAddress: isAtHome(mode)
      ? (body.visitAddress ?? ('person' in patient ? patient.person.patientAddress : null))
      : null,
    appointmentNotes: body.appointmentNotes ?? null,
    chiefComplaint: body.chiefComplaint ?? null,
    patientTimezone:
      body.patientTimezone === undefined ? null : (canonicalZone(body.patientTimezone) ?? null),
    bookingChannel: body.bookingChannel ?? null,
    vitals: body.vital ?? null,
    packageConfigId: body.packageConfigId,
    packageAmount: body.packageAmount,
    patientPackageId: body.patientPackageId,
    unofferedReason: null,
  }
}

/** The members that each booking type requires and forbids. */
function refuseForeignMembers(
  body: BookingBody,
  bookingType: BookingType,
  followUp: boolean,
  isPriced: boolean,
) {
  const hasTier = body.consultationDurationTierId !== undefined
  if (hasTier && bookingType !== 'ONE_TIME_APPOINTMENT') {
    throw invalid(
      'consultationDurationTierId may be sent only with bookingType ONE_TIME_APPOINTMENT',
    )
  }
  if (isPriced && bookingType === 'ONE_TIME_APPOINTMENT' && !followUp && !hasTier)
    requireMember(body.consultationCharge, 'consultationCharge')
  if (bookingType === 'PACKAGE_PURCHASE') {
    requireMember(body.packageConfigId, 'packageConfigId')
    if (isPriced) requireMember(body.packageAmount, 'packageAmount')
  }
  if (bookingType === 'USE_ACTIVE_PACKAGE') {
    requireMember(body.patientPackageId, 'patientPackageId')
    if (body.discountAmount) throw invalid('discountAmount must be 0 for USE_ACTIVE_PACKAGE')
  }
}
