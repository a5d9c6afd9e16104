// What the checks of a file are written with. They see it before it is known to match its schema, so that every mistake is named,
// also where others stand in the way: each part that is understood is checked, the rest is passed over.

import type { ErrorObject } from 'ajv'

/** Tells values that match a schema; its `errors` say what does not in the last one that did not. */
export type Matcher<T> = ((value: unknown) => value is T) & { readonly errors?: ErrorObject[] | null | undefined }

/** Notes a mistake: its path (`practitioners.asha-rao.email`), what is wrong there, and what helps to mend it. */
export type Report = (path: string, reason: string, help?: Help) => void

export interface Help {
  /** The value that is wrong, where path and reason do not say it. */
  found?: unknown
  /** A word that is none, and those it may have meant. */
  meant?: { word: string; among: Iterable<string> }
  /** A member of the path, where it is that member which is wrong. */
  member?: string
}

/** Reports a name that is none of the things of this file. */
export function reportUnknownName(things: 'locations' | 'roles' | 'practitioners', name: string, known: unknown, path: string, report: Report) {
  const help = { meant: { word: name, among: namesOf(mapping(known)) } }
  // In a list the path does not say it.
  report(path, `is not one of the ${things} of this file`, path.endsWith(`.${name}`) ? help : { ...help, found: name })
}

/** Listed once they are asked for: of thousands of mistakes, two hundred are shown. */
function* namesOf(things: Mapping): Iterable<string> {
  yield* Object.keys(things)
}

/** A mapping of which nothing is known yet. */
export type Mapping = Readonly<Record<string, unknown>>

/** The value as a mapping; an empty one if it is something else. */
export function mapping(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : {}
}

/** The members of a mapping that has a mapping under every name. */
export function mappings(value: unknown): [name: string, member: Mapping][] {
  return Object.entries(mapping(value)).map(([name, member]) => [name, mapping(member)])
}

/** The value as a list; an empty one if it is something else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The items of a list that are understood, with their positions. */
export function itemsOf<T>(value: unknown, isItem: Matcher<T>): [position: number, item: T][] {
  return listOf(value).flatMap((item, position): [number, T][] => (isItem(item) ? [[position, item]] : []))
}
