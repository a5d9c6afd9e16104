import { expect } from 'vitest'

// Business time follows the clock of the database, which may correct it by some milliseconds.
const clockCorrectionMs = 1_000

/** Expects an instant of business time that was taken between two readings of its clock. */
export function expectBetween(instant: number, from: number, to: number) {
  expect(instant).toBeGreaterThanOrEqual(from - clockCorrectionMs)
  expect(instant).toBeLessThanOrEqual(to + clockCorrectionMs)
}
