// How late this process is: what it was to do at a time, it does only once all that came before is done.

const everyMs = 100
/** One long piece of work is no overload. */
const timesInARow = 3

export interface EventLoop {
  /** By how many milliseconds it was late the last three times it was looked at, at least. */
  lateMs(): number
  stop(): void
}

/** Watches the event loop of this process; looking ten times a second costs it nothing that can be measured. */
export function watchEventLoop(now: () => number = () => performance.now()): EventLoop {
  let late: number[] = []
  let lookedAt = now()
  const timer = setInterval(() => {
    const lookingAt = now()
    late = [Math.max(0, lookingAt - lookedAt - everyMs), ...late].slice(0, timesInARow)
    lookedAt = lookingAt
  }, everyMs)
  timer.unref()
  return {
    lateMs: () => (late.length < timesInARow ? 0 : Math.min(...late)),
    stop: () => clearInterval(timer),
  }
}
