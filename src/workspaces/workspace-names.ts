// The ids of workspaces by the names of their clinic files, for addresses that name one. Strangers ask here too, for names there are not:
// all names are read at once and kept, so that a name costs nothing, known or not.

import type { Queries } from '../db/database.ts'
import { workspaceNames } from './which-workspace.ts'

export interface WorkspaceNames {
  idOf(name: string): Promise<number | undefined>
  forget(): void
}

// The second line behind LISTEN/NOTIFY, as for configurations.
const cachedMs = 10_000

export function cachedNames(queries: Queries, now: () => number = () => performance.now()): WorkspaceNames {
  let kept: { ids: Promise<ReadonlyMap<string, number>>; readAt: number } | undefined

  async function read() {
    return new Map((await queries.rows(workspaceNames)).map(({ name, id }) => [name, id]))
  }

  return {
    async idOf(name) {
      if (kept === undefined || now() - kept.readAt > cachedMs) {
        const reading = { ids: read(), readAt: now() }
        kept = reading
        reading.ids.catch(() => {
          if (kept === reading) kept = undefined
        })
      }
      return (await kept.ids).get(name)
    },
    forget() {
      kept = undefined
    },
  }
}
