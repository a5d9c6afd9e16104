// What an operator does with one patient's record, and who else did something with it.

import { note } from '../audit/audit.ts'
import { auditEntries, auditOfPatient } from '../audit/queries.ts'
import type { RowOf } from '../db/statement.ts'
import { statement } from '../db/statement.ts'
import { flag, id, integer, object, optional } from '../http/schemas.ts'
import { isoAt } from '../values/clinic-time.ts'
import { erasePatient } from './erase-patient.ts'
import { type Operation, OperatorProblem, operation } from './operation.ts'
import { workspaceIdOf, workspaceName } from './which-workspace.ts'

/** Everything there is of a patient; rows as they are stored, without the forms that are only compared. */
const patientExport = statement(
  'patient_export',
  { patient: 'jsonb', appointments: 'jsonb', vitals: 'jsonb', audit: 'jsonb' },
  `
  select
    to_jsonb(p) - array['workspace_id', 'first_name_folded', 'last_name_folded', 'phone_normalised', 'email_folded'] as patient,
    (
      select coalesce(jsonb_agg(to_jsonb(a) - 'workspace_id' order by a.id), '[]')
      from appointments a
      where a.workspace_id = p.workspace_id and a.patient_id = p.id
    ) as appointments,
    (
      select coalesce(jsonb_agg(to_jsonb(v) - 'workspace_id' order by v.recorded_at), '[]')
      from appointments a
      join appointment_vitals v on v.workspace_id = a.workspace_id and v.appointment_id = a.id
      where a.workspace_id = p.workspace_id and a.patient_id = p.id
    ) as vitals,
    (
      select coalesce(jsonb_agg(to_jsonb(e) - 'workspace_id' order by e.id), '[]')
      from audit_entries e
      where e.workspace_id = p.workspace_id and e.patient_id = p.id
    ) as audit
  from patients p
  where p.workspace_id = $1 and p.id = $2`,
)

const entriesMax = 1_000
const patientId = id('The patient.', 42)

export const patientOperations: readonly Operation[] = [
  operation('patient-export', object({ workspace: workspaceName, id: patientId }), async ({ database, clock }, input) => {
    const workspaceId = await workspaceIdOf(database, input.workspace)
    return database.transaction(async (queries) => {
      const [found] = await queries.rows(patientExport, [workspaceId, input.id])
      if (!found) throw new OperatorProblem(`there is no patient ${input.id} in this workspace`, 'look the id up: GET /v1/patients')
      const now = clock.now()
      await note(queries, workspaceId, 'operator', { action: 'EXPORTED', patientIds: [input.id], now })
      return { exportedAt: isoAt('UTC', now), ...found }
    })
  }),

  operation(
    'patient-erase',
    object({ workspace: workspaceName, id: patientId, confirmed: flag('Erases; otherwise only says what would stay.') }),
    async ({ database, clock }, input) => erasePatient(database, await workspaceIdOf(database, input.workspace), input.id, input.confirmed, clock.now()),
  ),

  operation(
    'audit-show',
    object({
      workspace: workspaceName,
      patient: optional(patientId),
      before: optional(id('Only entries before this one.', 9_000)),
      limit: integer('How many entries.', 50, { minimum: 1, maximum: entriesMax }),
    }),
    async ({ database }, { workspace, patient, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const page = [await workspaceIdOf(database, workspace), before, limit]
      const entries = patient === undefined ? await database.rows(auditEntries, page) : await database.rows(auditOfPatient, [...page, patient])
      return entries.map(entryView)
    },
  ),
]

function entryView({ at, keyId, bySession, endUserHash, ...entry }: RowOf<typeof auditEntries.columns>) {
  const by = keyId === null ? 'operator' : bySession ? `session of key ${keyId}` : `key ${keyId}`
  return { ...entry, at: isoAt('UTC', at), by, endUserHash: endUserHash?.toString('hex') ?? null }
}
