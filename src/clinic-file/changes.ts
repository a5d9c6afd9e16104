// What an import changed: what is in use before and after it, compared by kind and name.

import type { Queries } from '../db/database.ts'
import { clinicFileSections } from './clinic-file-schema.ts'
import type { Counted, StatesStatement } from './sections/section.ts'
import { workspaceStates } from './sections/workspace.ts'

export const waysOfChange = ['added', 'changed', 'removed'] as const

/** Things of one kind that an import treats alike. */
export interface Change {
  /** `practitioner` */
  kind: string
  change: (typeof waysOfChange)[number]
  count: number
  /** Empty for kinds that are only counted. */
  names: readonly string[]
}

/** What is in use: for each kind, names with a text that changes with whatever they stand for. */
export type States = ReadonlyMap<string, ReadonlyMap<string, string>>

const statements: readonly [kind: string, statement: StatesStatement][] = [workspaceStates, ...clinicFileSections.map(({ states = {} }) => states)].flatMap(
  (kinds) => Object.entries(kinds),
)

/** What is in use of a workspace, as the transaction sees it. */
export async function statesOf(queries: Queries, workspaceId: number): Promise<States> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const [kind, statement] of statements) {
    const rows = await queries.rows(statement, { workspaceId })
    found.set(kind, new Map(rows.map(({ name, state }) => [name, state])))
  }
  return found
}

/** What differs, kind by kind; `before` has none of a workspace that was just made. */
export function changesBetween(before: States, after: States): Change[] {
  return [...after].flatMap(([kind, now]) => {
    const was = before.get(kind) ?? new Map<string, string>()
    const names = {
      added: [...now.keys()].filter((name) => !was.has(name)),
      changed: [...now].flatMap(([name, state]) => (was.has(name) && was.get(name) !== state ? [name] : [])),
      removed: [...was.keys()].filter((name) => !now.has(name)),
    }
    return waysOfChange.map((change) => ({ kind, change, count: names[change].length, names: names[change] })).filter(({ count }) => count > 0)
  })
}

/** The same for kinds that are counted where they are written. */
export function countedChanges(counted: Readonly<Record<string, Counted>>): Change[] {
  return Object.entries(counted).flatMap(([kind, counts]) =>
    waysOfChange.map((change) => ({ kind, change, count: counts[change], names: [] })).filter(({ count }) => count > 0),
  )
}

/** The names of a kind that an import treats in one way. */
export function namesOf(changes: readonly Change[], wanted: string, way: Change['change']): readonly string[] {
  return changes.find(({ kind, change }) => kind === wanted && change === way)?.names ?? []
}
