import { createHash } from 'node:crypto'
import type { Harness } from '../clinic/harness.ts'

/**
 * Every row of every table, as the JSON of a list for each table: equal before and after anything
 * that writes nothing. The application must not run due work, which writes at any time. Unlogged
 * tables are left out, because their cached rows change on reads too.
 */
export async function readEveryRow({ sql }: Harness): Promise<string> {
  const tables = await sql(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1",
  )
  // One statement, planned once: a statement for each table would take most of the time of tests of
  // refusals. A job writes once a minute when a key was last used and a member last active; what is
  // tested does not.
  const everyTable = tables
    .map(
      ({ name }) =>
        `select '${name}' as table, (to_jsonb(t) - 'last_used_at' - 'last_active_at')::text as row from ${name} t`,
    )
    .join(' union all ')
    .concat(' order by 1, 2')
  const hash = createHash('sha256').update(everyTable).digest('hex').slice(0, 16)
  const rows = await sql(everyTable, [], `test_every_row_${hash}`)
  return JSON.stringify([...Map.groupBy(rows, ({ table }) => table).values()])
}
