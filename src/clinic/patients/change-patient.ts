// A patient's stored record, and its change by id.

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Database, type Queries, violatedConstraint } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { normalisedPhone } from '../../base/values/phone.ts'
import { recordAccess } from '../audit/audit.ts'
import { resolvePatientForWrite } from './led-to.ts'
import { type Person, personValues } from './patient-fields.ts'
import { problem } from './problems.ts'
import { changePatient, fullPatient, lockPatientPhone, notifyPatientChanged } from './queries.ts'

/** Throws PATIENT_NOT_FOUND. */
export async function loadStoredPatient(queries: Queries, workspaceId: number, id: number) {
  const [patient] = await queries.rows(fullPatient, { workspaceId, patientId: id })
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  return patient
}

/** The version of a record: a hash of its content. */
export function recordVersion(patient: Awaited<ReturnType<typeof loadStoredPatient>>): string {
  return createHash('sha256').update(JSON.stringify(patient)).digest('base64url').slice(0, 22)
}

interface PatientChangeAuthor {
  workspaceId: number
  actor: Actor
  /** The staff member who changes it, if any. */
  userId: number | null
  now: Instant
}

/**
 * Changes a record, and records which of its members have changed. Null means unchanged; if all
 * changes are null, it is only read. Throws PATIENT_CONFLICT if the record no longer has
 * the given version, PATIENT_NOT_FOUND and MRN_TAKEN.
 */
export async function changePatientRecord(
  database: Database,
  { workspaceId, actor, userId, now }: PatientChangeAuthor,
  requestedId: number,
  changes: Person,
  version?: string,
) {
  const isUnchanged = Object.values(changes).every((value) => value === null)
  try {
    return await database.transaction(async (queries) => {
      const id = await resolvePatientForWrite(queries, workspaceId, requestedId)
      const patient = { workspaceId, patientId: id }
      const [lockedPhone] = await queries.rows(lockPatientPhone, patient)
      if (!lockedPhone) throw problem('PATIENT_NOT_FOUND')
      const before = await loadStoredPatient(queries, workspaceId, id)
      if (version !== undefined && version !== recordVersion(before))
        throw problem('PATIENT_CONFLICT', { id })
      if (isUnchanged) {
        await recordAccess(queries, workspaceId, actor, { action: 'READ', patientIds: [id], now })
        return before
      }
      await queries.rows(changePatient, {
        ...patient,
        ...personValues(completePhone(changes, lockedPhone)),
        now,
        userId,
      })
      const after = await loadStoredPatient(queries, workspaceId, id)
      const changedMembers = Object.keys(after).filter(
        (name) =>
          !isDeepStrictEqual(
            after[name as keyof typeof after],
            before[name as keyof typeof before],
          ),
      )
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        changedMembers,
        patientIds: [id],
        now,
      })
      if (changedMembers.length > 0) await queries.rows(notifyPatientChanged, patient)
      return after
    })
  } catch (error) {
    if (violatedConstraint(error) === 'patient_mrn_unique') throw problem('MRN_TAKEN')
    throw error
  }
}

/**
 * A number comes with its dial code, or gets `+91`; a dial code alone applies to the
 * existing number.
 */
function completePhone(
  person: Person,
  { phoneNumber: number }: { phoneNumber: string | null },
): Person {
  const { countryCode } = person
  if (person.phone || countryCode === null || number === null) return person
  return {
    ...person,
    phone: { countryCode, number, normalised: normalisedPhone(countryCode, number) },
  }
}
