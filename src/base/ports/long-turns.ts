import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMsMax = 10

/**
 * For a loop whose length a caller decides: while it runs, the process answers no one else. It
 * checks at each step, and yields to other work after a few milliseconds: `if (turn.isLong()) await
 * turn.next()`.
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
