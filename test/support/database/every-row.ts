import type { Harness } from '../clinic/harness.ts'

/**
 * Every row of every table, as text: equal before and after anything that writes nothing. The
 * application must not run due work, which writes at any time. Unlogged tables are left out,
 * because their cached rows change on reads too.
 */
export async function readEveryRow({ sql }: Harness): Promise<string> {
  const tables = await sql(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' order by 1",
  )
  // A job writes once a minute when a key was last used; what is tested does not.
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql(
        `select '${name}' as table, (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 2`,
      ),
    ),
  )
  return JSON.stringify(rows)
}
