// What two descriptions of a workspace differ in.

import { isDeepStrictEqual } from 'node:util'

/** Something that one description says otherwise than another. */
export interface Difference {
  /** The names that lead there: `practitioners`, `asha-rao`, `at`, `jaipur`, `fees`. A list differs as a whole. */
  path: string[]
  /** Undefined where there was nothing. */
  before?: unknown
  /** Undefined where there is nothing any more. */
  after?: unknown
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is said otherwise, member by member, in the order of the later description, what is gone last. */
export function differencesBetween(before: unknown, after: unknown, path: string[] = []): Difference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isMapping(before) || !isMapping(after)) return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((name) => differencesBetween(own(before, name), own(after, name), [...path, name]))
}

function own(mapping: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined
}
