import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressNetwork, type IpAddress, parseIpAddress } from '../values/ip-address.ts'

/** Limits on open connections. */
export interface ConnectionLimits {
  /** The limit for one IPv4 address or IPv6 /64; a trusted proxy may use the full limit. */
  perAddress: number
  all: number
}

/** A waiting room on one Wi-Fi has one address, and each phone may hold a stream of the queue. */
export const defaultConnectionLimits: ConnectionLimits = { perAddress: 1_000, all: 10_000 }

interface Connection {
  socket: Socket
  /** The groups it counts in: its network, and all. */
  groups: readonly Group[]
  isOpen: boolean
  requests: number
}

interface Group {
  open: number
  /** Connections without a request, the longest-waiting first. */
  waiting: Set<Connection>
}

/**
 * Limits the connections of a server. A connection over the limit replaces the connection that has
 * been idle longest (kept alive, silent or still sending headers): in its own network if that is
 * over its limit, otherwise anywhere. If all have a request, the new one is closed.
 */
export function limitConnections(
  server: Server,
  { perAddress, all }: ConnectionLimits,
  isTrustedProxy: (address: IpAddress) => boolean,
): void {
  const allConnections: Group = { open: 0, waiting: new Set() }
  const networks = new Map<string, Group>()
  const connections = new WeakMap<Socket, Connection>()

  function wait(connection: Connection) {
    if (connection.isOpen) for (const { waiting } of connection.groups) waiting.add(connection)
  }

  // Counted now: a destroyed socket emits its event later.
  function forget(connection: Connection) {
    if (!connection.isOpen) return
    connection.isOpen = false
    for (const group of connection.groups) {
      group.open -= 1
      group.waiting.delete(connection)
    }
  }

  server.on('connection', (socket: Socket) => {
    const address = parseIpAddress((socket.remoteAddress ?? '').replace(/%.*$/, ''))
    const name = address ? addressNetwork(address) : ''
    const network = networks.get(name) ?? { open: 0, waiting: new Set() }
    networks.set(name, network)
    const connection: Connection = {
      socket,
      groups: [network, allConnections],
      isOpen: true,
      requests: 0,
    }
    connections.set(socket, connection)
    for (const group of connection.groups) group.open += 1
    socket.once('close', () => {
      forget(connection)
      if (network.open === 0) networks.delete(name)
    })
    // The new connection is the last to wait, so it is closed if no other is idle.
    wait(connection)
    const isProxy = address !== undefined && isTrustedProxy(address)
    let overfullGroup: Group | undefined
    if (network.open > perAddress && !isProxy) overfullGroup = network
    else if (allConnections.open > all) overfullGroup = allConnections
    const [longestIdle] = overfullGroup?.waiting ?? []
    if (!longestIdle) return
    forget(longestIdle)
    longestIdle.socket.destroy()
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.requests += 1
    for (const { waiting } of connection.groups) waiting.delete(connection)
    response.once('close', () => {
      connection.requests -= 1
      if (connection.requests === 0) wait(connection)
    })
  })
}
