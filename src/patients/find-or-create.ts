import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { randomBase32 } from '../values/random-text.ts'
import { ledTo } from './led-to.ts'
import { matchesOf } from './matching.ts'
import { type Person, personValues } from './patient-fields.ts'
import { insertPatient, lockPatientIdentities, mergedOnPhone, patientsOnPhone, patientWithMrn } from './queries.ts'

/** Who writes, and when; `userId` is null where no member of staff acts. */
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
 * caller's transaction and holds the person's phone and record number until it ends, so that parallel
 * calls make one record and a family on one phone stays several.
 */
export async function findOrCreatePatient(queries: Queries, workspaceId: number, person: Person, author: Author): Promise<FoundOrCreated> {
  await holdIdentities(queries, workspaceId, [person])
  for (;;) {
    const found = await findPatient(queries, workspaceId, person)
    if (found !== undefined) return { id: found, created: false }
    const created = await createPatient(queries, workspaceId, person, author)
    if (created !== undefined) return { id: created, created: true }
    // A made-up record number was taken, once in a million million; or another patient has been given this one since the look.
  }
}

/**
 * Makes every other caller that may create one of these people wait until the transaction ends. All record numbers come before
 * all phones, and each of the two in one order, so that no two callers wait for each other.
 */
export async function holdIdentities(queries: Queries, workspaceId: number, people: readonly Person[]): Promise<void> {
  const numbers = people.flatMap(({ mrnNumber }) => (mrnNumber === null ? [] : [`mrn ${mrnNumber}`]))
  const phones = people.flatMap(({ phone }) => (phone ? [`phone ${phone.normalised}`] : []))
  for (const identities of [numbers, phones]) {
    if (identities.length > 0) await queries.rows(lockPatientIdentities, { workspaceId, identities })
  }
}

async function findPatient(queries: Queries, workspaceId: number, person: Person): Promise<number | undefined> {
  const { mrnNumber, phone } = person
  const withNumber: { id: number; isMerged?: boolean }[] = mrnNumber === null ? [] : await queries.rows(patientWithMrn, { workspaceId, mrnNumber })
  if (withNumber[0]?.isMerged) return ledTo(queries, workspaceId, withNumber[0].id)
  const onPhone = mrnNumber === null && phone ? await queries.rows(patientsOnPhone, { workspaceId, phoneNormalised: phone.normalised }) : []
  const [found] = matchesOf(person, withNumber, onPhone)
  if (found || mrnNumber !== null || !phone) return found?.id
  // Nobody is on the phone by this name any more; a record may have been that was merged.
  const [merged] = matchesOf(person, withNumber, await queries.rows(mergedOnPhone, { workspaceId, phoneNormalised: phone.normalised }))
  return merged && ledTo(queries, workspaceId, merged.id)
}

/** Undefined when the record number is taken. */
async function createPatient(queries: Queries, workspaceId: number, person: Person, { now, userId }: Author): Promise<number | undefined> {
  const mrnNumber = person.mrnNumber ?? madeUpMrn()
  const [created] = await queries.rows(insertPatient, { workspaceId, ...personValues(person), mrnNumber, now, userId })
  return created?.id
}

/** A record number for a patient who comes without one. */
export function madeUpMrn(): string {
  return `MRN-${randomBase32(8)}`
}
