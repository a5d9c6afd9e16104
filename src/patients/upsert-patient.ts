// POST /v1/patients: finds or creates a patient or, with an id, changes one.

import { note } from '../audit/audit.ts'
import { at, type Database, type Queries, violatedConstraint } from '../db/database.ts'
import { refusal } from '../http/errors.ts'
import { type Caller, type Route, route } from '../http/route.ts'
import { anyObject, integer, nullable, object, text } from '../http/schemas.ts'
import type { Clock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { defaultCountryCode, normalisedPhone } from '../values/phone.ts'
import { findOrCreatePatient } from './find-or-create.ts'
import { type PatientChanges, PatientFields, toChanges, toPerson } from './patient-fields.ts'
import { PatientRecord } from './patient-record.ts'
import { changePatient, heldPhone, patientWhole } from './queries.ts'

const StoredPatient = object({
  ...PatientRecord.properties,
  email: nullable(text('E-mail address.', 'meera@example.org')),
  age: nullable(integer('Years, where the date of birth is unknown.', 36)),
  bloodGroup: nullable(text('Blood group.', 'O+')),
  patientAddress: nullable(anyObject('Postal address, as it was sent.', { city: 'Jaipur' })),
})

export function upsertPatientRoute({ database, clock }: { database: Database; clock: Clock }): Route {
  return route({
    method: 'POST',
    path: '/v1/patients',
    name: 'upsertPatient',
    area: 'Patients',
    summary: 'Finds or creates a patient; with an id, changes that patient.',
    policy: { feature: 'devapi_patients_upsert', actingUser: true },
    body: PatientFields,
    exampleBody: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', dob: '1990-04-12' },
    refusals: ['PATIENT_NOT_FOUND', 'MRN_TAKEN'],
    replies: { 200: StoredPatient, 201: StoredPatient },

    async handle({ caller, body: { id, ...fields } }) {
      const { workspaceId } = caller
      const now = clock.now()
      if (id !== undefined) return { status: 200, body: await changeKnown(database, caller, id, toChanges(fields), now) }
      const person = toPerson(fields, 'the patient')
      return database.transaction(async (queries) => {
        const found = await findOrCreatePatient(queries, workspaceId, person, { userId: caller.actingUserId ?? null, now })
        await note(queries, workspaceId, caller, { action: found.created ? 'CREATED' : 'READ', patientIds: [found.id], now })
        return { status: found.created ? 201 : 200, body: await stored(queries, workspaceId, found.id) }
      })
    },
  })
}

async function stored(queries: Queries, workspaceId: number, id: number) {
  const [patient] = await queries.rows(patientWhole, [workspaceId, id])
  if (!patient) throw refusal('PATIENT_NOT_FOUND')
  return patient
}

async function changeKnown(database: Database, caller: Caller, id: number, changes: PatientChanges, now: Instant) {
  const { workspaceId, actingUserId } = caller
  // An id alone asks for the record as it is.
  const changesNothing = Object.values(changes).every((value) => value === null || value === undefined)
  try {
    return await database.transaction(async (queries) => {
      const [held] = await queries.rows(heldPhone, [workspaceId, id])
      if (!held) throw refusal('PATIENT_NOT_FOUND')
      await note(queries, workspaceId, caller, { action: changesNothing ? 'READ' : 'CHANGED', patientIds: [id], now })
      if (changesNothing) return stored(queries, workspaceId, id)
      const phone = changedPhone(changes, held)
      await queries.rows(changePatient, [
        workspaceId,
        id,
        changes.mrnNumber,
        changes.firstName,
        changes.firstNameFolded,
        changes.lastName,
        changes.lastNameFolded,
        phone?.countryCode ?? null,
        phone?.number ?? null,
        phone?.normalised ?? null,
        changes.email,
        changes.emailFolded,
        changes.gender,
        changes.dob,
        changes.age,
        changes.bloodGroup,
        changes.patientAddress,
        at(now),
        actingUserId ?? null,
      ])
      return stored(queries, workspaceId, id)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'patient_mrn_unique') throw refusal('MRN_TAKEN')
    throw error
  }
}

/** A number comes with its dial code or `+91`; a dial code alone is the one of the number there is. */
function changedPhone({ countryCode, phoneNumber }: PatientChanges, held: { phoneNumber: string | null }) {
  const number = phoneNumber ?? (countryCode === undefined ? null : held.phoneNumber)
  if (number === null) return undefined
  const code = countryCode ?? defaultCountryCode
  return { countryCode: code, number, normalised: normalisedPhone(code, number) }
}
