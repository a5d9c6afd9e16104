// The building blocks of schemas. One schema validates, types and documents: every member has a
// description (with its unit, if any) and an example. Dates of examples are around `exampleDate`
// (examples.ts). Custom formats express what JSON Schema cannot: `id`, `calendar-date`, `clock`,
// `timestamp`, `zone`, `currency`.

import { type Static, type TSchema, Type } from 'typebox'
import { minorUnitsMax } from '../values/money.ts'

function annotate(description: string, example: unknown) {
  return { description, examples: [example] }
}

/**
 * A positive integer up to 2^53 - 1; in a body its canonical decimal string is accepted too
 * (A-062).
 */
export function id(description: string, example = 1) {
  return Type.Integer({
    format: 'id',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ...annotate(description, example),
  })
}

export function text(
  description: string,
  example: string,
  limits: { minLength?: number; maxLength?: number; pattern?: string } = {},
) {
  return Type.String({ ...limits, ...annotate(description, example) })
}

export function number(
  description: string,
  example: number,
  limits: { minimum?: number; maximum?: number } = {},
) {
  return Type.Number({ ...limits, ...annotate(description, example) })
}

export function integer(
  description: string,
  example: number,
  limits: { minimum?: number; maximum?: number } = {},
) {
  return Type.Integer({ ...limits, ...annotate(description, example) })
}

// Every number in a request has limits, so that none exceeds the limits of the database or of a
// date.

/** Limits of an amount. The currency's own rule is stricter. */
export const amountLimits = { minimum: 0, maximum: minorUnitsMax } as const
/** Limits of an amount that may be negative. The currency's own rule is stricter. */
export const signedAmountLimits = { minimum: -minorUnitsMax, maximum: minorUnitsMax } as const
/** Limits of a number that only grows, such as a version number: a 32-bit integer. */
export const versionLimits = { minimum: 0, maximum: 2 ** 31 - 1 } as const
/** Limits of a number that is only compared or reduced: the largest that JavaScript holds exactly. */
export const ordinalLimits = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const

export function flag(description: string, example = true) {
  return Type.Boolean(annotate(description, example))
}

/** A word of a closed list, case-sensitive (GEN-03). */
export function choice<const W extends readonly string[]>(
  list: W,
  description: string,
  example: W[number] = list[0] as W[number],
) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: list, ...annotate(description, example) })
}

/** `YYYY-MM-DD`, a date in the clinic's own calendar. */
export function calendarDate(description: string, example = '2026-12-01') {
  return Type.String({ format: 'calendar-date', ...annotate(description, example) })
}

/** `HH:MM`, a time in the clinic's timezone, in answers. */
export function clockTime(description: string, example: string) {
  return Type.String({ format: 'clock', ...annotate(description, example) })
}

/** ISO 8601 with an explicit offset. */
export function timestamp(description: string, example = '2026-12-01T09:00:00+05:30') {
  return Type.String({ format: 'timestamp', ...annotate(description, example) })
}

/** An IANA timezone name. */
export function zone(description: string, example = 'Asia/Kolkata') {
  return Type.String({ format: 'zone', ...annotate(description, example) })
}

/** An ISO 4217 code. */
export function currency(description: string, example = 'INR') {
  return Type.String({ format: 'currency', ...annotate(description, example) })
}

/** A list of values. In a query it is comma-separated, or repeated. */
export function list<T extends TSchema>(
  items: T,
  description: string,
  limits: { minItems?: number; maxItems?: number } = {},
) {
  return Type.Array(items, { ...limits, description })
}

interface ObjectOptions {
  title?: string
  description?: string
  unknown?: 'refused' | 'dropped'
}

/** An object of a request that refuses unknown members, or drops them, depending on `unknown`. */
export function object<P extends Record<string, TSchema>>(
  properties: P,
  { unknown = 'dropped', ...words }: ObjectOptions = {},
) {
  return Type.Object(properties, {
    ...words,
    ...(unknown === 'refused' ? { additionalProperties: false } : {}),
  })
}

/**
 * An object with a name in the API reference and in types generated from it; validators and
 * serialisers use it inline.
 */
export function namedObject<P extends Record<string, TSchema>>(
  name: string,
  properties: P,
  options: ObjectOptions = {},
) {
  return object(properties, { ...options, title: name })
}

/**
 * The same schema, except that its objects refuse undeclared members, unless they already say what
 * other members may be.
 */
export function closeSchema<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema as TSchema &
    Record<string, unknown>
  return {
    ...schema,
    ...(isSchema(items) && { items: closeSchema(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(closeSchema) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, closeSchema(member as TSchema)]),
      ),
      additionalProperties: additionalProperties ?? false,
    }),
  }
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

/** The declared members of a value that may have more; for output without a serialiser. */
export function pickDeclared<
  P extends Record<string, TSchema>,
  Value extends { readonly [name in keyof P]: unknown },
>({ properties }: { properties: P }, value: Value): Pick<Value, keyof P & keyof Value> {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, value[name]])) as Pick<
    Value,
    keyof P & keyof Value
  >
}

/** A member that callers may send, and that has no effect. */
export function ignoredMember(reason: string, example: unknown) {
  return Type.Optional(Type.Any(annotate(`Ignored: ${reason}.`, example)))
}

/**
 * A member of another route that callers may mistake for one of this route: it is refused, never
 * dropped.
 */
export function refusedMember(reason: string) {
  return Type.Optional(
    Type.Unsafe<never>({ type: 'null', description: `Refused: ${reason}.`, examples: [null] }),
  )
}

/** The workspace, which is that of the credential (GEN-05). */
export const ignoredWorkspace = ignoredMember('the workspace is that of the credential', 1)

/** Any JSON object, stored as it is sent. */
export function anyObject(description: string, example: Record<string, unknown>) {
  return Type.Object({}, { additionalProperties: true, ...annotate(description, example) })
}

export const optional = Type.Optional

/** A member of an answer that is present but may be null. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: choices } = schema as { type?: string; enum?: readonly unknown[] }
  // An array of types instead of `anyOf`: one branch in the serialiser and in every generated
  // client.
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(choices && { enum: [...choices, null] }),
  })
}

/** A nullable member that is null in the example of a whole answer. */
export function exampleNull<T extends TSchema>(schema: T) {
  const { examples = [] } = schema as { examples?: readonly unknown[] }
  return nullable({ ...schema, examples: [null, ...examples] } as T)
}
