import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/src/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/each-file.ts'],
    // The files of a worker share the modules they import: loading them for each file took a sixth of a run.
    isolate: false,
    // A query on the wrong connection inside a transaction waits for itself; this shows it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test waits for what it needs as long as its own time allows.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // PostgreSQL, the services under test and the tests share the machine.
    maxWorkers: 2,
    reporters: process.env.TEST_RESULTS ? ['default', ['json', { outputFile: process.env.TEST_RESULTS }]] : ['default'],
  },
})
