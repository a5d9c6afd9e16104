import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMsMax = 10

/**
 * A timer for a loop whose length a caller decides: while it runs, the process answers no one else.
 * The loop checks at each step, and yields to other work after a few milliseconds: `if
 * (turn.isLong()) await turn.next()`.
 */
export function createTurnTimer(): { isLong(): boolean; next(): Promise<void> } {
  let startedAt = performance.now()
  return {
    isLong: () => performance.now() - startedAt > turnMsMax,
    async next() {
      await nextTurn()
      startedAt = performance.now()
    },
  }
}
