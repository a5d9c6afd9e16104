// SQL is written as SQL, once, and named. A statement declares what it takes and the row it returns; both
// declarations are TypeScript types, and a test holds them against what PostgreSQL says of the prepared statement.

/** How each database type stands in JavaScript. Instants are epoch milliseconds, dates stay text. */
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
  /** A JSON value; a parameter is written as JSON text on its way. */
  jsonb: unknown
  json: unknown
  bytea: Buffer
  'text[]': readonly string[]
  'bigint[]': readonly number[]
}

type TypeName = keyof DatabaseTypes
declare const narrower: unique symbol
/** A type whose values TypeScript knows more closely than PostgreSQL does. */
type Narrowed<T> = { readonly [narrower]: T }

/** The declared type of a column or parameter; `?` ends one whose value may be null. */
export type DeclaredType = TypeName | `${TypeName}?`
export type Columns = Record<string, DeclaredType>

type ValueOf<D extends DeclaredType> =
  D extends Narrowed<infer T> ? T : D extends `${infer Base extends TypeName}?` ? DatabaseTypes[Base] | null : D extends TypeName ? DatabaseTypes[D] : never

/** The values of declared columns or parameters, by name. */
export type RowOf<C extends Columns> = { [name in keyof C]: ValueOf<C[name]> }

/** A column of fewer values than its database type has: `narrowed<Mode>('text')`. A constraint or our own writes keep the promise. */
export function narrowed<T>(type: TypeName): TypeName & Narrowed<T>
export function narrowed<T>(type: `${TypeName}?`): `${TypeName}?` & Narrowed<T | null>
export function narrowed(type: DeclaredType): DeclaredType {
  return type
}

/** A named, prepared statement. */
export interface Statement<C extends Columns = Columns, P extends Columns = Columns> {
  name: string
  /** With its parameters numbered, in the order of `takes`. */
  text: string
  takes: P
  returns: C
  /** It writes nothing and holds nothing, so it can be sent again. */
  reads: boolean
  /** It reads a few rows by a key and takes no locks, so it may share a connection: see short-reads.ts. */
  isShort: boolean
  /** The values of the parameters, as `pg` sends them. */
  values(parameters: RowOf<P>): unknown[]
}

const declared = new Map<string, Statement>()

/**
 * Declares a statement. Its name is unique, lower case and says what it returns or does; in `text` every parameter stands by its
 * name, `:workspaceId`. Throws where `text` and `takes` name different parameters, and where a short read writes or locks.
 */
export function statement<const C extends Columns = Record<never, DeclaredType>, const P extends Columns = Record<never, DeclaredType>>(
  name: string,
  declaration: ({ takes: P; returns?: C } | { takes?: P; returns: C }) & { isShort?: boolean },
  text: string,
): Statement<C, P> {
  if (declared.has(name)) throw new Error(`the statement ${name} is declared twice`)
  const made = undeclared<C, P>(name, declaration, text)
  declared.set(name, made as unknown as Statement)
  return made
}

/** The same for a statement that only its own session can prepare, such as one on a temporary table; no test walks it. */
export function undeclared<const C extends Columns = Record<never, DeclaredType>, const P extends Columns = Record<never, DeclaredType>>(
  name: string,
  { takes = {} as P, returns = {} as C, isShort = false }: { takes?: P; returns?: C; isShort?: boolean },
  text: string,
): Statement<C, P> {
  const names = Object.keys(takes)
  const encoders = names.map((parameter) => encoderOf(takes[parameter] as DeclaredType))
  const reads = !writing.test(text)
  if (isShort && !reads) throw new Error(`the statement ${name} is no short read: it writes or locks`)
  return {
    name,
    text: numbered(name, text.trim(), names),
    takes,
    returns,
    reads,
    isShort,
    values: (parameters) =>
      names.map((parameter, index) => {
        const value = parameters[parameter]
        const encode = encoders[index]
        return encode && value !== null ? encode(value) : value
      }),
  }
}

// Also what only takes locks or numbers: a statement is a read when nothing of it can be seen later.
const writing =
  /\b(insert|update|delete|for (no key update|key share|share)|nextval|set_config|pg_advisory\w+|vacuum|analyze|create|configuration_is_held|record_led_to)\b/i

// A name after a colon; not the second one of a cast, and not what follows a digit or letter, as in a time or an array slice.
const parameterPattern = /(?<![:\w]):([a-z]\w*)/gi

function numbered(name: string, text: string, names: readonly string[]): string {
  const unused = new Set(names)
  const result = text.replace(parameterPattern, (_, parameter: string) => {
    const position = names.indexOf(parameter) + 1
    if (position === 0) throw new Error(`the statement ${name} does not declare :${parameter}`)
    unused.delete(parameter)
    return `$${position}`
  })
  if (unused.size > 0) throw new Error(`the statement ${name} declares ${[...unused].join(', ')} and does not use it`)
  return result
}

function encoderOf(type: DeclaredType): ((value: unknown) => unknown) | undefined {
  if (type.startsWith('timestamptz')) return (instant) => new Date(instant as number).toISOString()
  if (type.startsWith('json')) return (value) => JSON.stringify(value)
  // As `pg` would write them, at a third of what that takes.
  if (type.startsWith('bigint[]')) return (numbers) => `{${(numbers as readonly number[]).join(',')}}`
  if (type.startsWith('text[]')) return (texts) => `{${(texts as readonly string[]).map(quoted).join(',')}}`
  return undefined
}

function quoted(text: string): string {
  return `"${/[\\"]/.test(text) ? text.replace(/[\\"]/g, '\\$&') : text}"`
}

/** Every statement of the modules loaded so far; the schema test walks them. */
export function declaredStatements(): Statement[] {
  return [...declared.values()]
}
