// Whether a database contains an installation: its tables, and its mode.

import { problem } from './problems.ts'
import { type Connection, connectSession, createServers, untimedSettings } from './session.ts'

/**
 * Throws if no service was ever started on a database: a command that continued would create the
 * tables there, and fix for good whether it is a sandbox. Changes nothing.
 * @throws {Problem} with what to do next.
 */
export async function refuseWithoutInstallation(connection: Connection): Promise<void> {
  const client = await connectSession(createServers(connection), untimedSettings(0), 'clinic')
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('installation') is not null as found`,
    )
    if (rows[0]?.found && (await client.query('select from installation')).rowCount) return
    throw problem('NO_INSTALLATION')
  } finally {
    await client.end().catch(() => {})
  }
}
