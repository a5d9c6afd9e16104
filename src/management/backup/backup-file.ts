// The file of a backup: gzip around plain text, so that `zcat` shows everything.
//
//   {"format":"clinic-backup","version":1,"madeAt":…,"mode":…,"migrations":[…]}
//   {"table":"patients","columns":["workspace_id",…]}
//   1	7	MRN-7	Meera	\N	…                   the rows in PostgreSQL's COPY text, one a line
//   \.                                     and so on for each table
//   {"sequences":{"patients_id_seq":{"last":"7","called":true}}}
//   {"rows":{"patients":1},"sha256":…}     the checksum of everything before this line

import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { Problem } from '../../base/values/problem.ts'
import { problem } from './problems.ts'

const Header = Type.Object({
  format: Type.Literal('clinic-backup'),
  version: Type.Literal(1),
  madeAt: Type.String(),
  /** Null if no service was ever started on the database. */
  mode: Type.Union([Type.Literal('sandbox'), Type.Literal('production'), Type.Null()]),
  clockOffsetMs: Type.Integer(),
  migrations: Type.Array(
    Type.Object({ number: Type.Integer(), name: Type.String(), checksum: Type.String() }),
  ),
})
const TableLine = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) })
const SequencesLine = Type.Object({
  sequences: Type.Record(
    Type.String(),
    Type.Object({ last: Type.String(), called: Type.Boolean() }),
  ),
})
const EndLine = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  sha256: Type.String(),
})

export type BackupHeader = Static<typeof Header>
export type SequenceValues = Static<typeof SequencesLine>['sequences']
/** Rows by table. */
export type RowCounts = Record<string, number>

const newline = 0x0a
const tableEnd = Buffer.from('\\.\n')
const newlineAndTableEnd = Buffer.from('\n\\.\n')
const chunkBytes = 256 * 1024
// Far longer than any line with a table's column names.
const lineBytesMax = 1024 * 1024

// ── Writing
// ─────────────────────────────────────────────────────────────────────────────────────────

/** A line of JSON. */
export function jsonLine(
  content:
    | BackupHeader
    | Static<typeof TableLine>
    | Static<typeof SequencesLine>
    | Static<typeof EndLine>,
): Buffer {
  return Buffer.from(`${JSON.stringify(content)}\n`)
}

/** Streams a table with its rows, and counts them in `rows`. */
export async function* streamTable(
  table: string,
  columns: string[],
  copied: AsyncIterable<Buffer>,
  rows: RowCounts,
): AsyncGenerator<Buffer> {
  yield jsonLine({ table, columns })
  rows[table] = 0
  for await (const chunk of copied) {
    rows[table] += countLines(chunk)
    yield chunk
  }
  yield tableEnd
}

/** Ends the text with its last line. `rows` is complete once the text has been read. */
export async function* streamSealed(
  text: AsyncIterable<Buffer>,
  rows: RowCounts,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of text) {
    hash.update(chunk)
    yield chunk
  }
  yield jsonLine({ rows, sha256: hash.digest('hex') })
}

export function sumRows(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

/** Each row of COPY is one line: line breaks within a value are written as \n. */
function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) lines += 1
  return lines
}

// ── Reading
// ─────────────────────────────────────────────────────────────────────────────────────────

export interface BackupTable {
  table: string
  columns: string[]
  /** The rows of the table in COPY text. */
  copied: AsyncIterable<Buffer>
  rowsRead(): number
}

export interface BackupReader {
  header: BackupHeader
  /**
   * The next table, or undefined after the last one. Its rows must be read before the next call.
   */
  nextTable(): Promise<BackupTable | undefined>
  /**
   * The part after the tables. Refuses an incomplete file: all rows must be present, the checksum
   * must match, and nothing may follow.
   */
  end(): Promise<{ sequences: SequenceValues; rows: RowCounts }>
  /** Releases the source, which may have unread data left. */
  close(): void
}

/**
 * Reads a backup up to its first table. `name` is for display. A source that is a stream is
 * destroyed at the end.
 */
