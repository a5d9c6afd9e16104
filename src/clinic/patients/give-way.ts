import { type Database, type Queries, sqlState } from '../../base/db/database.ts'
import { problem } from './problems.ts'

const lockNotAvailable = '55P03'

/** Some four seconds in all: longer than a booking or a change of a visit takes. */
const attemptsMax = 40
const waitMsMax = 150

/**
 * Runs a transaction that locks a record and everything that belongs to it
 * (`PatientRegister.hold`). If another transaction has locked some of that, it releases everything
 * and begins again, because the holder of a visit needs its patient next, against the order of
 * locks. Throws RECORDS_IN_USE.
 */
export async function retryWhileLocked<T>(
  database: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error
      if (attempt === attemptsMax) throw problem('RECORDS_IN_USE')
    }
    await new Promise((resolve) =>
      setTimeout(resolve, Math.random() * Math.min(waitMsMax, 10 * 2 ** attempt)),
    )
  }
}
