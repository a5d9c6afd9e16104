// Whom a booking is for: the record it names, or the person it describes.

import type { Static } from 'typebox'
import { note } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import { findOrCreatePatient } from '../patients/find-or-create.ts'
import { ledTo } from '../patients/led-to.ts'
import { checkBirth, type PatientChoice, type PatientFields, type Person, toPerson } from '../patients/patient-fields.ts'
import { patientCountry } from '../patients/queries.ts'
import type { Instant } from '../values/clinic-time.ts'
import { dialCodeOfPhone } from '../values/phone.ts'
import { invalid, problem } from '../values/problem.ts'
import type { Booker } from './booker.ts'
import { required } from './booking-members.ts'
import type { SessionRules } from './session-rules.ts'

interface Whom {
  patientId?: number
  patientPayload?: Static<typeof PatientFields>
}

/** `patientId`, then `patientPayload.id`, then the person described; two different ids are refused. */
export function toPatientChoice({ patientId, patientPayload }: Whom): PatientChoice {
  if (patientId !== undefined && patientPayload?.id !== undefined && patientId !== patientPayload.id) {
    throw invalid('patientId and patientPayload.id differ; send one of them')
  }
  const known = patientId ?? patientPayload?.id
  if (known !== undefined) return { id: known }
  return { person: toPerson(required(patientPayload, 'patientId or patientPayload'), 'patientPayload') }
}

/** A booking, as far as it decides for which record it is. */
interface Booking {
  caller: Booker
  request: { patient: PatientChoice }
  /** What the caller's session may book; undefined for a key, which may book for everyone. */
  session: SessionRules | undefined
  now: Instant
}

/**
 * The record a booking is for, found or made within the booking's transaction. Under a session it throws the problem that the visitor may
 * not book for it, or not once more. `makeRoom` may give up what the booking takes the place of, once it is known whom it is for and before
 * anything is counted.
 */
export async function patientOfBooking(
  queries: Queries,
  { caller, request: { patient: choice }, session, now }: Booking,
  makeRoom: (patientId: number) => Promise<void> = async () => {},
): Promise<number> {
  // Before anything is looked for: which of two refusals comes would tell which record numbers there are.
  if ('person' in choice) checkBirth(choice.person, now)
  const patient = session ? await session.checkChoice(queries, choice) : choice
  const { id, created } =
    'id' in patient ? { id: await ledTo(queries, caller.workspaceId, patient.id), created: false } : await recordOfPerson(queries, caller, patient.person, now)
  await session?.checkRecord(queries, id)
  await session?.awaitTurn(queries)
  await makeRoom(id)
  await session?.checkBudget(queries, now)
  if (created && 'person' in patient) await session?.checkRecords(queries, patient.person)
  return id
}

/** The record of a described person, which is made where there is none and noted as made. */
async function recordOfPerson(queries: Queries, caller: Booker, person: Person, now: Instant): Promise<{ id: number; created: boolean }> {
  const { id, created } = await findOrCreatePatient(queries, caller.workspaceId, person, { now, userId: null })
  if (created) await note(queries, caller.workspaceId, caller, { action: 'CREATED', patientIds: [id], now })
  return { id, created }
}

export interface BookedPatient {
  workspaceId: number
  patientId: number
}

/**
 * Where a patient is from: by the number as a whole (`+447` and `700…` are as British as `+44` and `7700…`), else by the dial code of the
 * record, else by the one that was sent. Undefined where none tells; throws PATIENT_NOT_FOUND.
 */
export async function countryOfPatient(queries: Queries, { workspaceId, patientId }: BookedPatient, sent: string | null): Promise<string | undefined> {
  const [patient] = await queries.rows(patientCountry, { workspaceId, patientId })
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  const { countryCode, phoneNormalised } = patient
  const dialCode = phoneNormalised === null ? undefined : dialCodeOfPhone(phoneNormalised)
  return dialCode ?? countryCode ?? sent ?? undefined
}

/** What is to be sent where a price depends on where the patient is from, and nothing tells. */
export const countryMissing = () => invalid('patientPayload.countryCode is required: the fee depends on where the patient is from')
