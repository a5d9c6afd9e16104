import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests in flight get this long: longer than a reservation waits for its gateway, and a supervisor hardly notices. A booking takes some milliseconds. */
export const inFlightMsMax = 4_500
/** A request that has reached this machine is read within this time, also when the process is busy. */
const arrivingMs = 500
const lookMs = 20

/**
 * What closes a server within `inFlightMs`; to be made before the server listens. Requests in flight are answered first. Node waits for every
 * connection that has not completed a request as well, one that never says anything among them, and once it is closing ends none for its
 * slowness: so those are ended here.
 */
export function closerOf(server: Server, inFlightMs = inFlightMsMax): (close: () => Promise<unknown>) => Promise<void> {
  const requestsOf = new Map<Socket, number>()
  // A connection that is gone is none to wait for, however many requests it sent at once.
  const count = (socket: Socket, more: number) => {
    const requests = requestsOf.get(socket)
    if (requests !== undefined) requestsOf.set(socket, requests + more)
  }
  server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0)
    socket.once('close', () => requestsOf.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return async (close) => {
    const since = performance.now()
    // A connection whose last request was in flight is kept alive after the response, and closing would wait for its client.
    const dropping = setInterval(() => {
      const ms = performance.now() - since
      server.closeIdleConnections()
      for (const [socket, requests] of requestsOf) if (ms > inFlightMs || (requests === 0 && ms > arrivingMs)) socket.destroy()
    }, lookMs)
    try {
      await close()
    } finally {
      clearInterval(dropping)
    }
  }
}
