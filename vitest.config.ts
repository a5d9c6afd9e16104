import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folderInMemory } from './test/support/run/in-memory.ts'
import { OutcomeReporter } from './test/support/run/outcome.ts'

// All processes of a run keep their temporary files there.
const inMemory = folderInMemory()
if (inMemory) process.env.TMPDIR ??= inMemory

/**
 * The slowest files, in the order in which they start. A slow file that started last would run alone at the end. The other files start by size,
 * which is no guide for files that wait for processes: one of two thousand characters takes a minute.
 */
const longest = [
  // It takes half an hour in a long run, and almost no time in other runs.
  'test/faults/faults.test.ts',
  'test/board-page.test.ts',
  'test/checkout-crashes.test.ts',
  'test/dashboard-morning.test.ts',
  'test/booking-element.test.ts',
  'test/board-day.test.ts',
  'test/dashboard-blocks.test.ts',
  'test/dashboard-day.test.ts',
  'test/dashboard-report.test.ts',
  'test/dashboard-series.test.ts',
  'test/checkout-storms.test.ts',
  'test/migrations.test.ts',
  'test/attack-by-stranger.test.ts',
  'test/dashboard-own-time.test.ts',
  'test/dashboard-patients.test.ts',
  'src/backup/backup.test.ts',
  'src/cli/clinic.test.ts',
  'test/dashboard-settings.test.ts',
  'test/dashboard-week.test.ts',
  'test/checkout-races.test.ts',
  'test/dashboard-races.test.ts',
  'test/dashboard-offers.test.ts',
  'test/guides.test.ts',
  'test/dashboard-openid.test.ts',
  'test/receipt-races.test.ts',
  'test/dashboard-sign-in.test.ts',
  'test/dashboard-bar.test.ts',
  'test/booking-hosted.test.ts',
  'test/till-races.test.ts',
  'test/crashes.test.ts',
  'src/queue/queue-model.test.ts',
  'test/attack-by-visitor.test.ts',
  'test/change-storms.test.ts',
  'test/attack-on-pages.test.ts',
  'src/cli/backup.test.ts',
  'test/token-races.test.ts',
  'src/cli/npm-start.test.ts',
  'client/src/package.test.ts',
  'src/queue/live-queues.test.ts',
  'src/clinic-file/clinic-file.test.ts',
  'src/clinic-file/import-summary.test.ts',
  'test/calendar-races.test.ts',
  'src/db/embedded/engine.test.ts',
  'src/cli/queue.test.ts',
  'test/sandbox-gateway-page.test.ts',
  'test/code-races.test.ts',
  'test/queue-page.test.ts',
  'test/races.test.ts',
  'src/messages/message-rails.test.ts',
  'src/ports/counters.test.ts',
  'src/cli/patients-import.test.ts',
  'src/availability/slot-grid.test.ts',
  'src/availability/explain.test.ts',
  'src/due-work/due-work.test.ts',
  'src/cli/visits.test.ts',
  'test/queue-streams.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}

// Some planted faults make a test wait for what never comes. Options of the command line do not reach the polls and hooks of projects.
const [limitMs, pollMs] = process.env.TEST_FAULT === '1' ? [180_000, 30_000] : [900_000, 900_000]

/** Of the service, on a PostgreSQL. */
const service = {
  name: 'service',
  // Tests that always take minutes run only in long runs.
  include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/src/**/*.test.ts', ...(process.env.TEST_LONG === '1' ? ['test/**/*.long.ts'] : [])],
  globalSetup: ['test/support/run/global-setup.ts'],
  setupFiles: ['test/support/run/each-file.ts'],
  sequence: { groupOrder: 1 },
  // PostgreSQL, the services under test and the tests share two cores. Screen tests wait half of their time, so three workers are faster than two (1,102 s).
  maxWorkers: 3,
}

/** What a release publishes, built and used: minutes of builds, which `npm test` leaves out. */
const release = { ...service, name: 'release', include: ['test/**/*.release.ts'], sequence: { groupOrder: 2 } }

/** Parts of the dashboard and of the booking element, without a browser and a service: all of them in one process, before the others. */
const screens = {
  name: 'screens',
  include: ['dashboard/src/**/*.test.{ts,tsx}', 'booking-page/src/**/*.test.{ts,tsx}'],
  environment: 'happy-dom',
  setupFiles: ['dashboard/src/each-test-file.fixture.ts'],
  sequence: { groupOrder: 0 },
  maxWorkers: 1,
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The files of a worker share the modules they import. Loading the modules for each file took a sixth of the run.
    isolate: false,
    // Ten times what the longest test takes, so that a slow machine fails none; on such a one, no test has a shorter limit of its own. The limit
    // is there for a query that waits forever, such as one inside a transaction on the wrong connection.
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // A poll may take as long as its test.
    expect: { poll: { timeout: pollMs, interval: 20 } },
    projects: [service, release, screens].map((test) => ({ extends: true, test })),
    reporters: process.env.TEST_RESULTS ? ['default', new OutcomeReporter(process.env.TEST_RESULTS)] : ['default'],
  },
})
