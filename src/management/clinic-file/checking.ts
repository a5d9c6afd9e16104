// Helpers for the checks of a file. Checks run before the file is known to match its schema, so
// that every mistake is reported even if there are others: each part that can be read is checked,
// and the rest is skipped.

import type { ErrorObject } from 'ajv'

/** Recognises values that match a schema; its `errors` describe the last value that did not. */
export type Matcher<T> = ((value: unknown) => value is T) & {
  readonly errors?: ErrorObject[] | null | undefined
}

/**
 * Reports a mistake: its path (`practitioners.asha-rao.email`), what is wrong there, and a hint for
 * fixing it.
 */
export type Report = (path: string, reason: string, help?: Help) => void

export interface Help {
  /** The wrong value, if path and reason do not contain it. */
  found?: unknown
  /** An unknown word, and the words from which to suggest a correction. */
  meant?: { word: string; among: Iterable<string> }
  /** The member at the path, if that member is wrong. */
  member?: string
}

/** Reports a name that does not exist in this file. */
export function reportUnknownName(
  things: 'locations' | 'roles' | 'practitioners',
  name: string,
  knownNames: unknown,
  path: string,
  report: Report,
) {
  const help = { meant: { word: name, among: listNames(asMapping(knownNames)) } }
  // The path of a list item does not contain the name.
  report(
    path,
    `is not one of the ${things} of this file`,
    path.endsWith(`.${name}`) ? help : { ...help, found: name },
  )
}

/** Yields lazily: even for thousands of mistakes, only two hundred are shown. */
function* listNames(things: Mapping): Iterable<string> {
  yield* Object.keys(things)
}

/** A mapping with unknown content. */
export type Mapping = Readonly<Record<string, unknown>>

/** The value as a mapping; an empty one if it is something else. */
export function asMapping(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Mapping)
    : {}
}

/** The members of a mapping whose values are mappings. */
export function mappingEntries(value: unknown): [name: string, member: Mapping][] {
  return Object.entries(asMapping(value)).map(([name, member]) => [name, asMapping(member)])
}

/** The value as a list; an empty one if it is something else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The valid items of a list, with their positions. */
export function validItems<T>(value: unknown, isItem: Matcher<T>): [position: number, item: T][] {
  return asList(value).flatMap((item, position): [number, T][] =>
    isItem(item) ? [[position, item]] : [],
  )
}
