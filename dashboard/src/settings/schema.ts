// What a form needs to know about the schema of the settings.

/** The part of JSON Schema that the settings use. */
export interface Schema {
  /** Several types where a text or an object is allowed. */
  type?: string | readonly string[]
  examples?: readonly unknown[]
  enum?: readonly string[]
  /** Of an optional choice: what it means that none is made. */
  default?: string
  format?: string
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  /** Of the keys of an object. */
  propertyNames?: Schema
}

/** What an optional flag means that is not there; undefined if that depends on other members. */
export function unsetFlag(name: string): boolean | undefined {
  if (name === 'ownVideo') return undefined
  return ['allowOnline', 'allowOffline', 'allowCancellation', 'allowRescheduling'].includes(name)
}

export type Path = readonly string[]

/** How a member is edited. */
type FieldKind =
  | 'text'
  | 'lines'
  | 'secret'
  | 'country'
  | 'currency'
  | 'zone'
  | 'language'
  | 'clock'
  | 'colour'
  | 'picture'
  | 'number'
  | 'choice'
  | 'flag'
  | 'date'
  | 'choices'
  | 'words'
  | 'rows'
  | 'members'
  | 'named'
  | 'either'
  | 'anything'

const multilineLength = 1_000
/** The fields of texts with a format. */
const formatKinds: Readonly<Record<string, FieldKind>> = {
  'calendar-date': 'date',
  'notice-body': 'lines',
  secret: 'secret',
  'gateway-key': 'secret',
  // Its address has the password.
  'mail-server': 'secret',
  country: 'country',
  currency: 'currency',
  zone: 'zone',
  language: 'language',
  clock: 'clock',
  'night-clock': 'clock',
  'page-colour': 'colour',
  logo: 'picture',
}

export function fieldKind(schema: Schema): FieldKind {
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  if (schema.type === 'array') {
    if (schema.items?.enum) return 'choices'
    return schema.items?.type === 'object' ? 'rows' : 'words'
  }
  if (schema.type === 'object') return schema.properties ? 'members' : 'named'
  if (Array.isArray(schema.type) && schema.examples) return 'either'
  if (schema.type !== 'string') return 'anything'
  const isLong = (schema.maxLength ?? 0) >= multilineLength
  return formatKinds[schema.format ?? ''] ?? (isLong ? 'lines' : 'text')
}

/** The schema of each named entry in a mapping. */
export const itemSchema = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** The schema of a member, at any depth. */
export function schemaAt(schema: Schema, path: Path): Schema {
  return path.reduce<Schema>(
    (current, name) => current.properties?.[name] ?? itemSchema(current),
    schema,
  )
}

/** The initial value of a new entry: its required members, empty. */
export function blankValue(schema: Schema): unknown {
  const kind = fieldKind(schema)
  if (kind === 'members')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, blankValue(schema.properties?.[name] ?? {})]),
    )
  if (kind === 'named') return {}
  if (kind === 'rows' || kind === 'choices' || kind === 'words') return []
  if (kind === 'choice') return schema.enum?.[0]
  if (kind === 'flag') return false
  if (kind === 'number') return schema.minimum ?? 0
  return ''
}
