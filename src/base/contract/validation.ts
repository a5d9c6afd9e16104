import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'
import { isCalendarDate } from '../values/calendar-date.ts'
import { canonicalZone, parseInstant } from '../values/clinic-time.ts'
import { isCurrency } from '../values/money.ts'
import { findNearest } from '../values/nearest.ts'
import { invalid } from '../values/problem.ts'
import { isStorableText } from '../values/text.ts'
import { isJsonObject } from './body.ts'

// The library coerces, drops and defaults nothing; all conversions are below.
const ajv = new Ajv({
  allErrors: false,
  strict: false,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
})

/** The texts that a format accepts, and its description for a refusal. */
const formats: Record<string, { accepts: (text: string) => boolean; words: string }> = {
  'calendar-date': { accepts: isCalendarDate, words: 'an existing date, YYYY-MM-DD' },
  timestamp: {
    accepts: (text) => parseInstant(text) !== undefined,
    words: 'an ISO 8601 timestamp with an offset, such as 2026-12-01T09:00:00+05:30',
  },
  zone: {
    accepts: (text) => canonicalZone(text) !== undefined,
    words: 'an IANA time zone name, such as Asia/Kolkata',
  },
  currency: { accepts: isCurrency, words: 'an ISO 4217 currency code, such as INR' },
}
for (const [name, { accepts }] of Object.entries(formats)) ajv.addFormat(name, accepts)
ajv.addFormat('id', true)

/**
 * Validates a value, converting it in place; throws a problem that names the first invalid field.
 */
export type Validator = (value: unknown) => void

/**
 * Compiled on first use: compiling all of them took half the time of building the HTTP server, and
 * few commands and tests need many.
 */
function compileOnce(schema: TObject): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => (compiled ??= ajv.compile(schema))
}

const canonicalId = /^[1-9]\d{0,15}$/

/**
 * A validator of query or path parameters. These are always text, so numbers and booleans are
 * parsed from their one canonical spelling; a known parameter that is sent twice is refused unless
 * it is a list, an unknown one is ignored (A-063).
 */
export function parameterValidator(schema: TObject): Validator {
  const matches = compileOnce(schema)
  return (value) => {
    const parameters = value as Record<string, unknown>
    for (const [name, property] of Object.entries(schema.properties)) {
      const sent = parameters[name]
      if (sent === undefined) continue
      const { items } = property as { items?: TSchema }
      if (Array.isArray(sent) && !items)
        throw invalid(`${name} was sent more than once; send it once`)
      if (!isStorableText(String(sent)))
        throw invalid(`${name} holds a character that cannot be stored`)
      // A list that was sent in several parts is joined by commas here.
      parameters[name] = items
        ? String(sent)
            .split(',')
            .map((entry) => readParameter(entry, items))
        : readParameter(String(sent), property)
    }
    refuseMismatch(matches(), parameters)
  }
}

function readParameter(text: string, schema: TSchema): unknown {
  const type = (schema as { type?: string }).type
  if (type === 'integer' && /^(0|-?[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/**
 * A validator of bodies. Null means absent for optional members (A-061), ids may be decimal strings
 * (A-062), and nothing else is converted.
 */
export function bodyValidator(schema: TObject): Validator {
  const matches = compileOnce(schema)
  return (value) => {
    readBody(value as Record<string, unknown>, schema)
    refuseMismatch(matches(), value)
  }
}

function readBody(body: Record<string, unknown>, schema: TObject) {
  for (const [name, property] of Object.entries(schema.properties) as [
    string,
    TSchema & { format?: string; properties?: object; items?: { format?: string } },
  ][]) {
    const sent = body[name]
    if (sent === null && !schema.required?.includes(name)) delete body[name]
    else if (property.format === 'id' && sent !== undefined) body[name] = readId(sent)
    else if (property.items?.format === 'id' && Array.isArray(sent)) body[name] = sent.map(readId)
    else if (property.properties && isJsonObject(sent))
      readBody(sent, property as unknown as TObject)
  }
}

function readId(sent: unknown): unknown {
  return typeof sent === 'string' && canonicalId.test(sent) ? Number(sent) : sent
}

function refuseMismatch(matches: ReturnType<typeof ajv.compile>, value: unknown) {
  if (matches(value)) return
  throw invalid(describeError((matches.errors as ErrorObject[])[0] as ErrorObject))
}

/** Ajv's error as a sentence without a full stop: `mode must be one of OFFLINE, ONLINE`. */
function describeError({ keyword, instancePath, params, parentSchema }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.')
  const memberPath = (name: string) => (field ? `${field}.${name}` : name)
  switch (keyword) {
    case 'required':
      return `${memberPath(params.missingProperty)} is required`
    case 'additionalProperties': {
      const nearest = findNearest(
        params.additionalProperty,
        Object.keys(parentSchema?.properties ?? {}),
      )
      return `${memberPath(params.additionalProperty)} is not a member of this request; ${nearest === undefined ? 'leave it out' : `the nearest is ${nearest}`}`
    }
    case 'enum':
      return `${field} must be one of ${params.allowedValues.join(', ')}`
    case 'type':
      if (params.type === 'null') return `${field} does not go with this route; leave it out`
      return parentSchema?.format === 'id'
        ? `${field} must be an id, a positive whole number`
        : `${field} must be of type ${params.type}`
    case 'format':
      return `${field} must be ${formats[params.format]?.words ?? params.format}`
    case 'maxItems':
      return `${field} must have at most ${params.limit} entries`
    case 'minLength':
      return params.limit === 1
        ? `${field} must not be empty`
        : `${field} must have at least ${params.limit} characters`
    case 'maxLength':
      return `${field} must have at most ${params.limit} characters`
    case 'minimum':
      return `${field} must be at least ${params.limit}`
    case 'maximum':
      return `${field} must be at most ${params.limit}`
    default:
      return `${field} has the wrong form`
  }
}
