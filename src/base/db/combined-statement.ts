// Combines several reads into one statement: one round trip, and one snapshot without a
// transaction.

import type { Queries } from './database.ts'
import {
  type Columns,
  type DatabaseTypes,
  type RowOf,
  type Statement,
  statement,
} from './statement.ts'

/** The rows of each part, by its name and in its own order. */
export type RowsOfParts<Parts extends Record<string, Statement>> = {
  [part in keyof Parts]: RowOf<Parts[part]['returns']>[]
}

export interface CombinedStatement<P extends Columns, Parts extends Record<string, Statement>> {
  text: string
  rows(queries: Queries, parameters: RowOf<P>): Promise<RowsOfParts<Parts>>
}

type JsonRow = readonly unknown[]

/**
 * Combines declared statements whose parameters are all in `takes`. A part's rows arrive as JSON
 * and are decoded by its declared columns.
 */
export function combinedStatement<
  const P extends Columns,
  const Parts extends Record<string, Statement>,
>(name: string, takes: P, parts: Parts, { isShort = false } = {}): CombinedStatement<P, Parts> {
  const combined: Statement = statement(
    name,
    {
      takes,
      returns: Object.fromEntries(Object.keys(parts).map((part) => [part, 'json'])) as Record<
        string,
        'json'
      >,
      isShort,
    },
    `
  select
    ${Object.entries(parts)
      .map(
        ([part, read]) => `${rowsAsJson(restoreParameterNames(read), read.returns)} as "${part}"`,
      )
      .join(',\n    ')}`,
  ) as never
  const decoders = Object.entries(parts).map(([part, { returns }]) => ({
    part,
    decode: createDecoder(returns),
  }))
  return {
    text: combined.text,
    async rows(queries, parameters) {
      const [row] = await queries.rows(combined, parameters as RowOf<Columns>)
      if (!row) throw new Error(`${name} returned no row`)
      return Object.fromEntries(
        decoders.map(({ part, decode }) => [part, (row[part] as JsonRow[]).map(decode)]),
      ) as RowsOfParts<Parts>
    },
  }
}

/**
 * The text of a statement with parameter names instead of numbers, for a statement that contains
 * it.
 */
export function restoreParameterNames({ text, takes }: Pick<Statement, 'text' | 'takes'>): string {
  const names = Object.keys(takes)
  return text.replace(/\$(\d+)/g, (_, position: string) => `:${names[Number(position) - 1]}`)
}

/**
 * Returns all rows of a query as one JSON array of arrays; the aggregate keeps the query's order.
 */
function rowsAsJson(text: string, returns: Columns): string {
  const values = Object.keys(returns).map((column) => `part."${column}"`)
  return `(select coalesce(json_agg(json_build_array(${values.join(', ')})), '[]') from (${text}) part)`
}

function createDecoder(returns: Columns): (row: JsonRow) => Record<string, unknown> {
  const columns = Object.entries(returns).map(([column, type]) => ({
    column,
    decode: decoders[type.replace('?', '') as keyof DatabaseTypes],
  }))
  return (row) => {
    const decoded: Record<string, unknown> = {}
    // Without Object.entries, for speed: a configuration has hundreds of rows.
    for (const [index, { column, decode }] of columns.entries())
      decoded[column] =
        decode === undefined || row[index] === null ? row[index] : decode(row[index])
    return decoded
  }
}

// Decoders for the types that JSON represents differently from `pg`.
const decoders: { [type in keyof DatabaseTypes]?: (value: unknown) => unknown } = {
  bigint: safeInteger,
  'bigint[]': (values) => (values as unknown[]).map(safeInteger),
  timestamptz: (text) => Date.parse(text as string),
  bytea: (text) => Buffer.from((text as string).slice('\\x'.length), 'hex'),
}

function safeInteger(number: unknown): number {
  if (!Number.isSafeInteger(number)) throw new Error('a bigint is beyond the safe integers')
  return number as number
}
