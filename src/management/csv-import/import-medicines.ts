// Imports medicines from a CSV file, with a row for each medicine at each location: the file is
// imported completely or not at all.

import type { Static } from 'typebox'
import { integer, object, text } from '../../base/contract/schemas.ts'
import { parameterValidator } from '../../base/contract/validation.ts'
import { sessionStatement } from '../../base/db/statement.ts'
import { currencyDecimals, toMinorUnits } from '../../base/values/money.ts'
import { Problem } from '../../base/values/problem.ts'
import { normaliseUnicode } from '../../base/values/text.ts'
import { medicineFields, stockMax } from '../../clinic/catalogue/medicines/medicine-fields.ts'
import {
  createMergeStatements,
  type MedicineChanges,
  type MedicineRow,
  medicineColumns,
  medicineRowType,
  mergeMedicines,
} from '../../clinic/catalogue/medicines/merge-medicines.ts'
import { locationsForStock, lockMedicines } from '../../clinic/catalogue/medicines/queries.ts'
import { isSearchable } from '../../clinic/catalogue/medicines/search-text.ts'
import { type CsvRow, collectWrongLines, csvRows, type WrongLines, wrongLinesMax } from './csv.ts'
import type { FileImport } from './file-import.ts'
import { problem } from './problems.ts'

export interface MedicineImportOptions {
  workspaceId: number
  /** Whether to remove medicines, and stock of locations, that are not in the file. */
  replace: boolean
  /** Whether to roll everything back and report what would change. */
  dryRun?: boolean
}

export interface MedicineImportOutcome extends MedicineChanges {
  rows: number
}

// Some 600 kB of text.
const batchRows = 2_000

/**
 * Imports a file of medicines in one transaction; rows that are already as in the file are not
 * written.
 */
export async function importMedicines(
  file: FileImport,
  { workspaceId, replace, dryRun = false }: MedicineImportOptions,
): Promise<MedicineImportOutcome> {
  const { queries } = file
  const merge = async () => {
    await queries.rows(lockMedicines, { workspaceId })
    const rows = await readRows(file, workspaceId)
    return { rows, ...(await mergeMedicines(queries, rowStatements, replace, { workspaceId })) }
  }
  const outcome = await file.transaction(merge, !dryRun)
  if (dryRun) return outcome
  // The import is complete; if these statements fail, the database later does the same by itself.
  for (const statement of tidyUp) await queries.rows(statement).catch(() => {})
  return outcome
}

/**
 * Reads the file into a temporary table and returns the number of rows; refuses a file with an
 * invalid line.
 */
async function readRows(file: FileImport, workspaceId: number): Promise<number> {
  const { queries } = file
  const locations = new Map(
    (await queries.rows(locationsForStock, { workspaceId })).map((location) => [
      location.name,
      location,
    ]),
  )
  const wrong = collectWrongLines()
  await queries.rows(createRows)
  let rows = 0
  let batch: MedicineRow[] = []
  const write = async () => {
    await queries.rows(addRows, { rows: batch })
    batch = []
  }
  for await (const row of csvRows(file, columns, wrong)) {
    const read = readRow(row, locations, wrong)
    if (read) batch.push(read)
    if (batch.length >= batchRows) await write()
    rows += 1
    file.progress?.(rows)
  }
  await write()
  await queries.rows(analyzeRows)
  for (const { line, code, firstLine, isRepeated } of await queries.rows(contradictions)) {
    wrong.report(
      line,
      isRepeated
        ? `names ${code} at the location of line ${firstLine} again`
        : `describes ${code} otherwise than line ${firstLine}`,
    )
  }
  wrong.refuse()
  // With `replace`, an empty file would clear the catalogue; it is more likely that an export
  // failed.
  if (rows === 0) throw problem('FILE_HAS_NO_ROWS')
  return rows
}

