import { afterAll } from 'vitest'

const undoing: (() => unknown)[] = []

/** Does this after the tests of the file, whoever asks for it and when; the last asked for comes first. */
export function afterFile(undo: () => unknown): void {
  undoing.push(undo)
}

/** Makes `afterFile` work in the file about to run: `test/support/run/each-file.ts` calls it, once for each. */
export function undoAfterFile(): void {
  // Registered before the file is read: an `afterAll` that is registered while a test runs is never called.
  afterAll(async () => {
    for (const undo of undoing.splice(0).reverse()) await undo()
  })
}
