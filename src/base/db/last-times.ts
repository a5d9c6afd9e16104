// When things last happened (a key was used, a member of staff acted), kept in memory until they
// are written: no request waits for that.

import type { Instant } from '../values/clinic-time.ts'

/** Each index of the lists belongs to one thing; times are in epoch milliseconds. */
export interface TimesToWrite {
  workspaceIds: readonly number[]
  ids: readonly number[]
  times: readonly Instant[]
}

export interface LastTimes {
  record(workspaceId: number, id: number, at: Instant): void
  /** Called periodically and at the end. */
  write(): Promise<void>
}

// The rows that one statement locks until it commits: some 10 ms of work.
const writtenAtOnceMax = 1_000

/**
 * Collects last times in memory. Keys must exist in the database, so that there are no more entries
 * than rows.
 */
export function createLastTimes(write: (times: TimesToWrite) => Promise<unknown>): LastTimes {
  const pending = new Map<string, { workspaceId: number; id: number; at: Instant }>()
  return {
    record: (workspaceId, id, at) =>
      void pending.set(`${workspaceId} ${id}`, { workspaceId, id, at }),
    async write() {
      const all = [...pending]
      for (let start = 0; start < all.length; start += writtenAtOnceMax) {
        const some = all.slice(start, start + writtenAtOnceMax)
        const times = some.map(([, last]) => last)
        await write({
          workspaceIds: times.map(({ workspaceId }) => workspaceId),
          ids: times.map(({ id }) => id),
          times: times.map(({ at }) => Math.floor(at)),
        })
        // Entries are removed only after the write: a failed write is repeated next time, and a
        // thing that has happened again since has a later time.
        for (const [name, last] of some) if (pending.get(name) === last) pending.delete(name)
      }
    },
  }
}

export const timesToWrite = {
  workspaceIds: 'bigint[]',
  ids: 'bigint[]',
  times: 'bigint[]',
} as const

/** The statement that writes these times into a column of a table. */
export function lastTimesUpdate(table: string, column: string): string {
  return `
  with happened as (
    select workspace_id, id, to_timestamp(time / 1000.0) as at
    from unnest(:workspaceIds::bigint[], :ids::bigint[], :times::bigint[]) as t (workspace_id, id, time)
  ),
  later as (
    select h.*
    from happened h
    join ${table} r on r.workspace_id = h.workspace_id and r.id = h.id and (r.${column} is null or r.${column} < h.at)
    -- Processes that write the same rows at the same time lock them in the same order.
    order by r.workspace_id, r.id
    for no key update of r
  )
  update ${table} r
  set ${column} = greatest(later.at, r.${column})
  from later
  where r.workspace_id = later.workspace_id and r.id = later.id`
}
