// What has changed since a caller last asked: appointments, and tokens, each in the order of the
// transactions that changed them (docs/decisions/visits.md).

import type { Queries } from '../../base/db/database.ts'
import { type Columns, type RowOf, type Statement, statement } from '../../base/db/statement.ts'
import {
  type ChangeCursor,
  type ChangePosition,
  formatCursor,
  startPosition,
} from './change-cursor.ts'

/** The most records that one page of changes examines; the next page continues after them. */
const examinedMax = 10_000

const pageParameters = {
  changedIn: 'text',
  afterId: 'bigint',
  limit: 'bigint',
  examinedMax: 'bigint',
} as const
const pastParameters = { workspaceId: 'bigint', changedIn: 'text' } as const
const pastColumns = { past: 'text', isAhead: 'boolean', areRecordsAhead: 'boolean' } as const
const changeColumns = {
  count: 'bigint',
  ids: 'bigint[]',
  changedIn: 'text?',
  lastId: 'bigint?',
} as const

interface ChangeSource<Filters extends Columns> {
  /** The table; it has `changed_in` and an index on it. */
  table: 'appointments' | 'queue_visits'
  /** The alias of the table in the fragments below. */
  alias: 'a' | 'v'
  /** All filters; null where one is not given. */
  filters: Filters
  /** The columns that the conditions use, plus `id` and `changed_in`. */
  examined: string
  conditions: string
}

export interface Changes<Filters extends Columns> {
  past: Statement<typeof pastColumns, typeof pastParameters>
  /** The statement that finds records; its parameters include the filters. */
  found: Statement<typeof changeColumns, typeof pageParameters>
  filters: Filters
}

/** The statements that follow the changes of a table. */
export function changeStatements<const Filters extends Columns & { workspaceId: 'bigint' }>({
  table,
  alias: r,
  filters,
  examined,
  conditions,
}: ChangeSource<Filters>): Changes<Filters> {
  // Only transactions below the oldest open one are read, since no more changes can appear among
  // them.
  const fromClause = `from ${table} ${r}
    where ${r}.workspace_id = :workspaceId and (${r}.changed_in, ${r}.id) > (:changedIn::text::xid8, :afterId::bigint)
      and ${r}.changed_in < pg_snapshot_xmin(pg_current_snapshot())
    order by ${r}.changed_in, ${r}.id`
  return {
    /**
     * The history that the order of changes belongs to. A restore begins a new one; a copy by other
     * tools has a different server or database; and a server that was reset to an earlier time has
     * a different timeline. A position ahead of all transactions is from a history that was
     * restored by hand; records ahead of all transactions came from another server with their
     * transaction numbers.
     */
    past: statement(
      `history_of_${table}`,
      { takes: pastParameters, returns: pastColumns },
      `
  select concat_ws('-', i.changes_since, s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as past,
    :changedIn::text::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) as "isAhead",
    -- Checks only the last record: if it had to find any that is ahead, the planner would expect a third of them and scan the table.
    coalesce((
      select changed_in from ${table}
      where workspace_id = :workspaceId
      order by changed_in desc, id desc
      limit 1
    ) >= pg_snapshot_xmax(pg_current_snapshot()), false) as "areRecordsAhead"
  from installation i
  cross join pg_control_system() s
  join pg_database d on d.datname = current_database()`,
    ),
    /**
     * The ids of the next records that changed after a position, in the order of their changes, and
     * the position of the last; null if nothing changed.
     */
    found: statement(
      `changes_of_${table}`,
      { takes: { ...filters, ...pageParameters }, returns: changeColumns },
      `
  with found as materialized (
    select ${r}.id, ${r}.changed_in
    from (
      select ${examined}
      ${fromClause}
      limit :examinedMax
    ) ${r}
    where ${conditions}
    order by ${r}.changed_in, ${r}.id
    limit :limit::bigint + 1
  ),
  page as materialized (
    select id, changed_in from found order by changed_in, id limit :limit
  ),
  reached as (
    select id, changed_in from page
    union all
    -- A page that is not full covers everything that was examined.
    select * from (
      select ${r}.id, ${r}.changed_in
      ${fromClause}
      limit case when (select count(*) from found) > :limit then 0 else :examinedMax::bigint end
    ) as examined
    order by changed_in desc, id desc
    limit 1
  )
  select (select count(*) from found) as count, array(select id from page order by changed_in, id) as ids,
    reached.changed_in::text as "changedIn", reached.id as "lastId"
  from (select) as one
  left join reached on true`,
    ) as unknown as Changes<Filters>['found'],
    filters,
  }
}

/** The requested changes: a number of them after a cursor. */
export interface ChangesPage {
  cursor: ChangeCursor
  size: number
}

export interface ChangedIds {
  ids: readonly number[]
  /** The number of all changed records, up to one more than the page. */
  count: number
  countIsExact: boolean
  /** The cursor after them. */
  nextCursor: string
}

/** The ids of the next records that changed after a cursor. */
export async function findChangedAfter<Filters extends Columns & { workspaceId: 'bigint' }>(
  queries: Queries,
  changes: Changes<Filters>,
  filters: RowOf<Filters>,
  { cursor: { past: pastKnown, ...known }, size }: ChangesPage,
): Promise<ChangedIds> {
  const [current] = await queries.rows(changes.past, {
    workspaceId: filters.workspaceId as number,
    changedIn: known.changedIn,
  })
  if (!current) throw new Error('the installation row is missing')
  const { past, isAhead, areRecordsAhead } = current
  if (areRecordsAhead)
    throw new Error(
      'visits were copied from another server together with its transaction numbers; see "Back up and recover" in docs/operations.md',
    )
  // A position in another history is invalid here: the caller then gets everything again, and
  // misses nothing.
  const after: ChangePosition = pastKnown === past && !isAhead ? known : startPosition
  const parameters = {
    ...filters,
    changedIn: after.changedIn,
    afterId: after.lastId,
    limit: size,
    examinedMax,
  }
  const [changed] = await queries.rows(changes.found, parameters)
  const { count, ids, changedIn, lastId } = changed ?? {
    count: 0,
    ids: [],
    changedIn: null,
    lastId: null,
  }
  const lastPosition = changedIn !== null && lastId !== null ? { changedIn, lastId } : after
  return { ids, count, countIsExact: count <= size, nextCursor: formatCursor(past, lastPosition) }
}
