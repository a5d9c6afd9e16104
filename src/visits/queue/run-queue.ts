// Running a queue: staff start and end it, and act on its visits. Every change locks the row of the
// day first, so that changes, and bookings of tokens, are made one after the other. Each is
// recorded with who, when and why.

import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { defaultTurnPlaces } from '../../clinic/notices/notice-settings.ts'
import { noticeDueAt } from '../../clinic/notices/plan-notices.ts'
import { endOpenCheckout } from '../../money/payments/payment-session.ts'
import { saveBeforeChange } from '../booking/desk-changes.ts'
import { queueClosingTime } from './closing-time.ts'
import { listOfferedShifts } from './offered-shifts.ts'
import { problem } from './problems.ts'
import { openQueueDay } from './queries.ts'
import { tokenDisplay } from './queue-visit.ts'
import { type StaffActionName, type StatusAtEnd, staffActions } from './staff-actions.ts'
import {
  changeVisit,
  closeVisits,
  endDay,
  findPlace,
  firstWaiting,
  insertQueueEvents,
  lockQueueDayRow,
  planTokenCancellations,
  planTurns,
  shiftById,
  startDay,
  visitByNumber,
} from './staff-queries.ts'
import type { VisitStatus } from './visit-status.ts'

export interface QueueServices {
  database: Database
  clock: Clock
}

/** A queue, and the actor. */
export interface QueueKey {
  workspaceId: number
  workShiftId: number
  /** Today in the clinic's timezone if omitted. */
  date?: CalendarDate | undefined
  actor: Actor
}

/** A queue while a transaction has it locked. */
export interface LockedQueue extends RowOf<typeof lockQueueDayRow.returns> {
  in: QueueKey & { date: CalendarDate }
  timezone: string
  /** The time at which it was read, after locking: earlier changes have earlier times. */
  now: Instant
}

/** A visit as shown to staff. */
export type StaffVisit = RowOf<typeof visitByNumber.returns>

/**
 * What happened to the visits that were still open when their queue ended, and how many of the
 * cancelled ones had been paid.
 */
export type ClosedCounts = Record<StatusAtEnd, number> & { cancelledPaid: number }

/** Identifies a queue in refusals; `shift` has the form that operations take. */
export const queueLabel = ({ workShiftId, date }: LockedQueue['in']) => ({
  shift: String(workShiftId),
  date,
})

/**
 * Runs some work on a queue in one transaction that locks it; throws if there is no such shift, or
 * the day has no tokens.
 */
export async function withQueue<T>(
  { database, clock }: QueueServices,
  queueKey: QueueKey,
  work: (queries: Queries, queue: LockedQueue) => Promise<T>,
): Promise<T> {
  return database.transaction(async (queries) => {
    const shiftDay = await findRequestedShift(queries, queueKey, clock.now())
    const queue = await lockQueueDay(queries, shiftDay, clock)
    if (queue) return work(queries, queue)
    throw problem('QUEUE_NOT_FOUND', queueLabel(shiftDay.in))
  })
}

/** The requested shift and date; throws if there is no such shift. */
export async function findRequestedShift(
  queries: Queries,
  queueKey: QueueKey,
  now: Instant,
): Promise<Pick<LockedQueue, 'in' | 'timezone'>> {
  const { workspaceId, workShiftId } = queueKey
  const [shift] = await queries.rows(shiftById, { workspaceId, workShiftId })
  if (!shift) throw problem('QUEUE_SHIFT_NOT_FOUND', { shift: workShiftId })
  return { ...shift, in: { ...queueKey, date: queueKey.date ?? dateAt(shift.timezone, now) } }
}

/** A queue, locked until the transaction of `queries` ends; undefined if the day has no tokens. */
export async function lockQueue(
  queries: Queries,
  queueKey: QueueKey,
  clock: Clock,
): Promise<LockedQueue | undefined> {
  return lockQueueDay(queries, await findRequestedShift(queries, queueKey, clock.now()), clock)
}

