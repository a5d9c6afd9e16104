// A workspace that has an owner keeps one: no file may remove its last owner (DASH-12).

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { combineRights, isOwner, type RoleRights } from '../../base/operations/rights.ts'

const rightsOfMembers = statement(
  'rights_of_active_members',
  {
    takes: { workspaceId: 'bigint' },
    returns: { roles: narrowType<readonly RoleRights[]>('jsonb') },
  },
  `
  select jsonb_agg(jsonb_build_object('preset', r.preset, 'rights', r.rights)) as roles
  from user_roles h
  join users u on u.workspace_id = h.workspace_id and u.id = h.user_id and u.status = 'active'
  join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
  where h.workspace_id = :workspaceId
  group by h.user_id`,
)

/** Whether an active member of staff has all rights. */
export async function hasOwner(queries: Queries, workspaceId: number): Promise<boolean> {
  const members = await queries.rows(rightsOfMembers, { workspaceId })
  return members.some(({ roles }) => isOwner(combineRights(roles)))
}
