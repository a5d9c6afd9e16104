// What a caller is told must outlive the server that says it. With a synchronous standby, a commit
// is answered once the standby has it. If the standby is lost, the commit gets no answer; after a
// while it is cancelled (session.ts), and is then visible on its server alone: a repeated request
// would read there what the next primary does not have. WAL is sent in its order, so a commit that
// is answered proves all before it. An answer that rests on no commit of its own waits for one.

import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '../values/problem.ts'

const changesOfWork = new AsyncLocalStorage<{ isMade: boolean }>()

/** Notes that the work has changed a row: its outcome then waits for the commit of that anyway. */
export function noteChange(): void {
  const change = changesOfWork.getStore()
  if (change) change.isMade = true
}

// How soon it is noticed that commits wait for a standby from now on.
const standbyCheckMs = 1_000

/**
 * Creates a function that runs work whose outcome, a refusal too, is told to a caller as a fact. If
 * the work changed nothing, the outcome waits for the commits that it may have read.
 * `confirmEarlier` waits until all of them are confirmed, and returns whether commits wait for a
 * standby at all.
 */
export function createConfirmation(
  confirmEarlier: () => Promise<boolean>,
): <T>(work: () => Promise<T>) => Promise<T> {
  let nobodyWaitsUntil = 0

  async function confirm() {
    if (performance.now() < nobodyWaitsUntil) return
    if (!(await confirmEarlier())) nobodyWaitsUntil = performance.now() + standbyCheckMs
  }

  return async (work) => {
    const change = { isMade: false }
    try {
      const result = await changesOfWork.run(change, work)
      if (!change.isMade) await confirm()
      return result
    } catch (error) {
      if (error instanceof Problem) await confirm()
      throw error
    }
  }
}
