// SQL is written as SQL, once, and named. A statement declares the row it answers; the declaration is
// its TypeScript type, and a test compares it with what PostgreSQL says of the prepared statement.

/** How each database type arrives in JavaScript. Instants are epoch milliseconds, dates stay text. */
export interface ColumnTypes {
  bigint: number
  integer: number
  smallint: number
  text: string
  boolean: boolean
  date: string
  timestamptz: number
  jsonb: unknown
  bytea: Buffer
  'text[]': string[]
  'bigint[]': number[]
}

type ColumnType = keyof ColumnTypes | `${keyof ColumnTypes}?`
export type Columns = Record<string, ColumnType>

type ValueOf<T extends ColumnType> = T extends `${infer Base extends keyof ColumnTypes}?`
  ? ColumnTypes[Base] | null
  : T extends keyof ColumnTypes
    ? ColumnTypes[T]
    : never

export type RowOf<C extends Columns> = { [name in keyof C]: ValueOf<C[name]> }

/** A named, prepared statement. `columns` ends a type with `?` where the value may be null. */
export interface Statement<C extends Columns = Columns> {
  name: string
  text: string
  columns: C
}

const declared = new Map<string, Statement>()

/** Declares a statement; its name is unique, lower case and says what it answers. */
export function statement<const C extends Columns>(name: string, columns: C, text: string): Statement<C> {
  if (declared.has(name)) throw new Error(`the statement ${name} is declared twice`)
  const made = { name, text: text.trim(), columns }
  declared.set(name, made)
  return made
}

/** Every statement of the modules loaded so far; the schema test walks them. */
export function declaredStatements(): Statement[] {
  return [...declared.values()]
}
