import { expect } from 'vitest'

const loopMs = 50

/**
 * How many times longer work takes now than on a quiet machine: a loop's elapsed time divided by
 * its processor time.
 */
function measureSlowness(): number {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  let processorMs = 0
  while (processorMs < loopMs) {
    const { user, system } = process.threadCpuUsage(before)
    processorMs = (user + system) / 1_000
  }
  return (performance.now() - startedAt) / processorMs
}

/**
 * Expects something to have taken no longer than a requirement allows, as if the machine did
 * nothing else.
 */
export function expectWithin(msMax: number, tookMs: number) {
  const times = measureSlowness()
  expect(
    tookMs / times,
    `${Math.round(tookMs)} ms, ${times.toFixed(1)} times as slow as quiet`,
  ).toBeLessThan(msMax)
}