async function lockQueueDay(
  queries: Queries,
  shiftDay: Pick<LockedQueue, 'in' | 'timezone'>,
  clock: Clock,
): Promise<LockedQueue | undefined> {
  const { workspaceId, workShiftId, date } = shiftDay.in
  const [day] = await queries.rows(lockQueueDayRow, {
    workspaceId,
    workShiftId,
    appointmentDate: date,
  })
  return day && { ...day, ...shiftDay, now: clock.now() }
}

/**
 * Starts today's queue. Throws if it was already started or is not today's, or if it has no tokens
 * and its shift is not on offer today: patients with tokens from before a shift was removed are
 * still seen.
 */
export async function startQueue(
  { database, clock, configurations }: QueueServices & { configurations: Configurations },
  queueKey: QueueKey,
): Promise<LockedQueue> {
  const { workspaceId, workShiftId } = queueKey
  const configuration = await configurations.of(workspaceId)
  return database.transaction(async (queries) => {
    const shiftDay = await findRequestedShift(queries, queueKey, clock.now())
    const { date } = shiftDay.in
    const today = dateAt(shiftDay.timezone, clock.now())
    if (date !== today) throw problem('QUEUE_ON_ANOTHER_DAY', { date, today })
    const practice = configuration.practices.find(({ shifts }) =>
      shifts.some(({ id }) => id === workShiftId),
    )
    const offered =
      practice &&
      listOfferedShifts(configuration, practice, today, clock.now()).find(
        ({ shift }) => shift.id === workShiftId,
      )
    if (offered) {
      const day = {
        workspaceId,
        workShiftId,
        appointmentDate: today,
        capacity: offered.shift.maxAppointments,
      }
      await queries.rows(openQueueDay, {
        ...day,
        closesAt: queueClosingTime(shiftDay.timezone, today),
      })
    }
    const queue = await lockQueueDay(queries, shiftDay, clock)
    if (!queue || (!offered && queue.booked === 0))
      throw problem('QUEUE_NOT_OFFERED', queueLabel(shiftDay.in))
    if (queue.startedAt !== null)
      throw problem(
        queue.endedAt === null ? 'QUEUE_ALREADY_RUNNING' : 'QUEUE_ENDED',
        queueLabel(shiftDay.in),
      )
    await queries.rows(startDay, { workspaceId, queueDayId: queue.id, now: queue.now })
    await recordEvents(queries, queue, 'STARTED', null)
    await planTurnNotices(queries, queue)
    return queue
  })
}

/**
 * Ends a running queue for the day, and closes the visits still in it (`statusAtEnd`). Throws if
 * it is not running.
 */
export async function endQueue(queries: Queries, queue: LockedQueue): Promise<ClosedCounts> {
  checkRunning(queue)
  const closed = await closeOpenVisits(queries, queue, 'The shift ended before your turn')
  await queries.rows(endDay, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
    now: queue.now,
  })
  await recordEvents(queries, queue, 'ENDED', null)
  return closed
}

/**
 * Closes a day that is over: ends a queue that is still running, and cancels the tokens of one
 * that was never started.
 */
export async function closeQueueDay(queries: Queries, queue: LockedQueue): Promise<void> {
  if (queue.startedAt === null)
    await closeOpenVisits(queries, queue, 'The shift did not take place')
  else if (queue.endedAt === null) await endQueue(queries, queue)
}

async function closeOpenVisits(
  queries: Queries,
  queue: LockedQueue,
  reason: string,
): Promise<ClosedCounts> {
  const { workspaceId, actor } = queue.in
  const { now } = queue
  const closed = (
    await queries.rows(closeVisits, { workspaceId, queueDayId: queue.id, reason, now })
  ).toSorted((one, other) => one.id - other.id)
  for (const status of ['COMPLETED', 'NO_SHOW', 'CANCELLED'] as const) {
    const visits = closed.filter((visit) => visit.status === status)
    if (visits.length === 0) continue
    const visitIds = visits.map(({ id }) => id)
    await recordEvents(queries, queue, status, visitIds, status === 'CANCELLED' ? reason : null)
    const action = status === 'CANCELLED' ? 'CANCELLED' : 'STATUS_CHANGED'
    await recordAccess(queries, workspaceId, actor, {
      action,
      status,
      patientIds: visits.map(({ patientId }) => patientId),
      visitIds,
      now,
    })
  }
  // Done last, because due work is locked after everything else.
  const cancelled = closed.filter(({ status }) => status === 'CANCELLED')
  // A token that is over must not be paid for.
  for (const { id, paymentStatus } of cancelled) {
    if (paymentStatus === 'PENDING')
      await endOpenCheckout(queries, workspaceId, { kind: 'VISIT', id }, now)
  }
  await queries.rows(planTokenCancellations, {
    workspaceId,
    visitIds: cancelled.map(({ id }) => id),
    now,
  })
  const count = (wantedStatus: StatusAtEnd) =>
    closed.filter(({ status }) => status === wantedStatus).length
  return {
    COMPLETED: count('COMPLETED'),
    NO_SHOW: count('NO_SHOW'),
    CANCELLED: count('CANCELLED'),
    cancelledPaid: cancelled.filter(({ paymentStatus }) => paymentStatus === 'PAID').length,
  }
}

