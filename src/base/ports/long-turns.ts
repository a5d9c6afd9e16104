import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMsMax = 10

/**
 * For a loop whose length a caller decides: while it runs, no one else of the process is answered. It asks at each step, and after a few
 * milliseconds lets the others have their turn: `if (turn.isLong()) await turn.next()`.
 */
export function longTurns(): { isLong(): boolean; next(): Promise<void> } {
  let begunAt = performance.now()
  return {
    isLong: () => performance.now() - begunAt > turnMsMax,
    async next() {
      await nextTurn()
      begunAt = performance.now()
    },
  }
}
