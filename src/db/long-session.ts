// One connection for work on the whole database, which takes as long as it takes.

import { Socket } from 'node:net'
import pg from 'pg'
import { type Connection, type Queries, runStatement } from './database.ts'

const lockMs = 10_000

// As set_config, not as options of the connection: those of DATABASE_URL would win. A time-out the server does not know is left out.
const settings = `
  select set_config(wanted.name, value, false)
  from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('idle_session_timeout', '0'), ('transaction_timeout', '0'),
    ('lock_timeout', '${lockMs}'),
    ('timezone', 'UTC'), ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'), ('extra_float_digits', '1')
  ) as wanted (name, value)
  join pg_settings using (name)`

/**
 * Runs `work` on a connection without time-outs, on which values are written in one spelling wherever it leads.
 * Whatever transaction `work` leaves open is rolled back.
 */
export async function withLongSession<T>(connection: Connection, name: string, work: (client: pg.Client, queries: Queries) => Promise<T>): Promise<T> {
  const socket = new Socket()
  const client = new pg.Client({ ...connection, stream: () => socket, application_name: name, keepAlive: true })
  // Whatever breaks is noticed by the query.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(settings)
    const queries: Queries = { rows: (statement, ...parameters) => runStatement(client, statement, ...parameters) }
    const result = await work(client, queries)
    await client.end()
    return result
  } finally {
    // Nothing can be asked any more of a connection on which a COPY was cut short.
    socket.destroy()
  }
}
