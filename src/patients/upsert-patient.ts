// POST /v1/patients: finds or creates a patient or, with an id, changes one.

import { note } from '../audit/audit.ts'
import { type Caller, type Route, route } from '../contract/route.ts'
import { anyObject, integer, named, nullable, text } from '../contract/schemas.ts'
import { type Database, type Queries, violatedConstraint } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'
import type { Instant } from '../values/clinic-time.ts'
import { normalisedPhone } from '../values/phone.ts'
import { problem } from '../values/problem.ts'
import { findOrCreatePatient } from './find-or-create.ts'
import { checkBirth, PatientFields, type Person, personValues, toChanges, toPerson } from './patient-fields.ts'
import { PatientRecord } from './patient-record.ts'
import { changePatient, heldPhone, patientWhole } from './queries.ts'

const StoredPatient = named('StoredPatient', {
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
    title: 'Find, create or change a patient',
    summary: 'Finds or creates a patient; with an id, changes that patient.',
    policy: { feature: 'devapi_patients_upsert', actingUser: true },
    body: PatientFields,
    exampleBody: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', dob: '1990-04-12' },
    refusals: ['PATIENT_NOT_FOUND', 'MRN_TAKEN'],
    replies: { 200: StoredPatient, 201: StoredPatient },

    async handle({ caller, body: { id, ...fields } }) {
      const { workspaceId } = caller
      const now = clock.now()
      if (id !== undefined) {
        const changes = toChanges(fields)
        checkBirth(changes, now)
        return { status: 200, body: await changeKnown(database, caller, id, changes, now) }
      }
      const person = toPerson(fields, 'the patient')
      checkBirth(person, now)
      return database.transaction(async (queries) => {
        const found = await findOrCreatePatient(queries, workspaceId, person, { userId: caller.actingUserId ?? null, now })
        await note(queries, workspaceId, caller, { action: found.created ? 'CREATED' : 'READ', patientIds: [found.id], now })
        return { status: found.created ? 201 : 200, body: await stored(queries, workspaceId, found.id) }
      })
    },
  })
}

async function stored(queries: Queries, workspaceId: number, id: number) {
  const [patient] = await queries.rows(patientWhole, { workspaceId, patientId: id })
  if (!patient) throw problem('PATIENT_NOT_FOUND')
  return patient
}

async function changeKnown(database: Database, caller: Caller, id: number, changes: Person, now: Instant) {
  const { workspaceId, actingUserId: userId = null } = caller
  const patient = { workspaceId, patientId: id }
  // An id alone asks for the record as it is.
  const changesNothing = Object.values(changes).every((value) => value === null)
  try {
    return await database.transaction(async (queries) => {
      const [held] = await queries.rows(heldPhone, patient)
      if (!held) throw problem('PATIENT_NOT_FOUND')
      await note(queries, workspaceId, caller, { action: changesNothing ? 'READ' : 'CHANGED', patientIds: [id], now })
      if (!changesNothing) await queries.rows(changePatient, { ...patient, ...personValues(changedPerson(changes, held)), now, userId })
      return stored(queries, workspaceId, id)
    })
  } catch (error) {
    if (violatedConstraint(error) === 'patient_mrn_unique') throw problem('MRN_TAKEN')
    throw error
  }
}

/** A number comes with its dial code or `+91`; a dial code alone is for the number there is. */
function changedPerson(person: Person, { phoneNumber: number }: { phoneNumber: string | null }): Person {
  const { countryCode } = person
  if (person.phone || countryCode === null || number === null) return person
  return { ...person, phone: { countryCode, number, normalised: normalisedPhone(countryCode, number) } }
}
