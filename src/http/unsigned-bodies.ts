import { type Readable, Transform } from 'node:stream'
import { refusal } from '../contract/errors.ts'

/** Bytes of all bodies in flight that nobody is known to have sent. What gateways send has some kilobytes. */
export const unsignedBytesMax = 16 * 1024 * 1024
/** How long such a body may take to arrive. */
export const unsignedBodyMs = 5_000

/**
 * What bodies pass through that are read before their sender is known: each for `unsignedBodyMs`, and all of them with `unsignedBytesMax`
 * bytes. When there are more, the oldest gives way: a message of a gateway arrives within milliseconds, and one that is held back does not.
 * `until` is when the bytes of a body are no longer kept.
 */
export function unsignedBodies(): (body: Readable, until: (over: () => void) => void) => Readable {
  const inFlight = new Map<Transform, number>()
  let bytes = 0

  function forget(passing: Transform) {
    bytes -= inFlight.get(passing) ?? 0
    inFlight.delete(passing)
  }

  function makeRoom() {
    for (const oldest of inFlight.keys()) {
      if (bytes <= unsignedBytesMax) return
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
    const late = setTimeout(() => passing.destroy(refusal('REQUEST_TIMEOUT')), unsignedBodyMs)
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
