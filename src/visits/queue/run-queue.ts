// Running a queue: staff start and end it, and act on its visits. Every change locks the row of the day first, so that changes, and
// bookings of tokens, are made one after the other. Each is recorded with who, when and why.

import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type Actor, whoValues } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { defaultTurnPlaces } from '../../clinic/notices/notice-settings.ts'
import { noticeDueAt } from '../../clinic/notices/plan-notices.ts'
import { endCheckoutOf } from '../../money/payments/payment-session.ts'
import { keepBefore } from '../booking/desk-changes.ts'
import { offeredShifts } from './offered-shifts.ts'
import { openQueueDay } from './queries.ts'
import { tokenDisplay } from './queue-visit.ts'
import { settledAt } from './settled-at.ts'
import { type SettledStatus, type StaffActionName, staffActions } from './staff-actions.ts'
import {
  changeVisit,
  endDay,
  firstWaiting,
  holdQueueDay,
  noteQueueEvents,
  placeAt,
  planTokenCancellations,
  planTurns,
  settleVisits,
  shiftOfStaff,
  startDay,
  visitByNumber,
} from './staff-queries.ts'
import type { VisitStatus } from './visit-status.ts'

export interface QueueServices {
  database: Database
  clock: Clock
}

/** A queue, and the actor. */
export interface InQueue {
  workspaceId: number
  workShiftId: number
  /** Today in the clinic's timezone if omitted. */
  date?: CalendarDate | undefined
  actor: Actor
}

/** A queue while a transaction has it locked. */
export interface HeldQueue extends RowOf<typeof holdQueueDay.returns> {
  in: InQueue & { date: CalendarDate }
  timezone: string
  /** Read after it was locked: earlier changes have earlier times. */
  now: Instant
}

/** A visit as shown to staff. */
export type StaffVisit = RowOf<typeof visitByNumber.returns>

/** What happened to the visits that were still open when their queue ended, and how many of the cancelled ones had been paid. */
export type Settled = Record<SettledStatus, number> & { cancelledPaid: number }

/** A queue, as refusals name it; `shift` in the form that operations take. */
export const named = ({ workShiftId, date }: HeldQueue['in']) => ({ shift: String(workShiftId), date })

/** Runs work with a queue in one transaction that locks it; throws if there is no such shift, or the day has no tokens. */
export async function withQueue<T>({ database, clock }: QueueServices, wanted: InQueue, work: (queries: Queries, queue: HeldQueue) => Promise<T>): Promise<T> {
  return database.transaction(async (queries) => {
    const asked = await shiftAsked(queries, wanted, clock.now())
    const queue = await held(queries, asked, clock)
    if (queue) return work(queries, queue)
    throw problem('QUEUE_NOT_THERE', named(asked.in))
  })
}

/** The requested shift and date; throws if there is no such shift. */
export async function shiftAsked(queries: Queries, wanted: InQueue, now: Instant): Promise<Pick<HeldQueue, 'in' | 'timezone'>> {
  const { workspaceId, workShiftId } = wanted
  const [shift] = await queries.rows(shiftOfStaff, { workspaceId, workShiftId })
  if (!shift) throw problem('QUEUE_SHIFT_NOT_FOUND', { shift: workShiftId })
  return { ...shift, in: { ...wanted, date: wanted.date ?? dateAt(shift.timezone, now) } }
}

/** A queue, locked until the transaction of `queries` ends; undefined if the day has no tokens. */
export async function heldQueue(queries: Queries, wanted: InQueue, clock: Clock): Promise<HeldQueue | undefined> {
  return held(queries, await shiftAsked(queries, wanted, clock.now()), clock)
}

async function held(queries: Queries, asked: Pick<HeldQueue, 'in' | 'timezone'>, clock: Clock): Promise<HeldQueue | undefined> {
  const { workspaceId, workShiftId, date } = asked.in
  const [day] = await queries.rows(holdQueueDay, { workspaceId, workShiftId, appointmentDate: date })
  return day && { ...day, ...asked, now: clock.now() }
}