/**
 * Calls the first visit in line that is not being refunded; undefined if no one is waiting. Throws
 * if the queue is not running.
 */
export async function callNext(
  queries: Queries,
  queue: LockedQueue,
): Promise<StaffVisit | undefined> {
  checkRunning(queue)
  const [next] = await queries.rows(firstWaiting, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
  })
  return next && actOnToken(queries, queue, next.tokenNumber, 'call')
}

/**
 * Applies an action to a token's visit, and returns the updated visit; records the reason, if any.
 * Throws a problem if the action is not possible.
 */
export async function actOnToken(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  name: Exclude<StaffActionName, 'move' | 'undo'>,
  reason: string | null = null,
): Promise<StaffVisit> {
  const visit = await requireActableVisit(queries, queue, tokenNumber, name)
  return applyChange(queries, queue, visit, { name, place: null, reason })
}

/** Cancels a token; if `voided`, as if it had never been booked. */
export async function cancelQueueToken(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  { reason, voided }: { reason: string | null; voided: boolean },
): Promise<void> {
  const visit = await requireActableVisit(queries, queue, tokenNumber, 'cancel')
  await applyChange(queries, queue, visit, { name: 'cancel', place: null, reason, voided })
}

/**
 * Cancels a visit whose payment was refunded, or has not arrived, even if its queue has ended since
 * the request.
 */
export async function releaseToken(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  reason: string | null,
): Promise<void> {
  const visit = await loadVisitByNumber(queries, queue, tokenNumber)
  await applyChange(queries, queue, visit, { name: 'cancel', place: null, reason })
}

/** Moves a visit to another place in line, 1 for the first; to the end if the line is shorter. */
export async function moveToken(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  position: number,
  reason: string,
): Promise<StaffVisit> {
  const visit = await requireActableVisit(queries, queue, tokenNumber, 'move')
  const [target] = await queries.rows(findPlace, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
    visitId: visit.id,
    position,
  })
  return applyChange(queries, queue, visit, { name: 'move', place: target?.place ?? null, reason })
}

/** How long a mistaken call, or a consultation begun by mistake, can be undone (LINE-05). */
export const callUndoMs = 60_000

/**
 * Undoes a call, or the start of a consultation: a visit that had been called before is called
 * again as it was; any other waits at its former place. Throws after more than a minute.
 */
export async function undoTokenAction(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  reason: string | null = null,
): Promise<StaffVisit> {
  const visit = await requireActableVisit(queries, queue, tokenNumber, 'undo')
  const { status, calledAt, beganAt } = visit
  const since = status === 'CALLED' ? calledAt : beganAt
  if (since === null || queue.now - since > callUndoMs)
    throw problem('TOKEN_UNDO_EXPIRED', {
      ...queueLabel(queue.in),
      token: tokenDisplay(visit),
      status,
    })
  return applyChange(queries, queue, visit, {
    name: 'undo',
    to: status === 'IN_CONSULTATION' && calledAt !== null ? 'CALLED' : 'WAITING',
    place: null,
    reason,
  })
}

/** The visit with a number; throws if there is none. */
export async function loadVisitByNumber(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
): Promise<StaffVisit> {
  const [visit] = await queries.rows(visitByNumber, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
    tokenNumber,
  })
  if (!visit) throw problem('TOKEN_NOT_FOUND', { ...queueLabel(queue.in), token: tokenNumber })
  return visit
}

