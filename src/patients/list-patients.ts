// GET /v1/patients: the patients of the workspace, for its own servers.

import { readNoted } from '../audit/audit.ts'
import { pageOf, pageParameters, pageSchema } from '../contract/paging.ts'
import { type Route, route } from '../contract/route.ts'
import { object } from '../contract/schemas.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../ports/clock.ts'
import { PatientRecord } from './patient-record.ts'
import { patientCount, patientPage } from './queries.ts'

export function listPatientsRoute({ database, clock }: { database: Database; clock: Clock }): Route {
  return route({
    method: 'GET',
    path: '/v1/patients',
    name: 'listPatients',
    area: 'Patients',
    title: 'List patients',
    summary: 'The patients of the workspace, oldest first.',
    policy: { keyOnly: true },
    query: object(pageParameters),
    refusals: [],
    replies: { 200: pageSchema('PatientPage', PatientRecord, 'Patients of the page, in the order of their ids.') },

    async handle({ caller, query }) {
      const { workspaceId } = caller
      const { page, size, offset } = pageOf(query)
      const [counted] = await database.rows(patientCount, { workspaceId })
      const patients = await readNoted(database, caller, clock.now(), (queries) => queries.rows(patientPage, { workspaceId, limit: size, offset }))
      return { status: 200, body: { count: counted?.count ?? 0, page, size, list: patients } }
    },
  })
}
