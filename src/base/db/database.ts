import { EventEmitter } from 'node:events'
import pg from 'pg'
import { createConfirmation, noteChange } from './confirmed-commits.ts'
import { keepListening, type Listener, type Listening } from './listening.ts'
import {
  type Connection,
  createServers,
  isUnanswered,
  ReadOnlyServer,
  SessionClient,
  type SessionSettings,
  withAnswerLimit,
} from './session.ts'
import { openShortReads, sharedConnections } from './short-reads.ts'
import { type Columns, type RowOf, type Statement, statement } from './statement.ts'

/** Runs statements: on any connection of the pool, or on the connection of a transaction. */
export interface Queries {
  rows<C extends Columns, P extends Columns>(
    statement: Statement<C, P>,
    ...parameters: ParametersOf<P>
  ): Promise<RowOf<C>[]>
}

/** The parameters of a statement; none if it takes none. */
export type ParametersOf<P extends Columns> = keyof P extends never ? [] : [parameters: RowOf<P>]

export interface Database extends Queries {
  /**
   * Runs `work` in one transaction and commits. After a serialisation failure or deadlock it runs
   * `work` again (at most five times), so `work` must start from scratch each time and have no
   * other effects. Never make a network call inside.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, kind?: TransactionKind): Promise<T>
  /**
   * Runs `work` in one read-committed transaction, with a database whose statements and
   * transactions are all part of it. If a part throws, only that part is undone, and `work` may
   * continue. The rules for the work of a transaction apply to `work`.
   */
  inOneTransaction<T>(work: (database: Database) => Promise<T>): Promise<T>
  /**
   * Runs work whose outcome is told to a caller as a fact, and waits until no failover can undo what
   * it rests on (confirmed-commits.ts).
   */
  confirm<T>(work: () => Promise<T>): Promise<T>
  /** Listens on a channel for as long as the database is open, across reconnects. */
  listen(channel: string, listener: Listener): void
  /**
   * Resolves once the listeners of this process have been notified of everything committed before
   * the call.
   */
  catchUp(): Promise<void>
  /**
   * Connections of the pool and for short reads, and requests that wait for a pooled connection.
   */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/**
 * `unhurried`: read committed, without the pool's time-outs and with memory for large comparisons.
 */
export type TransactionKind = 'read committed' | 'repeatable read' | 'unhurried'

export interface DatabaseLimits {
  /** Connections of this process. */
  connectionsMax: number
  /** How long a request may wait for a connection. */
  connectionWaitMs: number
  statementMs: number
  lockMs: number
  /**
   * How long an answer may take: longer than the server's statement timeout, so that a server which
   * does not answer is gone.
   */
  answerMs: number
  /** How often the listening connection is checked. */
  heartbeatMs: number
}

export const defaultLimits: DatabaseLimits = {
  connectionsMax: 10,
  connectionWaitMs: 2_000,
  statementMs: 5_000,
  lockMs: 3_000,
  answerMs: 7_000,
  heartbeatMs: 3_000,
}

/**
 * No connection was available in time: the service is overloaded or the database is unavailable.
 */
export class DatabaseUnavailable extends Error {}

/** The database responds but refuses writes. */
export class DatabaseReadOnly extends DatabaseUnavailable {}

/**
 * The settings for short reads, whose best plan does not depend on values. By default, the planner
 * plans some of them at each execution, for example where it sees that an array has one element;
 * planning took three quarters of `packs_of_patients`' time.
 */
const plannedOnce: SessionSettings = { plan_cache_mode: 'force_generic_plan' }

/**
 * Short reads have their own connections only if there are at least this many: otherwise the pool
 * needs all of them.
 */
const connectionsForShortReads = 8

/**
 * Returns whether commits wait for a standby, and if they do, commits a message that no one reads: the
 * commit of a transaction that writes nothing to WAL waits for nothing.
 */
const confirmEarlierCommits = statement(
  'confirm_earlier_commits',
  { returns: { isWaiting: 'boolean' } },
  `
  select case
      when current_setting('synchronous_standby_names') = '' then false
      else pg_logical_emit_message(true, 'clinic', '') is not null
    end as "isWaiting"`,
)

const attemptsMax = 5
/**
 * Errors that a new connection may resolve, and after which nothing was changed. 0A000 "cached plan
 * must not change result type": a migration ran. 25006: the server has become read-only.
 */
const readOnlyState = '25006'
const staleStates = new Set(['0A000', readOnlyState])
const retryWaitMsMin = 10
const retryWaitMsMax = 400

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint is beyond the safe integers')
  return number
})
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)
pg.types.setTypeParser(1016 as never, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
)