/**
 * Starts today's queue. Throws if it was already started, is not today's, or has no tokens and its shift is not on offer today; tokens from
 * before the shift was removed are still seen.
 */
export async function startQueue({ database, clock, configurations }: QueueServices & { configurations: Configurations }, wanted: InQueue): Promise<HeldQueue> {
  const { workspaceId, workShiftId } = wanted
  const configuration = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const asked = await shiftAsked(queries, wanted, clock.now())
    const { date } = asked.in
    const today = dateAt(asked.timezone, clock.now())
    if (date !== today) throw problem('QUEUE_OF_ANOTHER_DAY', { date, today })
    const practice = configuration.practices.find(({ shifts }) => shifts.some(({ id }) => id === workShiftId))
    const offered = practice && offeredShifts(configuration, practice, today, clock.now()).find(({ shift }) => shift.id === workShiftId)
    if (offered) {
      const day = { workspaceId, workShiftId, appointmentDate: today, capacity: offered.shift.maxAppointments }
      await queries.rows(openQueueDay, { ...day, settledAt: settledAt(asked.timezone, today) })
    }
    const queue = await held(queries, asked, clock)
    if (!queue || (!offered && queue.booked === 0)) throw problem('QUEUE_NOT_ON_OFFER', named(asked.in))
    if (queue.startedAt !== null) throw problem(queue.endedAt === null ? 'QUEUE_RUNS' : 'QUEUE_OVER', named(asked.in))
    await queries.rows(startDay, { workspaceId, queueDayId: queue.id, now: queue.now })
    await noteEvents(queries, queue, 'STARTED', null)
    await planTurnsOf(queries, queue)
    return queue
  })
}

/** Ends a running queue for the day, and settles the visits still in it (`statusAtEnd`). Throws if it is not running. */
export async function endQueue(queries: Queries, queue: HeldQueue): Promise<Settled> {
  checkRuns(queue)
  const settled = await settle(queries, queue, 'The shift ended before your turn')
  await queries.rows(endDay, { workspaceId: queue.in.workspaceId, queueDayId: queue.id, now: queue.now })
  await noteEvents(queries, queue, 'ENDED', null)
  return settled
}

/** Settles a day that is over: ends a queue that is still running, and cancels the tokens of one that was never started. */
export async function settleQueue(queries: Queries, queue: HeldQueue): Promise<void> {
  if (queue.startedAt === null) await settle(queries, queue, 'The shift did not take place')
  else if (queue.endedAt === null) await endQueue(queries, queue)
}

