import { expect } from 'vitest'

// Business time follows the database's clock, which the system may correct by some milliseconds.
const clockCorrectionMs = 1_000

/** Expects a business time to lie between two readings of its clock. */
export function expectBetween(instant: number, from: number, to: number) {
  expect(instant).toBeGreaterThanOrEqual(from - clockCorrectionMs)
  expect(instant).toBeLessThanOrEqual(to + clockCorrectionMs)
}
