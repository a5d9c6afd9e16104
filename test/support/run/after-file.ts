import { afterAll } from 'vitest'

const cleanups: (() => unknown)[] = []

/**
 * Runs this after the tests of the file, wherever and whenever it was registered; the last one
 * registered runs first.
 */
export function afterFile(undo: () => unknown): void {
  cleanups.push(undo)
}

/**
 * Makes `afterFile` work in the file that is about to run: `test/support/run/each-file.ts` calls it
 * once per file.
 */
export function runCleanups(): void {
  // Registered before the file is loaded: an `afterAll` that is registered while a test runs is
  // never called.
  afterAll(async () => {
    for (const undo of cleanups.splice(0).reverse()) await undo()
  })
}
