import pg from 'pg'
import type { Columns, RowOf, Statement } from './statement.ts'

/** Runs statements: on any connection of the pool, or on the one of a transaction. */
export interface Queries {
  rows<C extends Columns, P extends Columns>(statement: Statement<C, P>, ...parameters: ParametersOf<P>): Promise<RowOf<C>[]>
}

/** What a statement is run with; nothing where it takes nothing. */
export type ParametersOf<P extends Columns> = keyof P extends never ? [] : [parameters: RowOf<P>]

export interface Listener {
  heard(payload: string): void
  /** It listens, for the first time or again; what was sent meanwhile is lost. */
  connected(): void
  /** The server is gone, or could not be reached again; told each time. `reason` is a code such as ECONNREFUSED or 57P01. */
  lost(reason: string | undefined): void
}

export interface Database extends Queries {
  /**
   * Runs `work` in one transaction and commits. A serialisation failure or deadlock runs it again (at
   * most five times), so `work` builds everything it needs from nothing and has no other effect.
   * Never a network call inside.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, isolation?: 'read committed' | 'repeatable read'): Promise<T>
  /** Listens on a channel for as long as the database is open, across reconnects. */
  listen(channel: string, listener: Listener): void
  /** Connections of the pool, and requests waiting for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** What `pg` needs to find the server. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

export interface DatabaseLimits {
  /** Connections of this process. */
  connectionsMax: number
  /** How long a request may wait for one of them. */
  connectionWaitMs: number
  statementMs: number
  lockMs: number
}

export const defaultLimits: DatabaseLimits = { connectionsMax: 10, connectionWaitMs: 2_000, statementMs: 5_000, lockMs: 3_000 }

/** No connection could be had in time: the service is overloaded or the database away. */
export class DatabaseUnavailable extends Error {}

