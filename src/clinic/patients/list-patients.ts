// GET /v1/patients: the patients of the workspace, for its own servers.

import { pageParameters, pageSchema, toPage } from '../../base/contract/paging.ts'
import { type Route, route } from '../../base/contract/route.ts'
import { object, optional, text } from '../../base/contract/schemas.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { readWidely } from '../../base/ports/wide-reads.ts'
import { readAudited } from '../audit/audit.ts'
import { addFormValues, type FormValues } from './form-values.ts'
import { PatientRecord } from './patient-fields.ts'
import { patientCount, patientPage } from './queries.ts'
import { searchPatients } from './search-patients.ts'

/** People read through the results of a search: beyond this number, they need a narrower search. */
const foundMax = 100

const search = optional(
  text(
    `Only patients with these parts of a name, phone or record number, a whole e-mail address, or a date of birth, such as 1985-03-14 or 14.03.1985; all of them have to fit, however they are spelt. Those who begin with it come first, ${foundMax} at most.`,
    'iyer 3210',
    { minLength: 2, maxLength: 100 },
  ),
)

export function listPatientsRoute({
  database,
  clock,
  formValues,
}: {
  database: Database
  clock: Clock
  formValues: FormValues
}): Route {
  return route({
    method: 'GET',
    path: '/v1/patients',
    name: 'listPatients',
    area: 'Patients',
    title: 'List patients',
    summary: 'All patients of the workspace, oldest first, or those that match a search.',
    policy: { keyOnly: true },
    query: object({ ...pageParameters, search }),
    refusals: [],
    replies: {
      200: pageSchema(
        'PatientPage',
        PatientRecord,
        'Patients of the page, in the order of their ids.',
      ),
    },

    async handle({ caller, query }) {
      const { workspaceId } = caller
      const { page, size, offset } = toPage(query)
      const searchText = query.search
      let count = 0
      const read = async (queries: Queries) => {
        const withValues = <R extends { id: number; patientFormValues: object }>(
          records: readonly R[],
        ) => addFormValues(formValues, queries, workspaceId, records)
        if (searchText === undefined) {
          const [counted] = await queries.rows(patientCount, { workspaceId })
          count = counted?.count ?? 0
          return withValues(await queries.rows(patientPage, { workspaceId, limit: size, offset }))
        }
        const found = await searchPatients(queries, workspaceId, searchText, foundMax)
        count = found.length
        return withValues(found.slice(offset, offset + size))
      }
      const patients = await readWidely(workspaceId, () =>
        readAudited(database, caller, clock.now(), read),
      )
      return { status: 200, body: { count, page, size, list: patients } }
    },
  })
}
