// Reads a CSV file of any size row by row. Errors are reported with their line.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, type Info, type Options, parse } from 'csv-parse'
import { type Mistake, problem } from '../values/problem.ts'
import { isStorableText } from '../values/text.ts'

/** A row: the line it begins at, from 1, and its fields by column; empty fields are absent. */
export interface CsvRow<Column extends string> {
  line: number
  fields: Partial<Record<Column, string>>
}

/** The permitted columns of a file, in any order. */
export interface CsvColumns<Column extends string> {
  required: readonly Column[]
  optional: readonly Column[]
  /** At least one of these optional columns. */
  anyOf?: readonly Column[]
}

/** Collects wrong lines, so that all of them are reported together. */
export interface WrongLines {
  report(line: number, reason: string): void
  /** Throws the problem that lists them, if there are any. */
  refuse(): void
}

const wrongLinesShownMax = 200
// An unclosed quote would make the rest of the file one field.
const rowBytesMax = 64 * 1024

export function collectWrongLines(): WrongLines {
  const shown: Mistake[] = []
  let count = 0
  return {
    report(line, reason) {
      count += 1
      if (shown.length < wrongLinesShownMax) shown.push({ path: `line ${line}`, reason })
    },
    refuse() {
      if (count === 0) return
      const further = count > shown.length ? [{ path: 'file', reason: `has ${count - shown.length} further wrong lines` }] : []
      throw problem('FILE_WITH_WRONG_LINES', {}, { mistakes: [...shown, ...further] })
    },
  }
}

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, with or without a byte order mark. Its first line names the columns; fields are separated by
 * commas or, if that line has more of them, by semicolons or tabs, as spreadsheets in some countries write them. Invalid rows go to
 * `wrong`; a file that is not CSV, or lacks a column, is refused immediately.
 */
export async function* csvRows<Column extends string>(
  source: AsyncIterable<Buffer>,
  columns: CsvColumns<Column>,
  wrong: WrongLines,
): AsyncGenerator<CsvRow<Column>> {
  const text = decoded(source)
  const beginning = await firstLine(text)
  const options = { delimiter: delimiterOf(beginning), info: true, bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: rowBytesMax }
  const records = parse(options as Options)
  // Errors arrive where the records are read.
  pipeline(Readable.from(continued(beginning, text)), records).catch(() => {})
  // Within quotes the parser counts CR LF as two lines.
  let countedTwice = 0
  let names: readonly Column[] | undefined
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: string[]; info: Info }>) {
      const inside = record.join(',')
      const line = info.lines - countedTwice - (inside.match(/[\r\n]/g)?.length ?? 0)
      countedTwice += inside.match(/\r\n/g)?.length ?? 0
      if (names) {
        const fields = fieldsOf(record, names, (reason) => wrong.report(line, reason))
        if (fields) yield { line, fields }
      } else names = headings(record, columns)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // After a wrong quote, the rest cannot be parsed.
    return wrong.report(Number(error.lines ?? 1), `${csvReasons[error.code] ?? 'cannot be read as CSV'}; the lines after it are read when it is mended`)
  }
  if (!names) throw problem('FILE_EMPTY', { columns: columnWords(columns) })
}

const csvReasons: Partial<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `is longer than ${rowBytesMax / 1024} KiB, or opens a quote that is never closed`,
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
}

async function* decoded(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw problem('FILE_NOT_UTF_8')
  }
}

async function* continued(beginning: string, text: AsyncIterable<string>): AsyncGenerator<string> {
  yield beginning
  yield* text
}

async function firstLine(text: AsyncIterator<string>): Promise<string> {
  let beginning = ''
  while (!beginning.includes('\n') && beginning.length < rowBytesMax) {
    const next = await text.next()
    if (next.done) break
    beginning += next.value
  }
  return beginning
}

function delimiterOf(beginning: string): string {
  const [line = ''] = beginning.split(/\r?\n/, 1)
  const count = (delimiter: string) => line.split(delimiter).length
  return [';', '\t'].find((delimiter) => count(delimiter) > count(',')) ?? ','
}

function columnWords({ required, optional, anyOf = [] }: CsvColumns<string>): string {
  const choice = anyOf.length > 0 ? [`at least one of ${anyOf.join(', ')}`] : []
  const further = optional.filter((name) => !anyOf.includes(name))
  return `${[...required, ...choice].join(', ')}${further.length > 0 ? ` and, where there are any, ${further.join(', ')}` : ''}`
}

function headings<Column extends string>(record: readonly string[], columns: CsvColumns<Column>): readonly Column[] {
  const { required, optional, anyOf = [] } = columns
  const names = record.map((name) => name.trim())
  const known: readonly string[] = [...required, ...optional]
  const reasons = [
    ...required.filter((name) => !names.includes(name)).map((name) => `lacks the column ${name}`),
    ...(anyOf.length > 0 && !anyOf.some((name) => names.includes(name)) ? [`has none of the columns ${anyOf.join(', ')}`] : []),
    ...names.filter((name) => !known.includes(name)).map((name) => `has an unknown column: ${name || '(without a name)'}`),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `names the column ${name} a second time`),
  ]
  const mistakes = reasons.map((reason) => ({ path: 'line 1', reason }))
  if (mistakes.length > 0) throw problem('FILE_WITHOUT_COLUMNS', { columns: columnWords(columns) }, { mistakes })
  return names as Column[]
}

function fieldsOf<Column extends string>(record: readonly string[], names: readonly Column[], report: (reason: string) => void) {
  if (record.length !== names.length) return report(`has ${record.length} fields where the first line has ${names.length}`)
  if (!record.every(isStorableText)) return report('holds a character that cannot be stored')
  const fields: Partial<Record<Column, string>> = {}
  for (const [index, name] of names.entries()) {
    const field = record[index]?.trim()
    if (field) fields[name] = field
  }
  return fields
}
