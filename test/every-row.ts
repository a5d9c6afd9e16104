import type { House } from './harness.ts'

/** Every row of every table, as text: equal before and after what writes nothing. */
export async function everyRow({ sql }: House): Promise<string> {
  const tables = await sql(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`)
  const rows = await Promise.all(tables.map(({ name }) => sql(`select '${name}' as table, to_jsonb(t)::text as row from ${name} t order by 2`)))
  return JSON.stringify(rows)
}
