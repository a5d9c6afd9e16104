import type { Database } from '../../../base/db/database.ts'
import { lastTimes } from '../../../base/db/last-times.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import { noteActivity } from './queries.ts'

/** When staff last acted, kept in memory until it is written. */
export interface StaffActivity {
  acted(workspaceId: number, userId: number, now: Instant): void
  /** Called periodically and at the end. */
  write(): Promise<void>
}

export function staffActivity(database: Database): StaffActivity {
  const acts = lastTimes((times) => database.rows(noteActivity, times))
  return { acted: acts.happened, write: acts.write }
}
