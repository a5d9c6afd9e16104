// A network between the service and its database that can fail as real networks do.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '../../../src/base/db/session.ts'
import { afterFile } from '../run/after-file.ts'
import { connectionUrl } from './url-of.ts'

export interface Network {
  /** The database's address through this network. */
  connection: { connectionString: string }
  /** The `host:port` of the network. */
  host: string
  /** Existing and new connections carry no data and report nothing, until `restore`. */
  goSilent(): void
  /** New connections work. Silent ones stay silent: the devices in between have forgotten them. */
  restore(): void
  /** The next packet with this text is forwarded, and nothing after it on the same connection. */
  goSilentAfter(text: string): void
  /** What the database sends arrives this much later. */
  delay(ms: number): void
  /** Ends all connections at once, and every new one until `restore`. */
  reset(): void
  /** How many connections have been opened. */
  made(): number
}

export async function openNetworkTo(database: Connection): Promise<Network> {
  const target = new URL(connectionUrl(database))
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const lines = new Set<{ ends: [Socket, Socket]; isSilent: boolean }>()
  let state: 'passes' | 'silent' | 'resets' = 'passes'
  let silentAfter: string | undefined
  let delayMs = 0
  let countConnections = 0
  // A FIN is not answered automatically: if nothing passes, the answer must not pass either.
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    countConnections += 1
    if (state === 'resets') return caller.resetAndDestroy()
    const behind = connect({
      ...(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { port, host: target.hostname }),
      allowHalfOpen: true,
    })
    const line = { ends: [caller, behind] as [Socket, Socket], isSilent: state === 'silent' }
    lines.add(line)
    for (const [from, to] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      from.on('data', (packet) => {
        if (line.isSilent) return
        if (delayMs > 0 && from === behind) setTimeout(() => to.write(packet), delayMs)
        else to.write(packet)
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
    connection: {
      connectionString: `postgres://${target.username}@${host}${target.pathname}${options ? `?options=${encodeURIComponent(options)}` : ''}`,
    },
    host,
    goSilent() {
      state = 'silent'
      for (const line of lines) line.isSilent = true
    },
    restore() {
      state = 'passes'
    },
    goSilentAfter(text) {
      silentAfter = text
    },
    delay(ms) {
      delayMs = ms
    },
    reset() {
      state = 'resets'
      for (const { ends } of lines) ends[0].resetAndDestroy()
    },
    made: () => countConnections,
  }
}
