import { expect } from 'vitest'

const loopMs = 50

/**
 * How many times longer than on a quiet machine work takes now: the elapsed per processor time of a
 * loop.
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
 * Expects what a requirement limits to have taken no longer, on a machine that does nothing else.
 */
export function expectWithin(msMax: number, tookMs: number) {
  const times = measureSlowness()
  expect(
    tookMs / times,
    `${Math.round(tookMs)} ms, ${times.toFixed(1)} times as slow as quiet`,
  ).toBeLessThan(msMax)
}
