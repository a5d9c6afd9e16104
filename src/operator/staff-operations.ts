// What an operator does with staff: sees everybody, and says who of those added through the API is a member.

import { setMembership } from '../catalogue/staff-queries.ts'
import { statement } from '../db/statement.ts'
import { id, object } from '../http/schemas.ts'
import { type Operation, OperatorProblem, operation } from './operation.ts'
import { workspaceIdOf, workspaceName } from './which-workspace.ts'

const staffOverview = statement(
  'staff_overview',
  { id: 'bigint', name: 'text', status: 'text', email: 'text?', roles: 'text', fileName: 'text?' },
  `
  select u.id, u.display_name as name, u.status, u.email,
    (
      select coalesce(string_agg(r.name, ', ' order by r.name), '')
      from user_roles h
      join roles r on r.workspace_id = h.workspace_id and r.id = h.role_id
      where h.workspace_id = u.workspace_id and h.user_id = u.id
    ) as roles,
    u.name as "fileName"
  from users u
  where u.workspace_id = $1
  order by u.id`,
)

function membershipOperation(name: string, status: 'active' | 'inactive'): Operation {
  const input = object({ workspace: workspaceName, id: id('The member, as `clinic staff list` shows it.') })
  return operation(name, input, async ({ database, configurations }, { id: userId, workspace }) => {
    const workspaceId = await workspaceIdOf(database, workspace)
    const [changed] = await database.rows(setMembership, [workspaceId, userId, status])
    if (!changed) {
      const member = (await database.rows(staffOverview, [workspaceId])).find((candidate) => candidate.id === userId)
      if (!member) throw new OperatorProblem(`there is no member of staff ${userId} in this workspace`, 'look them up: clinic staff list')
      throw new OperatorProblem(
        `a clinic file describes member ${userId}, as ${member.fileName}`,
        `set their membership there and import it: clinic workspace import FILE`,
      )
    }
    configurations.forget(workspaceId)
    return { id: userId, status }
  })
}

export const staffOperations: readonly Operation[] = [
  operation('staff-list', object({ workspace: workspaceName }), async ({ database }, { workspace }) =>
    database.rows(staffOverview, [await workspaceIdOf(database, workspace)]),
  ),
  membershipOperation('staff-activate', 'active'),
  membershipOperation('staff-deactivate', 'inactive'),
]
