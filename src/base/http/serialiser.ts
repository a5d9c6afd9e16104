// Serialises an answer by its schema, so that only declared members leave the service.

import fastJsonStringify from 'fast-json-stringify'
import { cachedTexts, cachesJsonText } from '../contract/cached-json-text.ts'

type Serialise = (value: unknown) => string

/** The parts of a schema that matter here. */
interface Shape {
  type?: unknown
  items?: Shape
  properties?: Record<string, Shape>
  required?: readonly string[]
}

/**
 * A serialiser for a schema's values; undefined where Fastify's own does as well, because nothing
 * in the schema caches its text.
 */
export function createCachingSerialiser(schema: object): Serialise | undefined {
  return hasCachedText(schema) ? buildSerialiser(schema) : undefined
}

function hasCachedText(schema: Shape): boolean {
  const { items, properties = {} } = schema
  return (
    cachesJsonText(schema) ||
    (items !== undefined && hasCachedText(items)) ||
    Object.values(properties).some(hasCachedText)
  )
}

function buildSerialiser(schema: Shape): Serialise {
  if (cachesJsonText(schema)) return cacheTexts(buildLibrarySerialiser(schema))
  if (!hasCachedText(schema)) return buildLibrarySerialiser(schema)
  const { items, properties } = schema
  if (schema.type === 'array' && items) return buildListSerialiser(buildSerialiser(items))
  if (schema.type === 'object' && properties)
    return buildObjectSerialiser(properties, schema.required ?? [])
  throw new Error('a schema with a cached text may only be a member of objects and lists')
}

function buildLibrarySerialiser(schema: object): Serialise {
  return fastJsonStringify(dropEscapeChecks(schema) as fastJsonStringify.Schema)
}

function cacheTexts(write: Serialise): Serialise {
  const text = Symbol('text')
  return (value) => {
    const texts = cachedTexts(value)
    if (!texts) return write(value)
    texts[text] ??= flattenText(write(value))
    return texts[text]
  }
}

/**
 * Flattens a text. The library concatenates some thirty strings, which V8 keeps as a tree until
 * they are read; each list that joins such a text would walk the tree again and take ten times as
 * long.
 */
const flattenText = (text: string) => Buffer.from(text).toString()

// `join` makes one flat string; concatenated strings would be copied piece by piece when they are
// sent.
function buildListSerialiser(item: Serialise): Serialise {
  return (values) => `[${(values as readonly unknown[]).map(item).join(',')}]`
}

function buildObjectSerialiser(
  properties: Record<string, Shape>,
  required: readonly string[],
): Serialise {
  const inOrder = Object.entries(properties).map(([name, schema]) => ({
    name,
    start: `${JSON.stringify(name)}:`,
    write: buildSerialiser(schema),
    isRequired: required.includes(name),
  }))
  // In the library's order.
  const members = [
    ...inOrder.filter(({ isRequired }) => isRequired),
    ...inOrder.filter(({ isRequired }) => !isRequired),
  ]
  return (value) => {
    const texts: string[] = []
    for (const { name, start, write, isRequired } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) texts.push((texts.length === 0 ? '{' : ',') + start + write(member))
      else if (isRequired) throw new Error(`a response lacks ${name}`)
    }
    if (texts.length === 0) return '{}'
    texts.push('}')
    return texts.join('')
  }
}

// Values of these formats and enum members need no escaping in JSON. The check takes a third of the
// serialiser's time.
const plainFormats = new Set(['timestamp', 'calendar-date', 'clock', 'zone', 'currency'])

/** A schema for the library, without the check for escapes where that is unnecessary. */
export function dropEscapeChecks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(dropEscapeChecks)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, dropEscapeChecks(member)]),
  )
  const isPlain = Array.isArray(members.enum) || plainFormats.has(String(members.format))
  return isPlain ? { ...members, format: 'unsafe' } : members
}
