const numbers = ['integer', 'smallint', 'numeric', 'double precision']
/** Types whose values are not words. */
const nonTextTypes = [...numbers, 'bigint', 'boolean', 'timestamp with time zone', 'xid8', 'uuid']

export interface Column {
  table: string
  column: string
  type: string
}

/**
 * Columns of all tables that can contain a person's words: texts, documents, lists, bytes and
 * dates; also a patient's own record numbers.
 */
export async function listTextColumns(sql: (text: string) => Promise<Column[]>): Promise<Column[]> {
  const columns = await sql(`
    select t.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
    order by t.relname, a.attnum`)
  return columns.filter(
    ({ table, type }) =>
      !nonTextTypes.includes(type) || (table === 'patients' && numbers.includes(type)),
  )
}