async function settle(queries: Queries, queue: HeldQueue, reason: string): Promise<Settled> {
  const { workspaceId, actor } = queue.in
  const { now } = queue
  const settled = (await queries.rows(settleVisits, { workspaceId, queueDayId: queue.id, reason, now })).toSorted((one, other) => one.id - other.id)
  for (const status of ['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const) {
    const visits = settled.filter((visit) => visit.status === status)
    if (visits.length === 0) continue
    const visitIds = visits.map(({ id }) => id)
    await noteEvents(queries, queue, status, visitIds, status === 'CANCELLED' ? reason : null)
    const action = status === 'CANCELLED' ? 'CANCELLED' : 'STATUS_CHANGED'
    await note(queries, workspaceId, actor, { action, status, patientIds: visits.map(({ patientId }) => patientId), visitIds, now })
  }
  // Last, because due work is locked after everything else.
  const cancelled = settled.filter(({ status }) => status === 'CANCELLED')
  // A token that is over must not be paid for.
  for (const { id, paymentStatus } of cancelled) {
    if (paymentStatus === 'PENDING') await endCheckoutOf(queries, workspaceId, { kind: 'VISIT', id }, now)
  }
  await queries.rows(planTokenCancellations, { workspaceId, visitIds: cancelled.map(({ id }) => id), now })
  const count = (wanted: SettledStatus) => settled.filter(({ status }) => status === wanted).length
  return {
    COMPLETED: count('COMPLETED'),
    NO_SHOW: count('NO_SHOW'),
    CANCELLED: count('CANCELLED'),
    cancelledPaid: cancelled.filter(({ paymentStatus }) => paymentStatus === 'PAID').length,
  }
}

/** Calls the first visit in line that is not being refunded; undefined if no one is waiting. Throws if the queue is not running. */
export async function callNext(queries: Queries, queue: HeldQueue): Promise<StaffVisit | undefined> {
  checkRuns(queue)
  const [next] = await queries.rows(firstWaiting, { workspaceId: queue.in.workspaceId, queueDayId: queue.id })
  return next && act(queries, queue, next.tokenNumber, 'call')
}

/**
 * Applies an action to the visit of a token, and returns it afterwards; records the reason, if any. Throws a problem if the action is not
 * possible.
 */
export async function act(
  queries: Queries,
  queue: HeldQueue,
  tokenNumber: number,
  name: Exclude<StaffActionName, 'move' | 'takeBack'>,
  reason: string | null = null,
): Promise<StaffVisit> {
  const visit = await actable(queries, queue, tokenNumber, name)
  return change(queries, queue, visit, { name, place: null, reason })
}

/** Cancels a token; `voided`: as if it had never been booked. */
export async function callOff(
  queries: Queries,
  queue: HeldQueue,
  tokenNumber: number,
  { reason, voided }: { reason: string | null; voided: boolean },
): Promise<void> {
  const visit = await actable(queries, queue, tokenNumber, 'cancel')
  await change(queries, queue, visit, { name: 'cancel', place: null, reason, voided })
}

/**
 * Cancels a visit whose payment was refunded, or has not arrived, even if its queue has ended since
 * the request.
 */
export async function release(queries: Queries, queue: HeldQueue, tokenNumber: number, reason: string | null): Promise<void> {
  const visit = await visitOfToken(queries, queue, tokenNumber)
  await change(queries, queue, visit, { name: 'cancel', place: null, reason })
}

/** Moves a visit to another place in line, 1 for the first; to the end if the line is shorter. */
export async function move(queries: Queries, queue: HeldQueue, tokenNumber: number, position: number, reason: string): Promise<StaffVisit> {
  const visit = await actable(queries, queue, tokenNumber, 'move')
  const [found] = await queries.rows(placeAt, { workspaceId: queue.in.workspaceId, queueDayId: queue.id, visitId: visit.id, position })
  return change(queries, queue, visit, { name: 'move', place: found?.place ?? null, reason })
}

/** How long a mistaken call, or a consultation begun by mistake, can be undone (LINE-05). */
export const takeBackMs = 60_000

/**
 * Undoes a call, or the start of a consultation: a visit that had been called before is called again as it was, another one waits at its
 * place. Throws after more than a minute.
 */
export async function takeBack(queries: Queries, queue: HeldQueue, tokenNumber: number, reason: string | null = null): Promise<StaffVisit> {
  const visit = await actable(queries, queue, tokenNumber, 'takeBack')
  const { status, calledAt, beganAt } = visit
  const since = status === 'CALLED' ? calledAt : beganAt
  if (since === null || queue.now - since > takeBackMs) throw problem('TURN_STANDS', { ...named(queue.in), token: tokenDisplay(visit), status })
  return change(queries, queue, visit, { name: 'takeBack', to: status === 'IN_CONSULTATION' && calledAt !== null ? 'CALLED' : 'WAITING', place: null, reason })
}

/** The visit with a number; throws if there is none. */
export async function visitOfToken(queries: Queries, queue: HeldQueue, tokenNumber: number): Promise<StaffVisit> {
  const [visit] = await queries.rows(visitByNumber, { workspaceId: queue.in.workspaceId, queueDayId: queue.id, tokenNumber })
  if (!visit) throw problem('TOKEN_NOT_FOUND', { ...named(queue.in), token: tokenNumber })
  return visit
}

async function actable(queries: Queries, queue: HeldQueue, tokenNumber: number, name: StaffActionName): Promise<StaffVisit> {
  const { from, onlyRunning, participle } = staffActions[name]
  const visit = await visitOfToken(queries, queue, tokenNumber)
  // The answer of its gateway decides first.
  if (visit.isRefundUnderWay) throw problem('REFUND_UNDER_WAY')
  if (onlyRunning) checkRuns(queue)
  else checkNotOver(queue)
  if (!(from as readonly string[]).includes(visit.status)) {
    throw problem('TOKEN_NOT_ACTABLE', { ...named(queue.in), token: tokenDisplay(visit), status: visit.status, wanted: participle })
  }
  return visit
}

function checkRuns(queue: HeldQueue) {
  checkNotOver(queue)
  if (queue.startedAt === null) throw problem('QUEUE_NOT_STARTED', named(queue.in))
}

export function checkNotOver(queue: HeldQueue) {
  if (queue.endedAt !== null) throw problem('QUEUE_OVER', named(queue.in))
}

/** An action of staff on a visit. */
interface StaffChange {
  name: StaffActionName
  /** The new status, unless the table's applies. */
  to?: VisitStatus
  /** In line, for a move. */
  place: string | null
  reason: string | null
  /**
   * Cancelled as if it had never been booked: the patient is not told, and it is not in any
   * statistics.
   */
  voided?: boolean
}

async function change(queries: Queries, queue: HeldQueue, visit: StaffVisit, { name, to: elsewhere, place, reason, voided = false }: StaffChange) {
  const { workspaceId, actor } = queue.in
  const { to: usual, event } = staffActions[name]
  const to = elsewhere ?? usual
  const { now } = queue
  // A checkout that ends with its token cannot be opened again.
  const isFinal = name === 'cancel' && visit.paymentStatus === 'PENDING'
  if (!isFinal) await keepBefore(queries, actor, { workspaceId, visitId: visit.id }, { kind: 'QUEUE', now })
  await queries.rows(changeVisit, { workspaceId, visitId: visit.id, action: name, status: to, place, reason, voided, now })
  await noteEvents(queries, queue, event, [visit.id], reason)
  const action = name === 'cancel' ? 'CANCELLED' : 'STATUS_CHANGED'
  await note(queries, workspaceId, actor, { action, status: to, patientIds: [visit.patientId], visitIds: [visit.id], now })
  if (name === 'cancel' && visit.paymentStatus === 'PENDING') await endCheckoutOf(queries, workspaceId, { kind: 'VISIT', id: visit.id }, now)
  if (name === 'cancel' && !voided) await queries.rows(planTokenCancellations, { workspaceId, visitIds: [visit.id], now })
  if (queue.startedAt !== null) await planTurnsOf(queries, queue)
  return visitOfToken(queries, queue, visit.tokenNumber)
}

/** Records an event for each of the visits; for the queue itself if they are null. */
export async function noteEvents(queries: Queries, queue: HeldQueue, event: string, visitIds: readonly number[] | null, reason: string | null = null) {
  await queries.rows(noteQueueEvents, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
    event,
    visitIds,
    reason,
    now: queue.now,
    ...whoValues(queue.in.actor),
  })
}

/** Plans notices to patients whose turn is near, now that the line has moved. */
export async function planTurnsOf(queries: Queries, { id: queueDayId, in: { workspaceId, actor }, now }: HeldQueue) {
  await queries.rows(planTurns, { workspaceId, queueDayId, defaultPlaces: defaultTurnPlaces, dueAt: noticeDueAt(actor, now) })
}
