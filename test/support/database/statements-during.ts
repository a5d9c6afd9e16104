import type { Database } from '../../../src/base/db/database.ts'

/**
 * Names of the statements outside transactions that run during some work, without those that look
 * up a key: a key is looked up again after five seconds, so whether they run depends on the speed
 * of the machine.
 */
export async function recordStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { rows } = database
  const names: string[] = []
  database.rows = (statement, ...parameters) => {
    if (!statement.name.startsWith('key_')) names.push(statement.name)
    return rows(statement, ...parameters)
  }
  await work().finally(() => {
    database.rows = rows
  })
  return names
}
