// A network between the service and its database that can fail as networks do.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '../../../src/db/session.ts'
import { afterFile } from '../run/after-file.ts'
import { urlOf } from './url-of.ts'

export interface Network {
  /** The same database, behind this network. */
  connection: { connectionString: string }
  /** What `host:port` it is at. */
  host: string
  /** Connections that exist carry nothing any more, and say nothing of it; new ones neither, until `pass`. */
  goSilent(): void
  /** New connections pass. Those that went silent stay so: what stood between has forgotten them. */
  pass(): void
  /** The next packet with this text is passed on, and nothing after it on that connection. */
  goSilentAfter(text: string): void
  /** Ends all connections at once, and new ones until `pass`. */
  reset(): void
  /** How many connections have been made. */
  made(): number
}

export async function networkTo(database: Connection): Promise<Network> {
  const target = new URL(urlOf(database))
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const lines = new Set<{ ends: [Socket, Socket]; isSilent: boolean }>()
  let state: 'passes' | 'silent' | 'resets' = 'passes'
  let silentAfter: string | undefined
  let made = 0
  // An end is not answered by itself: where nothing passes, that does not either.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    made += 1
    if (state === 'resets') return caller.resetAndDestroy()
    const behind = connect({ ...(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { port, host: target.hostname }), allowHalfOpen: true })
    const line = { ends: [caller, behind] as [Socket, Socket], isSilent: state === 'silent' }
    lines.add(line)
    for (const [from, to] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      from.on('data', (packet) => {
        if (line.isSilent) return
        to.write(packet)
        if (from !== caller || silentAfter === undefined || !packet.includes(silentAfter)) return
        line.isSilent = true
        silentAfter = undefined
      })
      from.on('error', () => {})
      from.on('end', () => line.isSilent || to.end())
      from.on('close', () => line.isSilent || to.destroy())
    }
    caller.on('close', () => lines.delete(line))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    for (const { ends } of lines) for (const end of ends) end.destroy()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = target.searchParams.get('options')
  return {
    connection: { connectionString: `postgres://${target.username}@${host}${target.pathname}${options ? `?options=${encodeURIComponent(options)}` : ''}` },
    host,
    goSilent() {
      state = 'silent'
      for (const line of lines) line.isSilent = true
    },
    pass() {
      state = 'passes'
    },
    goSilentAfter(text) {
      silentAfter = text
    },
    reset() {
      state = 'resets'
      for (const { ends } of lines) ends[0].resetAndDestroy()
    },
    made: () => made,
  }
}
