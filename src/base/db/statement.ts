// SQL is written as SQL, once, and named. A statement declares its parameters and the row it
// returns. Both declarations are TypeScript types, and a test compares them with PostgreSQL's
// description of the prepared statement.

import { formatUtc, type Instant } from '../values/clinic-time.ts'

/**
 * The JavaScript type of each database type. Instants are epoch milliseconds; dates remain text.
 */
export interface DatabaseTypes {
  bigint: number
  integer: number
  smallint: number
  real: number
  'double precision': number
  text: string
  boolean: boolean
  date: string
  timestamptz: number
  /** A JSON value; a parameter is sent as JSON text. */
  jsonb: unknown
  json: unknown
  bytea: Buffer
  'text[]': readonly string[]
  'bigint[]': readonly number[]
}

type TypeName = keyof DatabaseTypes
declare const narrower: unique symbol
/** A type whose values TypeScript knows more precisely than PostgreSQL does. */
type Narrowed<T> = { readonly [narrower]: T }

/** The declared type of a column or parameter; a trailing `?` means that it may be null. */
export type DeclaredType = TypeName | `${TypeName}?`
export type Columns = Record<string, DeclaredType>

type ValueOf<D extends DeclaredType> =
  D extends Narrowed<infer T>
    ? T
    : D extends `${infer Base extends TypeName}?`
      ? DatabaseTypes[Base] | null
      : D extends TypeName
        ? DatabaseTypes[D]
        : never

/** The values of declared columns or parameters, by name. */
export type RowOf<C extends Columns> = { [name in keyof C]: ValueOf<C[name]> }

/**
 * Declares a column with fewer values than its database type: `narrowType<Mode>('text')`. A
 * constraint, or our own writes, must guarantee that.
 */
export function narrowType<T>(type: TypeName): TypeName & Narrowed<T>
export function narrowType<T>(type: `${TypeName}?`): `${TypeName}?` & Narrowed<T | null>
export function narrowType(type: DeclaredType): DeclaredType {
  return type
}

/** A named, prepared statement. */
export interface Statement<C extends Columns = Columns, P extends Columns = Columns> {
  name: string
  /** The SQL text, with numbered parameters in the order of `takes`. */
  text: string
  takes: P
  returns: C
  /**
   * Whether the statement writes and locks nothing, or nothing that matters if it runs twice, so
   * that it can be repeated after a lost connection.
   */
  reads: boolean
  /** Whether the statement changes every row that it returns. */
  changes: boolean
  /**
   * Whether the statement reads a few rows by a key and takes no locks, so that it may share a
   * connection: see short-reads.ts.
   */
  isShort: boolean
  /** The values of the parameters, as `pg` sends them. */
  values(parameters: RowOf<P>): unknown[]
}

const statementsByName = new Map<string, Statement>()

/**
 * Declares a statement. Its name is unique and lower case and says what it returns or does; `text`
 * has parameters by name, such as `:workspaceId`. Throws if `text` and `takes` have different
 * parameters, or if a short read writes or locks. `onlyAudits`: it writes nothing but the audit
 * entry of what it reads.
 */
export function statement<
  const C extends Columns = Record<never, DeclaredType>,
  const P extends Columns = Record<never, DeclaredType>,
>(
  name: string,
  declaration: ({ takes: P; returns?: C } | { takes?: P; returns: C }) & {
    isShort?: boolean
    onlyAudits?: boolean
  },
  text: string,
): Statement<C, P> {
  if (statementsByName.has(name)) throw new Error(`the statement ${name} is declared twice`)
  const created = sessionStatement<C, P>(name, declaration, text)
  statementsByName.set(name, created as unknown as Statement)
  return created
}

/**
 * The same for a statement that only its own session can prepare, such as one on a temporary table;
 * the schema test does not check it.
 */
export function sessionStatement<
  const C extends Columns = Record<never, DeclaredType>,
  const P extends Columns = Record<never, DeclaredType>,
>(
  name: string,
  {
    takes = {} as P,
    returns = {} as C,
    isShort = false,
    onlyAudits = false,
  }: { takes?: P; returns?: C; isShort?: boolean; onlyAudits?: boolean },
  text: string,
): Statement<C, P> {
  const names = Object.keys(takes)
  const encoders = names.map((parameter) => parameterEncoder(takes[parameter] as DeclaredType))
  const leavesNoTrace = !writePattern.test(text)
  if (isShort && !leavesNoTrace)
    throw new Error(`the statement ${name} is not a short read: it writes or locks`)
  return {
    name,
    text: numberParameters(name, text.trim(), names),
    takes,
    returns,
    reads: leavesNoTrace || onlyAudits,
    changes: changePattern.test(text),
    isShort,
    values: (parameters) =>
      names.map((parameter, index) => {
        const value = parameters[parameter]
        const encode = encoders[index]
        return encode && value !== null ? encode(value) : value
      }),
  }
}

// Includes statements that only lock or take sequence numbers: a statement is a read if it leaves
// no trace.
const writePattern =
  /\b(insert|update|delete|for (no key update|key share|share)|nextval|set_config|pg_advisory\w+|pg_logical_emit_message|vacuum|analyze|create|configuration_is_held|record_led_to)\b/i

// A statement of several parts may return rows that it has not changed.
const changePattern = /^\s*(insert|update|delete)\b/i

// A name after a colon, except in a cast, and except after a digit or letter, as in a time or an
// array slice.
const parameterPattern = /(?<![:\w]):([a-z]\w*)/gi

function numberParameters(name: string, text: string, names: readonly string[]): string {
  const unused = new Set(names)
  const result = text.replace(parameterPattern, (_, parameter: string) => {
    const position = names.indexOf(parameter) + 1
    if (position === 0) throw new Error(`the statement ${name} does not declare :${parameter}`)
    unused.delete(parameter)
    return `$${position}`
  })
  if (unused.size > 0)
    throw new Error(`the statement ${name} declares ${[...unused].join(', ')} but does not use it`)
  return result
}

function parameterEncoder(type: DeclaredType): ((value: unknown) => unknown) | undefined {
  if (type.startsWith('timestamptz')) return (instant) => formatUtc(instant as Instant)
  if (type.startsWith('json')) return (value) => JSON.stringify(value)
  // The same form as `pg` produces, in a third of the time.
  if (type.startsWith('bigint[]'))
    return (numbers) => `{${(numbers as readonly number[]).join(',')}}`
  if (type.startsWith('text[]'))
    return (texts) => `{${(texts as readonly string[]).map(quoteElement).join(',')}}`
  return undefined
}

function quoteElement(text: string): string {
  return `"${/[\\"]/.test(text) ? text.replace(/[\\"]/g, '\\$&') : text}"`
}

/** Every statement of the modules loaded so far; the schema test checks them. */
export function declaredStatements(): Statement[] {
  return [...statementsByName.values()]
}
