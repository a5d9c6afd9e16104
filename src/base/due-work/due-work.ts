// Runs due work: claims it, runs it, and records the result. Every process does this in parallel.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { failureKind, loggableError } from '../db/failures.ts'
import type { RowOf } from '../db/statement.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import { Problem } from '../values/problem.ts'
import { backOffMs } from './back-off.ts'
import {
  claimWork,
  dueWorkGroups,
  failWork,
  releaseWork,
  renewLease,
  workOverview,
} from './queries.ts'
import {
  finishWork,
  type Lease,
  LeaseLost,
  lockLease,
  UnrecoverableFailure,
  type Work,
  WorkFailed,
  type WorkKind,
} from './work.ts'

/** The result of an attempt; `lost`: its lease expired before it ended. */
export type WorkOutcome = 'done' | 'failed' | 'dead' | 'lost'

export interface DueWorkOptions {
  database: Database
  clock: DatabaseClock
  /** The kinds that this process can run; the rest is left to others. */
  kinds: readonly WorkKind[]
  log: {
    info(fields: object, sentence: string): void
    warn(fields: object, sentence: string): void
  }
  counted(kind: string, outcome: WorkOutcome): void
  /** Called if the database did not answer; the work will be retried. */
  onFailure(error: unknown): void
}

export interface DueWork {
  /** Looks for due work and starts it, as far as there is capacity. */
  tick(): Promise<void>
  /** Renews the leases of running work; must be called three times within the length of a lease. */
  renewLeases(): Promise<void>
  /** The numbers of overdue and dead work, by kind. */
  overview(): Promise<readonly RowOf<typeof workOverview.returns>[]>
  /** Starts no more work, gives running work a few seconds, and releases the rest. */
  close(): Promise<void>
}

type ClaimedWork = RowOf<typeof claimWork.returns>

const leaseMs = 30_000
const runMsMaxByDefault = 60_000
// No longer than requests in flight get.
const graceMs = 4_000
// Requests need connections too. A workspace gets no more of the capacity than it leaves free: work
// waits up to 20 s for a gateway or mail server, and those of several workspaces would have to be
// silent before others wait.
const atOnceMax = 8
const errorLengthMax = 500

class Stopping extends Error {}

export function openDueWork(options: DueWorkOptions): DueWork {
  const { database, clock, kinds, onFailure } = options
  const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]))
  const names = [...kindsByName.keys()]
  const running = new Set<{ lease: Lease; stopped: AbortController; ended: Promise<void> }>()
  // Round-robin: each workspace runs one piece of work and then moves to the end, so it waits for
  // only one piece of each other workspace's work, however much that has.
  const turns = new Map<string, { workspaceId: number; kind: string }>()
  let currentLook: Promise<void> | undefined
  let currentFill = Promise.resolve()
  let isClosing = false
  const realNow = () => clock.now() - clock.sandboxOffsetMs()

  // Only one search runs at a time, however long the database takes.
  function tick(): Promise<void> {
    currentLook ??= lookForWork().finally(() => {
      currentLook = undefined
    })
    return currentLook
  }

  async function lookForWork() {
    if (isClosing || kinds.length === 0) return
    for (const turn of await database.rows(dueWorkGroups, {
      kinds: names,
      now: clock.now(),
      realNow: realNow(),
    })) {
      turns.set(`${turn.workspaceId} ${turn.kind}`, turn)
    }
    await fillCapacity()
  }

  /** Claims sequentially while there is capacity. */
  function fillCapacity(): Promise<void> {
    currentFill = currentFill
      .catch(() => {})
      .then(async () => {
        for (const [name, turn] of turns) {
          if (isClosing || running.size >= atOnceMax) return
          const runningInWorkspace = [...running].filter(
            ({ lease }) => lease.workspaceId === turn.workspaceId,
          ).length
          if (runningInWorkspace >= atOnceMax - running.size) continue
          const runningOfKind = [...running].filter(({ lease }) => lease.kind === turn.kind).length
          if (runningOfKind >= (kindsByName.get(turn.kind)?.atOnceMax ?? atOnceMax)) continue
          const times = { now: clock.now(), realNow: realNow(), leasedUntil: realNow() + leaseMs }
          const [claimed] = await database.rows(claimWork, { ...turn, ...times })
          // Entries that are added to a Map during iteration come at its end.
          turns.delete(name)
          if (!claimed) continue
          turns.set(name, turn)
          beginWork(claimed)
        }
      })
    return currentFill
  }

  function beginWork(claimed: ClaimedWork) {
    const { workspaceId, kind, subjectId, id, lease } = claimed
    const stopController = new AbortController()
    const attempt = {
      lease: { workspaceId, kind, subjectId, id, lease },
      stopped: stopController,
      ended: runWork(
        options,
        kindsByName.get(claimed.kind) as WorkKind,
        claimed,
        stopController.signal,
      )
        // If the result cannot be recorded, the lease expires, and another attempt follows.
        .catch(onFailure)
        .finally(() => {
          running.delete(attempt)
          fillCapacity().catch(onFailure)
        }),
    }
    running.add(attempt)
  }

  return {
    tick,
    async renewLeases() {
      const leasedUntil = realNow() + leaseMs
      await Promise.all(
        [...running].map(async ({ lease, stopped }) => {
          const [renewed] = await database.rows(renewLease, { ...lease, leasedUntil })
          if (!renewed) stopped.abort(new LeaseLost(`${lease.kind} is no longer held`))
        }),
      )
    },
    overview: () => database.rows(workOverview, { kinds: names, now: clock.now() }),
    async close() {
      isClosing = true
      await currentFill.catch(onFailure)
      const allEnded = () => Promise.all([...running].map(({ ended }) => ended))
      await Promise.race([allEnded(), sleep(graceMs, undefined, { ref: false })])
      for (const { stopped } of running) stopped.abort(new Stopping('the service stops'))
      await allEnded()
    },
  }
}

