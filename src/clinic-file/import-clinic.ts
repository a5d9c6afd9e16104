// Bringing a workspace to what a clinic file describes.

import { type Database, type Queries, violatedConstraint } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { OperatorProblem } from '../values/operator-problem.ts'
import { type ClinicFile, clinicFileSections } from './clinic-file-schema.ts'
import type { IdsStatement } from './sections/section.ts'
import { workspaceIds, writeWorkspace } from './sections/workspace.ts'

/** Ids by kind and name: `ids.practitioner['asha-rao']`. */
export type NamedIds = Record<string, Record<string, number>>

/**
 * Brings a workspace to what a file describes, in one transaction, and returns the ids of its names. Throws an `OperatorProblem` where
 * what is stored forbids it; then nothing is written.
 */
export async function importClinic(database: Database, file: ClinicFile, now: Instant): Promise<{ workspaceId: number; ids: NamedIds }> {
  try {
    return await database.transaction(async (queries) => {
      await queries.rows(asLongAsItTakes)
      const workspaceId = await writeWorkspace(queries, file.workspace)
      const target = { queries, workspaceId, now }
      for (const section of clinicFileSections) await section.refuse?.(target, file)
      for (const section of clinicFileSections) await section.write(target, file)
      return { workspaceId, ids: await idsOf(queries, workspaceId) }
    })
  } catch (error) {
    throw problemBehind(violatedConstraint(error)) ?? error
  }
}

/** What a section knows of the violation of a constraint. */
function problemBehind(constraint = ''): OperatorProblem | undefined {
  return clinicFileSections.map(({ violations = {} }) => violations[constraint]).find((problem) => problem !== undefined)?.()
}

/** The ids of a workspace's names. */
export async function idsOf(queries: Queries, workspaceId: number): Promise<NamedIds> {
  const ids: NamedIds = {}
  const kinds: Readonly<Record<string, IdsStatement>>[] = [workspaceIds, ...clinicFileSections.map((section) => section.ids ?? {})]
  for (const [kind, statement] of kinds.flatMap((statements) => Object.entries(statements))) {
    for (const { name, id } of await queries.rows(statement, { workspaceId })) {
      if (name === null) continue
      ids[kind] ??= {}
      ids[kind][name] = id
    }
  }
  return ids
}

/**
 * Until the end of the transaction: what a file no longer names may be hundreds of thousands of rows, and at its end the import waits
 * for the bookings that are under way, each of which may wait for others.
 */
const asLongAsItTakes = statement(
  'as_long_as_it_takes',
  { returns: {} },
  `
  select from (values ('statement_timeout', '0'), ('lock_timeout', '15s')) as wanted (name, value) where set_config(name, value, true) is null`,
)
