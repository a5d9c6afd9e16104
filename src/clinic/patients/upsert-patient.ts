// POST /v1/patients: finds or creates a patient or, with an id, changes one.

import { type Route, route } from '../../base/contract/route.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { recordAccess } from '../audit/audit.ts'
import { changePatientRecord, loadStoredPatient } from './change-patient.ts'
import { findOrCreatePatient } from './find-or-create.ts'
import { addFormValues, type FormValues } from './form-values.ts'
import { checkBirth, PatientFields, StoredPatient, toChanges, toPerson } from './patient-fields.ts'

type StoredRecord = Awaited<ReturnType<typeof loadStoredPatient>>

export function upsertPatientRoute({
  database,
  clock,
  formValues,
}: {
  database: Database
  clock: Clock
  formValues: FormValues
}): Route {
  return route({
    method: 'POST',
    path: '/v1/patients',
    name: 'upsertPatient',
    area: 'Patients',
    title: 'Find, create or change a patient',
    summary: 'Finds or creates a patient; with an id, changes that patient.',
    policy: { feature: 'devapi_patients_upsert', actingUser: true },
    body: PatientFields,
    exampleBody: {
      firstName: 'Meera',
      lastName: 'Iyer',
      phoneNumber: '9876543210',
      dob: '1990-04-12',
    },
    refusals: ['PATIENT_NOT_FOUND', 'MRN_TAKEN'],
    replies: { 200: StoredPatient, 201: StoredPatient },

    async handle({ caller, body: { id, ...fields } }) {
      const { workspaceId } = caller
      const now = clock.now()
      const withValues = async (queries: Queries, record: StoredRecord): Promise<StoredRecord> =>
        (await addFormValues(formValues, queries, workspaceId, [record]))[0] ?? record
      if (id !== undefined) {
        const changes = toChanges(fields)
        checkBirth(changes, now)
        return {
          status: 200,
          body: await withValues(
            database,
            await changePatientRecord(
              database,
              { workspaceId, actor: caller, userId: caller.actingUserId ?? null, now },
              id,
              changes,
            ),
          ),
        }
      }
      const person = toPerson(fields, 'the patient')
      checkBirth(person, now)
      return database.transaction(async (queries) => {
        const found = await findOrCreatePatient(queries, workspaceId, person, {
          userId: caller.actingUserId ?? null,
          now,
        })
        await recordAccess(queries, workspaceId, caller, {
          action: found.created ? 'CREATED' : 'READ',
          patientIds: [found.id],
          now,
        })
        return {
          status: found.created ? 201 : 200,
          body: await withValues(queries, await loadStoredPatient(queries, workspaceId, found.id)),
        }
      })
    },
  })
}
