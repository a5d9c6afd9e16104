import { afterAll } from 'vitest'

const undoing: (() => unknown)[] = []

// Registered once, when the file is read: what registers an `afterAll` while a test runs registers it for nothing.
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

/** Does this after the tests of the file, whoever asks for it and when; the last asked for comes first. */
export function afterFile(undo: () => unknown): void {
  undoing.push(undo)
}
