// Operations that concern one workspace take its name, or none where there is only one.

import { optional, text } from '../contract/schemas.ts'
import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { OperatorProblem, toDo } from '../values/operator-problem.ts'

export const workspaceNames = statement(
  'workspace_names',
  { returns: { id: 'bigint', name: 'text' } },
  `
  select id, name
  from workspaces
  order by id`,
)

export const workspaceName = optional(text('Name of the workspace; may be omitted when there is only one.', 'sunrise'))

/** The workspace of a name, or the only one there is. */
export async function workspaceIdOf(queries: Queries, name: string | undefined): Promise<number> {
  const known = await queries.rows(workspaceNames)
  const names = known.map((workspace) => workspace.name).join(', ')
  if (known.length === 0) throw new OperatorProblem('there is no workspace yet', toDo('describe one: {it}', 'workspace-import'))
  if (name === undefined && known.length > 1) throw new OperatorProblem(`there are several workspaces: ${names}`, 'say which one: --workspace NAME')
  const found = name === undefined ? known[0] : known.find((workspace) => workspace.name === name)
  if (!found) throw new OperatorProblem(`there is no workspace named ${name}`, `choose one of: ${names}`)
  return found.id
}
