// A CSV file as a table whose columns are mapped and whose rows are mended before it is sent. Rows
// stay on the lines they have in the file, so that what the service says about a line is about the
// line that people see in their spreadsheet.

export interface CsvRow {
  /** The line at which it begins, from 1. */
  line: number
  cells: readonly string[]
}

export interface CsvTable {
  headings: readonly string[]
  rows: readonly CsvRow[]
}

/** For each heading, the column that it is imported as; null leaves it out. */
export type ColumnMapping = readonly (string | null)[]

/** The table in a text; undefined if the text is not CSV, or has no first line. */
export function readTable(text: string): CsvTable | undefined {
  const content = text.replace(/^\uFEFF/, '')
  const records = readRecords(content, findDelimiter(content))
  const [first, ...rows] = records?.filter(({ cells }) => cells.some((cell) => cell.trim())) ?? []
  return first && { headings: first.cells.map((cell) => cell.trim()), rows }
}

/** Commas or, if the first line has more of them, semicolons or tabs. */
function findDelimiter(content: string): string {
  const [line = ''] = content.split(/[\r\n]/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [';', '\t'].find((delimiter) => count(delimiter) > count(',')) ?? ','
}

/** Undefined if a quote is in the middle of a cell, or is never closed. */
function readRecords(content: string, delimiter: string): CsvRow[] | undefined {
  const records: CsvRow[] = []
  // A quoted cell or a plain one, and what ends it.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  let cells: string[] = []
  let [line, firstLine] = [1, 1]
  while (cell.lastIndex < content.length || cells.length > 0) {
    const match = cell.exec(content)
    if (!match) return undefined
    const [whole, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += whole.split(/\r\n|\n|\r/).length - 1
    if (end === delimiter) continue
    records.push({ line: firstLine, cells })
    cells = []
    firstLine = line
    if (end === '') break
  }
  return records
}

/** A file with the mapped columns. A row with too many or too few cells stays wrong. */
export function writeTable({ headings, rows }: CsvTable, mapping: ColumnMapping): string {
  const kept = mapping.flatMap((column, index) => (column === null ? [] : [index]))
  let text = `${kept.map((index) => mapping[index]).join()}\n`
  let line = 2
  for (const row of rows) {
    const blank = '\n'.repeat(Math.max(0, row.line - line))
    const missing = headings.length - row.cells.length
    const cells =
      missing > 0
        ? kept.slice(0, -missing).map((index) => row.cells[index] ?? '')
        : [...kept.map((index) => row.cells[index] ?? ''), ...row.cells.slice(headings.length)]
    const written = `${cells.map(quoteCell).join()}\n`
    text += blank + written
    line += blank.length + written.split('\n').length - 1
  }
  return text
}

/** A cell with its quotes, where it needs them. Line ends inside are as the service stores them. */
const quoteCell = (cell: string) =>
  /[",\r\n]/.test(cell) ? `"${cell.replace(/\r\n?/g, '\n').replaceAll('"', '""')}"` : cell

const toWords = (heading: string) =>
  heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The column for each heading, by its name or another that people use; each column once. */
export function guessMapping(
  headings: readonly string[],
  columns: Readonly<Record<string, readonly string[]>>,
): ColumnMapping {
  const taken = new Set<string>()
  return headings.map((heading) => {
    const words = toWords(heading)
    const found = Object.entries(columns).find(
      ([column, others]) =>
        !taken.has(column) && [column, ...others].some((name) => toWords(name) === words),
    )
    if (!found || words === '') return null
    taken.add(found[0])
    return found[0]
  })
}

/** The columns of patients, with other names that systems give them. */
export const patientColumns = {
  firstName: ['given name', 'forename', 'name', 'Vorname', 'nombre', 'first', 'patient name'],
  lastName: ['family name', 'surname', 'Nachname', 'Familienname', 'apellido', 'apellidos', 'last'],
  phoneNumber: [
    'phone',
    'mobile',
    'mobile number',
    'telephone',
    'Telefon',
    'Handy',
    'teléfono',
    'móvil',
    'tel',
    'फ़ोन',
    'الهاتف',
  ],
  countryCode: ['dial code', 'Ländervorwahl', 'prefijo'],
  email: ['e-mail', 'mail', 'email address', 'correo', 'correo electrónico'],
  dob: ['date of birth', 'birth date', 'birthday', 'Geburtsdatum', 'fecha de nacimiento'],
  gender: ['sex', 'Geschlecht', 'sexo', 'género'],
  mrnNumber: [
    'mrn',
    'record number',
    'patient id',
    'patient number',
    'Patientennummer',
    'historia',
  ],
  age: ['Alter', 'edad'],
  bloodGroup: ['blood type', 'Blutgruppe', 'grupo sanguíneo'],
  language: ['preferred language', 'Sprache', 'idioma', 'lengua'],
  address: ['street', 'address line', 'Straße', 'Adresse', 'dirección'],
  city: ['town', 'Ort', 'Stadt', 'ciudad'],
  state: ['province', 'region', 'Bundesland', 'provincia'],
  postalCode: ['zip', 'zip code', 'pin code', 'postcode', 'PLZ', 'Postleitzahl', 'código postal'],
  country: ['Land', 'país'],
} as const

/** The columns of medicines. */
export const medicineColumns = {
  code: ['sku', 'item code', 'article', 'Artikelnummer', 'código'],
  name: ['medicine', 'product', 'Bezeichnung', 'nombre', 'Medikament'],
  location: ['site', 'branch', 'Standort', 'sede'],
  unitPrice: ['price', 'mrp', 'Preis', 'precio'],
  stock: ['quantity', 'qty', 'Bestand', 'existencias'],
  genericName: ['generic', 'salt', 'Wirkstoff'],
  form: ['dosage form', 'Darreichungsform'],
  strength: ['dose', 'Stärke', 'dosis'],
  manufacturer: ['maker', 'company', 'Hersteller', 'fabricante'],
} as const
