// Finds a visit when someone calls about it: by its reference, or by the patient's name, phone or
// record number.

import { list, object, text } from '../../../base/contract/schemas.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { searchPatients } from '../../../clinic/patients/search-patients.ts'
import { listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { patientVisitsFrom, visitByReference } from '../visit-list-queries.ts'

const foundMax = 10
/** The maximum number of patients whose visits are searched. */
const patientsMax = 20
const dayMs = 86_400_000
const reference = /^BK[0-9A-Z]{10}$/

export const visitFind = workspaceOperation({
  name: 'visit-find',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    "Find a visit by its reference, or a patient's visits since yesterday by parts of the name, phone or record number.",
  input: object({
    query: text(
      'A booking reference, or parts of a name, phone or record number.',
      'BK24DA8MXXG7',
      { minLength: 2, maxLength: 100 },
    ),
  }),
  output: list(listedVisitSchema, `Visits by start, at most ${foundMax}.`),
  async run({ database, clock, actor, workspaceId }, { query }) {
    const now = clock.now()
    const asReference = query.trim().toUpperCase()
    return database.transaction(async (queries) => {
      const patientIds = reference.test(asReference)
        ? []
        : (await searchPatients(queries, workspaceId, query, patientsMax)).map(({ id }) => id)
      const found =
        patientIds.length === 0
          ? await queries.rows(visitByReference, { workspaceId, reference: asReference, now })
          : await queries.rows(patientVisitsFrom, {
              workspaceId,
              patientIds,
              startsFrom: now - dayMs,
              now,
              limit: foundMax,
            })
      const visits = found.map(listedVisitView)
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: [...new Set(visits.map(({ patientId }) => patientId))],
        now,
      })
      return visits
    }, 'repeatable read')
  },
})
