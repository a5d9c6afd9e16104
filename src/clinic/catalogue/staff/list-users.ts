// GET /v1/users: the staff of a location.

import { pageParameters, toPage } from '../../../base/contract/paging.ts'
import { type Route, route } from '../../../base/contract/route.ts'
import { id, integer, list, namedObject, object, optional } from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import type { Configurations } from '../configuration.ts'
import { problem } from '../problems.ts'
import { configuredRoles, staffCount, staffPage } from './queries.ts'
import { RoleRecord, StaffRecord, staffView } from './staff-record.ts'

const StaffPage = namedObject('StaffPage', {
  count: integer('Number of all matching staff, not only of this page.', 12),
  list: list(StaffRecord, 'Members of the page, by id.'),
  extras: object({ configuredRoles: list(RoleRecord, 'Every role of the workspace, by name.') }),
})

export function listUsersRoute({
  database,
  configurations,
}: {
  database: Database
  configurations: Configurations
}): Route {
  return route({
    method: 'GET',
    path: '/v1/users',
    name: 'listUsers',
    area: 'Catalogue',
    title: 'List staff',
    summary: 'Staff of a location, practitioners and others.',
    policy: {},
    query: object({
      addressId: id('The location.'),
      roleId: optional(
        id(
          'Only holders of this role, by the id that `clinic ids` shows; an unknown role has none.',
        ),
      ),
      ...pageParameters,
    }),
    refusals: ['ADDRESS_NOT_FOUND'],
    replies: { 200: StaffPage },

    async handle({ caller: { workspaceId, kind }, query: { addressId, roleId, ...asked } }) {
      const { locations } = await configurations.of(workspaceId)
      if (!locations.some((location) => location.id === addressId))
        throw problem('ADDRESS_NOT_FOUND')
      const { size, offset } = toPage(asked)
      const matching = { workspaceId, addressId, roleId: roleId ?? null }
      const [counted] = await database.rows(staffCount, matching)
      const members = await database.rows(staffPage, { ...matching, limit: size, offset })
      return {
        status: 200,
        body: {
          count: counted?.count ?? 0,
          list: members.map((member) => staffView(member, kind === 'key')),
          extras: { configuredRoles: await database.rows(configuredRoles, { workspaceId }) },
        },
      }
    },
  })
}
