// Short reads share two connections, on which a statement is sent without waiting for earlier
// answers (pipelining). With many callers, such a read costs this process half the processor time
// that it costs on the pool: docs/decisions/database.md.

import pg from 'pg'
import type { SessionClient } from './session.ts'

/** How many connections short reads share. */
export const sharedConnections = 2
/** How many statements may be under way on one connection. */
const underWayMax = 16
/**
 * How long a connection's oldest statement may wait before the connection takes no more statements,
 * and those behind it are also sent on the pool.
 */
const promptMs = 25
/** How long the oldest statement may wait before the connection is dropped. */
const patienceMs = 1_000
/** How long until a dropped connection is replaced. */
const restMs = 1_000

/** `newClient` makes a pipelined client. Connections open at the first read. */
export function openShortReads(newClient: () => SessionClient) {
  const one = createSharedConnection(newClient)
  const other = createSharedConnection(newClient)
  return {
    /**
     * Runs a query on one of the connections; falls back to `onPool` if neither can take it, or if
     * the connection fails or is slow.
     */
    rows<Row extends pg.QueryResultRow>(
      query: pg.QueryConfig,
      onPool: () => Promise<Row[]>,
    ): Promise<Row[]> {
      const [lessBusy, moreBusy] =
        other.underWay.size < one.underWay.size ? [other, one] : [one, other]
      const chosen = lessBusy.canAccept() ? lessBusy : moreBusy
      return chosen.canAccept() ? chosen.rows(query, onPool) : onPool()
    },
    connections() {
      const open = [one, other].filter((connection) => connection.isOpen())
      return { open: open.length, idle: open.filter(({ underWay }) => underWay.size === 0).length }
    },
    /** Drops the connections: their server is no longer the right one. */
    leave() {
      one.leave()
      other.leave()
    },
    /** Statements in progress get a second to finish. */
    close: () => Promise.all([one.close(), other.close()]),
  }
}

function createSharedConnection(newClient: () => SessionClient) {
  /** The statements that were sent, in the order of their answers. */
  const underWay = new Set<{ sentAt?: number; onPool(): void }>()
  let client: SessionClient | undefined
  let restsUntil = 0
  let isOpen = false
  let isSlow = false
  let isWatched = false
  let isClosed = false

  async function open() {
    let connecting: SessionClient | undefined
    try {
      connecting = newClient()
      client = connecting
      await connecting.connect()
      connecting.unref()
      connecting.once('end', () => dropConnection(connecting))
      isOpen = client === connecting
    } catch {
      dropConnection(connecting)
    }
  }

  /** Drops a connection. Its statements are sent again on the pool: they only read. */
  function dropConnection(broken: SessionClient | undefined) {
    if (client !== broken) return
    client?.drop()
    client = undefined
    isOpen = isSlow = false
    restsUntil = performance.now() + restMs
    for (const statement of underWay) statement.onPool()
    underWay.clear()
  }

  /**
   * Checks only after answers that have arrived were read: a late process does not mean a slow
   * server.
   */
  function scheduleCheck(ms: number) {
    isWatched = true
    setTimeout(() => setImmediate(checkAnswers), ms).unref()
  }

  function checkAnswers() {
    isWatched = false
    const [oldest] = underWay
    if (!client || !oldest) return
    const now = performance.now()
    const unansweredMs = now - (oldest.sentAt ?? now)
    if (unansweredMs >= patienceMs) {
      client.cancel()
      return dropConnection(client)
    }
    isSlow = unansweredMs >= promptMs
    if (isSlow) for (const statement of underWay) if (statement !== oldest) statement.onPool()
    scheduleCheck(isSlow ? promptMs : promptMs - unansweredMs)
  }

  /**
   * Sends all statements of an event loop turn in one packet: the system call is the most expensive
   * part of a short read.
   */
  function sendLater({ connection: { stream } }: SessionClient) {
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => {
      const sentAt = performance.now()
      for (const statement of underWay) statement.sentAt ??= sentAt
      stream.uncork()
    })
  }

  return {
    underWay,
    isOpen: () => isOpen,

    /** Whether it can take a statement now. Begins to connect if it is not connected. */
    canAccept(): boolean {
      if (!client && !isClosed && performance.now() >= restsUntil)
        open().catch(() => dropConnection(client))
      return isOpen && !isSlow && !isClosed && underWay.size < underWayMax
    },

    rows<Row extends pg.QueryResultRow>(
      query: pg.QueryConfig,
      onPool: () => Promise<Row[]>,
    ): Promise<Row[]> {
      const used = client as SessionClient
      return new Promise((resolve, reject) => {
        let isOnPool = false
        const pending = {
          onPool() {
            if (!isOnPool) onPool().then(resolve, reject)
            isOnPool = true
          },
        }
        underWay.add(pending)
        // An idle connection does not keep the process alive.
        if (underWay.size === 1) used.ref()
        if (!isWatched) scheduleCheck(promptMs)
        sendLater(used)
        const answered = (error: Error | null, result: pg.QueryResult<Row>) => {
          // A dropped connection: the pool already has the statement.
          if (!underWay.delete(pending)) return
          isSlow = false
          if (underWay.size === 0) used.unref()
          if (!error) return resolve(result.rows)
          if (isStatementError(error)) return reject(error)
          pending.onPool()
          dropConnection(used)
        }
        // The query is created here: `pg` would copy the property descriptors of a configuration,
        // which takes 3 µs.
        used.query(
          Object.assign(new pg.Query(query.text, query.values, answered as never), {
            name: query.name,
          }),
        )
      })
    },

    leave: () => dropConnection(client),

    async close() {
      isClosed = true
      if (!isOpen) return dropConnection(client)
      client?.ref()
      await client?.end()
    },
  }
}

/**
 * Whether the server refused the statement itself. Any other error is about the connection, such as
 * a plan that a migration made stale.
 */
function isStatementError(error: Error): boolean {
  return (
    error instanceof pg.DatabaseError && !/^(08|25|40|57|0A000|26000|42P05)/.test(error.code ?? '')
  )
}
