// Runs due work: claims it, runs it, and records the result. Every process does this in parallel.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { failureKind, loggable } from '../db/failures.ts'
import type { RowOf } from '../db/statement.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import { Problem } from '../values/problem.ts'
import { backOffMs } from './back-off.ts'
import { claimWork, dueTurns, failWork, releaseWork, renewLease, workOverview } from './queries.ts'
import { finish, GiveUp, hold, type Lease, LeaseLost, type Work, WorkFailed, type WorkKind } from './work.ts'

/** The result of an attempt; `lost`: its lease expired before it ended. */
export type WorkOutcome = 'done' | 'failed' | 'dead' | 'lost'

export interface DueWorkOptions {
  database: Database
  clock: DatabaseClock
  /** The kinds that this process can run; the rest is left to others. */
  kinds: readonly WorkKind[]
  log: { info(fields: object, sentence: string): void; warn(fields: object, sentence: string): void }
  counted(kind: string, outcome: WorkOutcome): void
  /** Called if the database did not answer; the work will be retried. */
  failed(error: unknown): void
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

type Claimed = RowOf<typeof claimWork.returns>

const leaseMs = 30_000
const runMsMaxByDefault = 60_000
// No longer than requests in flight get.
const endingMs = 4_000
// Requests need connections too. A workspace gets no more of them than it leaves free: work waits up to 20 s for a gateway or mail server,
// and several would have to be silent before the others wait.
const atOnceMax = 8
const errorLengthMax = 500

class Stopping extends Error {}

export function openDueWork(options: DueWorkOptions): DueWork {
  const { database, clock, kinds, failed } = options
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  const names = [...known.keys()]
  const running = new Set<{ lease: Lease; stopped: AbortController; ended: Promise<void> }>()
  // Round-robin: each workspace runs one piece of work and then moves to the end, so it waits for only one of each other workspace, however
  // much those have.
  const turns = new Map<string, { workspaceId: number; kind: string }>()
  let looking: Promise<void> | undefined
  let filling = Promise.resolve()
  let isClosing = false
  const realNow = () => clock.now() - clock.sandboxOffsetMs()

  // One at a time, however long the database takes.
  function tick(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function look() {
    if (isClosing || kinds.length === 0) return
    for (const turn of await database.rows(dueTurns, { kinds: names, now: clock.now(), realNow: realNow() })) {
      turns.set(`${turn.workspaceId} ${turn.kind}`, turn)
    }
    await fill()
  }

  /** Claims sequentially while there is capacity. */
  function fill(): Promise<void> {
    filling = filling
      .catch(() => {})
      .then(async () => {
        for (const [name, turn] of turns) {
          if (isClosing || running.size >= atOnceMax) return
          const ofItsWorkspace = [...running].filter(({ lease }) => lease.workspaceId === turn.workspaceId).length
          if (ofItsWorkspace >= atOnceMax - running.size) continue
          const ofItsKind = [...running].filter(({ lease }) => lease.kind === turn.kind).length
          if (ofItsKind >= (known.get(turn.kind)?.atOnceMax ?? atOnceMax)) continue
          const times = { now: clock.now(), realNow: realNow(), leasedUntil: realNow() + leaseMs }
          const [claimed] = await database.rows(claimWork, { ...turn, ...times })
          // Entries that are added to a Map during iteration come at its end.
          turns.delete(name)
          if (!claimed) continue
          turns.set(name, turn)
          begin(claimed)
        }
      })
    return filling
  }

  function begin(claimed: Claimed) {
    const { workspaceId, kind, subjectId, id, lease } = claimed
    const stopped = new AbortController()
    const attempt = {
      lease: { workspaceId, kind, subjectId, id, lease },
      stopped,
      ended: run(options, known.get(claimed.kind) as WorkKind, claimed, stopped.signal)
        // If the result cannot be recorded, the lease expires, and another attempt follows.
        .catch(failed)
        .finally(() => {
          running.delete(attempt)
          fill().catch(failed)
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
          const [kept] = await database.rows(renewLease, { ...lease, leasedUntil })
          if (!kept) stopped.abort(new LeaseLost(`${lease.kind} is no longer held`))
        }),
      )
    },
    overview: () => database.rows(workOverview, { kinds: names, now: clock.now() }),
    async close() {
      isClosing = true
      await filling.catch(failed)
      const all = () => Promise.all([...running].map(({ ended }) => ended))
      await Promise.race([all(), sleep(endingMs, undefined, { ref: false })])
      for (const { stopped } of running) stopped.abort(new Stopping('the service stops'))
      await all()
    },
  }
}

/** Runs claimed work, and records the result. */
async function run({ database, clock, log, counted }: DueWorkOptions, kind: WorkKind, claimed: Claimed, stopped: AbortSignal): Promise<void> {
  const { workspaceId, subjectId, attempts: attempt, payload, dueAt } = claimed
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(kind.runMsMax ?? runMsMaxByDefault)])
  let isFinished = false
  const work: Work = {
    ...{ workspaceId, kind: kind.name, subjectId, payload, dueAt, attempt, signal },
    hold: (queries) => hold(queries, claimed),
    async finishWith(queries, nextDueAt) {
      await finish(queries, claimed, nextDueAt)
      isFinished = true
    },
  }
  try {
    // Failures are recorded, so this happens only if the process died in each attempt.
    if (attempt > kind.attemptsMax) throw new GiveUp('the process ended during each attempt')
    const nextDueAt = await Promise.race([kind.run(work), aborted(signal)])
    if (!isFinished) await finish(database, claimed, nextDueAt)
    counted(kind.name, 'done')
  } catch (error) {
    if (stopped.reason instanceof Stopping) await database.rows(releaseWork, leaseOf(claimed))
    else if (!(error instanceof LeaseLost)) await noteFailure(kind, claimed, error)
    // The renewal of the lease may have failed because the work had just finished.
    else if (isFinished) counted(kind.name, 'done')
    else noteLoss(claimed)
  }

  async function noteFailure({ name, attemptsMax }: WorkKind, claimed: Claimed, error: unknown) {
    const { workspaceId, subjectId, id, attempts: attempt } = claimed
    const lastError = sentenceOf(error)
    const isDead = error instanceof GiveUp || attempt >= attemptsMax
    const [noted] = await database.rows(failWork, { ...leaseOf(claimed), dueAt: clock.now() + backOffMs(attempt), isDead, lastError })
    if (!noted) return noteLoss(claimed)
    const isOver = noted.state === 'DEAD'
    counted(name, isOver ? 'dead' : 'failed')
    const what = { workspaceId, kind: name, subjectId, id, attempt, reason: lastError, error: loggable(error) }
    log.warn(what, isOver ? 'due work has failed for good until an operator retries it' : 'due work failed and will be retried')
  }

  function noteLoss({ workspaceId, kind, subjectId, id, attempts: attempt }: Claimed) {
    counted(kind, 'lost')
    log.info({ workspaceId, kind, subjectId, id, attempt }, 'due work lost its lease while it ran')
  }
}

function leaseOf({ workspaceId, kind, subjectId, id, lease }: Claimed): Lease {
  return { workspaceId, kind, subjectId, id, lease }
}

/** Rejects with the signal's reason, for work that does not observe the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** For operators: only our own error messages, since those of others can quote values. */
function sentenceOf(error: unknown): string {
  const sentence = error instanceof WorkFailed ? error.message : error instanceof Problem ? error.sentence : undefined
  if (sentence) return [...sentence.toWellFormed().replace(/\p{Cc}+/gu, ' ')].slice(0, errorLengthMax).join('')
  if (failureKind(error) === 'busy') return 'the database was busy or away'
  if ((error as Error | undefined)?.name === 'TimeoutError') return 'it took too long'
  return 'it failed unexpectedly; the log says where'
}
