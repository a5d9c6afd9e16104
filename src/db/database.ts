import { EventEmitter } from 'node:events'
import pg from 'pg'
import { keepListening, type Listener } from './listening.ts'
import { type Connection, isUnanswered, ReadOnlyServer, SessionClient, type SessionSettings, serversOf, withPatience } from './session.ts'
import { openShortReads, sharedConnections } from './short-reads.ts'
import type { Columns, RowOf, Statement } from './statement.ts'

/** Runs statements: on any connection of the pool, or on the one of a transaction. */
export interface Queries {
  rows<C extends Columns, P extends Columns>(statement: Statement<C, P>, ...parameters: ParametersOf<P>): Promise<RowOf<C>[]>
}

/** What a statement is run with; nothing where it takes nothing. */
export type ParametersOf<P extends Columns> = keyof P extends never ? [] : [parameters: RowOf<P>]

export interface Database extends Queries {
  /**
   * Runs `work` in one transaction and commits. A serialisation failure or deadlock runs it again (at
   * most five times), so `work` builds everything it needs from nothing and has no other effect.
   * Never a network call inside.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, kind?: TransactionKind): Promise<T>
  /**
   * Runs `work` in one transaction, read committed, with a database of which every statement and transaction is a part of it. A part that
   * throws undoes itself, and `work` may go on; what is true of the work of a transaction is true of `work`.
   */
  together<T>(work: (database: Database) => Promise<T>): Promise<T>
  /** Listens on a channel for as long as the database is open, across reconnects. */
  listen(channel: string, listener: Listener): void
  /** Connections of the pool and of the short reads, and requests waiting for one of the pool. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** `unhurried`: read committed, and without the time-outs of the pool. */
export type TransactionKind = 'read committed' | 'repeatable read' | 'unhurried'

export interface DatabaseLimits {
  /** Connections of this process. */
  connectionsMax: number
  /** How long a request may wait for one of them. */
  connectionWaitMs: number
  statementMs: number
  lockMs: number
  /** How long an answer may take: longer than the server lets a statement run, so that who does not answer is no longer there. */
  answerMs: number
  /** How often the connection that listens is asked whether it still is one. */
  heartbeatMs: number
}

export const defaultLimits: DatabaseLimits = {
  ...{ connectionsMax: 10, connectionWaitMs: 2_000, statementMs: 5_000, lockMs: 3_000 },
  ...{ answerMs: 7_000, heartbeatMs: 3_000 },
}

/** No connection could be had in time: the service is overloaded or the database away. */
export class DatabaseUnavailable extends Error {}

/** The database answers, and nothing can be written there. */
export class DatabaseReadOnly extends DatabaseUnavailable {}

/** Short reads get connections of their own only if there are at least this many: the pool needs the others. */
const connectionsForShortReads = 8

const attemptsMax = 5
/**
 * Errors that a new connection may do away with, and which changed nothing. 0A000 "cached plan must not change result type": a migration
 * passed by. 25006: the server takes no writes any more.
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
pg.types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/** `2026-11-21 04:15:00.123456+00` in milliseconds. Throws at any other zone or style: sessions run in UTC, and a wrong instant is worse than none. */
function parseTimestamp(text: string): number {
  const instant = text.endsWith('+00') ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : Number.NaN
  if (Number.isNaN(instant)) throw new Error('an instant of the database is not written in UTC')
  return instant
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

/** True when the connection broke, instead of the server refusing the statement; a server or a pooler may say so before it hangs up. */
export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (sqlState(error) !== undefined) return /^(08|57P|25P03)/.test(code)
  return (
    /^(ECONN|EHOST|ENET|EPIPE|ETIMEDOUT)/.test(code) || /^Connection terminated|^Client has encountered a connection error/.test(message) || isUnanswered(error)
  )
}

function queryOf<P extends Columns>({ name, text, values }: Statement<Columns, P>, [parameters]: ParametersOf<P>): pg.QueryConfig {
  return { name, text, values: values((parameters ?? {}) as RowOf<P>) }
}

/** Runs a statement on one connection, however long its answer takes. */
export async function runStatement<C extends Columns, P extends Columns>(
  client: pg.ClientBase,
  statement: Statement<C, P>,
  ...parameters: ParametersOf<P>
): Promise<RowOf<C>[]> {
  return (await client.query<RowOf<C>>(queryOf(statement, parameters))).rows
}

/**
 * Opens the database. `direct` leads to the server itself where `connection` leads to a pooler that gives each transaction another session:
 * what belongs to a session, as listening does, is done there, and time-outs are sent with each transaction.
 */
export function openDatabase(connection: Connection, limits: DatabaseLimits = defaultLimits, direct?: Connection): Database {
  const timeouts = {
    statement_timeout: String(limits.statementMs),
    lock_timeout: String(limits.lockMs),
    idle_in_transaction_session_timeout: String(limits.statementMs * 2),
  }
  // Compiling a plan takes 300 ms, and by its estimates a page of ten of ten million visits is worth it.
  const settings: SessionSettings = { ...timeouts, jit: 'off' }
  const { pool, connect, shortReads } = openConnections(connection, settings, limits, direct === undefined)
  const listeners: { stop: () => Promise<void> }[] = []

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
        if (isUnanswered(error)) (client as pg.PoolClient & SessionClient).cancel()
        const state = sqlState(error)
        // Connections that only read never get this error.
        if (state === readOnlyState) shortReads?.leave()
        const isStale = state !== undefined && staleStates.has(state)
        const answered = health.proven || (state !== undefined && !state.startsWith('57') && !isLostConnection(error))
        doubtful = !answered || isStale
        // A read can be asked again, and so can a transaction that was not yet committed; of a write it is unknown.
        const lost = health.undone && isLostConnection(error)
        const isConflict = state === '40001' || state === '40P01'
        // As many connections as there are may be stale, and one that was is gone.
        const again = isStale ? attempt <= limits.connectionsMax : lost ? attempt === 1 : isConflict && attempt < attemptsMax
        if (!again) throw lost ? new DatabaseUnavailable('the connection to the database was lost twice', { cause: error }) : error
        if (isStale) continue
      } finally {
        client.release(doubtful)
      }
      const ceiling = Math.min(retryWaitMsMax, retryWaitMsMin * 2 ** attempt)
      await new Promise((resolve) => setTimeout(resolve, retryWaitMsMin + Math.random() * (ceiling - retryWaitMsMin)))
    }
  }

  /** The work of one transaction, by itself or with the connection it is on. */
  function inTransaction<T>(kind: TransactionKind, work: (queries: Queries, client: pg.PoolClient) => Promise<T>): Promise<T> {
    return withClient(async (client, health) => {
      health.undone = true
      const answerMs = kind === 'unhurried' ? undefined : limits.answerMs
      await command(client, beginning(kind, direct ? timeouts : {}), limits.answerMs)
      let hasWritten = false
      const queries = queriesOn(client, answerMs)
      const noting: Queries = {
        rows(statement, ...parameters) {
          hasWritten ||= !statement.reads
          return queries.rows(statement, ...parameters)
        },
      }
      try {
        const result = await work(noting, client)
        // What only read can be asked again, wherever its connection is lost.
        health.undone = !hasWritten
        // That of an import waits for the bookings that are under way.
        await command(client, 'commit', answerMs)
        return result
      } catch (error) {
        // A refusal is thrown too: the transaction ends either way, and the first error is the one that counts.
        if (!isLostConnection(error)) {
          health.proven = await command(client, 'rollback', limits.answerMs).then(
            () => true,
            () => false,
          )
        }
        throw error
      }
    })
  }

  /** Parts of the transaction that is open on a connection, one after the other: savepoints of two at once would end each other. */
  function partsOf(queries: Queries, client: pg.PoolClient): Database {
    let before: Promise<unknown> = Promise.resolve()
    function part<T>(work: () => Promise<T>): Promise<T> {
      const done = before.then(work)
      before = done.catch(() => {})
      return done
    }
    const undoable = <T>(work: (queries: Queries) => Promise<T>) =>
      part(async () => {
        await command(client, 'savepoint part', limits.answerMs)
        try {
          const result = await work(queries)
          await command(client, 'release savepoint part', limits.answerMs)
          return result
        } catch (error) {
          if (!isLostConnection(error)) await command(client, 'rollback to savepoint part', limits.answerMs)
          throw error
        }
      })
    const parts: Database = {
      ...opened,
      rows: (statement, ...parameters) =>
        statement.reads ? part(() => queries.rows(statement, ...parameters)) : undoable((within) => within.rows(statement, ...parameters)),
      transaction: undoable,
      together: (work) => work(parts),
    }
    return parts
  }

  const opened: Database = {
    rows(statement, ...parameters) {
      const onPool = () =>
        withClient((client, health) => {
          health.undone = statement.reads
          return queriesOn(client, limits.answerMs).rows(statement, ...parameters)
        })
      return statement.isShort && shortReads ? shortReads.rows(queryOf(statement, parameters), onPool) : onPool()
    },

    transaction: (work, kind = 'read committed') => inTransaction(kind, work),
    together: (work) => inTransaction('read committed', (queries, client) => work(partsOf(queries, client))),

    listen(channel, listener) {
      listeners.push(keepListening(serversOf(direct ?? connection), limits.heartbeatMs, channel, listener))
    },

    connections() {
      const { open, idle } = shortReads?.connections() ?? { open: 0, idle: 0 }
      return { open: pool.totalCount + open, idle: pool.idleCount + idle, waiting: pool.waitingCount }
    },

    async close() {
      await Promise.all([...listeners.map((listener) => listener.stop()), shortReads?.close()])
      await pool.end()
    },
  }
  return opened
}

