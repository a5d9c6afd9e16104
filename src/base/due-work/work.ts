// Work that is due at a time: its identity, its planning, and the interface of a kind of work.
// docs/decisions/operations.md

import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import {
  continueWork,
  deletePlannedWork,
  endWork,
  lockLeasedWork,
  makeWorkDueNow,
  planLeasedWork,
  planWork,
} from './queries.ts'

/** Identifies work; there is at most one of each kind and subject. */
export interface WorkName {
  workspaceId: number
  /** The name of a kind: lower-case letters and hyphens. */
  kind: string
  /** The id of its subject. */
  subjectId: number
}

/**
 * Plans work for `dueAt` in business time, once the caller's transaction is committed. Work that is
 * already planned moves to that time, with this payload; if it is running, it runs once more. Its
 * row is locked after everything else in the transaction. `payload` is JSON of at most 2,000 bytes
 * without patient data.
 */
export async function plan(
  queries: Queries,
  { payload = null, ...work }: WorkName & { dueAt: Instant; payload?: unknown },
): Promise<void> {
  await queries.rows(planWork, { ...work, payload })
}

/**
 * Plans new work that the caller does itself, after its transaction is committed, and returns the
 * lease for `finish`. No one else takes it before `leasedUntil` in real time; after that, any
 * process may.
 */
export async function planLeased(
  queries: Queries,
  { leasedUntil, dueAt, ...name }: WorkName & { dueAt: Instant; leasedUntil: Instant },
): Promise<Lease> {
  const [leased] = await queries.rows(planLeasedWork, { ...name, dueAt, leasedUntil })
  if (!leased) throw new Error('the planned work was not found')
  return { ...name, ...leased }
}

/**
 * Makes waiting work due now, or run once more if it is running, because its subject has changed.
 * Its attempts are reset, so that no number of changes makes it dead. Creates no work; returns
 * false if none is waiting, which includes dead work.
 */
export async function makeDueNow(
  queries: Queries,
  { workspaceId, kind, subjectId }: WorkName,
  now: Instant,
): Promise<boolean> {
  return (await queries.rows(makeWorkDueNow, { workspaceId, kind, subjectId, now })).length > 0
}

/** Removes planned work; if it is running, it can no longer finish. */
export async function removePlanned(
  queries: Queries,
  { workspaceId, kind, subjectId }: WorkName,
): Promise<void> {
  await queries.rows(deletePlannedWork, { workspaceId, kinds: [kind], subjectId })
}

/** Removes planned work of several kinds with one subject. */
export async function removeAllPlanned(
  queries: Queries,
  { workspaceId, subjectId }: Omit<WorkName, 'kind'>,
  kinds: readonly string[],
): Promise<void> {
  await queries.rows(deletePlannedWork, { workspaceId, kinds, subjectId })
}

/** Work that a process has claimed. */
export interface Work extends WorkName {
  payload: unknown
  dueAt: Instant
  /** 1 the first time. */
  attempt: number
  /**
   * Aborted when the attempt takes too long, when another process has the work, and when this
   * process stops: for network calls.
   */
  signal: AbortSignal
  /**
   * Throws `LeaseLost` if this process no longer has it; otherwise keeps the lease until the
   * transaction ends: for a record that must be written only once.
   */
  lockLease(queries: Queries): Promise<void>
  /**
   * Finishes it, or plans it again at `nextDueAt`, in the transaction of its effect, as the last
   * step. Throws `LeaseLost`, so that the effect is rolled back, if this process no longer has it.
   * The result of `run` is then ignored.
   */
  finishWith(queries: Queries, nextDueAt?: Instant): Promise<void>
}

/**
 * A kind of work. Work is done at least once: a process can be killed between an effect and the end
 * of the work. An effect in the database happens exactly once if it is written together with
 * `finishWith`; an external effect needs a key by which the other side recognises a repetition.
 */
export interface WorkKind {
  name: string
  /**
   * The number of failed attempts in a row after which the work is dead until an operator retries
   * it.
   */
  attemptsMax: number
  /** How long an attempt may take; default: one minute. */
  runMsMax?: number
  /** How many of this kind a process runs at once; default: its limit for all kinds together. */
  atOnceMax?: number
  /**
   * Does the work. Resolves with the instant in business time at which it is due again, or
   * undefined when it is done; throws if it failed.
   */
  run(work: Work): Promise<Instant | undefined>
}

/**
 * Thrown when an attempt failed and will be retried. The message, for operators, is a sentence
 * without patient data.
 */
export class WorkFailed extends Error {}

/** Thrown when work can never succeed; it is dead immediately. */
export class UnrecoverableFailure extends WorkFailed {}

/** Thrown when this process no longer has the work: another process has it, or it was removed. */
export class LeaseLost extends Error {}

/** One claim of one row. */
export interface Lease extends WorkName {
  id: number
  lease: number
}

/** Throws `LeaseLost` unless work is still held. */
export async function lockLease(
  queries: Queries,
  { workspaceId, kind, subjectId, id, lease }: Lease,
): Promise<void> {
  if (
    (await queries.rows(lockLeasedWork, { workspaceId, kind, subjectId, id, lease })).length === 0
  )
    throw new LeaseLost(`${kind} is no longer held`)
}

/**
 * Finishes work, or plans it again; if it was planned while it ran, it remains planned. Throws
 * `LeaseLost` if another process has it.
 */
export async function finishWork(
  queries: Queries,
  { workspaceId, kind, subjectId, id, lease }: Lease,
  nextDueAt: Instant | undefined,
): Promise<void> {
  const parameters = { workspaceId, kind, subjectId, id, lease }
  if (nextDueAt === undefined && (await queries.rows(endWork, parameters)).length > 0) return
  // Without a next time, the row only exists if the work was planned again; that plan has the time.
  if ((await queries.rows(continueWork, { ...parameters, dueAt: nextDueAt ?? 0 })).length > 0)
    return
  throw new LeaseLost(`${kind} is no longer held`)
}
