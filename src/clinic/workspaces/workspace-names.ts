// The ids of workspaces by the names in their clinic files, for URLs that name one. Strangers can
// request unknown names too: all names are read at once and cached, so that a look-up costs
// nothing, whether the name is known or not.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { workspaceNames } from '../../base/operations/queries.ts'

const namesOfWorkspaces = statement(
  'names_of_workspaces',
  { takes: { workspaceIds: 'bigint[]' }, returns: { id: 'bigint', name: 'text' } },
  `
  select id, name
  from workspaces
  where id = any(:workspaceIds::bigint[])`,
)

export interface WorkspaceNames {
  findId(name: string): Promise<number | undefined>
  findName(workspaceId: number): Promise<string | undefined>
  /** Something in this workspace changed: possibly its name, or its existence. */
  forget(workspaceId: number): void
  forgetAll(): void
}

// A safety net behind LISTEN/NOTIFY, as for configurations.
const cachedMs = 10_000
// Reading this many rows by key takes as long as reading 10,000 together.
const changedMax = 1_000

interface Names {
  ids: Map<string, number>
  names: Map<number, string>
}

export function createNameCache(
  queries: Queries,
  now: () => number = () => performance.now(),
): WorkspaceNames {
  let cached: { names: Promise<Names>; readAt: number } | undefined
  /** Workspaces that have changed since their names were read. */
  const changed = new Set<number>()

  async function readAll(): Promise<Names> {
    const rows = await queries.rows(workspaceNames)
    return {
      ids: new Map(rows.map(({ name, id }) => [name, id])),
      names: new Map(rows.map(({ name, id }) => [id, name])),
    }
  }

  /**
   * Changed workspaces are read after all earlier readings, so that an older reading never replaces
   * a later one.
   */
  async function rereadChanged(
    before: Promise<Names>,
    workspaceIds: readonly number[],
  ): Promise<Names> {
    const { ids, names } = await before
    const rows = await queries.rows(namesOfWorkspaces, { workspaceIds })
    // All are removed before any is added: one may have taken the name of another.
    for (const id of workspaceIds) {
      ids.delete(names.get(id) ?? '')
      names.delete(id)
    }
    for (const { id, name } of rows) {
      ids.set(name, id)
      names.set(id, name)
    }
    return { ids, names }
  }

  function cacheReading(names: Promise<Names>, readAt: number): Promise<Names> {
    const reading = { names, readAt }
    cached = reading
    changed.clear()
    names.catch(() => {
      if (cached === reading) cached = undefined
    })
    return names
  }

  function current(): Promise<Names> {
    if (cached === undefined || now() - cached.readAt > cachedMs)
      return cacheReading(readAll(), now())
    return changed.size === 0
      ? cached.names
      : cacheReading(rereadChanged(cached.names, [...changed]), cached.readAt)
  }

  return {
    findId: async (name) => (await current()).ids.get(name),
    findName: async (workspaceId) => (await current()).names.get(workspaceId),
    forget(workspaceId) {
      if (cached) changed.add(workspaceId)
      if (changed.size > changedMax) cached = undefined
    },
    forgetAll() {
      cached = undefined
    },
  }
}
