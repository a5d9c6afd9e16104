import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findMemoryFolder } from './test/support/run/in-memory.ts'
import { OutcomeReporter } from './test/support/run/outcome.ts'

// All processes of a run keep their temporary files there.
const inMemory = findMemoryFolder()
if (inMemory) process.env.TMPDIR ??= inMemory

/**
 * The slowest files, in the order in which they start. A slow file that started last would run
 * alone at the end. The other files start by size, which is no guide for files that wait for
 * processes: one of two thousand characters takes a minute.
 */
const longest = [
  // Half an hour in a long run, and almost no time in other runs.
  'test/faults/faults.test.ts',
  'test/screens/booking/element.test.ts',
  'test/screens/boards/page.test.ts',
  'test/screens/dashboard/day.test.ts',
  'test/crashes/checkouts.test.ts',
  'test/screens/dashboard/fields.test.ts',
  'test/releases/migrations.test.ts',
  'test/screens/dashboard/blocks.test.ts',
  'test/screens/dashboard/sign-in.test.ts',
  'test/screens/boards/day.test.ts',
  'test/screens/dashboard/first-steps.test.ts',
  'test/screens/dashboard/developers.test.ts',
  'test/screens/dashboard/patients.test.ts',
  'test/screens/dashboard/morning.test.ts',
  'test/storms/checkout.test.ts',
  'test/attacks/by-stranger.test.ts',
  'src/management/backup/backup.test.ts',
  'test/races/cancellation.test.ts',
  'test/attacks/on-links.test.ts',
  'test/refunds-by-policy.test.ts',
  'src/doors/cli/clinic.test.ts',
  'test/screens/dashboard/move.test.ts',
  'src/visits/calendars/refresh-work.test.ts',
  'test/screens/dashboard/settings.test.ts',
  'src/doors/dashboard/imports-over-http.test.ts',
  'test/screens/dashboard/series.test.ts',
  'test/screens/dashboard/report.test.ts',
  'test/storms/change.test.ts',
  'src/doors/cli/npm-start.test.ts',
  'test/races/checkout.test.ts',
  'test/conventions/guides.test.ts',
  'src/base/db/session.test.ts',
  'test/screens/booking/hosted.test.ts',
  'test/attacks/by-visitor.test.ts',
  'test/screens/dashboard/week.test.ts',
  'src/doors/cli/backup.test.ts',
  'test/screens/dashboard/bar.test.ts',
  'src/money/checkout/gateway-messages.test.ts',
  'src/visits/calendars/read-calendar.test.ts',
  'test/largest-inputs.test.ts',
  'test/conventions/one-key.test.ts',
  'src/management/clinic-file/clinic-file.test.ts',
  'test/races/dashboard.test.ts',
  'test/screens/dashboard/line.test.ts',
  'test/screens/dashboard/own-time.test.ts',
  'test/screens/dashboard/late.test.ts',
  'test/screens/dashboard/bring-in.test.ts',
  'src/money/checkout/idempotency.test.ts',
  'test/screens/sandbox-gateway-page.test.ts',
  'test/crashes/outages.test.ts',
  'src/visits/queue/live-queues.test.ts',
  'src/visits/calendars/calendars.test.ts',
  'src/base/db/embedded/engine.test.ts',
  'src/base/db/short-reads.test.ts',
  'test/screens/dashboard/boards.test.ts',
  'test/conventions/isolation.test.ts',
  'test/storms/staff.test.ts',
  'test/screens/dashboard/offers.test.ts',
  'test/screens/dashboard/words.test.ts',
  'test/screens/dashboard/till.test.ts',
  'src/management/clinic-file/mending.test.ts',
  'src/visits/appointments/refunds-online.test.ts',
  'test/conventions/canaries.test.ts',
  'test/races/calendar.test.ts',
  'test/screens/dashboard/openid.test.ts',
  'src/doors/cli/workspace-commands.test.ts',
  'src/management/clinic-file/settings.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startRank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found < 0 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => startRank(a) - startRank(b))
  }
}

// Some planted faults make a test wait for what never comes. Options of the command line do not
// reach the polls and hooks of projects.
const [limitMs, pollMs] = process.env.TEST_FAULT === '1' ? [180_000, 30_000] : [900_000, 300_000]

/** Of the service, on a PostgreSQL. */
const service = {
  name: 'service',
  // Tests that always take minutes run only in long runs.
  include: [
    'src/**/*.test.ts',
    'test/**/*.test.ts',
    'client/src/**/*.test.ts',
    ...(process.env.TEST_LONG === '1' ? ['test/**/*.long.ts'] : []),
  ],
  globalSetup: ['test/support/run/global-setup.ts'],
  setupFiles: ['test/support/run/each-file.ts'],
  sequence: { groupOrder: 1 },
  // PostgreSQL, the services under test and the tests share two cores. Screen tests wait half of
  // their time, so three workers are faster than two (1,102 s).
  maxWorkers: 3,
}

/** What a release publishes, built and used: minutes of builds, which `npm test` leaves out. */
const release = {
  ...service,
  name: 'release',
  include: ['test/**/*.release.ts'],
  sequence: { groupOrder: 2 },
}

/**
 * Parts of the dashboard and of the booking element, without a browser and a service: all of them
 * in one process, before the others.
 */
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
    // The files of a worker share the modules they import. Loading the modules for each file took a
    // sixth of the run.
    isolate: false,
    // Ten times what the longest test takes, so that a slow machine fails none; on such a one, no
    // test has a shorter limit of its own. The limit is there for a query that waits forever, such
    // as one inside a transaction on the wrong connection.
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Shorter than a test may take, so that what is waited for in vain is named.
    expect: { poll: { timeout: pollMs, interval: 20 } },
    projects: [service, release, screens].map((test) => ({ extends: true, test })),
    reporters: process.env.TEST_RESULTS
      ? ['default', new OutcomeReporter(process.env.TEST_RESULTS)]
      : ['default'],
  },
})
