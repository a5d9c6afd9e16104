// The contact of a patient that last booked with a one-time code.

import type { Queries } from '../../base/db/database.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { patientContact } from '../../clinic/patients/queries.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { verifiedByBooking } from './patient-record-queries.ts'

/** The contact, and when it was proven; null if no booking proved one. */
export async function findProvenContact(
  { database, gate }: { database: Queries; gate: ConsentGate },
  workspaceId: number,
  patientId: number,
): Promise<{ value: string; provenAt: string } | null> {
  const patient = { workspaceId, patientId }
  const contacts = await database.rows(patientContact, patient)
  for (const { phoneNormalised, email } of contacts) {
    const [verified] = await database.rows(verifiedByBooking, {
      ...patient,
      ...gate.countedContacts({ phoneNormalised, email }),
    })
    if (verified?.phoneAt && phoneNormalised !== null)
      return { value: phoneNormalised, provenAt: isoAt('UTC', verified.phoneAt) }
    if (verified?.emailAt && email !== null)
      return { value: email, provenAt: isoAt('UTC', verified.emailAt) }
  }
  return null
}