/**
 * Parses `2026-11-21 04:15:00.123456+00` into milliseconds. Throws for any other zone or style:
 * sessions run in UTC, and a wrong instant is worse than none.
 */
function parseTimestamp(text: string): number {
  const instant = text.endsWith('+00')
    ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : Number.NaN
  if (Number.isNaN(instant)) throw new Error('an instant from the database is not in UTC')
  return instant
}

/** SQLSTATE of a statement that exceeded its time limit. */
export const queryCanceled = '57014'

/** SQLSTATE of an error from the server; undefined for a lost connection or a fault of ours. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name of the constraint that an error is about, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

interface Health {
  /** The connection has answered since the error, so it can be reused. */
  hasAnswered: boolean
  /**
   * Nothing sent so far has been or will be written, so losing the connection now leaves no doubt.
   */
  isRepeatable: boolean
}

/**
 * True if the connection broke, rather than the server refusing the statement; a server or a pooler
 * may report this before it closes the connection.
 */
export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (sqlState(error) !== undefined) return /^(08|57P|25P03)/.test(code)
  return (
    /^(ECONN|EHOST|ENET|EPIPE|ETIMEDOUT)/.test(code) ||
    /^Connection terminated|^Client has encountered a connection error/.test(message) ||
    isUnanswered(error)
  )
}

function buildQuery<P extends Columns>(
  { name, text, values }: Statement<Columns, P>,
  [parameters]: ParametersOf<P>,
): pg.QueryConfig {
  return { name, text, values: values((parameters ?? {}) as RowOf<P>) }
}

/** Runs a statement on one connection, without a time limit. */
export async function runStatement<C extends Columns, P extends Columns>(
  client: pg.ClientBase,
  statement: Statement<C, P>,
  ...parameters: ParametersOf<P>
): Promise<RowOf<C>[]> {
  return (await client.query<RowOf<C>>(buildQuery(statement, parameters))).rows
}

/**
 * Opens the database. `direct` leads to the server itself if `connection` leads to a pooler in
 * transaction mode: listening and other session state use it, and time-outs are set in each
 * transaction.
 */
