// Members that bookings of slots and of tokens share, and the rules that need nothing else.

import { Type } from 'typebox'
import type { Configuration } from '../catalogue/configuration.ts'
import type { Caller } from '../contract/route.ts'
import { anyObject, choice, id, optional, text } from '../contract/schemas.ts'
import { PatientFields } from '../patients/patient-fields.ts'
import { sendablePaymentStatuses } from '../payments/payable.ts'
import { invalid } from '../values/problem.ts'

/** The payment modes of every workspace; others are configured by name. */
const paymentModes = ['CASH', 'CARD', 'UPI', 'BANK_TRANSFER', 'ONLINE', 'OTHER'] as const

/** The clinic's own words, such as `PHONE_CALL`. */
export const upperSnake = { pattern: '^[A-Z][A-Z0-9_]{0,39}$' }
const word = { minLength: 1, maxLength: 100 }

export const bookingMembers = {
  workspaceId: optional(Type.Any({ description: 'Required with a widget session, and must be its workspace; ignored with an API key.', examples: [1] })),
  addressId: optional(id('The location. Required, here or as `workspaceAddressId`.')),
  workspaceAddressId: optional(id('Another name of `addressId`.')),
  doctorId: id('The practitioner.'),
  patientId: optional(id('An existing patient. Required unless `patientPayload` is sent.', 42)),
  patientPayload: optional(PatientFields),
  paymentMode: optional(
    text(
      'CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.',
      'CASH',
      word,
    ),
  ),
  paymentStatus: optional(choice(sendablePaymentStatuses, 'When omitted: UNPAID, or PAID with a session pack.')),
  paymentReference: optional(text("The caller's own transaction id.", 'TXN-881', { maxLength: 200 })),
  source: optional(
    text('Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.', 'DEVELOPER_API', word),
  ),
  bookingChannel: optional(text('Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.', 'PHONE_CALL', upperSnake)),
  chiefComplaint: optional(text('At most 500 characters.', 'Rash on the left arm', { maxLength: 500 })),
  appointmentNotes: optional(text('At most 500 characters.', 'Wheelchair access needed', { maxLength: 500 })),
  vital: optional(anyObject('Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.', { pulse: 72 })),
}

const vitalBytesMax = 8 * 1024

/** Throws a problem if vitals are too large. */
export function checkVitals(vital: object | undefined): void {
  if (vital !== undefined && Buffer.byteLength(JSON.stringify(vital)) > vitalBytesMax) throw invalid('vital must have at most 8 KiB')
}

/** The location that a booking names, by either of two members. */
export function addressIdOf({ addressId, workspaceAddressId }: { addressId?: number; workspaceAddressId?: number }): number {
  if (addressId !== undefined && workspaceAddressId !== undefined && addressId !== workspaceAddressId) {
    throw invalid('addressId and workspaceAddressId differ; send one of them')
  }
  return required(addressId ?? workspaceAddressId, 'addressId')
}

/** A session must name its own workspace; with a key the member is ignored. */
export function checkWorkspace({ kind, workspaceId }: Caller, body: { workspaceId?: unknown }): void {
  const isNamed = body.workspaceId === workspaceId || body.workspaceId === String(workspaceId)
  if (kind === 'session' && !isNamed) throw invalid('workspaceId must be the workspace of the session')
}

/** Throws a problem if a payment mode is neither a general one nor one of this workspace. */
export function checkPaymentMode({ paymentMethods }: Configuration, paymentMode: string): void {
  const known: readonly string[] = [...paymentModes, ...paymentMethods]
  if (!known.includes(paymentMode)) throw invalid(`paymentMode must be one of ${known.join(', ')}`)
}

/** A required member. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw invalid(`${name} is required`)
  return value
}
