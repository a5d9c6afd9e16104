// Operations on staff: list them, and confirm the membership of those added through the API.

import { choice, id, list, nullable, object, text } from '../../../base/contract/schemas.ts'
import { violatedConstraint } from '../../../base/db/database.ts'
import { refuseMemberWithMoreRights } from '../../../base/operations/member-rights.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import type { Configured } from '../configuration.ts'
import { problem } from '../problems.ts'
import { memberships } from '../staff/membership.ts'
import { setMembership, staffOfWorkspace } from '../staff/queries.ts'
import { StaffRecord, staffView } from '../staff/staff-record.ts'

export const staffList = workspaceOperation({
  name: 'staff-list',
  right: 'staff:read',
  summary: 'List all staff, with the ids for x-acting-user-id.',
  input: object({}),
  output: list(
    object({
      ...StaffRecord.properties,
      fileName: nullable(
        text('Their name in the clinic file; null for those added through the API.', 'asha-rao'),
      ),
    }),
    'The staff of the workspace.',
  ),
  async run({ database, workspaceId }) {
    const members = await database.rows(staffOfWorkspace, { workspaceId })
    return members.map((member) => ({ ...staffView(member, true), fileName: member.fileName }))
  },
})

function membershipOperation<Name extends string>(
  name: Name,
  status: 'active' | 'inactive',
  summary: string,
) {
  return workspaceOperation({
    name,
    right: 'staff:write',
    summary,
    input: object({ id: id('The staff member, as listed by `clinic staff list`.') }),
    output: object({ id: id('The member.'), status: choice(memberships, 'Their membership now.') }),
    async run(services: InWorkspace<Configured>, { id: userId }) {
      await refuseMemberWithMoreRights(services, userId)
      const { database, configurations, workspaceId } = services
      const member = (await database.rows(staffOfWorkspace, { workspaceId })).find(
        (candidate) => candidate.id === userId,
      )
      if (!member) throw problem('STAFF_NOT_FOUND', { id: userId })
      const emailNormalised = member.email === null ? null : normalisedEmail(member.email)
      const [changed] = await database
        .rows(setMembership, { workspaceId, userId, membership: status, emailNormalised })
        .catch((error: unknown) => {
          throw violatedConstraint(error) === 'user_email_unique' ? problem('EMAIL_TAKEN') : error
        })
      if (!changed)
        throw problem('STAFF_MANAGED_BY_FILE', { id: userId, name: member.fileName ?? '' })
      configurations.forget(workspaceId)
      return { id: userId, status }
    },
  })
}

export const staffActivate = membershipOperation(
  'staff-activate',
  'active',
  'Take in a member added through the API, who has accepted the invitation.',
)
export const staffDeactivate = membershipOperation(
  'staff-deactivate',
  'inactive',
  'Stop a member added through the API from acting.',
)

export const staffOperations = [staffList, staffActivate, staffDeactivate]