/** Runs claimed work, and records the result. */
async function runWork(
  { database, clock, log, counted }: DueWorkOptions,
  kind: WorkKind,
  claimed: ClaimedWork,
  stopSignal: AbortSignal,
): Promise<void> {
  const { workspaceId, subjectId, attempts: attempt, payload, dueAt } = claimed
  const signal = AbortSignal.any([
    stopSignal,
    AbortSignal.timeout(kind.runMsMax ?? runMsMaxByDefault),
  ])
  let isFinished = false
  const work: Work = {
    workspaceId,
    kind: kind.name,
    subjectId,
    payload,
    dueAt,
    attempt,
    signal,
    lockLease: (queries) => lockLease(queries, claimed),
    async finishWith(queries, nextDueAt) {
      await finishWork(queries, claimed, nextDueAt)
      isFinished = true
    },
  }
  try {
    // Failures are recorded, so this happens only if the process died in each attempt.
    if (attempt > kind.attemptsMax)
      throw new UnrecoverableFailure('the process ended during each attempt')
    const nextDueAt = await Promise.race([kind.run(work), rejectOnAbort(signal)])
    if (!isFinished) await finishWork(database, claimed, nextDueAt)
    counted(kind.name, 'done')
  } catch (error) {
    if (stopSignal.reason instanceof Stopping) await database.rows(releaseWork, toLease(claimed))
    else if (!(error instanceof LeaseLost)) await recordFailure(kind, claimed, error)
    // The renewal of the lease may have failed because the work had just finished.
    else if (isFinished) counted(kind.name, 'done')
    else logLoss(claimed)
  }

  async function recordFailure(
    { name, attemptsMax }: WorkKind,
    claimed: ClaimedWork,
    error: unknown,
  ) {
    const { workspaceId, subjectId, id, attempts: attempt } = claimed
    const lastError = errorSentence(error)
    const isDead = error instanceof UnrecoverableFailure || attempt >= attemptsMax
    const [recorded] = await database.rows(failWork, {
      ...toLease(claimed),
      dueAt: clock.now() + backOffMs(attempt),
      isDead,
      lastError,
    })
    if (!recorded) return logLoss(claimed)
    const isOver = recorded.state === 'DEAD'
    counted(name, isOver ? 'dead' : 'failed')
    const logFields = {
      workspaceId,
      kind: name,
      subjectId,
      id,
      attempt,
      reason: lastError,
      error: loggableError(error),
    }
    log.warn(
      logFields,
      isOver
        ? 'due work has failed for good until an operator retries it'
        : 'due work failed and will be retried',
    )
  }

  function logLoss({ workspaceId, kind, subjectId, id, attempts: attempt }: ClaimedWork) {
    counted(kind, 'lost')
    log.info({ workspaceId, kind, subjectId, id, attempt }, 'due work lost its lease while it ran')
  }
}

function toLease({ workspaceId, kind, subjectId, id, lease }: ClaimedWork): Lease {
  return { workspaceId, kind, subjectId, id, lease }
}

/** Rejects with the signal's reason, for work that does not observe the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function ownSentence(error: unknown): string | undefined {
  if (error instanceof WorkFailed) return error.message
  return error instanceof Problem ? error.sentence : undefined
}

/**
 * The sentence for operators: only our own error messages, since those of others can quote values.
 */
function errorSentence(error: unknown): string {
  const sentence = ownSentence(error)
  if (sentence)
    return [...sentence.toWellFormed().replace(/\p{Cc}+/gu, ' ')].slice(0, errorLengthMax).join('')
  if (failureKind(error) === 'busy') return 'the database was busy or unavailable'
  if ((error as Error | undefined)?.name === 'TimeoutError') return 'it took too long'
  return 'it failed unexpectedly; the log says where'
}
