// Changes of single members of a description, as a form makes them.

import { invalid } from '../values/problem.ts'

export interface Edit {
  /** The names that lead to a member: `workspace`, `title`. What is on the way and is not there is made. */
  path: readonly string[]
  /** What it is to be; undefined removes it. */
  value?: unknown
}

type Members = Record<string, unknown>

/** A description with these edits made, in their order; the given one stays as it is. Throws VALIDATION_ERROR where a path leads through no mapping. */
export function edited<Description extends object>(description: Description, edits: readonly Edit[]): Description {
  const copy = structuredClone(description) as Members
  for (const { path, value } of edits) {
    const name = path.at(-1) ?? ''
    const place = path.slice(0, -1).reduce<Members>(memberOf, copy)
    if (value === undefined) delete place[name]
    else set(place, name, structuredClone(value))
  }
  return copy as Description
}

function memberOf(place: Members, name: string): Members {
  const member = Object.hasOwn(place, name) ? place[name] : set(place, name, {})
  if (typeof member !== 'object' || member === null || Array.isArray(member)) throw invalid(`a path leads through ${name}, which has no members`)
  return member as Members
}

/** Also where the name is one that objects have a meaning for, such as `__proto__`. */
function set(place: Members, name: string, value: unknown): unknown {
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true })
  return value
}
