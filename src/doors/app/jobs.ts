// Periodic jobs, which every process runs. A job may run in several processes at once; one that
// fails runs again at its next turn.

import type { Database } from '../../base/db/database.ts'
import { analyzeGrownTables } from '../../base/db/statistics.ts'
import type { DueWork } from '../../base/due-work/due-work.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import type { StaffActivity } from '../../clinic/catalogue/staff/activity.ts'
import type { CallLog } from '../../clinic/workspaces/key-calls.ts'
import type { CachedKeys } from '../../clinic/workspaces/keys.ts'
import { storeAllPastDays } from '../../management/report/count-days.ts'
import { retirePastClaims } from '../../visits/occupancy/retire-claims.ts'
import { deleteExpiredData } from './delete-expired-data.ts'
import type { Retention } from './retention.ts'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000

interface Job {
  /** The name of the job, for the log and the counter of failures. */
  name: string
  everyMs: number
  run(): Promise<unknown>
}

export interface JobServices {
  database: Database
  configurations: Configurations
  clock: DatabaseClock
  keys: CachedKeys
  calls: CallLog
  activity: StaffActivity
  dueWork: DueWork
  retention: Retention
  signIns: { deleteExpired(): Promise<void> }
  followClock(): Promise<void>
  eraseExpired(): Promise<void>
}

/** All periodic jobs, in one list. */
export function createJobs({
  database,
  configurations,
  clock,
  keys,
  calls,
  activity,
  dueWork,
  retention,
  signIns,
  followClock,
  eraseExpired,
}: JobServices): readonly Job[] {
  return [
    { name: 'following the clock', everyMs: 60 * secondMs, run: followClock },
    { name: 'recording key uses', everyMs: 30 * secondMs, run: keys.writeUses },
    { name: 'recording calls of keys', everyMs: 5 * secondMs, run: calls.write },
    { name: 'recording who acted', everyMs: 30 * secondMs, run: activity.write },
    { name: 'doing due work', everyMs: secondMs, run: dueWork.tick },
    { name: 'keeping leases', everyMs: 10 * secondMs, run: dueWork.renewLeases },
    {
      name: 'analysing grown tables',
      everyMs: 2 * secondMs,
      run: () => analyzeGrownTables(database),
    },
    // This uses real time: a sandbox's clock is ahead of it.
    {
      name: 'retiring past claims',
      everyMs: hourMs,
      run: () => retirePastClaims(database, Date.now() + clock.skewMs()),
    },
    {
      name: 'deleting what is past its retention period',
      everyMs: hourMs,
      run: () => deleteExpiredData(database, retention, clock.now()),
    },
    {
      name: 'counting days that are over',
      everyMs: 10 * minuteMs,
      run: () => storeAllPastDays({ database, configurations, clock }),
    },
    { name: 'erasing patients that are kept no longer', everyMs: hourMs, run: eraseExpired },
    { name: 'forgetting who was signed in', everyMs: hourMs, run: signIns.deleteExpired },
  ]
}

/** Runs jobs, each with its own interval, until `stop`. */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (name: string) => (error: unknown) => void,
): { stop(): void } {
  const timers = jobs.map(({ name, everyMs, run }) => {
    const failedAgain = onFailure(name)
    const timer = setInterval(() => void run().catch(failedAgain), everyMs)
    timer.unref()
    return timer
  })
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
