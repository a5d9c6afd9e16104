import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'client/src/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // A query on the wrong connection inside a transaction waits for itself; this shows it.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // PostgreSQL, the services under test and the tests share the machine.
    maxWorkers: 2,
    reporters: process.env.TEST_RESULTS ? ['default', ['json', { outputFile: process.env.TEST_RESULTS }]] : ['default'],
  },
})
