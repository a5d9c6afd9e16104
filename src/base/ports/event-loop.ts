// How late this process is: work that is due at a time is delayed by everything before it.

const everyMs = 100
/** A single long task is not overload. */
const timesInARow = 3

export interface EventLoop {
  /** The minimum delay, in milliseconds, of the last three checks. */
  lateMs(): number
  stop(): void
}

/** Watches the event loop of this process; ten checks a second have no measurable cost. */
export function watchEventLoop(now: () => number = () => performance.now()): EventLoop {
  let late: number[] = []
  let checkedAt = now()
  const timer = setInterval(() => {
    const checkStartedAt = now()
    late = [Math.max(0, checkStartedAt - checkedAt - everyMs), ...late].slice(0, timesInARow)
    checkedAt = checkStartedAt
  }, everyMs)
  timer.unref()
  return {
    lateMs: () => (late.length < timesInARow ? 0 : Math.min(...late)),
    stop: () => clearInterval(timer),
  }
}
