// What a browser's session may change of a visit: the patient at the page confirms it, or calls it off as the practitioner's rules
// allow. What the clinic does, an API key or an operator does.

import type { Configuration } from '../catalogue/configuration.ts'
import type { Queries } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import { patientContact } from '../patients/queries.ts'
import type { Instant } from '../values/clinic-time.ts'
import { invalid, problem } from '../values/problem.ts'
import type { ConsentGate } from '../verification/consent-gate.ts'
import type { StatusChange } from './status-change.ts'
import type { Visit } from './visits.ts'

const hourMs = 3_600_000

/** Throws APPOINTMENT_NOT_FOUND unless the visit is of a patient whom the session's verified contact reaches: a session learns of no other. */
export async function checkOwnVisit(queries: Queries, gate: ConsentGate, { workspaceId, verifiedContact }: Caller, { patientId }: Visit): Promise<void> {
  const [contact] = await queries.rows(patientContact, { workspaceId, patientId })
  if (!contact || !verifiedContact || !gate.concernsContact(verifiedContact, contact)) throw problem('APPOINTMENT_NOT_FOUND')
}

/** Throws what keeps a session from this change of its own visit. */
export function checkSessionChange(configuration: Configuration, visit: Visit, { status, refund, voided, returnsSession }: StatusChange, now: Instant): void {
  if (status !== 'CONFIRMED' && status !== 'CANCELLED') throw invalid('status must be CONFIRMED or CANCELLED under a session')
  if (refund || voided || returnsSession) throw invalid('refundIssued and voidBooking must be false under a session')
  if (status === 'CANCELLED') checkNotice(configuration, visit, 'cancel', now)
}

/** Throws where the practitioner's patients may not cancel or move visits themselves, or no longer this one. */
export function checkNotice({ doctors }: Configuration, { doctorId, fromAt }: Visit, change: 'cancel' | 'move', now: Instant): void {
  const doctor = doctors.find(({ id }) => id === doctorId)
  const isAllowed = change === 'cancel' ? doctor?.allowCancellation : doctor?.allowRescheduling
  const done = change === 'cancel' ? 'cancelled' : 'moved'
  if (!isAllowed) throw problem('CHANGE_NOT_PERMITTED', { reason: `This practitioner's visits cannot be ${done} from a web page` })
  const hours = doctor?.cancellationAllowedBeforeHours ?? 0
  if (now > fromAt - hours * hourMs) {
    const deadline = hours === 0 ? 'once they have begun' : `less than ${hours} hours before they begin`
    throw problem('CHANGE_NOT_PERMITTED', { reason: `This practitioner's visits cannot be ${done} ${deadline}` })
  }
}
