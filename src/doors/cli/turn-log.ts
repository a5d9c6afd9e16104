// The service's log: the lines of an event loop turn are collected and written at its end. Writing
// each line separately costs a third of a short request.

import pino from 'pino'

/** The destination of pino's output. */
export interface TurnLog {
  write(line: string): void
  /**
   * Writes the collected lines and waits for the disk: called at the end of the process, and by
   * pino after a fatal line.
   */
  flushSync(): void
}

// Beyond this size, lines are written within the turn; SonicBoom accepts less than 16,384.
const collectedBytesMax = 16_000

/** A log to a file descriptor. Only a process that is killed loses the lines of its last turn. */
export function turnLog(descriptor: number): TurnLog {
  const lines = pino.destination({ dest: descriptor, sync: true, minLength: collectedBytesMax })
  let isDue = false

  function endTurn() {
    isDue = false
    // Passes the lines to the operating system; `flushSync` also waits for the disk.
    lines.flush()
  }
  const flushSync = () => lines.flushSync()

  // This also runs after an uncaught error, and on process.exit.
  process.once('exit', flushSync)
  return {
    write(line) {
      lines.write(line)
      if (isDue) return
      isDue = true
      setImmediate(endTurn)
    },
    flushSync,
  }
}

/**
 * The time of a line in pino's format, `,"time":"2026-11-26T09:30:00.123Z"`; everything but the
 * milliseconds is formatted once a second.
 */
export function lineTime(now: () => number = Date.now): () => string {
  let second = Number.NaN
  let untilSecond = ''
  return () => {
    const instant = now()
    const ms = instant % 1_000
    const current = instant - ms
    if (current !== second) {
      second = current
      untilSecond = `,"time":"${new Date(current).toISOString().slice(0, -'000Z"'.length + 1)}`
    }
    return `${untilSecond}${String(ms).padStart(3, '0')}Z"`
  }
}
