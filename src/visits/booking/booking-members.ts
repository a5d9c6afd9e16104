// The members of all booking routes, and the rules that need only these. No booking route ignores a
// member of another route: it reads the member or refuses it.

import { type Static, type TObject, Type } from 'typebox'
import type { Caller } from '../../base/contract/route.ts'
import {
  amountLimits,
  anyObject,
  choice,
  currency,
  flag,
  id,
  number,
  optional,
  refusedMember,
  text,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import { modes } from '../../base/values/modes.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { PatientFields } from '../../clinic/patients/patient-fields.ts'
import { sendablePaymentStatuses } from '../../money/payments/payable.ts'

/** The payment modes of every workspace; others are configured by name. */
const paymentModes = ['CASH', 'CARD', 'UPI', 'BANK_TRANSFER', 'ONLINE', 'OTHER'] as const

export const bookingTypes = [
  'ONE_TIME_APPOINTMENT',
  'PACKAGE_PURCHASE',
  'USE_ACTIVE_PACKAGE',
] as const
export type BookingType = (typeof bookingTypes)[number]

/** The pattern of the clinic's own terms, such as `PHONE_CALL`. */
const upperSnake = { pattern: '^[A-Z][A-Z0-9_]{0,39}$' }
const wordLimits = { minLength: 1, maxLength: 100 }

/** The members of the unified route, in the specification's order, without `system` and `qms`. */
export const bookingMembers = {
  workspaceId: optional(
    Type.Any({
      description:
        'Required with a widget session, and must be its workspace; ignored with an API key.',
      examples: [1],
    }),
  ),
  addressId: optional(id('The location. Required, here or as `workspaceAddressId`.')),
  workspaceAddressId: optional(id('Another name for `addressId`.')),
  doctorId: id('The practitioner.'),
  patientId: optional(id('An existing patient. Required unless `patientPayload` is sent.', 42)),
  patientPayload: optional(PatientFields),
  bookingType: optional(
    choice(
      bookingTypes,
      'The kind of booking. Required for scheduled bookings unless `followUp` is true.',
    ),
  ),
  mode: optional(choice(modes, 'How the visit happens. Required on scheduled bookings.')),
  fromDateTimeIso: optional(
    timestamp(
      'Start of the slot, exactly as available-slots returned it. Required on scheduled bookings.',
    ),
  ),
  toDateTimeIso: optional(
    timestamp(
      'End of the slot, as available-slots returned it. Required on scheduled bookings.',
      '2026-12-01T09:15:00+05:30',
    ),
  ),
  paymentMode: optional(
    text(
      'CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.',
      'CASH',
      wordLimits,
    ),
  ),
  source: optional(
    text(
      'Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.',
      'DEVELOPER_API',
      wordLimits,
    ),
  ),
  consultationCharge: optional(
    number(
      'Fee of the visit, in `currency`. Required for ONE_TIME_APPOINTMENT unless a follow-up, duration tier or visit type sets it.',
      500,
      amountLimits,
    ),
  ),
  packageConfigId: optional(id('The session pack to buy. Required for PACKAGE_PURCHASE.')),
  packageAmount: optional(
    number('Price of the pack, in `currency`. Required for PACKAGE_PURCHASE.', 4000, amountLimits),
  ),
  patientPackageId: optional(id('The session pack to use. Required for USE_ACTIVE_PACKAGE.')),
  currency: optional(currency("ISO 4217 code; the location's currency when omitted.")),
  discountAmount: optional(
    number(
      'Discount on the amount, in `currency`; at most the whole amount, and 0 for USE_ACTIVE_PACKAGE.',
      50,
      amountLimits,
    ),
  ),
  discountReason: optional(
    text('The reason, at most 200 characters.', 'Staff family', { maxLength: 200 }),
  ),
  paymentStatus: optional(
    choice(sendablePaymentStatuses, 'When omitted: UNPAID, or PAID with a session pack.'),
  ),
  paymentReference: optional(
    text("The caller's own transaction id.", 'TXN-881', { maxLength: 200 }),
  ),
  type: optional(
    text(
      'Kind of visit in upper snake case; CONSULTATION when omitted. FOLLOW_UP is booked as CONSULTATION.',
      'CONSULTATION',
      upperSnake,
    ),
  ),
  parentAppointmentId: optional(
    Type.Any({
      description: 'Ignored: the service finds the visit that a follow-up belongs to.',
      examples: [41],
    }),
  ),
  followUp: optional(
    flag("True books a follow-up linked to the patient's qualifying visit.", false),
  ),
  consultationDurationTierId: optional(
    id(
      'Duration tier; decides fee and length. ONE_TIME_APPOINTMENT only. Without it, a widget session books the only tier with the length of the slot.',
    ),
  ),
  visitTypeId: optional(
    id(
      'Visit type; decides length and fee. The times must be those that available-slots lists for it.',
    ),
  ),
  roomId: optional(id('A room of the location; not for ONLINE visits.')),
  visitAddress: optional(
    anyObject(
      "Where a visit at home is, stored as sent; the patient's address when omitted. Only with mode HOME_VISIT or HOME_COLLECTION.",
      {
        city: 'Jaipur',
      },
    ),
  ),
  appointmentNotes: optional(
    text('At most 500 characters.', 'Wheelchair access needed', { maxLength: 500 }),
  ),
  chiefComplaint: optional(
    text('At most 500 characters.', 'Rash on the left arm', { maxLength: 500 }),
  ),
  patientTimezone: optional(zone('Zone of confirmations and reminders.')),
  bookingChannel: optional(
    text(
      'Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.',
      'PHONE_CALL',
      upperSnake,
    ),
  ),
  vital: optional(
    anyObject('Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.', {
      pulse: 72,
    }),
  ),
}

export type BookingMembers = Static<TObject<typeof bookingMembers>>

/** Members of one or two booking routes, as the others declare them. */
export const membersOfOtherRoutes = {
  qms: refusedMember('tokens have their own routes, which take its members at the top'),
  qmsWorkShiftId: refusedMember('tokens have their own routes'),
  appointmentDate: refusedMember('the date of a slot is that of `fromDateTimeIso`'),
  returnUrl: refusedMember('only a reservation opens a checkout'),
  withoutCheckout: refusedMember('only a reservation has a checkout to leave'),
  paymentCollectionType: refusedMember('only `/v1/appointments/book-appointment` stores it'),
  visitAddress: refusedMember('a token is never for a visit at home'),
}

/** Members that a token refuses: they affect the price or the time, so it cannot ignore them. */
export const slotOnlyMembers = [
  'packageConfigId',
  'packageAmount',
  'patientPackageId',
  'consultationDurationTierId',
  'visitTypeId',
  'roomId',
  'visitAddress',
] as const

const vitalBytesMax = 8 * 1024

/** Throws a problem if vitals are too large. */
export function checkVitals(vital: object | undefined): void {
  if (vital !== undefined && Buffer.byteLength(JSON.stringify(vital)) > vitalBytesMax)
    throw invalid('vital must have at most 8 KiB')
}

/** The location that a booking names, by either of two members. */
export function requestedAddressId({
  addressId,
  workspaceAddressId,
}: {
  addressId?: number
  workspaceAddressId?: number
}): number {
  if (
    addressId !== undefined &&
    workspaceAddressId !== undefined &&
    addressId !== workspaceAddressId
  ) {
    throw invalid('addressId and workspaceAddressId differ; send one of them')
  }
  return requireMember(addressId ?? workspaceAddressId, 'addressId')
}

/** A session must name its own workspace; with a key the member is ignored. */
export function checkWorkspace(
  { kind, workspaceId }: Caller,
  body: { workspaceId?: unknown },
): void {
  const isNamed = body.workspaceId === workspaceId || body.workspaceId === String(workspaceId)
  if (kind === 'session' && !isNamed)
    throw invalid('workspaceId must be the workspace of the session')
}

/** Throws a problem if a payment mode is neither a general one nor one of this workspace. */
export function checkPaymentMode({ paymentMethods }: Configuration, paymentMode: string): void {
  const allowedModes: readonly string[] = [...paymentModes, ...paymentMethods]
  if (!allowedModes.includes(paymentMode))
    throw invalid(`paymentMode must be one of ${allowedModes.join(', ')}`)
}

/** A required member. */
export function requireMember<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(`${name} is required`)
  return value
}
