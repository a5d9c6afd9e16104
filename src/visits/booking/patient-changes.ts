// What a patient may change on a visit or a token, with a session or by a link. All other
// changes are reserved for the clinic, and need an API key or an operator.

import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import { patientContact } from '../../clinic/patients/queries.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { problem } from './problems.ts'

/** The members of a body that may ask for something that only the clinic may do. */
export interface ClinicOnlyMembers {
  status: string
  refundIssued?: boolean
  voidBooking?: boolean
}

/**
 * Throws CHANGE_RESERVED_FOR_CLINIC if a body asks for more than a confirmation or a cancellation;
 * this check precedes all others.
 */
export function checkPatientChange({
  status,
  refundIssued = false,
  voidBooking = false,
}: ClinicOnlyMembers): void {
  if (!['CANCELLED', 'CONFIRMED'].includes(status) || refundIssued || voidBooking)
    throw problem('CHANGE_RESERVED_FOR_CLINIC')
}

/** Whether the verified contact of a session reaches a patient. */
export async function isPatientReached(
  queries: Queries,
  gate: ConsentGate,
  { workspaceId, verifiedContact }: Caller,
  patientId: number,
): Promise<boolean> {
  if (!verifiedContact) return false
  const contacts = await queries.rows(patientContact, { workspaceId, patientId })
  return contacts.some((contact) => gate.concernsContact(verifiedContact, contact))
}