/** The connections of this process, and a way to one of the pool that tries each server. Short reads have their own if there is no pooler. */
function openConnections(connection: Connection, settings: SessionSettings, limits: DatabaseLimits, isServer: boolean) {
  const servers = serversOf(connection)
  const config = { application_name: 'clinic reads', pipeline: true, connectionTimeoutMillis: limits.connectionWaitMs }
  const hasShortReads = isServer && limits.connectionsMax >= connectionsForShortReads
  const shortReads = hasShortReads ? openShortReads(() => new SessionClient(servers, settings, config)) : undefined
  const max = limits.connectionsMax - (shortReads ? sharedConnections : 0)
  function PooledClient() {
    try {
      return new SessionClient(servers, settings, { application_name: 'clinic' })
    } catch (error) {
      return refusing(error)
    }
  }
  const pool = new pg.Pool({ Client: PooledClient as never, max, connectionTimeoutMillis: limits.connectionWaitMs })
  // A connection that breaks is replaced when next needed. An error event without a listener ends the process.
  pool.on('error', () => {})

  async function connect(): Promise<pg.PoolClient> {
    let isReadOnly = false
    for (let tried = 1; ; tried += 1) {
      try {
        return await pool.connect()
      } catch (error) {
        isReadOnly ||= error instanceof ReadOnlyServer
        const allBusy = (error as Error).message === 'timeout exceeded when trying to connect'
        if (!allBusy && tried < servers.count) continue
        if (isReadOnly) throw new DatabaseReadOnly('only a database that cannot be written answers', { cause: error })
        throw new DatabaseUnavailable('no database connection in time', { cause: error })
      }
    }
  }

  return { pool, connect, shortReads }
}

