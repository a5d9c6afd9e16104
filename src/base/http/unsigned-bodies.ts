import { type Readable, Transform } from 'node:stream'
import { refusal } from '../contract/errors.ts'

/**
 * The total size of bodies in flight whose senders are unknown. Messages of gateways have some
 * kilobytes.
 */
export const unsignedBytesMax = 16 * 1024 * 1024
/** How long such a body may take to arrive. */
export const unsignedBodyMs = 5_000

/**
 * Returns a wrapper for request bodies that share a limit: each may be read for `ms`, and all of
 * them may hold `bytesMax` bytes. The defaults are those for bodies that are read before their
 * sender is known. Over the limit, the oldest body is dropped: a gateway's message arrives within
 * milliseconds, while an attacker's may be slow. `until` is called when the bytes of a body are no
 * longer kept.
 */
export function createBodyLimiter({
  bytesMax = unsignedBytesMax,
  ms = unsignedBodyMs,
} = {}): (body: Readable, until: (notifyEnd: () => void) => void) => Readable {
  const inFlight = new Map<Transform, number>()
  let bytes = 0

  function forget(transform: Transform) {
    bytes -= inFlight.get(transform) ?? 0
    inFlight.delete(transform)
  }

  function makeRoom() {
    for (const oldest of inFlight.keys()) {
      if (bytes <= bytesMax) return
      forget(oldest)
      oldest.destroy(refusal('BUSY'))
    }
  }

  return (body, until) => {
    const tracked = new Transform({
      transform(chunk: Buffer, _, done) {
        const heldBytes = inFlight.get(tracked)
        if (heldBytes !== undefined) {
          inFlight.set(tracked, heldBytes + chunk.length)
          bytes += chunk.length
          makeRoom()
        }
        done(null, chunk)
      },
    })
    inFlight.set(tracked, 0)
    const late = setTimeout(() => tracked.destroy(refusal('REQUEST_TIMEOUT')), ms)
    tracked.once('close', () => clearTimeout(late))
    until(() => {
      forget(tracked)
      tracked.destroy()
    })
    body.on('error', (error) => tracked.destroy(error))
    // The reader listens while it reads. An error without a listener would end the process.
    tracked.on('error', () => undefined)
    return body.pipe(tracked)
  }
}
