// A patient's stored record, and its change by id.

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { anyObject, integer, named, nullable, text } from '../../base/contract/schemas.ts'
import { type Database, type Queries, violatedConstraint } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { normalisedPhone } from '../../base/values/phone.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../audit/audit.ts'
import { ledTo } from './led-to.ts'
import { type Person, personValues } from './patient-fields.ts'
import { PatientRecord } from './patient-record.ts'
import { changePatient, heldPhone, patientWhole, tellPatientChanged } from './queries.ts'

export const StoredPatient = named('StoredPatient', {
  ...PatientRecord.properties,
  email: nullable(text('E-mail address.', 'meera@example.org')),
  age: nullable(integer('Age in years, if the date of birth is unknown.', 36)),
  bloodGroup: nullable(text('Blood group.', 'O+')),
  patientAddress: nullable(anyObject('Postal address, as it was sent.', { city: 'Jaipur' })),
})

/** Throws PATIENT_NOT_FOUND. */
export async function storedPatient(queries: Queries, workspaceId: number, id: number) {
  const [patient] = await queries.rows(patientWhole, { workspaceId, patientId: id })
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  return patient
}

/** The version of a record: a hash of its content. */
export function versionOf(patient: Awaited<ReturnType<typeof storedPatient>>): string {
  return createHash('sha256').update(JSON.stringify(patient)).digest('base64url').slice(0, 22)
}

interface ChangedBy {
  workspaceId: number
  actor: Actor
  /** The staff member who changes it, if any. */
  userId: number | null
  now: Instant
}

/**
 * Changes a record, and records which of its members have changed. Null means unchanged; if all changes are null, it is only read.
 * Throws PATIENT_CHANGED_MEANWHILE if the record no longer has the given version, PATIENT_NOT_FOUND and MRN_TAKEN.
 */
export async function changeKnownPatient(database: Database, { workspaceId, actor, userId, now }: ChangedBy, asked: number, changes: Person, version?: string) {
  const changesNothing = Object.values(changes).every((value) => value === null)
  try {
    return await database.transaction(async (queries) => {
      const id = await ledTo(queries, workspaceId, asked)
      const patient = { workspaceId, patientId: id }
      const [held] = await queries.rows(heldPhone, patient)
      if (!held) throw problem('PATIENT_NOT_FOUND')
      const before = await storedPatient(queries, workspaceId, id)
      if (version !== undefined && version !== versionOf(before)) throw problem('PATIENT_CHANGED_MEANWHILE', { id })
      if (changesNothing) {
        await note(queries, workspaceId, actor, { action: 'READ', patientIds: [id], now })
        return before
      }
      await queries.rows(changePatient, { ...patient, ...personValues(changedPerson(changes, held)), now, userId })
      const after = await storedPatient(queries, workspaceId, id)
      const changedMembers = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name as keyof typeof after], before[name as keyof typeof before]))
      await note(queries, workspaceId, actor, { action: 'CHANGED', changedMembers, patientIds: [id], now })
      if (changedMembers.length > 0) await queries.rows(tellPatientChanged, patient)
      return after
    })
  } catch (error) {
    if (violatedConstraint(error) === 'patient_mrn_unique') throw problem('MRN_TAKEN')
    throw error
  }
}

/** A number comes with its dial code, or gets `+91`; a dial code alone applies to the existing number. */
function changedPerson(person: Person, { phoneNumber: number }: { phoneNumber: string | null }): Person {
  const { countryCode } = person
  if (person.phone || countryCode === null || number === null) return person
  return { ...person, phone: { countryCode, number, normalised: normalisedPhone(countryCode, number) } }
}