/** Runs statements on one connection; one whose answer takes longer than `answerMs` is given up with its connection. */
function queriesOn(client: pg.PoolClient, answerMs: number | undefined): Queries {
  return {
    async rows<C extends Columns, P extends Columns>(statement: Statement<C, P>, ...parameters: ParametersOf<P>) {
      return (await client.query<RowOf<C>>(withPatience(queryOf(statement, parameters), answerMs))).rows
    },
  }
}

const command = (client: pg.PoolClient, text: string, answerMs: number | undefined) => client.query(withPatience({ text }, answerMs))

/**
 * In place of a client that cannot be made, as without its certificate: the pool makes some where nobody would catch what is thrown,
 * and the process would end.
 */
function refusing(error: unknown): EventEmitter {
  return Object.assign(new EventEmitter(), { connect: (callback: (error: unknown) => void) => process.nextTick(callback, error) })
}

const unhurriedTimeouts = { statement_timeout: '0', lock_timeout: '15s' }

/** One message that begins a transaction, with settings that end with it. */
function beginning(kind: TransactionKind, timeouts: SessionSettings): string {
  const isUnhurried = kind === 'unhurried'
  const local = Object.entries({ ...timeouts, ...(isUnhurried ? unhurriedTimeouts : {}) }).map(([name, value]) => `; set local ${name} = '${value}'`)
  return `begin isolation level ${isUnhurried ? 'read committed' : kind}${local.join('')}`
}
