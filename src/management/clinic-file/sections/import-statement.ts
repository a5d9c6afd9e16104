// Brings a table to the state of the file: only rows that differ are written, and rows that are no
// longer in the file are removed.

import { type Statement, statement } from '../../../base/db/statement.ts'
import { takesRows } from './section.ts'

/** Columns with their types in SQL. */
type TypedColumns = Readonly<Record<string, string>>

interface ImportedTable {
  table: string
  /**
   * The columns that identify a row in the file and the table, in addition to the columns that `of`
   * implies.
   */
  key: TypedColumns
  /** The other columns. */
  says?: TypedColumns
  /**
   * Whether rows belong to the workspace, or to practices, which the file's rows identify by
   * `doctor` and `location`.
   */
  of: 'workspace' | 'practice'
  /**
   * What happens to rows that are no longer in the file: if other rows reference them, they are
   * `retired` by their column `active`.
   */
  others: 'retired' | 'removed'
}

/** Declares the statement that imports the file's rows, given as JSON with column names. */
export function importStatement(
  name: string,
  { table, key, says = {}, of, others }: ImportedTable,
): Statement<Record<never, never>, typeof takesRows> {
  const own = { ...key, ...says }
  const types = (columns: TypedColumns) => Object.entries(columns).map((column) => column.join(' '))
  const imported =
    of === 'workspace'
      ? `select * from jsonb_to_recordset(:rows::jsonb) as d (${types(own).join(', ')})`
      : `select u.id as doctor_id, l.id as location_id, ${Object.keys(own)
          .map((column) => `d.${column}`)
          .join(', ')}
    from jsonb_to_recordset(:rows::jsonb) as d (${['doctor text', 'location text', ...types(own)].join(', ')})
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor
    join locations l on l.workspace_id = :workspaceId and l.name = d.location`
  const practiceColumns = of === 'workspace' ? [] : ['doctor_id', 'location_id']
  return importSelectedStatement(name, {
    table,
    imported,
    key: [...practiceColumns, ...Object.keys(key)],
    says: Object.keys(says),
    others,
  })
}

/** The same for rows that `imported` selects under the table's column names. */
export function importSelectedStatement(
  name: string,
  {
    table,
    imported,
    key,
    says = [],
    others,
  }: {
    table: string
    imported: string
    key: readonly string[]
    says?: readonly string[]
    others: ImportedTable['others']
  },
): Statement<Record<never, never>, typeof takesRows> {
  const retires = others === 'retired'
  const keys = key.join(', ')
  const columns = ['workspace_id', ...key, ...says].join(', ')
  // Updates an existing row; a retired row becomes active again.
  const assignments = [
    ...says.map((column) => [column, `excluded.${column}`]),
    ...(retires ? [['active', 'true']] : []),
  ] as [string, string][]
  const update = `update
  set ${assignments.map((assigned) => assigned.join(' = ')).join(', ')}
  where (${assignments.map(([column]) => `existing.${column}`).join(', ')}) is distinct from (${assignments.map(([, value]) => value).join(', ')})`
  return statement(
    name,
    { takes: takesRows, returns: {} },
    `
  with imported as (
    ${imported}
  ),
  others as (
    ${retires ? `update ${table} set active = false` : `delete from ${table}`}
    where workspace_id = :workspaceId${retires ? ' and active' : ''} and (${keys}) not in (select ${keys} from imported)
  )
  insert into ${table} as existing (${columns})
  select ${columns.replace('workspace_id', ':workspaceId')}
  from imported
  on conflict (workspace_id, ${keys}) do ${assignments.length === 0 ? 'nothing' : update}`,
  )
}