const attemptsMax = 5
const retryWaitMsMin = 10
const retryWaitMsMax = 400

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint is beyond the safe integers')
  return number
})
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)
pg.types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/** `2026-11-21 04:15:00.123456+00` in milliseconds; sessions run in UTC, so the offset is always +00. */
function parseTimestamp(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`)
}

/** SQLSTATE of a statement that took longer than it may. */
export const queryCanceled = '57014'

/** SQLSTATE of an error that came from the server; undefined for a lost connection or our own fault. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Name of the constraint an error is about, if it is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

interface Health {
  /** The connection has answered since the error, so it is fit to be used again. */
  proven: boolean
  /** Nothing was written, or will be, by what was sent so far: a connection that is lost now leaves no doubt. */
  undone: boolean
}

/** True when the connection broke, instead of the server refusing the statement. */
function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) || /^Connection terminated|^Client has encountered a connection error/.test(message)
}

/** Runs a statement on one connection. */
export async function runStatement<C extends Columns, P extends Columns>(
  client: pg.ClientBase,
  { name, text, values }: Statement<C, P>,
  ...[parameters]: ParametersOf<P>
): Promise<RowOf<C>[]> {
  const { rows } = await client.query<RowOf<C>>({ name, text, values: values((parameters ?? {}) as RowOf<P>) })
  return rows
}

export function openDatabase(connection: Connection, limits: DatabaseLimits = defaultLimits): Database {
  const settings = {
    ...connection,
    application_name: 'clinic',
    options: [
      '-c timezone=UTC',
      '-c datestyle=ISO',
      // Compiling a plan takes 300 ms, and by its estimates a page of ten of ten million visits is worth it.
      '-c jit=off',
      `-c statement_timeout=${limits.statementMs}`,
      `-c lock_timeout=${limits.lockMs}`,
      `-c idle_in_transaction_session_timeout=${limits.statementMs * 2}`,
    ].join(' '),
    keepAlive: true,
  }
  const pool = new pg.Pool({ ...settings, max: limits.connectionsMax, connectionTimeoutMillis: limits.connectionWaitMs })
  // A connection that breaks is replaced when next needed. An error event without a listener ends the
  // process, and the pool listens only while a connection is idle: not while it is out, nor while it ends.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const listeners: { stop: () => Promise<void> }[] = []

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      throw new DatabaseUnavailable('no database connection in time', { cause: error })
    }
  }

  // `pool.query` would destroy the connection on every SQL error, which cut refusals from about
  // 10,000 to 200 a second; here a connection is given up only when its state is in doubt.
  async function withClient<T>(work: (client: pg.PoolClient, health: Health) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await connect()
      const health: Health = { proven: false, undone: false }
      let doubtful = true
      try {
        const result = await work(client, health)
        doubtful = false
        return result
      } catch (error) {
        const state = sqlState(error)
        // 0A000 "cached plan must not change result type": a migration passed by. The connection's
        // prepared statements are stale, so it goes, and the work runs once more on a new one.
        const answered = health.proven || (state !== undefined && !state.startsWith('57') && !state.startsWith('08'))
        doubtful = !answered || state === '0A000'
        // A read can be asked again, and so can a transaction that was not yet committed; of a write it is unknown.
        const lost = state === undefined && health.undone && isLostConnection(error)
        const again = state === '40001' || state === '40P01' || ((state === '0A000' || lost) && attempt === 1)
        if (lost && !again) throw new DatabaseUnavailable('the connection to the database was lost twice', { cause: error })
        if (!again || attempt >= attemptsMax) throw error
      } finally {
        client.release(doubtful)
      }
      const ceiling = Math.min(retryWaitMsMax, retryWaitMsMin * 2 ** attempt)
      await new Promise((resolve) => setTimeout(resolve, retryWaitMsMin + Math.random() * (ceiling - retryWaitMsMin)))
    }
  }

  return {
    rows: (statement, ...parameters) =>
      withClient((client, health) => {
        health.undone = statement.reads
        return runStatement(client, statement, ...parameters)
      }),

    transaction: (work, isolation = 'read committed') =>
      withClient(async (client, health) => {
        health.undone = true
        await client.query(`begin isolation level ${isolation}`)
        try {
          const result = await work({ rows: (statement, ...parameters) => runStatement(client, statement, ...parameters) })
          health.undone = false
          await client.query('commit')
          return result
        } catch (error) {
          // A refusal is thrown too: the transaction ends either way, and the first error is the one that counts.
          health.proven = await client.query('rollback').then(
            () => true,
            () => false,
          )
          throw error
        }
      }),

    listen(channel, listener) {
      listeners.push(keepListening(settings, channel, listener))
    },

    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),

    async close() {
      await Promise.all(listeners.map((listener) => listener.stop()))
      await pool.end()
    },
  }
}

const reconnectMsMax = 5_000

function keepListening(settings: pg.ClientConfig, channel: string, { heard, connected, lost }: Listener): { stop: () => Promise<void> } {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = 100

  function again(broken: pg.Client, error?: unknown) {
    if (client !== broken) return
    client = undefined
    broken.end().catch(() => {})
    if (stopped) return
    lost((error as { code?: string } | undefined)?.code)
    timer = setTimeout(open, waitMs)
    timer.unref()
    waitMs = Math.min(waitMs * 2, reconnectMsMax)
  }

  function open() {
    // No statement time-out here: the connection only waits.
    const opened = new pg.Client({ ...settings, application_name: 'clinic listener' })
    client = opened
    opened.on('error', (error) => again(opened, error))
    opened.on('end', () => again(opened))
    opened.on('notification', (message) => heard(message.payload ?? ''))
    opened
      .connect()
      .then(() => opened.query(`listen ${channel}`))
      .then(() => {
        waitMs = 100
        // Notices sent meanwhile are lost: the caller empties its caches.
        connected()
      })
      .catch((error: unknown) => again(opened, error))
  }

  open()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
