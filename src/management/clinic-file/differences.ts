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

/** Sections that patients see in the order of the clinic file. */
const orderedSections = ['visitTypes', 'forms']

/** The differences, member by member, in the order of the later description, with removals last. */
export function findDifferences(before: unknown, after: unknown): Difference[] {
  const orders = orderedSections.flatMap((section) =>
    findOrderDifference(section, keysOfSection(before, section), keysOfSection(after, section)),
  )
  return [...findMemberDifferences(before, after, []), ...orders]
}

function keysOfSection(description: unknown, section: string): string[] {
  const members = isMapping(description) ? ownMember(description, section) : undefined
  return isMapping(members) ? Object.keys(members) : []
}

/** The order of what is in both, if it is another one. */
function findOrderDifference(
  section: string,
  before: readonly string[],
  after: readonly string[],
): Difference[] {
  const [former, later] = [
    before.filter((name) => after.includes(name)),
    after.filter((name) => before.includes(name)),
  ]
  return isDeepStrictEqual(former, later) ? [] : [{ path: [section], before: former, after: later }]
}

function findMemberDifferences(before: unknown, after: unknown, path: string[]): Difference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isMapping(before) || !isMapping(after))
    return [
      { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    ]
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((name) =>
    findMemberDifferences(ownMember(before, name), ownMember(after, name), [...path, name]),
  )
}

function ownMember(mapping: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(mapping, name) ? mapping[name] : undefined
}
