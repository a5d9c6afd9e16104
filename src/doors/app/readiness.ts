import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseReadOnly } from '../../base/db/database.ts'
import { isReadOnly } from '../../base/ports/clock-queries.ts'

/**
 * The time limit in milliseconds: a load balancer asks every few seconds, and a slower database
 * cannot serve requests.
 */
export const readyMs = 1_000
const cannotBeWritten = 'the database cannot be written'

/** Why the database cannot serve requests; undefined if it can. */
export async function databaseUnreadyReason(database: Database): Promise<string | undefined> {
  const answered = database.rows(isReadOnly).then(
    ([answer]) => (answer?.isReadOnly ? cannotBeWritten : undefined),
    (error) =>
      error instanceof DatabaseReadOnly ? cannotBeWritten : 'the database does not answer',
  )
  return Promise.race([
    answered,
    sleep(readyMs, 'the database does not answer in time', { ref: false }),
  ])
}
