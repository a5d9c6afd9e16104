// Work that is due at a time: what it is about, how it is planned, and what a kind of it has to know. docs/decisions/0035-due-work.md

import type { Queries } from '../db/database.ts'
import type { Instant } from '../values/clinic-time.ts'
import { continueWork, endWork, hastenWork, holdWork, planHeldWork, planWork, unplanWork } from './queries.ts'

/** Names work; there is one of each kind and subject. */
export interface WorkName {
  workspaceId: number
  /** Name of a kind: small letters and hyphens. */
  kind: string
  /** Id of what it is about. */
  subjectId: number
}

/**
 * Has work done at `dueAt` of business time, once the caller's transaction is committed. What is planned already moves there, with this
 * payload, and is done once more where it runs just now. Its row is locked after everything else the transaction locks.
 * `payload` is JSON of 2,000 bytes at most and holds nothing of a patient.
 */
export async function plan(queries: Queries, { payload = null, ...work }: WorkName & { dueAt: Instant; payload?: unknown }): Promise<void> {
  await queries.rows(planWork, { ...work, payload })
}

/**
 * Plans new work that the caller does itself, once its transaction is committed, and returns the lease to `finish` it with: nobody else takes
 * it up before `leasedUntil` of real time, then whoever comes first.
 */
export async function planHeld(queries: Queries, { leasedUntil, dueAt, ...name }: WorkName & { dueAt: Instant; leasedUntil: Instant }): Promise<Lease> {
  const [held] = await queries.rows(planHeldWork, { ...name, dueAt, leasedUntil })
  if (!held) throw new Error('work was planned but is not there')
  return { ...name, ...held }
}

/**
 * Has work that waits done now, and once more where it runs just now, for there is news of what it is about; its attempts count anew, so
 * that no amount of news makes it dead. Where there is none, none is made; false where none waits, as what is dead does not.
 */
export async function hasten(queries: Queries, { workspaceId, kind, subjectId }: WorkName, now: Instant): Promise<boolean> {
  return (await queries.rows(hastenWork, { workspaceId, kind, subjectId, now })).length > 0
}

/** Has it not done after all; work that runs just now can no longer finish. */
export async function unplan(queries: Queries, { workspaceId, kind, subjectId }: WorkName): Promise<void> {
  await queries.rows(unplanWork, { workspaceId, kinds: [kind], subjectId })
}

/** The same of several kinds of work about one thing. */
export async function unplanAll(queries: Queries, { workspaceId, subjectId }: Omit<WorkName, 'kind'>, kinds: readonly string[]): Promise<void> {
  await queries.rows(unplanWork, { workspaceId, kinds, subjectId })
}

/** Work that a process has claimed. */
export interface Work extends WorkName {
  payload: unknown
  dueAt: Instant
  /** 1 the first time. */
  attempt: number
  /** Aborted when it takes too long, when another process has it, and when this one stops: for whatever waits for the network. */
  signal: AbortSignal
  /**
   * Throws `LeaseLost` where it is no longer this process's, and keeps it so until the transaction ends: for a note that it begins, where
   * it may be begun only once.
   */
  hold(queries: Queries): Promise<void>
  /**
   * Ends it, or plans it again at `nextDueAt`, in the transaction of its effect, as the last thing in it. Throws `LeaseLost`, so that the
   * effect is undone, where it is no longer this process's. What `run` resolves with then counts no more.
   */
  finishWith(queries: Queries, nextDueAt?: Instant): Promise<void>
}

/**
 * A kind of work. It is done at least once: a process can be killed between an effect and the end of the work. An effect in the database
 * happens exactly once when it is written with `finishWith`; one elsewhere needs a name by which the other side knows it again.
 */
export interface WorkKind {
  name: string
  /** So many attempts in a row that fail, and it is dead until an operator says otherwise. */
  attemptsMax: number
  /** How long an attempt may take; a minute when omitted. */
  runMsMax?: number
  /** How many of it a process does at once; as many as of all kinds together when omitted. */
  atOnceMax?: number
  /** Does it. Resolves with the instant of business time at which it is due again, or undefined when it is done; throws when it failed. */
  run(work: Work): Promise<Instant | undefined>
}

/** It did not work out and is tried again. The message, for operators, is a sentence without anything of a patient. */
export class WorkFailed extends Error {}

/** It will never work out, and is dead at once. */
export class GiveUp extends WorkFailed {}

/** The work is no longer this process's: another one has it, or it is not wanted any more. */
export class LeaseLost extends Error {}

/** One claim of one row. */
export interface Lease extends WorkName {
  id: number
  lease: number
}

/** Throws `LeaseLost` unless work is still held. */
export async function hold(queries: Queries, { workspaceId, kind, subjectId, id, lease }: Lease): Promise<void> {
  if ((await queries.rows(holdWork, { workspaceId, kind, subjectId, id, lease })).length === 0) throw new LeaseLost(`${kind} is no longer held`)
}

/** Ends work, or plans it again; what was planned while it ran stays planned. Throws `LeaseLost` where it is another's. */
export async function finish(queries: Queries, { workspaceId, kind, subjectId, id, lease }: Lease, nextDueAt: Instant | undefined): Promise<void> {
  const held = { workspaceId, kind, subjectId, id, lease }
  if (nextDueAt === undefined && (await queries.rows(endWork, held)).length > 0) return
  // Without a next time it is there only when it was planned again, which then says when.
  if ((await queries.rows(continueWork, { ...held, dueAt: nextDueAt ?? 0 })).length > 0) return
  throw new LeaseLost(`${kind} is no longer held`)
}
