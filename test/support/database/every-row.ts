import type { Harness } from '../clinic/harness.ts'

/**
 * Every row of every table, as text: equal before and after anything that writes nothing, in a
 * house without due work, which writes whenever it comes round. Without unlogged tables, whose
 * cached rows change on reads too.
 */
export async function readEveryRow({ sql }: Harness): Promise<string> {
  const tables = await sql(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1",
  )
  // When a key was last used is written once a minute by a job, not by what is tested.
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql(
        `select '${name}' as table, (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 2`,
      ),
    ),
  )
  return JSON.stringify(rows)
}
