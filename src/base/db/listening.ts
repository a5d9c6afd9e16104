// Listens to notifications of other processes through the database, on a dedicated connection that
// is replaced when it breaks.

import {
  connectSession,
  isTimeout,
  type Servers,
  type SessionClient,
  untimedSettings,
  withAnswerLimit,
} from './session.ts'

/** Receives the notifications of one channel. */
export interface Listener {
  heard(payload: string): void
  /** Called when listening begins, the first time or again; notifications in between are lost. */
  connected(): void
  /**
   * The server is gone, or could not be reached again; called each time. `reason` is a code such as
   * ECONNREFUSED or 57P01.
   */
  lost(reason: string | undefined): void
}

const reconnectMsMax = 5_000

export interface Listening {
  /**
   * Resolves once the notifications of everything committed before the call have been received.
   * While the connection is broken it does not wait: `connected` is called once there is one again.
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * Listens on a channel until it is stopped, on its own connection; a lost or silent connection is
 * replaced.
 */
export function keepListening(
  servers: Servers,
  heartbeatMs: number,
  channel: string,
  { heard, connected, lost }: Listener,
): Listening {
  let stopped = false
  let client: SessionClient | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = 100
  let silences = 0
  let previousQuery: Promise<unknown> = Promise.resolve()

  /** One query at a time. */
  function ask(session: SessionClient, text: string): Promise<unknown> {
    const answer = previousQuery.then(() => session.query(withAnswerLimit({ text }, heartbeatMs)))
    previousQuery = answer.catch(() => {})
    return answer
  }

  function schedule(ms: number, next: () => void) {
    timer = setTimeout(next, ms)
    timer.unref()
  }

  function reconnect(broken: SessionClient | undefined, error?: unknown) {
    // A broken connection may report its failure more than once.
    if (client !== broken) return
    client?.drop()
    client = undefined
    clearTimeout(timer)
    if (stopped) return
    // A process that is late may time out although the answer has already arrived; this happens on
    // an overloaded host, for example at start-up. One silence therefore proves nothing; a second
    // one, on a new connection, does.
    silences = isTimeout(error) ? silences + 1 : 0
    if (silences === 1) return schedule(0, open)
    lost((error as { code?: string } | undefined)?.code)
    schedule(waitMs, open)
    waitMs = Math.min(waitMs * 2, reconnectMsMax)
  }

  async function open() {
    let session: SessionClient | undefined
    try {
      // No time-outs: this connection only waits.
      session = await connectSession(servers, untimedSettings(0), 'clinic listener')
      if (stopped) return session.drop()
      client = session
      session.on('error', (error) => reconnect(session, error))
      session.on('end', () => reconnect(session))
      session.on('notification', (message) => heard(message.payload ?? ''))
      previousQuery = Promise.resolve()
      await ask(session, `listen ${channel}`)
      waitMs = 100
      silences = 0
      // Notifications in between are lost: the caller clears its caches.
      connected()
      scheduleHeartbeat(session)
    } catch (error) {
      reconnect(session, error)
    }
  }

  /** A connection that dies silently receives nothing and reports no error. */
  function scheduleHeartbeat(session: SessionClient) {
    schedule(heartbeatMs, () =>
      ask(session, 'select').then(
        () => client === session && scheduleHeartbeat(session),
        (error) => reconnect(session, error),
      ),
    )
  }

  open().catch((error) => reconnect(undefined, error))
  return {
    async catchUp() {
      const current = client
      // Before the server answers, it sends the notifications that are waiting for the session.
      if (current) await ask(current, 'select').catch((error) => reconnect(current, error))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
