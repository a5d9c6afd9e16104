import type { Static } from 'typebox'
import { optional } from '../../contract/schemas.ts'
import { statement } from '../../db/statement.ts'
import { tidyName } from '../../values/text.ts'
import { closed, line, named } from '../words.ts'
import { type Section, states, takesRows } from './section.ts'

const Roles = named(closed({ displayName: line('The name people see.', 'Reception') }), 'Roles of the staff by name.')

interface File {
  roles?: Static<typeof Roles>
}

const mergeRoles = statement(
  'merge_roles',
  { takes: takesRows, returns: {} },
  `
  with described as (
    select * from jsonb_to_recordset(:rows::jsonb) as d (name text, display_name text)
  ),
  removed as (
    delete from roles
    where workspace_id = :workspaceId and name not in (select name from described)
  )
  insert into roles as known (workspace_id, name, display_name)
  select :workspaceId, name, display_name
  from described
  on conflict (workspace_id, name) do update
  set display_name = excluded.display_name
  where known.display_name <> excluded.display_name`,
)

const idsOfRoles = statement(
  'ids_of_roles',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from roles
  where workspace_id = :workspaceId
  order by id`,
)

/** What members of staff can be, by name. */
export const roles = {
  members: { roles: optional(Roles) },

  async write({ queries, workspaceId }, { roles = {} }) {
    const rows = Object.entries(roles).map(([name, { displayName }]) => ({ name, display_name: tidyName(displayName) }))
    await queries.rows(mergeRoles, { workspaceId, rows })
  },

  ids: { role: idsOfRoles },

  states: { role: states('roles', { name: 'r.name', facts: 'r.display_name', source: 'roles r where r.workspace_id = :workspaceId' }) },
} satisfies Section<File>
