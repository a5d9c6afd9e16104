import type { TSchema } from 'typebox'

const kept = new WeakSet<object>()

/** Declares that objects of a schema are answered again and again and never changed: their JSON text is kept with them once it is written. */
export function keepingText<T extends TSchema>(schema: T): T {
  kept.add(schema)
  return schema
}

export function keepsText(schema: object): boolean {
  return kept.has(schema)
}
