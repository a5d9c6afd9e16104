import { statement } from '../db/statement.ts'

export const workspaceNames = statement(
  'workspace_names',
  { returns: { id: 'bigint', name: 'text' } },
  `
  select id, name
  from workspaces
  order by id`,
)
