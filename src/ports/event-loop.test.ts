import { afterEach, expect, it, vi } from 'vitest'
import { watchEventLoop } from './event-loop.ts'

afterEach(() => void vi.useRealTimers())

/** What is told after looks that were late by so many milliseconds, one after the other. */
function told(lateBy: readonly number[]): number[] {
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

it('tells of a process that is late again and again, and of no single pause', () => {
  expect(told([0, 900, 0, 0, 30, 0])).toEqual([0, 0, 0, 0, 0, 0])
  expect(told([500, 600, 400, 700, 0, 800])).toEqual([0, 0, 400, 400, 0, 0])
})
