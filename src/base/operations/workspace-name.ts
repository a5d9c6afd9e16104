// Operations in one workspace take its name, which can be omitted if there is only one.

import { optional, text } from '../contract/schemas.ts'
import type { Queries } from '../db/database.ts'
import { problem } from './problems.ts'
import { workspaceNames } from './queries.ts'

export const workspaceName = optional(
  text('Name of the workspace; may be omitted when there is only one.', 'sunrise'),
)

/** The workspace with a name, or the only one. */
export async function findWorkspaceId(queries: Queries, name: string | undefined): Promise<number> {
  const workspaces = await queries.rows(workspaceNames)
  const names = workspaces.map((workspace) => workspace.name)
  if (workspaces.length === 0) throw problem('NO_WORKSPACE')
  if (name === undefined && workspaces.length > 1) throw problem('WORKSPACE_REQUIRED', { names })
  const found =
    name === undefined ? workspaces[0] : workspaces.find((workspace) => workspace.name === name)
  if (!found) throw problem('WORKSPACE_NOT_FOUND', { name: name ?? '', names })
  return found.id
}