export function openDatabase(
  connection: Connection,
  limits: DatabaseLimits = defaultLimits,
  direct?: Connection,
): Database {
  const timeouts = {
    statement_timeout: String(limits.statementMs),
    lock_timeout: String(limits.lockMs),
    idle_in_transaction_session_timeout: String(limits.statementMs * 2),
  }
  // Compiling a plan takes 300 ms, which the planner considers worthwhile for a page of ten out of
  // ten million visits.
  const settings: SessionSettings = { ...timeouts, jit: 'off' }
  const { pool, connect, shortReads } = openConnections(
    connection,
    settings,
    limits,
    direct === undefined,
  )
  const listeners: Listening[] = []

  // `pool.query` would destroy the connection on every SQL error, which reduced refusals from about
  // 10,000 to 200 a second. Here a connection is dropped only when its state is in doubt.
  async function withClient<T>(
    work: (client: pg.PoolClient, health: Health) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const client = await connect()
      const health: Health = { hasAnswered: false, isRepeatable: false }
      let doubtful = true
      try {
        const result = await work(client, health)
        doubtful = false
        return result
      } catch (error) {
        if (isUnanswered(error)) (client as pg.PoolClient & SessionClient).cancel()
        const state = sqlState(error)
        // The connections of short reads are read-only and never get this error.
        if (state === readOnlyState) shortReads?.leave()
        const isStale = state !== undefined && staleStates.has(state)
        const answered =
          health.hasAnswered ||
          (state !== undefined && !state.startsWith('57') && !isLostConnection(error))
        doubtful = !answered || isStale
        // A read can be repeated, and so can a transaction that was not yet being committed; the
        // outcome of a lost write is unknown.
        const isLost = health.isRepeatable && isLostConnection(error)
        const isConflict = state === '40001' || state === '40P01'
        let retriesMax = 0
        // All connections may be stale; each stale one is dropped.
        if (isStale) retriesMax = limits.connectionsMax
        else if (isLost) retriesMax = 1
        else if (isConflict) retriesMax = attemptsMax - 1
        if (attempt > retriesMax)
          throw isLost
            ? new DatabaseUnavailable('the connection to the database was lost twice', {
                cause: error,
              })
            : error
        if (isStale) continue
      } finally {
        client.release(doubtful)
      }
      const ceiling = Math.min(retryWaitMsMax, retryWaitMsMin * 2 ** attempt)
      await new Promise((resolve) =>
        setTimeout(resolve, retryWaitMsMin + Math.random() * (ceiling - retryWaitMsMin)),
      )
    }
  }

  /** The work of one transaction, optionally with its connection. */
  function inTransaction<T>(
    kind: TransactionKind,
    work: (queries: Queries, client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    return withClient(async (client, health) => {
      health.isRepeatable = true
      const answerMs = kind === 'unhurried' ? undefined : limits.answerMs
      await runCommand(client, beginCommand(kind, direct ? timeouts : {}), limits.answerMs)
      let hasWritten = false
      const queries = connectionQueries(client, answerMs)
      const writeTracking: Queries = {
        rows(statement, ...parameters) {
          hasWritten ||= !statement.reads
          return queries.rows(statement, ...parameters)
        },
      }
      try {
        const result = await work(writeTracking, client)
        // Work that only read can be repeated, even if the connection is lost during the commit.
        health.isRepeatable = !hasWritten
        // The commit of an import waits for bookings in progress.
        await runCommand(client, 'commit', answerMs)
        return result
      } catch (error) {
        // The rollback may fail too: the transaction ends either way, and only the first error
        // counts.
        if (!isLostConnection(error)) {
          health.hasAnswered = await runCommand(client, 'rollback', limits.answerMs).then(
            () => true,
            () => false,
          )
        }
        throw error
      }
    })
  }

  /**
   * Parts of the open transaction on a connection, one at a time: concurrent savepoints would end
   * each other.
   */
  function createNestedDatabase(queries: Queries, client: pg.PoolClient): Database {
    let lastPart: Promise<unknown> = Promise.resolve()
    function runInTurn<T>(work: () => Promise<T>): Promise<T> {
      const finished = lastPart.then(work)
      lastPart = finished.catch(() => {})
      return finished
    }
    const runInSavepoint = <T>(work: (queries: Queries) => Promise<T>) =>
      runInTurn(async () => {
        await runCommand(client, 'savepoint part', limits.answerMs)
        try {
          const result = await work(queries)
          await runCommand(client, 'release savepoint part', limits.answerMs)
          return result
        } catch (error) {
          if (!isLostConnection(error))
            await runCommand(client, 'rollback to savepoint part', limits.answerMs)
          throw error
        }
      })
    const parts: Database = {
      ...openedDatabase,
      rows: (statement, ...parameters) =>
        statement.reads
          ? runInTurn(() => queries.rows(statement, ...parameters))
          : runInSavepoint((within) => within.rows(statement, ...parameters)),
      transaction: runInSavepoint,
      inOneTransaction: (work) => work(parts),
    }
    return parts
  }

  const rows: Queries['rows'] = (statement, ...parameters) => {
    const runOnPool = () =>
      withClient((client, health) => {
        health.isRepeatable = statement.reads
        return connectionQueries(client, limits.answerMs).rows(statement, ...parameters)
      })
    return statement.isShort && shortReads
      ? shortReads.rows(buildQuery(statement, parameters), runOnPool)
      : runOnPool()
  }

  const openedDatabase: Database = {
    rows,
    confirm: createConfirmation(async () => {
      try {
        const [row] = await rows(confirmEarlierCommits)
        return row?.isWaiting === true
      } catch (error) {
        throw isLostConnection(error)
          ? new DatabaseUnavailable('commits are not confirmed', { cause: error })
          : error
      }
    }),

    transaction: (work, kind = 'read committed') => inTransaction(kind, work),
    inOneTransaction: (work) =>
      inTransaction('read committed', (queries, client) =>
        work(createNestedDatabase(queries, client)),
      ),

    listen(channel, listener) {
      listeners.push(
        keepListening(createServers(direct ?? connection), limits.heartbeatMs, channel, listener),
      )
    },

    catchUp: async () => void (await Promise.all(listeners.map((listener) => listener.catchUp()))),

    connections() {
      const { open, idle } = shortReads?.connections() ?? { open: 0, idle: 0 }
      return {
        open: pool.totalCount + open,
        idle: pool.idleCount + idle,
        waiting: pool.waitingCount,
      }
    },

    async close() {
      await Promise.all([...listeners.map((listener) => listener.stop()), shortReads?.close()])
      await pool.end()
    },
  }
  return openedDatabase
}

