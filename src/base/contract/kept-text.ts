// JSON texts that are cached on the objects that they represent.

import type { TSchema } from 'typebox'

const kept = new WeakSet<object>()

/** Declares that some objects of a schema are returned repeatedly: their JSON text is written apart, and cached for those of `withKeptText`. */
export function keepingText<T extends TSchema>(schema: T): T {
  kept.add(schema)
  return schema
}

export function keepsText(schema: object): boolean {
  return kept.has(schema)
}

const texts = Symbol('texts')

/** An object that is returned repeatedly and never changes: its text is cached on it once it is written. */
export function withKeptText<T extends object>(value: T): T {
  // On the object: a WeakMap of all objects costs more than it saves. Not enumerable, so that a changed copy does not inherit it.
  return Object.defineProperty(value, texts, { value: {} })
}

/** The texts of such an object, by the symbol of each that writes them; undefined for any other object. */
export function keptTextsOf(value: unknown): Record<symbol, string> | undefined {
  return (value as { [texts]?: Record<symbol, string> })[texts]
}
