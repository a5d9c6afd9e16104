// Reads a CSV file of any size row by row. Errors are reported with their line.

import { createTurnTimer } from '../../base/ports/long-turns.ts'
import { type Mistake, mistakesShownMax } from '../../base/values/mistakes.ts'
import { isStorableText } from '../../base/values/text.ts'
import { type CsvRecord, CsvRecords, UnreadableRecord } from './csv-records.ts'
import type { FileImport } from './file-import.ts'
import { problem } from './problems.ts'

/**
 * A row: the line at which it begins, from 1, and its fields by column; empty fields are absent.
 */
export interface CsvRow<Column extends string> {
  line: number
  fields: Partial<Record<Column, string>>
}

/** The permitted columns of a file, in any order. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[]
  optional: readonly Column[]
  /** Optional columns, of which the file needs at least one. */
  anyOf?: readonly Column[]
}

/** Collects invalid lines, so that they are all reported together. */
export interface WrongLines {
  report(line: number, reason: string): void
  /** Whether there are so many that the rest of the file need not be read. */
  isFull(): boolean
  /** Throws a problem that lists the lines, if there are any. */
  refuse(): void
}

/** The number of invalid lines after which the rest of a file is not read. */
export const wrongLinesMax = 10_000

export function collectWrongLines(): WrongLines {
  const reported: Mistake[] = []
  let count = 0
  const isFull = () => count >= wrongLinesMax
  return {
    report(line, reason) {
      count += 1
      if (reported.length < mistakesShownMax) reported.push({ path: `line ${line}`, reason })
    },
    isFull,
    refuse() {
      if (count === 0) return
      const summary = `has ${count - reported.length} further wrong lines${isFull() ? '; the lines after them were not read' : ''}`
      const remaining = count > reported.length ? [{ path: 'file', reason: summary }] : []
      throw problem('FILE_HAS_INVALID_LINES', {}, { mistakes: [...reported, ...remaining] })
    },
  }
}

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, with or without a byte order mark. Its first line
 * names the columns; fields are separated by commas or, if that line has more of them, by
 * semicolons or tabs, as spreadsheets in some countries write them. Invalid rows are reported to
 * `wrong`; a file that is not CSV, or lacks a column, is refused immediately. However many rows
 * there are, the process can do other work in between.
 */
export async function* csvRows<Column extends string>(
  { read, rowsMax = Number.POSITIVE_INFINITY }: Pick<FileImport, 'read' | 'rowsMax'>,
  columns: CsvColumns<Column>,
  wrong: WrongLines,
): AsyncGenerator<CsvRow<Column>> {
  const turn = createTurnTimer()
  let names: readonly Column[] | undefined
  let rows = 0
  try {
    for await (const { line, fields } of readRecords(read())) {
      if (turn.isLong()) await turn.next()
      if (wrong.isFull()) return
      // Spreadsheets also write rows whose cells have been cleared.
      if (fields.every((field) => field.trim() === '')) continue
      if (!names) {
        names = readHeadings(fields, columns)
        continue
      }
      rows += 1
      if (rows > rowsMax) throw problem('FILE_TOO_LONG', { rowsMax })
      const rowFields = readFields(fields, names, (reason) => wrong.report(line, reason))
      if (rowFields) yield { line, fields: rowFields }
    }
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error
    return wrong.report(
      error.line,
      `${error.message}; the lines after it are read when it is mended`,
    )
  }
  if (!names) throw problem('FILE_EMPTY', { columns: describeColumns(columns) })
}

async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const text = decodeText(source)
  const beginning = await firstLine(text)
  const records = new CsvRecords(detectDelimiter(beginning))
  yield* records.readPiece(beginning.replace(/^\uFEFF/, ''))
  for await (const piece of text) yield* records.readPiece(piece)
  yield* records.end()
}

async function* decodeText(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw problem('FILE_NOT_UTF_8')
  }
}

// Longer than any line of column names.
const firstLineMax = 64 * 1024

async function firstLine(text: AsyncIterator<string>): Promise<string> {
  let beginning = ''
  while (!beginning.includes('\n') && beginning.length < firstLineMax) {
    const next = await text.next()
    if (next.done) break
    beginning += next.value
  }
  return beginning
}

function detectDelimiter(beginning: string): string {
  const [line = ''] = beginning.split(/[\r\n]/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [';', '\t'].find((delimiter) => count(delimiter) > count(',')) ?? ','
}

function describeColumns({ required, optional, anyOf = [] }: CsvColumns<string>): string {
  const choice = anyOf.length > 0 ? [`at least one of ${anyOf.join(', ')}`] : []
  const otherOptional = optional.filter((name) => !anyOf.includes(name))
  return `${[...required, ...choice].join(', ')}${otherOptional.length > 0 ? ` and, where there are any, ${otherOptional.join(', ')}` : ''}`
}

function readHeadings<Column extends string>(
  record: readonly string[],
  columns: CsvColumns<Column>,
): readonly Column[] {
  const { required, optional, anyOf = [] } = columns
  const names = record.map((name) => name.trim())
  const allColumns: readonly string[] = [...required, ...optional]
  const reasons = [
    ...required.filter((name) => !names.includes(name)).map((name) => `lacks the column ${name}`),
    ...(anyOf.length > 0 && !anyOf.some((name) => names.includes(name))
      ? [`has none of the columns ${anyOf.join(', ')}`]
      : []),
    ...names
      .filter((name) => name !== '' && !allColumns.includes(name))
      .map((name) => `has an unknown column: ${name}`),
    ...names
      .filter((name, index) => name !== '' && names.indexOf(name) < index)
      .map((name) => `names the column ${name} a second time`),
  ]
  const mistakes = reasons.map((reason) => ({ path: 'line 1', reason }))
  if (mistakes.length > 0)
    throw problem('FILE_HAS_NO_HEADER', { columns: describeColumns(columns) }, { mistakes })
  return names as Column[]
}

function readFields<Column extends string>(
  record: readonly string[],
  names: readonly Column[],
  report: (reason: string) => void,
) {
  if (record.length !== names.length)
    return report(`has ${record.length} fields where the first line has ${names.length}`)
  if (!record.every(isStorableText)) return report('holds a character that cannot be stored')
  const fields: Partial<Record<Column, string>> = {}
  for (const [index, name] of names.entries()) {
    const field = record[index]?.trim()
    if (!field) continue
    // Spreadsheets also write columns whose cells have been cleared.
    if ((name as string) === '')
      return report(`has a value in column ${index + 1}, which has no name`)
    fields[name] = field
  }
  return fields
}
