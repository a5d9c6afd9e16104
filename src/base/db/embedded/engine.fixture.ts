/**
 * A minimal service, for tests that kill it: opens the engine and reports to its parent, one line
 * of JSON per event.
 *
 *   node engine.fixture.ts <data directory> [default]
 *
 * It shuts down cleanly on SIGTERM.
 */
import { openEmbeddedEngine } from './engine.ts'

const [dataDirectory = '', directoryKind] = process.argv.slice(2)
const sendEvent = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const startedAt = performance.now()
  const engine = await openEmbeddedEngine({
    dataDirectory,
    dataDirectoryIsDefault: directoryKind === 'default',
    say: (sentence) => sendEvent({ said: sentence }),
    settings: { fsync: 'off' },
  })
  const { connection, created, description } = engine
  const tookMs = Math.round(performance.now() - startedAt)
  // The engine does not keep a process alive by itself.
  const alive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(alive)
    engine.stop().then(
      () => sendEvent({ stopped: true }),
      (error) => sendEvent({ refused: String(error) }),
    )
  })
  sendEvent({
    open: true,
    connection,
    created,
    description,
    dataDirectory: engine.dataDirectory,
    postmasterId: engine.postmasterId(),
    tookMs,
  })
} catch (error) {
  sendEvent({ refused: (error as Error).message, error: (error as Error).name })
}
