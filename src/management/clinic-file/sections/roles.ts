import type { Static } from 'typebox'
import { optional } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { roleRights } from '../../../base/operations/rights.ts'
import { tidyName } from '../../../base/values/text.ts'
import { closedObject, itemsByName, line } from '../words.ts'
import { importStatement } from './import-statement.ts'
import { createDescription, type Section, statesStatement, withoutEmpty } from './section.ts'

const Role = closedObject({ displayName: line('The name people see.', 'Reception'), ...roleRights })
const Roles = itemsByName(Role, 'Roles of the staff by name.')

interface File {
  roles?: Static<typeof Roles>
}

const importRoles = importStatement('import_roles', {
  table: 'roles',
  key: { name: 'text' },
  says: { display_name: 'text', preset: 'text', rights: 'jsonb', second_factor: 'text' },
  of: 'workspace',
  others: 'removed',
})

const idsOfRoles = statement(
  'ids_of_roles',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from roles
  where workspace_id = :workspaceId
  order by id`,
)

const storedRoles = statement(
  'stored_roles',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      name: 'text',
      displayName: 'text',
      dashboard: narrowType<NonNullable<Static<typeof Role>['dashboard']>>('text?'),
      rights: narrowType<NonNullable<Static<typeof Role>['rights']>>('jsonb?'),
      secondFactor: narrowType<'required'>('text?'),
    },
  },
  `
  select name, display_name as "displayName", preset as dashboard, rights, second_factor as "secondFactor"
  from roles
  where workspace_id = :workspaceId
  order by id`,
)

/** The roles of staff, by name. */
export const roles = {
  members: { roles: optional(Roles) },

  async write({ queries, workspaceId }, { roles = {} }) {
    const rows = Object.entries(roles).map(
      ([name, { displayName, dashboard = null, rights = null, secondFactor = null }]) => ({
        name,
        display_name: tidyName(displayName),
        preset: dashboard,
        rights,
        second_factor: secondFactor,
      }),
    )
    await queries.rows(importRoles, { workspaceId, rows })
  },

  description: createDescription({ roles: storedRoles }, ({ roles }, file: File) => {
    if (roles.length > 0)
      file.roles = Object.fromEntries(
        roles.map(({ name, displayName, ...others }) => [
          name,
          { displayName, ...withoutEmpty(others) },
        ]),
      )
  }),

  ids: { role: idsOfRoles },

  states: {
    role: statesStatement('roles', {
      name: 'r.name',
      facts: 'r.display_name, r.preset, r.rights, r.second_factor',
      source: 'roles r where r.workspace_id = :workspaceId',
    }),
  },
} satisfies Section<File>
