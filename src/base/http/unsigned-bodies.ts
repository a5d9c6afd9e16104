import { type Readable, Transform } from 'node:stream'
import { refusal } from '../contract/errors.ts'

/** The total size of bodies in flight whose senders are unknown. Messages of gateways have some kilobytes. */
export const unsignedBytesMax = 16 * 1024 * 1024
/** How long such a body may take to arrive. */
export const unsignedBodyMs = 5_000

/**
 * Returns a wrapper for request bodies that share a limit: each may be read for `ms`, and all of them may hold `bytesMax` bytes. The
 * defaults are those for bodies that are read before their sender is known. Over the limit, the oldest body is dropped: a gateway's message
 * arrives within milliseconds, while an attacker's may be slow. `until` is called when the bytes of a body are no longer kept.
 */
export function boundedBodies({ bytesMax = unsignedBytesMax, ms = unsignedBodyMs } = {}): (body: Readable, until: (over: () => void) => void) => Readable {
  const inFlight = new Map<Transform, number>()
  let bytes = 0

  function forget(passing: Transform) {
    bytes -= inFlight.get(passing) ?? 0
    inFlight.delete(passing)
  }

  function makeRoom() {
    for (const oldest of inFlight.keys()) {
      if (bytes <= bytesMax) return
      forget(oldest)
      oldest.destroy(refusal('BUSY'))
    }
  }

  return (body, until) => {
    const passing = new Transform({
      transform(chunk: Buffer, _, done) {
        const held = inFlight.get(passing)
        if (held !== undefined) {
          inFlight.set(passing, held + chunk.length)
          bytes += chunk.length
          makeRoom()
        }
        done(null, chunk)
      },
    })
    inFlight.set(passing, 0)
    const late = setTimeout(() => passing.destroy(refusal('REQUEST_TIMEOUT')), ms)
    passing.once('close', () => clearTimeout(late))
    until(() => {
      forget(passing)
      passing.destroy()
    })
    body.on('error', (error) => passing.destroy(error))
    // The reader listens while it reads. An error without a listener would end the process.
    passing.on('error', () => undefined)
    return body.pipe(passing)
  }
}
