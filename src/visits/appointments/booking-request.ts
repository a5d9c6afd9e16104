// A scheduled booking as requested, and the rules for what both the API and staff say about it.
// These rules need only the request; rules that need configuration or rows are in book.ts.

import type { RowOf } from '../../base/db/statement.ts'
import { canonicalZone, type Instant } from '../../base/values/clinic-time.ts'
import { isAtHome } from '../../base/values/modes.ts'
import { invalid } from '../../base/values/problem.ts'
import type { PatientChoice } from '../../clinic/patients/patient-fields.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import { toPatientChoice } from '../booking/booked-patient.ts'
import {
  type BookingMembers,
  checkVitals,
  requestedAddressId,
  requireMember,
} from '../booking/booking-members.ts'
import type { requestedColumns } from './appointment-record.ts'

/** A scheduled booking as requested. Times are instants; money is still decimal. */
export interface BookingRequest extends RowOf<typeof requestedColumns> {
  addressId: number
  doctorId: number
  patient: PatientChoice
  /** The dial code sent with the patient, with or without a phone. */
  patientCountryCode: string | null
  from: Instant
  to: Instant
  paymentMode: string
  /** The payment status as it was sent; if undefined, the booking type decides. */
  paymentStatus: PaymentStatus | undefined
  /** Whether a checkout is opened for it: it is then PENDING, or PAID if nothing is due. */
  paysOnline: boolean
  paymentReference: string | null
  /** Undefined if the service sets the charge. */
  consultationCharge: number | undefined
  currency: string | undefined
  discountAmount: number
  discountReason: string | null
  followUp: boolean
  durationTierId: number | null
  vitals: object | null
  packageConfigId: number | undefined
  packageAmount: number | undefined
  patientPackageId: number | undefined
  /** The reason for a time that is not offered; only staff send it (DAY-18). */
  unofferedReason: string | null
}

/** A booking without the members that the API and staff set differently. */
type RequestedVisit = Omit<
  BookingRequest,
  'paymentMode' | 'paymentStatus' | 'paymentCollectionType' | 'unofferedReason'
>

/** Returns the stored type for the type that was sent; a follow-up only affects the price. */
export const toStoredType = (type: string | undefined): string =>
  type === undefined || type === 'FOLLOW_UP' ? 'CONSULTATION' : type

/**
 * Reads what is booked, for whom and when; throws a problem that names the first error in it.
 * `homeCountry` is the country of a phone number without a dial code, for a booking at the desk.
 */
export function readVisit(
  members: BookingMembers,
  times: { from: Instant | undefined; to: Instant | undefined },
  homeCountry?: string,
): RequestedVisit {
  const addressId = requestedAddressId(members)
  const patient = toPatientChoice(members, homeCountry)
  const followUp = members.followUp ?? false
  const bookingType = requireMember(
    members.bookingType ?? (followUp ? 'ONE_TIME_APPOINTMENT' : undefined),
    'bookingType',
  )
  if (followUp && bookingType !== 'ONE_TIME_APPOINTMENT')
    throw invalid('followUp may be sent only with bookingType ONE_TIME_APPOINTMENT')
  const mode = requireMember(members.mode, 'mode')
  const from = requireMember(times.from, 'fromDateTimeIso')
  const to = requireMember(times.to, 'toDateTimeIso')
  if (from >= to) throw invalid('fromDateTimeIso must be before toDateTimeIso')
  return {
    addressId,
    doctorId: members.doctorId,
    patient,
    patientCountryCode: members.patientPayload?.countryCode ?? null,
    bookingType,
    mode,
    from,
    to,
    paysOnline: false,
    paymentReference: members.paymentReference ?? null,
    consultationCharge: members.consultationCharge,
    currency: members.currency,
    discountAmount: members.discountAmount ?? 0,
    discountReason: members.discountReason ?? null,
    // Only the flag makes it a follow-up (FUP-07).
    type: toStoredType(members.type),
    followUp,
    durationTierId: members.consultationDurationTierId ?? null,
    visitTypeId: members.visitTypeId ?? null,
    roomId: members.roomId ?? null,
    visitAddress: isAtHome(mode)
      ? (members.visitAddress ?? ('person' in patient ? patient.person.patientAddress : null))
      : null,
    appointmentNotes: members.appointmentNotes ?? null,
    chiefComplaint: members.chiefComplaint ?? null,
    patientTimezone: canonicalZone(members.patientTimezone ?? '') ?? null,
    bookingChannel: members.bookingChannel ?? null,
    vitals: members.vital ?? null,
    packageConfigId: members.packageConfigId,
    packageAmount: members.packageAmount,
    patientPackageId: members.patientPackageId,
  }
}

/**
 * Throws a problem if members contradict each other, or a member that the booking type or mode
 * requires is missing. `isPriced`: whether the price must be sent; otherwise it is the clinic's.
 */
export function checkMembers(
  { visitAddress, roomId, vital }: BookingMembers,
  visit: RequestedVisit,
  isPriced: boolean,
): void {
  const { bookingType, mode, followUp, durationTierId, visitTypeId } = visit
  if (durationTierId !== null && bookingType !== 'ONE_TIME_APPOINTMENT')
    throw invalid(
      'consultationDurationTierId may be sent only with bookingType ONE_TIME_APPOINTMENT',
    )
  const isFeeFixed = followUp || durationTierId !== null || visitTypeId !== null
  if (isPriced && bookingType === 'ONE_TIME_APPOINTMENT' && !isFeeFixed)
    requireMember(visit.consultationCharge, 'consultationCharge')
  if (bookingType === 'PACKAGE_PURCHASE') {
    requireMember(visit.packageConfigId, 'packageConfigId')
    if (isPriced) requireMember(visit.packageAmount, 'packageAmount')
  }
  if (bookingType === 'USE_ACTIVE_PACKAGE') {
    requireMember(visit.patientPackageId, 'patientPackageId')
    if (visit.discountAmount) throw invalid('discountAmount must be 0 for USE_ACTIVE_PACKAGE')
  }
  if (visitAddress !== undefined && !isAtHome(mode))
    throw invalid(`visitAddress does not go with mode ${mode}`)
  if (roomId !== undefined && mode === 'ONLINE')
    throw invalid('roomId cannot be sent with mode ONLINE')
  checkVitals(vital)
}