export async function openBackup(
  source: AsyncIterable<Buffer>,
  name: string,
): Promise<BackupReader> {
  const damagedProblem = (detail: string) => problem('BACKUP_DAMAGED', { file: name, how: detail })
  const outOfOrder = () => damagedProblem('its parts are not in order')
  const text = createTextReader(source, damagedProblem)
  const matches = await loadMatcher()
  const header = await readHeader(text, name).catch((error: unknown) => {
    text.close()
    throw error
  })
  const rows: RowCounts = {}
  let sequences: SequenceValues | undefined

  async function* countedRows(table: string) {
    for await (const chunk of text.tableRows()) {
      rows[table] = (rows[table] ?? 0) + countLines(chunk)
      yield chunk
    }
  }

  return {
    header,

    async nextTable() {
      const line = tryParseJson(await text.line())
      if (matches(SequencesLine, line)) {
        sequences = line.sequences
        return undefined
      }
      if (!matches(TableLine, line) || Object.hasOwn(rows, line.table)) throw outOfOrder()
      rows[line.table] = 0
      return { ...line, copied: countedRows(line.table), rowsRead: () => rows[line.table] ?? 0 }
    },

    async end() {
      const checksum = text.checksum()
      const line = tryParseJson(await text.line())
      if (!matches(EndLine, line) || !sequences || !(await text.isRead())) throw outOfOrder()
      if (line.sha256 !== checksum) throw damagedProblem('its checksum does not fit')
      if (!isDeepStrictEqual({ ...line.rows }, rows))
        throw damagedProblem('it does not hold all of its rows')
      return { sequences, rows }
    },

    close: text.close,
  }
}

/**
 * Loaded when the first backup is read: the library consists of three hundred files that nothing
 * else needs.
 */
const loadMatcher = async () => (await import('typebox/value')).Check

async function readHeader(text: TextReader, name: string): Promise<BackupHeader> {
  const line = await text.line().then(tryParseJson, (error: unknown) => {
    // A file that cannot be unpacked is not a damaged backup, but no backup at all.
    if (error instanceof Problem) return undefined
    throw error
  })
  const matches = await loadMatcher()
  if (matches(Header, line)) return line
  if (
    matches(Type.Object({ format: Type.Literal('clinic-backup'), version: Type.Integer() }), line)
  ) {
    throw problem('BACKUP_FORMAT_NOT_SUPPORTED', { file: name, version: line.version })
  }
  throw problem('NOT_A_BACKUP', { file: name })
}

function tryParseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

interface TextReader {
  /** Reads a line of JSON. */
  line(): Promise<string>
  /** The rows up to the end of their table, in chunks of whole lines. */
  tableRows(): AsyncGenerator<Buffer>
  /** SHA-256 of everything read so far. */
  checksum(): string
  /** Whether everything has been read. */
  isRead(): Promise<boolean>
  close(): void
}

/**
 * The unpacked content of `source`; `damaged` creates the problem to throw if it cannot be
 * unpacked.
 */
function createTextReader(
  source: AsyncIterable<Buffer>,
  damaged: (detail: string) => Problem,
): TextReader {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  // Passes errors of the source on to the reader.
  pipeline(source, gunzip, () => {})
  // This does not use `for await`, which would close the source at the end of the first table.
  const chunks = gunzip[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  // Each chunk starts at the beginning of a line.
  let rest: Buffer = Buffer.alloc(0)

  /** Unpacks more; returns false at the end. */
  async function unpackMore(): Promise<boolean> {
    try {
      const { done, value } = await chunks.next()
      if (!done) rest = Buffer.concat([rest, value as Buffer])
      return !done
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!code.startsWith('Z_')) throw error
      throw damaged(code === 'Z_BUF_ERROR' ? 'it stops before its end' : 'its bytes have changed')
    }
  }

  async function unpackMoreOrThrow() {
    if (!(await unpackMore())) throw damaged('it stops before its end')
  }

  function take(length: number): Buffer {
    const part = rest.subarray(0, length)
    rest = rest.subarray(length)
    hash.update(part)
    return part
  }

  return {
    async line() {
      while (!rest.includes(newline)) {
        if (rest.length > lineBytesMax) throw damaged('its parts are not in order')
        await unpackMoreOrThrow()
      }
      return take(rest.indexOf(newline) + 1).toString('utf8')
    },

    async *tableRows() {
      for (;;) {
        if (rest.length < tableEnd.length) {
          await unpackMoreOrThrow()
          continue
        }
        if (rest.subarray(0, tableEnd.length).equals(tableEnd)) return void take(tableEnd.length)
        // COPY doubles every backslash of a value, so no row can look like the end.
        const end = rest.indexOf(newlineAndTableEnd)
        const wholeLinesLength = (end >= 0 ? end : rest.lastIndexOf(newline)) + 1
        if (wholeLinesLength > 0) yield take(wholeLinesLength)
        else await unpackMoreOrThrow()
      }
    },

    checksum: () => hash.copy().digest('hex'),
    isRead: async () => rest.length === 0 && !(await unpackMore()),
    close: () => void gunzip.destroy(),
  }
}
