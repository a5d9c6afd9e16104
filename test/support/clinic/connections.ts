// All connections to the database of an application under test: its own, and those of other
// processes, which may have been killed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './harness.ts'

/**
 * Waits until no transaction is open: a killed process's transaction has been rolled back or
 * committed once its connections are gone.
 */
export async function waitForTransactions({ sql }: Harness): Promise<void> {
  const open =
    "select from pg_stat_activity where datname = current_database() and state like '%transaction%'"
  while ((await sql(open)).length > 0) await sleep(20)
}

/**
 * How many deadlocks there have been in total. A connection's count is certain only once it has
 * ended, so this ends all connections but its own: call it at the very end of a file.
 */
export async function countDeadlocks({ sql }: Harness): Promise<number> {
  const otherConnections =
    "datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
  await sql(
    `select pg_terminate_backend(pid, 180000) from pg_stat_activity where ${otherConnections}`,
  )
  return (
    await sql('select deadlocks::int from pg_stat_database where datname = current_database()')
  )[0].deadlocks
}
