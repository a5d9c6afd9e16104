import { at, type Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { randomBase32 } from '../values/random-text.ts'
import type { Person } from './patient-fields.ts'
import { insertPatient, lockPatientIdentity, patientsOnPhone, patientWithMrn } from './queries.ts'

/** Who writes, and when; a booking has no member of staff. */
export interface Author {
  now: Instant
  userId: number | null
}

interface FoundOrCreated {
  id: number
  created: boolean
}

/**
 * The id of the patient this person is, creating the record if there is none. Runs inside the
 * caller's transaction and first takes a lock on the person's phone and record number, so that
 * parallel calls make one record and a family on one phone stays several.
 */
export async function findOrCreatePatient(queries: Queries, workspaceId: number, person: Person, { now, userId }: Author): Promise<FoundOrCreated> {
  // Always in this order, so that two calls cannot wait for each other.
  if (person.mrnNumber !== null) await queries.rows(lockPatientIdentity, [workspaceId, `mrn ${person.mrnNumber}`])
  if (person.phone) await queries.rows(lockPatientIdentity, [workspaceId, `phone ${person.phone.normalised}`])
  const found = await findPatient(queries, workspaceId, person)
  if (found !== undefined) return { id: found, created: false }
  return { id: await createPatient(queries, workspaceId, person, { now, userId }), created: true }
}

async function findPatient(queries: Queries, workspaceId: number, person: Person): Promise<number | undefined> {
  if (person.mrnNumber !== null) return (await queries.rows(patientWithMrn, [workspaceId, person.mrnNumber]))[0]?.id
  if (!person.phone) return undefined
  const onPhone = await queries.rows(patientsOnPhone, [workspaceId, person.phone.normalised])
  // Only a phone: the one patient on it, or the oldest of several.
  if (person.firstNameFolded === null) return onPhone[0]?.id
  return onPhone.find(
    (known) =>
      known.firstNameFolded === person.firstNameFolded &&
      (known.lastNameFolded === null || person.lastNameFolded === null || known.lastNameFolded === person.lastNameFolded),
  )?.id
}

async function createPatient(queries: Queries, workspaceId: number, person: Person, { now, userId }: Author): Promise<number> {
  for (;;) {
    const [created] = await queries.rows(insertPatient, [
      workspaceId,
      person.mrnNumber ?? `MRN-${randomBase32(8)}`,
      person.firstName,
      person.lastName,
      person.firstNameFolded,
      person.lastNameFolded,
      person.phone?.countryCode ?? null,
      person.phone?.number ?? null,
      person.phone?.normalised ?? null,
      person.email,
      person.emailFolded,
      person.gender,
      person.dob,
      person.age,
      person.bloodGroup,
      person.patientAddress,
      at(now),
      userId,
    ])
    // Nothing comes back only when a made-up record number was taken, once in a million million.
    if (created) return created.id
  }
}
