import { afterEach, expect, it, vi } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

afterEach(() => void vi.useRealTimers())

/** What is reported after checks that were late by these numbers of milliseconds, in sequence. */
function measureDelays(lateBy: readonly number[]): number[] {
  vi.useFakeTimers()
  let now = 0
  const loop = watchEventLoop(() => now)
  const heard = lateBy.map((ms) => {
    now += 100 + ms
    vi.advanceTimersByTime(100)
    return loop.lateMs()
  })
  loop.stop()
  return heard
}

it('reports a process that is late repeatedly, and not a single pause', () => {
  expect(measureDelays([0, 900, 0, 0, 30, 0])).toEqual([0, 0, 0, 0, 0, 0])
  expect(measureDelays([500, 600, 400, 700, 0, 800])).toEqual([0, 0, 400, 400, 0, 0])
})
