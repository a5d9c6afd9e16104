// Changes to single members of a description, as a form makes them.

import { invalid } from '../../base/values/problem.ts'

export interface Edit {
  /** The names of a path to a member: `workspace`, `title`. Missing mappings on the way are created. */
  path: readonly string[]
  /** The new value; undefined removes the member. */
  value?: unknown
}

type Members = Record<string, unknown>

/** A copy of a description with these edits, in order. Throws VALIDATION_ERROR if a path leads through something other than a mapping. */
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

/** Works also for names with a special meaning in JavaScript, such as `__proto__`. */
function set(place: Members, name: string, value: unknown): unknown {
  Object.defineProperty(place, name, { value, enumerable: true, configurable: true, writable: true })
  return value
}
