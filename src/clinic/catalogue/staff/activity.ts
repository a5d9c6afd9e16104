import type { Database } from '../../../base/db/database.ts'
import { createLastTimes } from '../../../base/db/last-times.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import { updateActivity } from './queries.ts'

/** When staff last acted, kept in memory until it is written. */
export interface StaffActivity {
  acted(workspaceId: number, userId: number, now: Instant): void
  /** Called periodically and at the end. */
  write(): Promise<void>
}

export function createStaffActivity(database: Database): StaffActivity {
  const lastActs = createLastTimes((times) => database.rows(updateActivity, times))
  return { acted: lastActs.record, write: lastActs.write }
}
