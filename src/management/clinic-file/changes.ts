// The changes that an import makes: the contents before and after it, compared by kind and name.

import type { Queries } from '../../base/db/database.ts'
import { clinicFileSections } from './clinic-file-schema.ts'
import type { StatesStatement, WriteCounts } from './sections/section.ts'
import { workspaceStates } from './sections/workspace.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const

/** Items of one kind that an import changed in the same way. */
export interface Change {
  /** `practitioner` */
  kind: string
  change: (typeof changeKinds)[number]
  count: number
  /** The names of the items; empty for kinds that are only counted. */
  names: readonly string[]
}

/**
 * The contents in use: for each kind, names with a text that changes whenever the named item does.
 */
export type States = ReadonlyMap<string, ReadonlyMap<string, string>>

const statements: readonly [kind: string, statement: StatesStatement][] = [
  workspaceStates,
  ...clinicFileSections.map(({ states = {} }) => states),
].flatMap((kinds) => Object.entries(kinds))

/** The contents of a workspace as the transaction sees them. */
export async function readStates(queries: Queries, workspaceId: number): Promise<States> {
  const statesByKind = new Map<string, ReadonlyMap<string, string>>()
  for (const [kind, statement] of statements) {
    const rows = await queries.rows(statement, { workspaceId })
    statesByKind.set(kind, new Map(rows.map(({ name, state }) => [name, state])))
  }
  return statesByKind
}

/** The differences for each kind; `before` is empty for a new workspace. */
export function listChanges(before: States, after: States): Change[] {
  return [...after].flatMap(([kind, now]) => {
    const was = before.get(kind) ?? new Map<string, string>()
    const names = {
      added: [...now.keys()].filter((name) => !was.has(name)),
      changed: [...now].flatMap(([name, state]) =>
        was.has(name) && was.get(name) !== state ? [name] : [],
      ),
      removed: [...was.keys()].filter((name) => !now.has(name)),
    }
    return changeKinds
      .map((change) => ({ kind, change, count: names[change].length, names: names[change] }))
      .filter(({ count }) => count > 0)
  })
}

/** The changes of kinds that are counted while they are written. */
export function listCountedChanges(counted: Readonly<Record<string, WriteCounts>>): Change[] {
  return Object.entries(counted).flatMap(([kind, counts]) =>
    changeKinds
      .map((change) => ({ kind, change, count: counts[change], names: [] }))
      .filter(({ count }) => count > 0),
  )
}

/** The names of a kind that an import changed in one way. */
export function changedNames(
  changes: readonly Change[],
  wantedKind: string,
  wantedChange: Change['change'],
): readonly string[] {
  return (
    changes.find(({ kind, change }) => kind === wantedKind && change === wantedChange)?.names ?? []
  )
}
