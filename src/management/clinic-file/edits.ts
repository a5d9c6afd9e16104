// Changes to single members of a description, as a form makes them.

import { invalid } from '../../base/values/problem.ts'

export interface Edit {
  /**
   * The names along the path to a member: `workspace`, `title`. Missing mappings along the path are
   * created.
   */
  path: readonly string[]
  /** The new value; undefined removes the member. */
  value?: unknown
}

type Members = Record<string, unknown>

/**
 * A copy of a description with these edits, in order. Throws VALIDATION_ERROR if a path leads
 * through something other than a mapping.
 */
export function applyEdits<Description extends object>(
  description: Description,
  edits: readonly Edit[],
): Description {
  const copy = structuredClone(description) as Members
  for (const { path, value } of edits) {
    const name = path.at(-1) ?? ''
    const parent = path.slice(0, -1).reduce<Members>(childMembers, copy)
    if (value === undefined) delete parent[name]
    else setMember(parent, name, structuredClone(value))
  }
  return copy as Description
}

function childMembers(parent: Members, name: string): Members {
  const member = Object.hasOwn(parent, name) ? parent[name] : setMember(parent, name, {})
  if (typeof member !== 'object' || member === null || Array.isArray(member))
    throw invalid(`a path leads through ${name}, which has no members`)
  return member as Members
}

/** Works also for names with a special meaning in JavaScript, such as `__proto__`. */
function setMember(parent: Members, name: string, value: unknown): unknown {
  Object.defineProperty(parent, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}
