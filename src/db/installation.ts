// Whether a database holds an installation: its tables, and the mode it was made for.

import { problem } from '../values/problem.ts'
import { type Connection, connectSession, serversOf, unhurried } from './session.ts'

/**
 * Throws where no service was ever started on a database, and nothing made it one's: a command that went on would make the tables there,
 * and fix for life whether it is a sandbox. Changes nothing.
 * @throws {Problem} with what to do next.
 */
export async function refuseWithoutInstallation(connection: Connection): Promise<void> {
  const client = await connectSession(serversOf(connection), unhurried(0), 'clinic')
  try {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('installation') is not null as found`)
    if (rows[0]?.found && (await client.query('select from installation')).rowCount) return
    throw problem('NO_INSTALLATION')
  } finally {
    await client.end().catch(() => {})
  }
}
