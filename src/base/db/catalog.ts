// The contents of the schema, from PostgreSQL's catalog: code that handles all tables thus also
// handles the tables of later migrations.

import type pg from 'pg'

export interface Table {
  name: string
  /**
   * Columns that can be copied to another database. Generated columns are computed again;
   * transaction numbers and data about a database's own past mean nothing in another one, which
   * uses their defaults.
   */
  columns: string[]
  primaryKey: string[]
  /** PostgreSQL's estimate; -1 if it has not counted yet. */
  rowsEstimated: number
}

/**
 * The tables of the application by name, except `migrations` and unlogged tables, which contain
 * copies of other data and calls made with keys.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, c.reltuples::float8 as "rowsEstimated",
      array(
        select a.attname::text from pg_attribute a
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and coalesce(pg_get_expr(d.adbin, d.adrelid), '') not in ('pg_current_xact_id()', 'gen_random_uuid()')
        order by a.attnum
      ) as columns,
      array(
        select a.attname::text
        from pg_index i
        cross join unnest(i.indkey) with ordinality as k (number, position)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary
        order by k.position
      ) as "primaryKey"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition
      and c.relname <> 'migrations'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`)
  return rows
}

export async function listSequenceNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'S'
    order by c.relname collate "C"`)
  return rows.map(({ name }) => name)
}

/**
 * Foreign keys with the definitions that recreate them, in the order of their creation; all names
 * are quoted.
 */
export async function listForeignKeys(
  client: pg.Client,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace
    where n.nspname = current_schema() and c.contype = 'f' and c.conparentid = 0
    order by c.oid`)
  return rows
}

/**
 * The name of any relation in the schema that is not part of an extension; undefined if there is
 * none.
 */
export async function findAnyRelation(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relkind = 'S', c.relname collate "C"
    limit 1`)
  return rows[0]?.name
}
