// JSON texts that are cached on the objects that they represent.

import type { TSchema } from 'typebox'

const cachedSchemas = new WeakSet<object>()

/**
 * Declares that some objects of a schema are returned repeatedly: each is serialised separately,
 * and its JSON text is cached if `withCachedText` made it.
 */
export function cacheJsonText<T extends TSchema>(schema: T): T {
  cachedSchemas.add(schema)
  return schema
}

export function cachesJsonText(schema: object): boolean {
  return cachedSchemas.has(schema)
}

const texts = Symbol('texts')

/**
 * An object that is returned repeatedly and never changes: its text is cached on it once it is
 * written.
 */
export function withCachedText<T extends object>(value: T): T {
  // The cache is on the object: a WeakMap of all objects costs more than it saves. It is not
  // enumerable, so that a changed copy does not inherit it.
  return Object.defineProperty(value, texts, { value: {} })
}

/**
 * The cached texts of an object, by the symbol of the serialiser that wrote each; undefined for any
 * other object.
 */
export function cachedTexts(value: unknown): Record<symbol, string> | undefined {
  return (value as { [texts]?: Record<symbol, string> })[texts]
}
