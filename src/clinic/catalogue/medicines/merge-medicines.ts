// Updates the medicines of a workspace, and the stock of its locations, to match a file: a clinic
// file or a CSV file.

import type { ParametersOf, Queries } from '../../../base/db/database.ts'
import { type Columns, type Statement, statement } from '../../../base/db/statement.ts'
import { tidyName } from '../../../base/values/text.ts'
import { lockMedicines } from './queries.ts'
import { buildSearchText } from './search-text.ts'

/** A medicine as in a file. */
export interface DescribedMedicine {
  name: string
  genericName?: string
  form?: string
  strength?: string
  manufacturer?: string
}

/** A medicine at a location; without a location, only the medicine. */
export interface MedicineRow {
  /** The line, or the position in the file: new medicines get their ids in this order. */
  line: number
  code: string
  name: string
  generic_name: string | null
  form: string | null
  strength: string | null
  manufacturer: string | null
  search_text: string
  location_id: number | null
  unit_price_minor: number | null
  quantity: number | null
}

/** The changes of an import, for medicines and for medicines at locations. */
export interface MedicineChanges {
  medicines: { created: number; changed: number; removed: number }
  stock: { created: number; changed: number; removed: number }
}

/** The columns of the medicine itself. */
export function medicineColumns({
  name,
  genericName,
  form,
  strength,
  manufacturer,
}: DescribedMedicine) {
  const tidyText = (text: string | undefined) => (text === undefined ? null : tidyName(text))
  return {
    name: tidyName(name),
    generic_name: tidyText(genericName),
    form: tidyText(form),
    strength: tidyText(strength),
    manufacturer: tidyText(manufacturer),
    search_text: buildSearchText(name, genericName),
  }
}

/** A row's columns with their types, for `jsonb_to_recordset` and a table. */
export const medicineRowType = `line bigint, code text, name text, generic_name text, form text, strength text, manufacturer text,
    search_text text, location_id bigint, unit_price_minor bigint, quantity integer`

type DeclareStatement = <const C extends Columns, const P extends Columns>(
  name: string,
  declaration: { takes: P; returns: C },
  text: string,
) => Statement<C, P>

/**
 * The statements that merge the rows of `source`, in their order; they only write differences.
 * `takes` are the workspace and the parameters of the source.
 */
export function createMergeStatements<const P extends Columns>(
  declare: DeclareStatement,
  suffix: string,
  source: string,
  takes: P,
) {
  const columns = 'name, generic_name, form, strength, manufacturer, search_text'
  const changeCounts = { created: 'bigint', changed: 'bigint' } as const
  return {
    removeStock: declare(
      `remove_stock${suffix}`,
      { takes, returns: { removed: 'bigint' } },
      `
  with described as materialized (select code, location_id from ${source}),
  removed as (
    delete from medicine_stock s
    using medicines m
    where s.workspace_id = :workspaceId and m.workspace_id = s.workspace_id and m.id = s.medicine_id
      and not exists (select from described d where d.code = m.code and d.location_id = s.location_id)
    returning 1
  )
  select count(*) as removed from removed`,
    ),
    removeMedicines: declare(
      `remove_medicines${suffix}`,
      { takes, returns: { removed: 'bigint' } },
      `
  with described as materialized (select code from ${source}),
  removed as (
    delete from medicines m
    where m.workspace_id = :workspaceId and not exists (select from described d where d.code = m.code)
    returning 1
  )
  select count(*) as removed from removed`,
    ),
    writeMedicines: declare(
      `merge_medicines${suffix}`,
      { takes, returns: changeCounts },
      `
  with described as materialized (
    select distinct on (code) line, code, ${columns}
    from ${source}
    order by code, line
  ),
  changed as (
    update medicines m
    set (${columns}) = (d.name, d.generic_name, d.form, d.strength, d.manufacturer, d.search_text)
    from described d
    where m.workspace_id = :workspaceId and m.code = d.code
      and (m.name, m.generic_name, m.form, m.strength, m.manufacturer, m.search_text)
        is distinct from (d.name, d.generic_name, d.form, d.strength, d.manufacturer, d.search_text)
    returning 1
  ),
  created as (
    insert into medicines (workspace_id, code, ${columns})
    select :workspaceId, code, ${columns}
    from described d
    where not exists (select from medicines m where m.workspace_id = :workspaceId and m.code = d.code)
    order by line
    returning 1
  )
  select (select count(*) from created) as created, (select count(*) from changed) as changed`,
    ),
    writeStock: declare(
      `merge_stock${suffix}`,
      { takes, returns: changeCounts },
      `
  with described as materialized (
    select m.id as medicine_id, d.location_id, d.unit_price_minor, d.quantity, m.search_text
    from ${source}
    join medicines m on m.workspace_id = :workspaceId and m.code = d.code
    where d.location_id is not null
  ),
  changed as (
    update medicine_stock s
    set unit_price_minor = d.unit_price_minor, quantity = d.quantity
    from described d
    where s.workspace_id = :workspaceId and s.medicine_id = d.medicine_id and s.location_id = d.location_id
      and (s.unit_price_minor, s.quantity) <> (d.unit_price_minor, d.quantity)
    returning 1
  ),
  created as (
    insert into medicine_stock (workspace_id, medicine_id, location_id, unit_price_minor, quantity, search_text)
    select :workspaceId, medicine_id, location_id, unit_price_minor, quantity, search_text
    from described d
    where not exists (
      select from medicine_stock s
      where s.workspace_id = :workspaceId and s.medicine_id = d.medicine_id and s.location_id = d.location_id
    )
    returning 1
  )
  select (select count(*) from created) as created, (select count(*) from changed) as changed`,
    ),
  }
}

const jsonStatements = createMergeStatements(
  statement,
  '',
  `jsonb_to_recordset(:rows::jsonb) as d (${medicineRowType})`,
  {
    workspaceId: 'bigint',
    rows: 'jsonb',
  },
)

/** Replaces the list of medicines with the rows, within the caller's transaction. */
export async function replaceMedicines(
  queries: Queries,
  workspaceId: number,
  rows: readonly MedicineRow[],
): Promise<MedicineChanges> {
  await queries.rows(lockMedicines, { workspaceId })
  return mergeMedicines(queries, jsonStatements, true, { workspaceId, rows })
}

/**
 * Writes within the caller's transaction, with the parameters of the statements; only `replace`
 * removes anything.
 */
export async function mergeMedicines<P extends Columns>(
  queries: Queries,
  {
    removeStock,
    removeMedicines,
    writeMedicines,
    writeStock,
  }: ReturnType<typeof createMergeStatements<P>>,
  replace: boolean,
  ...parameters: ParametersOf<P>
): Promise<MedicineChanges> {
  // Removals come first; and a medicine comes before its stock.
  const [stockRemoved] = replace ? await queries.rows(removeStock, ...parameters) : []
  const [medicinesRemoved] = replace ? await queries.rows(removeMedicines, ...parameters) : []
  const [medicines] = await queries.rows(writeMedicines, ...parameters)
  const [stock] = await queries.rows(writeStock, ...parameters)
  if (!medicines || !stock) throw new Error('a merge did not return its counts')
  return {
    medicines: { ...medicines, removed: medicinesRemoved?.removed ?? 0 },
    stock: { ...stock, removed: stockRemoved?.removed ?? 0 },
  }
}
