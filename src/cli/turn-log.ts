// The service's log: lines are collected while one turn of the event loop lasts, and written at its end. To write each line by itself takes
// a third of what a short request costs.

import pino from 'pino'

/** What pino writes to. */
export interface TurnLog {
  write(line: string): void
  /** Writes what was collected and waits for the disk: at the end of the process, and called by pino with a fatal line. */
  flushSync(): void
}

// More lines than these in one turn are written at once; SonicBoom takes less than 16,384.
const collectedBytesMax = 16_000

/** A log to a file descriptor. A process that is killed, and that alone, loses the lines of its last turn. */
export function turnLog(descriptor: number): TurnLog {
  const lines = pino.destination({ dest: descriptor, sync: true, minLength: collectedBytesMax })
  let isDue = false

  function endTurn() {
    isDue = false
    // To the system. `flushSync` waits for the disk too.
    lines.flush()
  }
  const flushSync = () => lines.flushSync()

  // Also behind an error that nobody caught, and process.exit.
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

/** The time of a line as pino wants it, `,"time":"2026-11-26T09:30:00.123Z"`; all but the milliseconds is written once a second. */
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
    return `${untilSecond}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z"`
  }
}
