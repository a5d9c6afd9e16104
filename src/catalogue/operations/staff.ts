// What an operator does with staff: sees all of them, and says who of those added through the API is a member.

import { choice, id, list, nullable, object, text } from '../../contract/schemas.ts'
import { narrowed, statement } from '../../db/statement.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import type { Configured } from '../configuration.ts'
import { type Membership, memberships } from '../staff/membership.ts'
import { setMembership } from '../staff/queries.ts'

const staffOverview = statement(
  'staff_overview',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      id: 'bigint',
      name: 'text',
      status: narrowed<Membership>('text'),
      email: 'text?',
      roles: 'text',
      fileName: 'text?',
    },
  },
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
  where u.workspace_id = :workspaceId
  order by u.id`,
)

export const staffList = workspaceOperation({
  name: 'staff-list',
  right: 'staff:read',
  summary: 'All staff, with the ids that x-acting-user-id takes.',
  input: object({}),
  output: list(
    object({
      id: id('The member of staff.'),
      name: text('Their name.', 'Dr. Asha Rao'),
      status: choice(memberships, 'Only an active member may act.'),
      email: nullable(text('Their email.', 'rao@sunrise.example')),
      roles: text('Names of their roles, by comma; empty when there are none.', 'front-desk'),
      fileName: nullable(text('Their name in the clinic file; null for those added through the API.', 'asha-rao')),
    }),
    'The staff of the workspace.',
  ),
  run: async ({ database, workspaceId }) => database.rows(staffOverview, { workspaceId }),
})

function changing(name: string, status: 'active' | 'inactive', summary: string) {
  return workspaceOperation({
    name,
    right: 'staff:write',
    summary,
    input: object({ id: id('The member, as `clinic staff list` shows it.') }),
    output: object({ id: id('The member.'), status: choice(memberships, 'What they are now.') }),
    async run({ database, configurations, workspaceId }: InWorkspace<Configured>, { id: userId }) {
      const [changed] = await database.rows(setMembership, { workspaceId, userId, membership: status })
      if (!changed) {
        const member = (await database.rows(staffOverview, { workspaceId })).find((candidate) => candidate.id === userId)
        if (!member) throw new OperatorProblem(`there is no member of staff ${userId} in this workspace`, 'look them up: clinic staff list')
        throw new OperatorProblem(
          `a clinic file describes member ${userId}, as ${member.fileName}`,
          'set their membership there and import it: clinic workspace import FILE',
        )
      }
      configurations.forget(workspaceId)
      return { id: userId, status }
    },
  })
}

export const staffActivate = changing('staff-activate', 'active', 'Take in a member added through the API, who has accepted the invitation.')
export const staffDeactivate = changing('staff-deactivate', 'inactive', 'Stop a member added through the API from acting.')

export const staffOperations = [staffList, staffActivate, staffDeactivate]