/**
 * The connections of this process, and a function that gets one from the pool and tries each
 * server. Short reads have their own connections if there is no pooler.
 */
function openConnections(
  connection: Connection,
  settings: SessionSettings,
  limits: DatabaseLimits,
  isServer: boolean,
) {
  const servers = createServers(connection)
  const config = {
    application_name: 'clinic reads',
    pipeline: true,
    connectionTimeoutMillis: limits.connectionWaitMs,
  }
  const hasShortReads = isServer && limits.connectionsMax >= connectionsForShortReads
  const shortReads = hasShortReads
    ? openShortReads(() => new SessionClient(servers, { ...settings, ...plannedOnce }, config))
    : undefined
  const max = limits.connectionsMax - (shortReads ? sharedConnections : 0)
  function PooledClient() {
    try {
      return new SessionClient(servers, settings, { application_name: 'clinic' })
    } catch (error) {
      return createFailingClient(error)
    }
  }
  const pool = new pg.Pool({
    Client: PooledClient as never,
    max,
    connectionTimeoutMillis: limits.connectionWaitMs,
  })
  // A broken connection is replaced at the next use. An error event without a listener would end
  // the process.
  pool.on('error', () => {})

  async function connect(): Promise<pg.PoolClient> {
    let isReadOnly = false
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.connect()
      } catch (error) {
        isReadOnly ||= error instanceof ReadOnlyServer
        const allBusy = (error as Error).message === 'timeout exceeded when trying to connect'
        if (!allBusy && attempt < servers.count) continue
        if (isReadOnly)
          throw new DatabaseReadOnly('the only database that responds is read-only', {
            cause: error,
          })
        throw new DatabaseUnavailable('no database connection became available in time', {
          cause: error,
        })
      }
    }
  }

  return { pool, connect, shortReads }
}

/**
 * Runs statements on one connection; if an answer takes longer than `answerMs`, the statement fails
 * and the connection is dropped.
 */
function connectionQueries(client: pg.PoolClient, answerMs: number | undefined): Queries {
  return {
    async rows<C extends Columns, P extends Columns>(
      statement: Statement<C, P>,
      ...parameters: ParametersOf<P>
    ) {
      const { rows } = await client.query<RowOf<C>>(
        withAnswerLimit(buildQuery(statement, parameters), answerMs),
      )
      if (statement.changes && rows.length > 0) noteChange()
      return rows
    },
  }
}

const runCommand = (client: pg.PoolClient, text: string, answerMs: number | undefined) =>
  client.query(withAnswerLimit({ text }, answerMs))

/**
 * Stands in for a client that cannot be created, for example because its certificate is missing:
 * the pool creates some clients where no code would catch an exception, and the process would end.
 */
function createFailingClient(error: unknown): EventEmitter {
  return Object.assign(new EventEmitter(), {
    connect: (callback: (error: unknown) => void) => process.nextTick(callback, error),
  })
}

// With less memory, PostgreSQL compares long lists row by row: comparing 84,000 rows of working
// hours with as many others took six minutes.
const unhurriedSettings = { statement_timeout: '0', lock_timeout: '15s', work_mem: '64MB' }

/** One message that begins a transaction, with settings that end with it. */
function beginCommand(kind: TransactionKind, timeouts: SessionSettings): string {
  const isUnhurried = kind === 'unhurried'
  const local = Object.entries({ ...timeouts, ...(isUnhurried ? unhurriedSettings : {}) }).map(
    ([name, value]) => `; set local ${name} = '${value}'`,
  )
  return `begin isolation level ${isUnhurried ? 'read committed' : kind}${local.join('')}`
}
