// What changed since somebody last asked: appointments, and tokens, each in the order of the transactions that changed them
// (docs/decisions/0034-changing-a-visit.md).

import type { Queries } from '../db/database.ts'
import { type Columns, type RowOf, type Statement, statement } from '../db/statement.ts'
import { beginning, type ChangeCursor, type ChangePosition, cursorText } from './change-cursor.ts'

/** Records that one page of changes looks at, at most; the next page goes on behind them. */
const examinedMax = 10_000

const page = { changedIn: 'text', afterId: 'bigint', limit: 'bigint', examinedMax: 'bigint' } as const
const pastTaken = { workspaceId: 'bigint', changedIn: 'text' } as const
const pastFound = { past: 'text', isAhead: 'boolean', areRecordsAhead: 'boolean' } as const
const changesFound = { count: 'bigint', ids: 'bigint[]', changedIn: 'text?', lastId: 'bigint?' } as const

interface Changeable<Filters extends Columns> {
  /** Has `changed_in` and an index by it. */
  table: 'appointments' | 'queue_visits'
  /** Its name in what follows. */
  alias: 'a' | 'v'
  /** All of them; null where one is not asked for. */
  filters: Filters
  /** The columns that the conditions read, and `id` and `changed_in`. */
  examined: string
  conditions: string
}

export interface Changes<Filters extends Columns> {
  past: Statement<typeof pastFound, typeof pastTaken>
  /** Takes the filters besides. */
  found: Statement<typeof changesFound, typeof page>
  filters: Filters
}

/** The statements that follow the changes of a table. */
export function changesOf<const Filters extends Columns & { workspaceId: 'bigint' }>({
  table,
  alias: r,
  filters,
  examined,
  conditions,
}: Changeable<Filters>): Changes<Filters> {
  // Only what lies below the oldest transaction still open: of those, none can come in late.
  const walk = `from ${table} ${r}
    where ${r}.workspace_id = :workspaceId and (${r}.changed_in, ${r}.id) > (:changedIn::text::xid8, :afterId::bigint)
      and ${r}.changed_in < pg_snapshot_xmin(pg_current_snapshot())
    order by ${r}.changed_in, ${r}.id`
  return {
    /**
     * Which past of which database the order of changes belongs to. A restore begins another one, a copy by other tools has another server
     * or database, and a server that went back to an earlier time another timeline. A position ahead of everything is of a past that was
     * put back by hand; records ahead of everything came from another server with the numbers of its transactions.
     */
    past: statement(
      `past_of_${table}`,
      { takes: pastTaken, returns: pastFound },
      `
  select concat_ws('-', i.changes_since, s.system_identifier, d.oid, left(pg_walfile_name(pg_current_wal_lsn()), 8)) as past,
    :changedIn::text::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) as "isAhead",
    -- The last one alone: asked whether any is ahead, the planner takes a third for ahead, and looks through the table for one.
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
    /** The ids of the next records that changed after a position, in the order of their changes, and the position they end at; null where nothing changed. */
    found: statement(
      `changes_of_${table}`,
      { takes: { ...filters, ...page }, returns: changesFound },
      `
  with found as materialized (
    select ${r}.id, ${r}.changed_in
    from (
      select ${examined}
      ${walk}
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
    -- A page that is not full has seen all that was looked at.
    select * from (
      select ${r}.id, ${r}.changed_in
      ${walk}
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

/** Which changes are asked for: so many behind a cursor. */
export interface ChangesPage {
  cursor: ChangeCursor
  size: number
}

export interface ChangedIds {
  ids: readonly number[]
  /** Of those that changed, up to one beyond the page. */
  count: number
  countIsExact: boolean
  /** Behind them. */
  nextCursor: string
}

/** The ids of the next records that changed after a cursor. */
export async function changedAfter<Filters extends Columns & { workspaceId: 'bigint' }>(
  queries: Queries,
  changes: Changes<Filters>,
  filters: RowOf<Filters>,
  { cursor: { past: pastKnown, ...known }, size }: ChangesPage,
): Promise<ChangedIds> {
  const [here] = await queries.rows(changes.past, { workspaceId: filters.workspaceId as number, changedIn: known.changedIn })
  if (!here) throw new Error('the installation row is missing')
  const { past, isAhead, areRecordsAhead } = here
  if (areRecordsAhead)
    throw new Error('visits were copied from another server with its numbers of transactions; see "Back up and recover" in docs/operations.md')
  // A place in another past is none in this one: the follower sees everything again, and misses nothing.
  const after: ChangePosition = pastKnown === past && !isAhead ? known : beginning
  const wanted = { ...filters, changedIn: after.changedIn, afterId: after.lastId, limit: size, examinedMax }
  const [changed] = await queries.rows(changes.found, wanted)
  const { count, ids, changedIn, lastId } = changed ?? { count: 0, ids: [], changedIn: null, lastId: null }
  const reached = changedIn !== null && lastId !== null ? { changedIn, lastId } : after
  return { ids, count, countIsExact: count <= size, nextCursor: cursorText(past, reached) }
}
