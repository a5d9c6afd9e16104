import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseReadOnly } from '../../base/db/database.ts'
import { isReadOnly } from '../../base/ports/clock-queries.ts'

/**
 * The time limit in milliseconds: a load balancer asks every few seconds, and a slower database
 * cannot serve requests.
 */
export const readyMs = 1_000
const cannotBeWritten = 'the database cannot be written'
const confirmsNothing = 'the database confirms no commits: a synchronous standby may be missing'

/** Finds why the database cannot serve requests; undefined if it can. */
export function createReadinessCheck(
  database: Pick<Database, 'rows' | 'confirm'>,
): () => Promise<string | undefined> {
  let confirmation: Promise<string | undefined> | undefined

  /**
   * Whether commits are confirmed. Only one check waits for it at a time: without a standby, each
   * one keeps a connection until its answer counts as lost.
   */
  function checkCommits(): Promise<string | undefined> {
    confirmation ??= database
      .confirm(async () => undefined)
      .catch(() => confirmsNothing)
      .finally(() => {
        confirmation = undefined
      })
    return confirmation
  }

  const answerWithin = (check: Promise<string | undefined>, otherwise: string) =>
    Promise.race([check, sleep(readyMs, otherwise, { ref: false })])

  return async () => {
    const canWrite = database.rows(isReadOnly).then(
      ([answer]) => (answer?.isReadOnly ? cannotBeWritten : undefined),
      (error) =>
        error instanceof DatabaseReadOnly ? cannotBeWritten : 'the database does not answer',
    )
    return (
      (await answerWithin(canWrite, 'the database does not answer in time')) ??
      answerWithin(checkCommits(), confirmsNothing)
    )
  }
}
