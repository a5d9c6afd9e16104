// Runs before each test file. A worker's files share their modules, so what a file changes in them
// (spies, clocks, the environment) is undone after it, and a file's state cannot live in a module.

import { afterAll, vi } from 'vitest'
import { runCleanups } from './after-file.ts'

runCleanups()
// Registered last, so it runs first: what is closed after the file needs real timers.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
