import type pg from 'pg'
import { medicineRecords, medicinesContaining } from '../src/clinic/catalogue/medicines/queries.ts'

/** The search term: the generic name of one medicine in forty. */
export const searchTerm = 'amoxicillin'

/** Adds medicines to a location: invented names, with forty generic ones. */
export async function addMedicines(
  client: pg.ClientBase,
  medicines: number,
  { workspaceId, addressId }: { workspaceId: number; addressId: number },
) {
  await client.query(
    `insert into medicines (workspace_id, code, name, generic_name, search_text)
     select $1, n, name, generic, lower(name) || e'\\n' || generic
     from generate_series(1, $2::int) n
     cross join lateral initcap(translate(left(md5(n::text), 7), '0123456789', 'aeioulmnrs') || ' ' || 5 * (1 + n % 20) || ' mg') as name
     cross join lateral concat(case n % 40 when 0 then $3 else 'generic ' || n % 40 end) as generic`,
    [workspaceId, medicines, searchTerm],
  )
  await client.query(
    `insert into medicine_stock (workspace_id, medicine_id, location_id, unit_price_minor, quantity, search_text)
     select workspace_id, id, $2, 100 + id % 5000, id % 300, search_text from medicines where workspace_id = $1`,
    [workspaceId, addressId],
  )
  await client.query('vacuum analyze medicines, medicine_stock')
}

/** Reads the first page with nothing but the service's own statements. */
export async function plainSearch(
  pool: pg.Pool,
  { workspaceId, addressId }: { workspaceId: number; addressId: number },
): Promise<void> {
  const { rows } = await pool.query({
    name: medicinesContaining.name,
    text: medicinesContaining.text,
    values: medicinesContaining.values({
      workspaceId,
      addressId,
      term: searchTerm,
      limit: 10,
      offset: 0,
      pattern: `%${searchTerm}%`,
    }),
  })
  const { name, text, values } = medicineRecords
  await pool.query({ name, text, values: values({ workspaceId, addressId, ids: rows[0].ids }) })
}
