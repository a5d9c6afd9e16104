/**
 * A minimal service, for tests that kill it: opens the engine and reports to its parent, one line of JSON per event.
 *
 *   node engine.fixture.ts <data directory> [default]
 *
 * It shuts down cleanly on SIGTERM.
 */
import { openEmbeddedEngine } from './engine.ts'

const [dataDirectory = '', place] = process.argv.slice(2)
const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)

try {
  const begun = performance.now()
  const engine = await openEmbeddedEngine({
    dataDirectory,
    dataDirectoryIsDefault: place === 'default',
    say: (sentence) => tell({ said: sentence }),
    settings: { fsync: 'off' },
  })
  const { connection, created, description } = engine
  const tookMs = Math.round(performance.now() - begun)
  // The engine does not keep a process alive by itself.
  const alive = setInterval(() => undefined, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(alive)
    engine.stop().then(
      () => tell({ stopped: true }),
      (error) => tell({ refused: String(error) }),
    )
  })
  tell({ open: true, connection, created, description, dataDirectory: engine.dataDirectory, postmasterId: engine.postmasterId(), tookMs })
} catch (error) {
  tell({ refused: (error as Error).message, error: (error as Error).name })
}
