// What a workspace may use of the API (ENT).

import { statement } from '../db/statement.ts'
import { features } from '../http/route.ts'
import { choice, object } from '../http/schemas.ts'
import { type Operation, operation } from './operation.ts'
import { workspaceIdOf, workspaceName } from './which-workspace.ts'

const workspaceEntitlements = statement(
  'workspace_entitlements',
  { entitlements: 'text[]' },
  `
  select entitlements
  from workspaces
  where id = $1`,
)

const setWorkspaceEntitlement = statement(
  'set_workspace_entitlement',
  { entitlements: 'text[]' },
  `
  update workspaces
  set entitlements = case when $3 then array_append(array_remove(entitlements, $2), $2) else array_remove(entitlements, $2) end
  where id = $1
  returning entitlements`,
)

const feature = choice(features, 'The entitlement.')

function changing(name: string, granted: boolean): Operation {
  return operation(name, object({ workspace: workspaceName, feature }), async ({ database, configurations }, input) => {
    const workspaceId = await workspaceIdOf(database, input.workspace)
    const [row] = await database.rows(setWorkspaceEntitlement, [workspaceId, input.feature, granted])
    configurations.forget(workspaceId)
    return { entitlements: row?.entitlements ?? [] }
  })
}

export const entitlementOperations: readonly Operation[] = [
  changing('entitlement-grant', true),
  changing('entitlement-withdraw', false),
  operation('entitlement-list', object({ workspace: workspaceName }), async ({ database }, input) => {
    const [row] = await database.rows(workspaceEntitlements, [await workspaceIdOf(database, input.workspace)])
    const held = row?.entitlements ?? []
    return features.map((name) => ({ entitlement: name, granted: held.includes(name) }))
  }),
]
