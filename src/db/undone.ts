import type { Database, Queries } from './database.ts'

class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super()
    this.result = result
  }
}

/** What work comes to in a transaction of which nothing is kept. */
export function undone<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  const working: Promise<never> = database.transaction(async (queries) => {
    throw new Undone(await work(queries))
  })
  return working.catch((error: unknown) => {
    if (error instanceof Undone) return error.result as T
    throw error
  })
}
