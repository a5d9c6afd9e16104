import { type Readable, Transform } from 'node:stream'
import { refusal } from '../contract/errors.ts'

/** Bytes of all bodies in flight that nobody is known to have sent. What gateways send has some kilobytes. */
export const unsignedBytesMax = 16 * 1024 * 1024
/** How long such a body may take to arrive. */
export const unsignedBodyMs = 5_000

/**
 * What bodies pass through that are bounded together: each is read for `ms`, and all of them hold `bytesMax` bytes; without a word, as bodies
 * are that are read before their sender is known. When there are more, the oldest gives way: a message of a gateway arrives within
 * milliseconds, and one that is held back does not. `until` is when the bytes of a body are no longer kept.
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
    // Who reads it listens while it is read. An error without a listener would end the process.
    passing.on('error', () => undefined)
    return body.pipe(passing)
  }
}
