import type { Database } from '../../db/database.ts'
import type { Instant } from '../../values/clinic-time.ts'
import { noteActivity } from './queries.ts'

/** When staff last acted, kept in memory until it is written: no request waits for it. */
export interface StaffActivity {
  acted(workspaceId: number, userId: number, now: Instant): void
  /** Called by a tick and at the end. */
  write(): Promise<void>
}

export function staffActivity(database: Database): StaffActivity {
  const noted = new Map<string, { workspaceId: number; userId: number; actedAt: Instant }>()
  return {
    acted: (workspaceId, userId, now) => void noted.set(`${workspaceId} ${userId}`, { workspaceId, userId, actedAt: now }),
    async write() {
      for (const [who, act] of noted) {
        await database.rows(noteActivity, act)
        // Only now: what could not be written is written next time, and a member who acted meanwhile has a later act.
        if (noted.get(who) === act) noted.delete(who)
      }
    },
  }
}
