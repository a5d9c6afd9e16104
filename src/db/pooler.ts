// Whether a pooler stands between the service and the server, and gives each transaction another session of it: locks, notices and
// temporary tables of a session would then be somebody else's.

import { sqlState } from './database.ts'
import { type Connection, connectSession, type SessionClient, serversOf, unhurried } from './session.ts'

/**
 * `sessions`: what asks has a session of the server to itself, with a pooler or without. `transactions`: each transaction may have another
 * one. `unprepared`: likewise, and a statement that one caller has prepared is not known, or known twice, to the next.
 */
export type Pooling = 'sessions' | 'transactions' | 'unprepared'

const rounds = 3

/** Finds out how a connection is pooled, by two callers that take turns. A pooler gives the session that was used last to who asks next. */
export async function poolingOf(connection: Connection): Promise<Pooling> {
  const callers: SessionClient[] = []
  try {
    for (let made = 0; made < 2; made += 1) callers.push(await connectSession(serversOf(connection), unhurried(0), 'clinic'))
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = (round % 2 === 0 ? callers : callers.toReversed()) as [SessionClient, SessionClient]
      if (await shareASession(one, other)) return (await keepPrepared(one, other)) ? 'transactions' : 'unprepared'
    }
    return 'sessions'
  } finally {
    await Promise.all(callers.map((caller) => caller.end().catch(() => {})))
  }
}

async function sessionOf(caller: SessionClient): Promise<number | undefined> {
  return (await caller.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
}

/** Whether one meets the other's session, or another than before while that one is being used. */
async function shareASession(one: SessionClient, other: SessionClient): Promise<boolean> {
  const before = await sessionOf(one)
  await other.query('begin')
  try {
    // Where there is a single session, a third question would wait for the end of this transaction.
    return (await sessionOf(other)) === before || (await sessionOf(one)) !== before
  } finally {
    await other.query('rollback')
  }
}

async function keepPrepared(...callers: SessionClient[]): Promise<boolean> {
  try {
    for (const caller of [...callers, ...callers]) await caller.query({ name: 'clinic_pooler', text: 'select $1::int', values: [1] })
    return true
  } catch (error) {
    // It is there already, or not there.
    if (['42P05', '26000'].includes(sqlState(error) ?? '')) return false
    throw error
  }
}
