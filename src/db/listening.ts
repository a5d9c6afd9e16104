// Listening to what other processes say through the database, on a connection that is kept for it and replaced when it breaks.

import { connectSession, isSilence, type Servers, type SessionClient, unhurried, withPatience } from './session.ts'

/** Hears what is sent on a channel of the database. */
export interface Listener {
  heard(payload: string): void
  /** It listens, for the first time or again; what was sent meanwhile is lost. */
  connected(): void
  /** The server is gone, or could not be reached again; told each time. `reason` is a code such as ECONNREFUSED or 57P01. */
  lost(reason: string | undefined): void
}

const reconnectMsMax = 5_000

/** Listens on a channel until it is stopped, on a connection of its own; one that is lost or silent is replaced. */
export function keepListening(servers: Servers, heartbeatMs: number, channel: string, { heard, connected, lost }: Listener): { stop: () => Promise<void> } {
  let stopped = false
  let client: SessionClient | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = 100
  let silences = 0

  function after(ms: number, next: () => void) {
    timer = setTimeout(next, ms)
    timer.unref()
  }

  function again(broken: SessionClient | undefined, error?: unknown) {
    // What breaks says so more than once.
    if (client !== broken) return
    client?.drop()
    client = undefined
    clearTimeout(timer)
    if (stopped) return
    // A process that is late takes for missing what has arrived and is not read yet, and so it is on a host with too much to do: as when the
    // service starts. One silence is no news of the server; a second one is, on a connection that was begun after it.
    silences = isSilence(error) ? silences + 1 : 0
    if (silences === 1) return after(0, open)
    lost((error as { code?: string } | undefined)?.code)
    after(waitMs, open)
    waitMs = Math.min(waitMs * 2, reconnectMsMax)
  }

  async function open() {
    let opened: SessionClient | undefined
    try {
      // Nothing cuts a connection short that only waits.
      opened = await connectSession(servers, unhurried(0), 'clinic listener')
      if (stopped) return opened.drop()
      client = opened
      opened.on('error', (error) => again(opened, error))
      opened.on('end', () => again(opened))
      opened.on('notification', (message) => heard(message.payload ?? ''))
      await opened.query(withPatience({ text: `listen ${channel}` }, heartbeatMs))
      waitMs = 100
      silences = 0
      // Notices sent meanwhile are lost: the caller empties its caches.
      connected()
      beatLater(opened)
    } catch (error) {
      again(opened, error)
    }
  }

  /** A connection that dies silently hears nothing, and says nothing of it. */
  function beatLater(opened: SessionClient) {
    after(heartbeatMs, () =>
      opened.query(withPatience({ text: 'select' }, heartbeatMs)).then(
        () => client === opened && beatLater(opened),
        (error) => again(opened, error),
      ),
    )
  }

  void open()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
