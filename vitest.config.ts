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
  'test/booking-element.test.ts',
  'test/board-page.test.ts',
  'test/checkout-crashes.test.ts',
  'test/board-day.test.ts',
  'test/migrations.test.ts',
  'src/backup/backup.test.ts',
  'test/attack-by-stranger.test.ts',
  'test/checkout-storms.test.ts',
  'test/cancellation-races.test.ts',
  'test/attack-on-links.test.ts',
  'test/refunds-by-policy.test.ts',
  'test/dashboard-developers.test.ts',
  'test/dashboard-day.test.ts',
  'test/dashboard-blocks.test.ts',
  'src/cli/clinic.test.ts',
  'test/dashboard-move.test.ts',
  'test/dashboard-morning.test.ts',
  'src/calendars/refresh-work.test.ts',
  'test/dashboard-settings.test.ts',
  'src/dashboard/imports-over-http.test.ts',
  'test/dashboard-series.test.ts',
  'test/dashboard-patients.test.ts',
  'test/dashboard-report.test.ts',
  'test/change-storms.test.ts',
  'src/cli/npm-start.test.ts',
  'test/checkout-races.test.ts',
  'test/guides.test.ts',
  'src/db/session.test.ts',
  'test/booking-hosted.test.ts',
  'test/attack-by-visitor.test.ts',
  'test/dashboard-week.test.ts',
  'src/cli/backup.test.ts',
  'test/dashboard-bar.test.ts',
  'src/checkout/gateway-messages.test.ts',
  'src/calendars/read-calendar.test.ts',
  'test/largest-inputs.test.ts',
  'test/one-key.test.ts',
  'src/clinic-file/clinic-file.test.ts',
  'test/dashboard-races.test.ts',
  'test/dashboard-line.test.ts',
  'test/dashboard-own-time.test.ts',
  'test/dashboard-late.test.ts',
  'test/dashboard-bring-in.test.ts',
  'src/checkout/idempotency.test.ts',
  'test/sandbox-gateway-page.test.ts',
  'test/outages.test.ts',
  'src/queue/live-queues.test.ts',
  'src/calendars/calendars.test.ts',
  'test/dashboard-first-steps.test.ts',
  'src/db/embedded/engine.test.ts',
  'src/db/short-reads.test.ts',
  'test/dashboard-boards.test.ts',
  'test/isolation.test.ts',
  'test/staff-storms.test.ts',
  'test/dashboard-offers.test.ts',
  'test/dashboard-words.test.ts',
  'test/dashboard-till.test.ts',
  'src/clinic-file/mending.test.ts',
  'src/appointments/refunds-online.test.ts',
  'test/canaries.test.ts',
  'test/calendar-races.test.ts',
  'test/dashboard-openid.test.ts',
  'src/cli/workspace-commands.test.ts',
  'src/clinic-file/settings.test.ts',
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
const [limitMs, pollMs] = process.env.TEST_FAULT === '1' ? [180_000, 30_000] : [900_000, 300_000]

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
    // Shorter than a test may take, so that what is waited for in vain is named.
    expect: { poll: { timeout: pollMs, interval: 20 } },
    projects: [service, release, screens].map((test) => ({ extends: true, test })),
    reporters: process.env.TEST_RESULTS ? ['default', new OutcomeReporter(process.env.TEST_RESULTS)] : ['default'],
  },
})
