import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * libuv's counters of a socket: bytes handed to it, and bytes that the kernel has not taken yet.
 * Node has no public API for them.
 */
interface Outgoing {
  _handle?: { bytesWritten?: number; writeQueueSize?: number } | null
}

/**
 * Destroys sockets whose response the client does not read: none of its bytes has left for
 * `stallMs`. Node's own time-outs end with the request, and a client that sends a byte now and then
 * prevents any idle timeout; each such socket would keep its response in memory for ever. Sockets
 * are checked every `checkMs`, so one lives at most `stallMs + checkMs`.
 */
export function closeStalledResponses(
  server: Server,
  { stallMs, checkMs }: { stallMs: number; checkMs: number },
): void {
  const open = new Map<Socket, { delivered: number; since: number }>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { delivered: 0, since: performance.now() })
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, progress] of open) {
      const { bytesWritten = 0, writeQueueSize = 0 } = (socket as Outgoing)._handle ?? {}
      const delivered = bytesWritten - writeQueueSize
      if (writeQueueSize === 0 || delivered > progress.delivered)
        open.set(socket, { delivered, since: now })
      else if (now - progress.since >= stallMs) socket.destroy()
    }
  }, checkMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
