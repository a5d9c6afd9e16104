// Whether a pooler is between the service and the server, and gives each transaction another server
// session: session-level locks, notifications and temporary tables would then belong to someone
// else.

import { sqlState } from './database.ts'
import {
  type Connection,
  connectSession,
  createServers,
  type SessionClient,
  untimedSettings,
} from './session.ts'

/**
 * `sessions`: the caller has a server session to itself, with or without a pooler. `transactions`:
 * each transaction may have a different one. `unprepared`: the same, and a statement that one
 * caller has prepared may be missing, or already exist, for the next.
 */
export type Pooling = 'sessions' | 'transactions' | 'unprepared'

const rounds = 3

/**
 * Detects how a connection is pooled, with two callers that alternate. A pooler gives the next
 * caller the session that was used last.
 */
export async function detectPooling(connection: Connection): Promise<Pooling> {
  const callers: SessionClient[] = []
  try {
    for (let index = 0; index < 2; index += 1)
      callers.push(await connectSession(createServers(connection), untimedSettings(0), 'clinic'))
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = (round % 2 === 0 ? callers : callers.toReversed()) as [
        SessionClient,
        SessionClient,
      ]
      if (await shareASession(one, other))
        return (await keepPrepared(one, other)) ? 'transactions' : 'unprepared'
    }
    return 'sessions'
  } finally {
    await Promise.all(callers.map((caller) => caller.end().catch(() => {})))
  }
}

async function serverSessionId(caller: SessionClient): Promise<number | undefined> {
  return (await caller.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

/** Whether one caller gets the other's session, or gets a different one while its own is in use. */
async function shareASession(one: SessionClient, other: SessionClient): Promise<boolean> {
  const before = await serverSessionId(one)
  await other.query('begin')
  try {
    // With a single session, a third query would wait for the end of this transaction.
    return (await serverSessionId(other)) === before || (await serverSessionId(one)) !== before
  } finally {
    await other.query('rollback')
  }
}

async function keepPrepared(...callers: SessionClient[]): Promise<boolean> {
  try {
    for (const caller of [...callers, ...callers])
      await caller.query({ name: 'clinic_pooler', text: 'select $1::int', values: [1] })
    return true
  } catch (error) {
    // The prepared statement already exists, or is missing.
    if (['42P05', '26000'].includes(sqlState(error) ?? '')) return false
    throw error
  }
}
