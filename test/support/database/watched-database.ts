import type { Database } from '../../../src/base/db/database.ts'

interface DatabaseWatcher {
  /**
   * The name and parameters of a statement that runs outside a transaction; the parameters may be
   * changed.
   */
  before?(name: string, parameters: Record<string, unknown>): void
  /** Called when the statement has been answered. */
  after?(name: string): Promise<void>
}

/**
 * A database that reports what runs on it: the names of statements outside transactions, and
 * `transaction`.
 */
export function watchDatabase(
  database: Database,
  { before: onStatement, after: onAnswer }: DatabaseWatcher = {},
) {
  const recordedNames: string[] = []
  const watched: Database = {
    ...database,
    async rows(statement, ...parameters) {
      recordedNames.push(statement.name)
      onStatement?.(statement.name, parameters[0] as Record<string, unknown>)
      const rows = await database.rows(statement, ...parameters)
      await onAnswer?.(statement.name)
      return rows
    },
    transaction(work, kind) {
      recordedNames.push('transaction')
      return database.transaction(work, kind)
    },
  }
  return { database: watched, asked: recordedNames }
}
