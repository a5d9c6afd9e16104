import type { Database, Queries } from './database.ts'

class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super()
    this.result = result
  }
}

/** Runs work in a transaction, returns its result and rolls back. */
export function runAndRollBack<T>(
  database: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const working: Promise<never> = database.transaction(async (queries) => {
    throw new RolledBack(await work(queries))
  })
  return working.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.result as T
    throw error
  })
}
