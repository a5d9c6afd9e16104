// Everything in the schema of a database, as PostgreSQL describes it: two databases with equal
// descriptions have the same schema. Column options are left out: the schema sets none, and
// PostgreSQL 15.20 stores a number of its own among them.

import type { Connection } from '../../../src/base/db/session.ts'
import { queryRows } from './databases.ts'

const here = "'public'::regnamespace"
const notOfAnExtension = (oid: string) =>
  `not exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`

export function describeSchema(connection: Connection): Promise<string[]> {
  return queryRows(
    connection,
    `
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) from pg_class where relnamespace = ${here} and relkind <> 'i'
    -- The place of a column is part of the schema: copies of rows depend on it.
    union all select concat_ws(' ', 'column', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
        format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
        a.attstattarget, pg_get_expr(d.adbin, d.adrelid))
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = ${here} and c.relkind in ('r', 'c', 'v')
    union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where connamespace = ${here}
    union all select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid)) from pg_proc p where p.pronamespace = ${here} and ${notOfAnExtension('p.oid')}
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
      from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'comment', o.type, o.identity, d.description)
      from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o
      where o.schema = 'public' and ${notOfAnExtension('d.objoid')}
    union all select concat_ws(' ', 'extension', extname, extversion) from pg_extension
    order by 1`,
  )
}
