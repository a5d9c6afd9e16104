// The differences between two descriptions of a workspace.

import { isDeepStrictEqual } from 'node:util'

/** A difference between two descriptions. */
export interface Difference {
  /**
   * The names along the path: `practitioners`, `asha-rao`, `at`, `jaipur`, `fees`. A list differs
   * as a whole.
   */
  path: string[]
  /** The previous value; undefined if it did not exist before. */
  before?: unknown
  /** The new value; undefined if it no longer exists. */
  after?: unknown
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The differences, member by member, in the order of the later description, with removals last. */
export function findDifferences(
  before: unknown,
  after: unknown,
  path: string[] = [],
): Difference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isMapping(before) || !isMapping(after))
    return [
      { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    ]
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((name) =>
    findDifferences(ownMember(before, name), ownMember(after, name), [...path, name]),
  )
}

function ownMember(mapping: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined
}
