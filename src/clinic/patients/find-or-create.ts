import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { resolvePatientForWrite } from './led-to.ts'
import { findMatches } from './matching.ts'
import { type Person, personValues } from './patient-fields.ts'
import {
  insertPatient,
  lockPatientIdentities,
  mergedPatientsOnPhone,
  patientsOnPhone,
  patientWithMrn,
} from './queries.ts'

/** Who writes, and when; `userId` is null if the actor is not a staff member. */
export interface Author {
  now: Instant
  userId: number | null
}

interface FoundOrCreated {
  id: number
  created: boolean
}

/**
 * The id of the patient who is this person; creates the record if there is none. Runs
 * inside the caller's transaction and locks the person's phone and record number until it ends, so
 * that parallel calls create one record, and a family on one phone remains several.
 */
export async function findOrCreatePatient(
  queries: Queries,
  workspaceId: number,
  person: Person,
  author: Author,
): Promise<FoundOrCreated> {
  await lockIdentities(queries, workspaceId, [person])
  for (;;) {
    const found = await findPatient(queries, workspaceId, person)
    if (found !== undefined) return { id: found, created: false }
    const created = await createPatient(queries, workspaceId, person, author)
    if (created !== undefined) return { id: created, created: true }
    // A generated record number was taken (the odds are one in a million million), or another
    // patient has been given this one since the look-up.
  }
}

/**
 * Makes all other callers that may create one of these people wait until the transaction ends. All
 * record numbers come before all phones, each sorted, so that no two callers deadlock.
 */
export async function lockIdentities(
  queries: Queries,
  workspaceId: number,
  people: readonly Person[],
): Promise<void> {
  const numbers = people.flatMap(({ mrnNumber }) =>
    mrnNumber === null ? [] : [`mrn ${mrnNumber}`],
  )
  const phones = people.flatMap(({ phone }) => (phone ? [`phone ${phone.normalised}`] : []))
  for (const identities of [numbers, phones]) {
    if (identities.length > 0)
      await queries.rows(lockPatientIdentities, { workspaceId, identities })
  }
}

async function findPatient(
  queries: Queries,
  workspaceId: number,
  person: Person,
): Promise<number | undefined> {
  const { mrnNumber, phone } = person
  const withNumber: { id: number; isMerged?: boolean }[] =
    mrnNumber === null ? [] : await queries.rows(patientWithMrn, { workspaceId, mrnNumber })
  if (withNumber[0]?.isMerged) return resolvePatientForWrite(queries, workspaceId, withNumber[0].id)
  const onPhone =
    mrnNumber === null && phone
      ? await queries.rows(patientsOnPhone, { workspaceId, phoneNormalised: phone.normalised })
      : []
  const [found] = findMatches(person, withNumber, onPhone)
  if (found || mrnNumber !== null || !phone) return found?.id
  // No one with this name has this phone number any more, though a merged record may have had it.
  const [merged] = findMatches(
    person,
    withNumber,
    await queries.rows(mergedPatientsOnPhone, { workspaceId, phoneNormalised: phone.normalised }),
  )
  return merged && resolvePatientForWrite(queries, workspaceId, merged.id)
}

/** Undefined if the record number is taken. */
async function createPatient(
  queries: Queries,
  workspaceId: number,
  person: Person,
  { now, userId }: Author,
): Promise<number | undefined> {
  const mrnNumber = person.mrnNumber ?? generateMrn()
  const [created] = await queries.rows(insertPatient, {
    workspaceId,
    ...personValues(person),
    mrnNumber,
    now,
    userId,
  })
  return created?.id
}

/** A record number for a patient without one. */
export function generateMrn(): string {
  return `MRN-${randomBase32(8)}`
}
