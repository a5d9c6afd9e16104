// Deletes a workspace with everything in it. docs/decisions/records.md gives the reasons for this
// procedure.

import { flag, integer, nullable, object, text } from '../../../base/contract/schemas.ts'
import { type Queries, sqlState } from '../../../base/db/database.ts'
import { databaseProblem } from '../../../base/db/database-problem.ts'
import { refuseWithoutInstallation } from '../../../base/db/installation.ts'
import { withLongSession } from '../../../base/db/long-session.ts'
import { migrate } from '../../../base/db/migrate.ts'
import { statement } from '../../../base/db/statement.ts'
import { databaseOperation, optionalWithDefault } from '../../../base/operations/operation.ts'
import { findWorkspaceId } from '../../../base/operations/workspace-name.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import {
  type WorkspaceOverview,
  workspaceOverview,
} from '../../../clinic/workspaces/overview-queries.ts'
import { writeBackup } from '../backup.ts'
import { problem } from '../problems.ts'
import { toBackupProgress } from './backup.ts'

/**
 * Transactions that are writing to the workspace end first, and later ones wait: exactly what is
 * counted and backed up is deleted. Its keys are locked too, since their use is recorded without a
 * lock on the workspace.
 */
const lockWorkspaceExclusively = statement(
  'lock_workspace_exclusively',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from (select id from workspaces where id = :workspaceId for update) as held, pg_advisory_xact_lock(hashtextextended('configuration', held.id)),
    lateral (select count(*) from (select from api_keys where workspace_id = held.id order by id for update) as keys) as held_keys`,
)

/**
 * When the youngest audit entry may be deleted; null if there is none, or if it may already be
 * deleted.
 */
const auditKeptUntil = statement(
  'audit_kept_until',
  { takes: { workspaceId: 'bigint' }, returns: { until: 'timestamptz?' } },
  `
  select max(at) + interval '30 days' as until
  from audit_entries
  where workspace_id = :workspaceId
  having max(at) + interval '30 days' >= (select clock_timestamp() + clock_offset_ms * interval '1 ms' from installation)`,
)

const removeWorkspace = statement(
  'remove_workspace',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from (select id from workspaces where id = :workspaceId for update) as ending, remove_workspace(ending.id)`,
)

async function refuseYoungAudit(queries: Queries, { id: workspaceId, name }: WorkspaceOverview) {
  const [auditEnd] = await queries.rows(auditKeptUntil, { workspaceId })
  if (auditEnd?.until)
    throw problem('WORKSPACE_AUDIT_TOO_RECENT', { name, until: isoAt('UTC', auditEnd.until) })
}

export const workspaceDelete = databaseOperation({
  name: 'workspace-delete',
  summary: 'Delete a workspace permanently, with everything in it.',
  runsOn: 'database',
  scope: 'installation',
  input: object({
    workspace: text('Name of the workspace.', 'sunrise'),
    confirmed: optionalWithDefault(
      flag('Confirm the deletion; without it, the command only shows what would be deleted.'),
      false,
    ),
  }),
  output: object({
    workspace: text('The workspace.', 'sunrise'),
    deleted: flag('Whether it was deleted.'),
    patients: integer('Patients in it.', 0),
    visits: integer('Visits in it.', 0),
    upcomingVisits: integer('How many of them are upcoming.', 0),
    backup: nullable(
      text('The file that it was backed up to first; null if it was not.', 'before-the-end.gz'),
    ),
  }),
  async run({ connect, say, target, progress }, { workspace, confirmed }) {
    const connection = await connect()
    await refuseWithoutInstallation(connection)
    await migrate(connection, say)
    return withLongSession(connection, 'clinic workspace delete', async (client, queries) => {
      await client.query('begin')
      const workspaceId = await findWorkspaceId(queries, workspace)
      if (confirmed) await queries.rows(lockWorkspaceExclusively, { workspaceId })
      const [overview] = await queries.rows(workspaceOverview, { workspaceId })
      if (!overview) throw problem('WORKSPACE_DELETED')
      const { patients, visits, upcomingVisits } = overview
      const workspaceDetails = { workspace, patients, visits, upcomingVisits }
      // Checked first, so that no one is asked to confirm something that is then refused.
      if (patients + visits > 0) await refuseYoungAudit(queries, overview)
      if (!confirmed) return { ...workspaceDetails, deleted: false, backup: null }
      const hasBackup = target.name !== ''
      if (patients + visits > 0 && !hasBackup)
        throw problem('BACKUP_REQUIRED', { name: workspace, patients, visits, upcomingVisits })
      if (hasBackup) {
        // The backup is complete and on disk before anything is deleted.
        await writeBackup(connection, target.write, toBackupProgress(progress))
        await target.keep()
      }
      await queries.rows(removeWorkspace, { workspaceId })
      await client.query('commit')
      return { ...workspaceDetails, deleted: true, backup: hasBackup ? target.name : null }
    }).catch((error: unknown) => {
      if (sqlState(error)?.startsWith('23')) throw problem('WORKSPACE_CHANGED', { name: workspace })
      throw databaseProblem(error, 'nothing was deleted')
    })
  },
})

export const removalOperations = [workspaceDelete]
