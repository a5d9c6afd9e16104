// The patient of a booking: the record it names, or the person it describes.

import type { Static } from 'typebox'
import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { phoneDialCode } from '../../base/values/phone.ts'
import { invalid } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { findOrCreatePatient, generateMrn } from '../../clinic/patients/find-or-create.ts'
import { resolvePatientForWrite } from '../../clinic/patients/led-to.ts'
import { findMatches } from '../../clinic/patients/matching.ts'
import {
  checkBirth,
  checkPhoneAtDesk,
  type PatientChoice,
  type PatientFields,
  type Person,
  personValues,
  readLanguage,
  toPerson,
} from '../../clinic/patients/patient-fields.ts'
import {
  fillPatientLanguage,
  patientCountry,
  peopleOnPhone,
} from '../../clinic/patients/queries.ts'
import type { Booker } from './booker.ts'
import { requireMember } from './booking-members.ts'
import { problem } from './problems.ts'
import type { SessionRules } from './session-rules.ts'

interface PatientMembers {
  patientId?: number
  patientPayload?: Static<typeof PatientFields>
}

/**
 * `patientId`, then `patientPayload.id`, then the described person; two different ids are refused
 * . `home` is the country of a phone number without a dial code.
 */
export function toPatientChoice(
  { patientId, patientPayload }: PatientMembers,
  homeCountry?: string,
): PatientChoice {
  if (
    patientId !== undefined &&
    patientPayload?.id !== undefined &&
    patientId !== patientPayload.id
  ) {
    throw invalid('patientId and patientPayload.id differ; send one of them')
  }
  const knownId = patientId ?? patientPayload?.id
  if (knownId !== undefined)
    return { id: knownId, language: readLanguage(patientPayload?.language, 'patientPayload') }
  const person = toPerson(
    requireMember(patientPayload, 'patientId or patientPayload'),
    'patientPayload',
    homeCountry,
  )
  if (homeCountry !== undefined) checkPhoneAtDesk(person)
  return { person }
}

/** The parts of a booking that determine its patient. */
interface PatientBooking {
  caller: Booker
  request: { patient: PatientChoice }
  /** The limits of the caller's session; undefined for a key, which may book for everyone. */
  session: SessionRules | undefined
  now: Instant
}

/**
 * The record of a booking's patient, found or created within the booking's transaction. Under a
 * session, it throws a problem if the visitor may not book for this patient, or may not book again.
 * `makeRoom` may release what the booking replaces, once the patient is known and before limits are
 * checked.
 */
export async function resolvePatient(
  queries: Queries,
  { caller, request: { patient: choice }, session, now }: PatientBooking,
  makeRoom: (patientId: number) => Promise<void> = async () => {},
): Promise<number> {
  // Checked before any look-up: otherwise the refusal would reveal which record numbers exist.
  if ('person' in choice) checkBirth(choice.person, now)
  const patient = session ? await session.checkChoice(queries, choice) : choice
  const { id, created } =
    'id' in patient
      ? {
          id: await resolvePatientForWrite(queries, caller.workspaceId, patient.id),
          created: false,
        }
      : await findOrCreateRecord(queries, caller, patient.person, now)
  await session?.checkRecord(queries, id)
  const { language = null } = 'id' in patient ? patient : patient.person
  if (language !== null && !created)
    await queries.rows(fillPatientLanguage, {
      workspaceId: caller.workspaceId,
      patientId: id,
      language,
    })
  await session?.awaitTurn(queries)
  await makeRoom(id)
  await session?.checkBudget(queries, now)
  if (created && 'person' in patient) await session?.checkRecords(queries, patient.person)
  if (created && 'person' in choice) session?.checkNewPatient(choice.person)
  return id
}

/** The record of a described person; if there is none, it is created and audited. */
async function findOrCreateRecord(
  queries: Queries,
  caller: Booker,
  person: Person,
  now: Instant,
): Promise<{ id: number; created: boolean }> {
  const { id, created } = await findOrCreatePatient(queries, caller.workspaceId, person, {
    now,
    userId: null,
  })
  if (created)
    await recordAccess(queries, caller.workspaceId, caller, {
      action: 'CREATED',
      patientIds: [id],
      now,
    })
  return { id, created }
}

/** The contact data of a patient's record. */
type ContactCountry = RowOf<typeof patientCountry.returns>

/** A patient with a record, and their contact data if already known. */
export type ExistingPatient = { id: number } | ({ id: number } & ContactCountry)

/** A person without a record, valid as long as their phone reaches only these people. */
interface NewPatient extends ReturnType<typeof personValues> {
  mrnNumber: string
  peopleOnPhone: readonly number[]
}

export type UnlockedPatient = ExistingPatient | NewPatient

/**
 * The patient of a booking without a transaction, looked up without locks: the statement that books
 * must check what may have changed since. Undefined if only a transaction can tell: under a
 * session, and for a record number.
 */
export async function lookUpPatient(
  queries: Queries,
  { caller: { workspaceId }, request: { patient }, session, now }: PatientBooking,
): Promise<UnlockedPatient | undefined> {
  if (session) return undefined
  if ('id' in patient) return (patient.language ?? null) === null ? { id: patient.id } : undefined
  const { person } = patient
  checkBirth(person, now)
  if (person.mrnNumber !== null) return undefined
  const people = person.phone
    ? await queries.rows(peopleOnPhone, { workspaceId, phoneNormalised: person.phone.normalised })
    : []
  const [matched] = findMatches<(typeof people)[number]>(person, [], people)
  if (matched && person.language !== null) return undefined
  return (
    matched ?? {
      ...personValues(person),
      mrnNumber: generateMrn(),
      peopleOnPhone: people.map(({ id }) => id),
    }
  )
}

export interface BookedPatient {
  workspaceId: number
  patientId: number
}

/**
 * A patient's country, from their record, otherwise from the dial code that was sent. Undefined if
 * neither determines it; throws PATIENT_NOT_FOUND.
 */
export async function findPatientCountry(
  queries: Queries,
  { workspaceId, patientId }: BookedPatient,
  sentCountryCode: string | null,
): Promise<string | undefined> {
  const [patient] = await queries.rows(patientCountry, { workspaceId, patientId })
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  return countryFromContact(patient, sentCountryCode)
}

/** The patient's country, from what was already looked up if that is enough. */
export async function findUnlockedPatientCountry(
  queries: Queries,
  workspaceId: number,
  patient: UnlockedPatient,
  sentCountryCode: string | null,
): Promise<string | undefined> {
  return 'phoneNormalised' in patient
    ? countryFromContact(patient, sentCountryCode)
    : findPatientCountry(queries, { workspaceId, patientId: patient.id }, sentCountryCode)
}

/**
 * A contact's country, from the whole number (`+447` with `700…` is as British as `+44` with
 * `7700…`), otherwise from the record's dial code, otherwise from the dial code that was sent.
 */
function countryFromContact(
  { countryCode, phoneNormalised }: ContactCountry,
  sentCountryCode: string | null,
): string | undefined {
  const dialCode = phoneNormalised === null ? undefined : phoneDialCode(phoneNormalised)
  return dialCode ?? countryCode ?? sentCountryCode ?? undefined
}

/** The refusal if a price depends on the patient's country and it is unknown. */
export const countryMissingProblem = () =>
  invalid('patientPayload.countryCode is required: the fee depends on where the patient is from')
