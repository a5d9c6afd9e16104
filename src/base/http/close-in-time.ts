import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How long requests in flight may take: longer than a reservation waits for its gateway, and short
 * for a supervisor. A booking takes some milliseconds.
 */
export const inFlightMsMax = 4_500
/**
 * A request that has reached this machine is read within this time, even when the process is busy.
 */
const arrivingMs = 500
const checkMs = 20

/**
 * Closes a server within `inFlightMs`; must be created before the server listens. Requests in
 * flight are answered first. Node also waits for every connection without a complete request,
 * silent ones included, and while closing it no longer times out slow ones; so this ends them.
 */
export function createGracefulCloser(
  server: Server,
  inFlightMs = inFlightMsMax,
): (close: () => Promise<unknown>) => Promise<void> {
  const requestCounts = new Map<Socket, number>()
  // A closed connection is not waited for, however many requests it had sent.
  const addToCount = (socket: Socket, more: number) => {
    const requests = requestCounts.get(socket)
    if (requests !== undefined) requestCounts.set(socket, requests + more)
  }
  server.on('connection', (socket: Socket) => {
    requestCounts.set(socket, 0)
    socket.once('close', () => requestCounts.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    addToCount(socket, 1)
    response.once('close', () => addToCount(socket, -1))
  })
  return async (close) => {
    const since = performance.now()
    // After its response, a connection is kept alive, and closing would wait for its client.
    const dropping = setInterval(() => {
      const ms = performance.now() - since
      server.closeIdleConnections()
      for (const [socket, requests] of requestCounts)
        if (ms > inFlightMs || (requests === 0 && ms > arrivingMs)) socket.destroy()
    }, checkMs)
    try {
      await close()
    } finally {
      clearInterval(dropping)
    }
  }
}
