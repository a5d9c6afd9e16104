// JSON texts that are cached on the objects that they represent.

import type { TSchema } from 'typebox'

const cachedSchemas = new WeakSet<object>()

/**
 * Declares that some objects of a schema are returned repeatedly: their JSON text is written apart,
 * and cached for those of `withCachedText`.
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
  // On the object: a WeakMap of all objects costs more than it saves. Not enumerable, so that a
  // changed copy does not inherit it.
  return Object.defineProperty(value, texts, { value: {} })
}

/**
 * The texts of such an object, by the symbol of each that writes them; undefined for any other
 * object.
 */
export function cachedTexts(value: unknown): Record<symbol, string> | undefined {
  return (value as { [texts]?: Record<symbol, string> })[texts]
}
