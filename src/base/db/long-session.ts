// One connection for work on the whole database, without time limits.

import type pg from 'pg'
import { type Queries, runStatement } from './database.ts'
import { type Connection, connectSession, createServers, untimedSettings } from './session.ts'

const lockMs = 10_000

/**
 * Runs `work` on a connection without time-outs, whose settings give values the same text form on
 * any server. A transaction that `work` leaves open is rolled back.
 */
export async function withLongSession<T>(
  connection: Connection,
  name: string,
  work: (client: pg.Client, queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await connectSession(createServers(connection), untimedSettings(lockMs), name)
  try {
    const queries: Queries = {
      rows: (statement, ...parameters) => runStatement(client, statement, ...parameters),
    }
    const result = await work(client, queries)
    await client.end()
    return result
  } finally {
    // After an interrupted COPY, the connection cannot be used any more.
    client.drop()
  }
}
