import type { TSchema } from 'typebox'

const kept = new WeakSet<object>()

/** Declares that objects of a schema are returned repeatedly and never change: their JSON text is cached on them once it is written. */
export function keepingText<T extends TSchema>(schema: T): T {
  kept.add(schema)
  return schema
}

export function keepsText(schema: object): boolean {
  return kept.has(schema)
}
