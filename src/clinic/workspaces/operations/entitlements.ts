// A workspace's entitlements to parts of the API (ENT).

import { features } from '../../../base/contract/route.ts'
import { choice, flag, list, object, text } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { findManualEntitlements } from '../entitlements.ts'

const workspaceEntitlements = statement(
  'workspace_entitlements',
  { takes: { workspaceId: 'bigint' }, returns: { entitlements: 'text[]' } },
  `
  select entitlements
  from workspaces
  where id = :workspaceId`,
)

const setWorkspaceEntitlement = statement(
  'set_workspace_entitlement',
  {
    takes: { workspaceId: 'bigint', feature: 'text', isGranted: 'boolean' },
    returns: { entitlements: 'text[]', fileEntitlements: 'text[]?' },
  },
  `
  update workspaces
  set entitlements = case
    when :isGranted then array_append(array_remove(entitlements, :feature), :feature)
    else array_remove(entitlements, :feature)
  end
  where id = :workspaceId
  returning entitlements, file_entitlements as "fileEntitlements"`,
)

// Without a right: only operators decide what a clinic may use.
function entitlementOperation<Name extends string>(
  name: Name,
  isGranted: boolean,
  summary: string,
) {
  return workspaceOperation({
    name,
    summary,
    input: object({
      feature: choice(features, 'The entitlement, as `clinic entitlement list` shows it.'),
    }),
    output: object({
      entitlements: list(
        text('An entitlement.', features[0]),
        'The entitlements of the workspace now.',
      ),
      undoneByImport: flag(
        'Whether the last imported clinic file says otherwise, so that importing it again undoes this change.',
        false,
      ),
    }),
    async run(
      {
        database,
        configurations,
        workspaceId,
      }: InWorkspace<{ configurations: { forget(workspaceId: number): void } }>,
      { feature },
    ) {
      const [row] = await database.rows(setWorkspaceEntitlement, {
        workspaceId,
        feature,
        isGranted,
      })
      configurations.forget(workspaceId)
      const { granted, withdrawn } = findManualEntitlements(
        row?.entitlements ?? [],
        row?.fileEntitlements ?? null,
      )
      return {
        entitlements: row?.entitlements ?? [],
        undoneByImport: (isGranted ? granted : withdrawn).includes(feature),
      }
    },
  })
}

export const entitlementList = workspaceOperation({
  name: 'entitlement-list',
  right: 'developers:read',
  summary: 'List all entitlements and whether the workspace has them.',
  input: object({}),
  output: list(
    object({
      entitlement: choice(features, 'The entitlement.'),
      granted: flag('Whether the workspace has it.'),
    }),
    'All entitlements.',
  ),
  async run({ database, workspaceId }) {
    const [row] = await database.rows(workspaceEntitlements, { workspaceId })
    const heldEntitlements = row?.entitlements ?? []
    return features.map((entitlement) => ({
      entitlement,
      granted: heldEntitlements.includes(entitlement),
    }))
  },
})

export const entitlementGrant = entitlementOperation(
  'entitlement-grant',
  true,
  'Grant a workspace an entitlement.',
)
export const entitlementWithdraw = entitlementOperation(
  'entitlement-withdraw',
  false,
  'Withdraw an entitlement from a workspace.',
)

export const entitlementOperations = [entitlementGrant, entitlementWithdraw, entitlementList]
