import type { Database } from '../../../src/base/db/database.ts'

interface Watching {
  /** The name and parameters of a statement that runs outside a transaction; the parameters may be changed. */
  before?(name: string, parameters: Record<string, unknown>): void
  /** When it has answered. */
  after?(name: string): Promise<void>
}

/** A database that reports what is run on it: the names of statements outside transactions, and `transaction`. */
export function watchedDatabase(database: Database, { before, after }: Watching = {}) {
  const asked: string[] = []
  const watched: Database = {
    ...database,
    async rows(statement, ...parameters) {
      asked.push(statement.name)
      before?.(statement.name, parameters[0] as Record<string, unknown>)
      const rows = await database.rows(statement, ...parameters)
      await after?.(statement.name)
      return rows
    },
    transaction(work, kind) {
      asked.push('transaction')
      return database.transaction(work, kind)
    },
  }
  return { database: watched, asked }
}