async function requireActableVisit(
  queries: Queries,
  queue: LockedQueue,
  tokenNumber: number,
  name: StaffActionName,
): Promise<StaffVisit> {
  const { from, onlyRunning, participle } = staffActions[name]
  const visit = await loadVisitByNumber(queries, queue, tokenNumber)
  // The gateway's answer about its refund must come first.
  if (visit.isRefundUnderWay) throw problem('REFUND_IN_PROGRESS')
  if (onlyRunning) checkRunning(queue)
  else checkNotOver(queue)
  if (!(from as readonly string[]).includes(visit.status)) {
    throw problem('TOKEN_ACTION_NOT_ALLOWED', {
      ...queueLabel(queue.in),
      token: tokenDisplay(visit),
      status: visit.status,
      wanted: participle,
    })
  }
  return visit
}

function checkRunning(queue: LockedQueue) {
  checkNotOver(queue)
  if (queue.startedAt === null) throw problem('QUEUE_NOT_STARTED', queueLabel(queue.in))
}

export function checkNotOver(queue: LockedQueue) {
  if (queue.endedAt !== null) throw problem('QUEUE_ENDED', queueLabel(queue.in))
}

/** An action of staff on a visit. */
interface StaffChange {
  name: StaffActionName
  /** The new status, if it differs from the one in the table of actions. */
  to?: VisitStatus
  /** The new sort key in the line, for a move. */
  place: string | null
  reason: string | null
  /**
   * Whether it is cancelled as if it had never been booked: the patient is not notified, and it is
   * left out of all statistics.
   */
  voided?: boolean
}

async function applyChange(
  queries: Queries,
  queue: LockedQueue,
  visit: StaffVisit,
  { name, to: otherStatus, place, reason, voided = false }: StaffChange,
) {
  const { workspaceId, actor } = queue.in
  const { to: defaultStatus, event } = staffActions[name]
  const to = otherStatus ?? defaultStatus
  const { now } = queue
  // A checkout that ended together with its token cannot be opened again.
  const isFinal = name === 'cancel' && visit.paymentStatus === 'PENDING'
  if (!isFinal)
    await saveBeforeChange(
      queries,
      actor,
      { workspaceId, visitId: visit.id },
      { kind: 'QUEUE', now },
    )
  await queries.rows(changeVisit, {
    workspaceId,
    visitId: visit.id,
    action: name,
    status: to,
    place,
    reason,
    voided,
    now,
  })
  await recordEvents(queries, queue, event, [visit.id], reason)
  const action = name === 'cancel' ? 'CANCELLED' : 'STATUS_CHANGED'
  await recordAccess(queries, workspaceId, actor, {
    action,
    status: to,
    patientIds: [visit.patientId],
    visitIds: [visit.id],
    now,
  })
  if (name === 'cancel' && visit.paymentStatus === 'PENDING')
    await endOpenCheckout(queries, workspaceId, { kind: 'VISIT', id: visit.id }, now)
  if (name === 'cancel' && !voided)
    await queries.rows(planTokenCancellations, { workspaceId, visitIds: [visit.id], now })
  if (queue.startedAt !== null) await planTurnNotices(queries, queue)
  return loadVisitByNumber(queries, queue, visit.tokenNumber)
}

/** Records an event for each of the visits; for the queue itself if they are null. */
export async function recordEvents(
  queries: Queries,
  queue: LockedQueue,
  event: string,
  visitIds: readonly number[] | null,
  reason: string | null = null,
) {
  await queries.rows(insertQueueEvents, {
    workspaceId: queue.in.workspaceId,
    queueDayId: queue.id,
    event,
    visitIds,
    reason,
    now: queue.now,
    ...authorValues(queue.in.actor),
  })
}

/** Plans notices to patients whose turn is near, now that the line has moved. */
export async function planTurnNotices(
  queries: Queries,
  { id: queueDayId, in: { workspaceId, actor }, now }: LockedQueue,
) {
  await queries.rows(planTurns, {
    workspaceId,
    queueDayId,
    defaultPlaces: defaultTurnPlaces,
    dueAt: noticeDueAt(actor, now),
  })
}