const RowFields = object({
  code: text('The clinic’s code for it.', 'DOLO-650', { maxLength: 63 }),
  ...medicineFields,
  location: text('The location, by its name in the clinic file.', 'jaipur'),
  unitPrice: text("Price of one unit, in the location's currency.", '2.05'),
  stock: integer('Number of units in stock at the location.', 120, {
    minimum: 0,
    maximum: stockMax,
  }),
})
type Column = keyof Static<typeof RowFields>
const columns = {
  required: ['code', 'name', 'location', 'unitPrice', 'stock'],
  optional: ['genericName', 'form', 'strength', 'manufacturer'],
} as const
const checkFields = parameterValidator(RowFields)

function readRow(
  { line, fields }: CsvRow<Column>,
  locations: ReadonlyMap<string, { id: number; currency: string }>,
  wrong: WrongLines,
): MedicineRow | undefined {
  const refuse = (reason: string): undefined => {
    wrong.report(line, reason)
  }
  try {
    checkFields(fields)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refuse(String(error.details.problem ?? error.sentence))
  }
  const { code, location, unitPrice, stock, ...facts } = fields as object as Static<
    typeof RowFields
  >
  const stockLocation = locations.get(location)
  if (!stockLocation) return refuse(`location must be one of ${[...locations.keys()].join(', ')}`)
  const unit_price_minor = readPrice(unitPrice, stockLocation.currency)
  if (unit_price_minor === undefined)
    return refuse(
      `unitPrice must be digits with at most ${currencyDecimals(stockLocation.currency)} decimals, those of ${stockLocation.currency}`,
    )
  if (!isSearchable(facts.name, facts.genericName))
    return refuse('name and genericName are too long to be searched')
  return {
    line,
    code: normaliseUnicode(code, 'NFC'),
    ...medicineColumns(facts),
    location_id: stockLocation.id,
    unit_price_minor,
    quantity: stock,
  }
}

/** An amount in a spreadsheet's format, with a decimal point or comma. */
function readPrice(price: string, currency: string): number | undefined {
  return /^\d{1,13}([.,]\d{1,4})?$/.test(price)
    ? toMinorUnits(Number(price.replace(',', '.')), currency)
    : undefined
}

// The following statements only work in this session: they use its temporary table, or have no
// query plan.

const createRows = sessionStatement(
  'create_medicine_rows',
  {},
  `create temporary table medicine_rows (${medicineRowType}) on commit drop`,
)

const addRows = sessionStatement(
  'add_medicine_rows',
  { takes: { rows: 'jsonb' } },
  `insert into medicine_rows select * from jsonb_to_recordset(:rows::jsonb) as d (${medicineRowType})`,
)

const analyzeRows = sessionStatement('analyze_medicine_rows', {}, 'analyze medicine_rows')

/** Rows that conflict with an earlier row. */
const contradictions = sessionStatement(
  'medicine_row_contradictions',
  { returns: { line: 'bigint', code: 'text', firstLine: 'bigint', isRepeated: 'boolean' } },
  `
  select line, code, coalesce(place_line, code_line) as "firstLine", place_line is not null as "isRepeated"
  from (
    select line, code,
      lag(line) over (partition by code, location_id order by line) as place_line,
      first_value(line) over of_code as code_line,
      (name, generic_name, form, strength, manufacturer) is distinct from (
        first_value(name) over of_code, first_value(generic_name) over of_code, first_value(form) over of_code,
        first_value(strength) over of_code, first_value(manufacturer) over of_code
      ) as differs
    from medicine_rows
    window of_code as (partition by code order by line)
  ) as rows
  where place_line is not null or differs
  order by line
  limit ${wrongLinesMax}`,
)

const rowStatements = createMergeStatements(sessionStatement, '_of_rows', 'medicine_rows d', {
  workspaceId: 'bigint',
})

/**
 * Statements that update the planner's statistics, and let a search be an index-only scan
 * (docs/decisions/records.md).
 */
const tidyUp = ['medicines', 'medicine_stock'].map((table) =>
  sessionStatement(`vacuum_${table}`, {}, `vacuum (analyze, skip_locked) ${table}`),
)
