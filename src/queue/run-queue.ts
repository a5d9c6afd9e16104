// Running a queue: staff start and end it, and take visits through it. Every change holds the row of the day first, so that one comes
// after the other, and after the tokens that are being taken; each is noted with who, when and why.

import { type Actor, actorValues } from '../audit/actor.ts'
import { note } from '../audit/audit.ts'
import type { Database, Queries } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { dateAt, type Instant } from '../values/clinic-time.ts'
import { OperatorProblem } from '../values/operator-problem.ts'
import { openQueueDay } from './queries.ts'
import { tokenDisplay } from './queue-visit.ts'
import { settledAt } from './settled-at.ts'
import { type StaffActionName, staffActions } from './staff-actions.ts'
import {
  changeVisit,
  endDay,
  firstWaiting,
  holdQueueDay,
  noteQueueEvents,
  placeAt,
  settleVisits,
  shiftOfStaff,
  startDay,
  visitByNumber,
} from './staff-queries.ts'

/** Which queue, who does something with it, and when. */
export interface InQueue {
  workspaceId: number
  workShiftId: number
  /** Today in the clinic's zone when omitted. */
  date?: CalendarDate | undefined
  actor: Actor
  now: Instant
}

/** A queue while a transaction holds it. */
export interface HeldQueue extends RowOf<typeof holdQueueDay.returns> {
  in: InQueue & { date: CalendarDate }
  timezone: string
}

/** A visit as staff speak of it. */
export type StaffVisit = RowOf<typeof visitByNumber.returns>

const lookUp = 'see the shifts of the day: clinic queue list'

/** Runs work with a queue in one transaction that holds it; throws where there is no such shift, or nobody has a token of that day. */
export async function withQueue<T>(database: Database, wanted: InQueue, work: (queries: Queries, queue: HeldQueue) => Promise<T>): Promise<T> {
  return database.transaction(async (queries) => {
    const { in: asked, timezone } = await shiftAsked(queries, wanted)
    const [day] = await queries.rows(holdQueueDay, { workspaceId: asked.workspaceId, workShiftId: asked.workShiftId, appointmentDate: asked.date })
    if (!day) throw new OperatorProblem(`shift ${asked.workShiftId} has no queue on ${asked.date}: nobody has a token, and it was not started`, lookUp)
    return work(queries, { ...day, in: asked, timezone })
  })
}

async function shiftAsked(queries: Queries, wanted: InQueue) {
  const { workspaceId, workShiftId, now } = wanted
  const [shift] = await queries.rows(shiftOfStaff, { workspaceId, workShiftId })
  if (!shift) throw new OperatorProblem(`there is no shift ${workShiftId} in this workspace`, lookUp)
  return { ...shift, in: { ...wanted, date: wanted.date ?? dateAt(shift.timezone, now) } }
}

/** Starts the queue of today; `capacity` is what the shift has now. Throws where it was started already, or is not of today. */
export async function startQueue(database: Database, wanted: InQueue): Promise<void> {
  const { now, workspaceId, workShiftId } = wanted
  await database.transaction(async (queries) => {
    const { in: asked, timezone, capacity } = await shiftAsked(queries, wanted)
    const today = dateAt(timezone, now)
    if (asked.date !== today) throw new OperatorProblem(`the queue of ${asked.date} cannot be started: today is ${today}`, 'start it on its day')
    await queries.rows(openQueueDay, { workspaceId, workShiftId, appointmentDate: today, capacity, settledAt: settledAt(timezone, today) })
  })
  await withQueue(database, wanted, async (queries, queue) => {
    if (queue.startedAt !== null) throw new OperatorProblem(`shift ${workShiftId} ${queue.endedAt === null ? 'is running already' : 'is over'}`, lookUp)
    await queries.rows(startDay, { workspaceId, queueDayId: queue.id, now })
    await noteEvents(queries, queue, 'STARTED', null)
  })
}

/** Ends a queue that runs, for the day, and settles who is still in it (`statusAtEnd`). */
export async function endQueue(queries: Queries, queue: HeldQueue): Promise<void> {
  const { workspaceId, now } = queue.in
  if (queue.startedAt === null || queue.endedAt !== null) {
    throw new OperatorProblem(`shift ${queue.in.workShiftId} ${queue.endedAt === null ? 'has not been started' : 'is over already'}`, lookUp)
  }
  await settle(queries, queue, 'The shift ended before your turn')
  await queries.rows(endDay, { workspaceId, queueDayId: queue.id, now })
  await noteEvents(queries, queue, 'ENDED', null)
}

/** Settles a day that is over: a queue that still runs is ended, and the tokens of one that was never started are cancelled. */
export async function settleQueue(queries: Queries, queue: HeldQueue): Promise<void> {
  if (queue.startedAt === null) await settle(queries, queue, 'The shift did not take place')
  else if (queue.endedAt === null) await endQueue(queries, queue)
}

async function settle(queries: Queries, queue: HeldQueue, reason: string) {
  const { workspaceId, actor, now } = queue.in
  const settled = await queries.rows(settleVisits, { workspaceId, queueDayId: queue.id, reason, now })
  for (const event of ['COMPLETED', 'NO_SHOW', 'CANCELLED']) {
    const visits = settled.filter(({ status }) => status === event)
    await noteEvents(
      queries,
      queue,
      event,
      visits.map(({ id }) => id),
      event === 'CANCELLED' ? reason : null,
    )
  }
  await note(queries, workspaceId, actor, { action: 'STATUS_CHANGED', patientIds: [...new Set(settled.map(({ patientId }) => patientId))], now })
}

/** Calls whoever is first in line; undefined where nobody waits. */
export async function callNext(queries: Queries, queue: HeldQueue): Promise<StaffVisit | undefined> {
  const { workspaceId } = queue.in
  const [next] = await queries.rows(firstWaiting, { workspaceId, queueDayId: queue.id })
  return next && act(queries, queue, next.tokenNumber, 'call')
}

/** Does something with the visit of a token; a reason is noted with it. Throws what keeps it from being done. */
export async function act(
  queries: Queries,
  queue: HeldQueue,
  tokenNumber: number,
  name: Exclude<StaffActionName, 'move'>,
  reason: string | null = null,
): Promise<StaffVisit> {
  const visit = await actable(queries, queue, tokenNumber, name)
  await change(queries, queue, visit, name, null, reason)
  return { ...visit, status: staffActions[name].to }
}

/** Gives a visit another place in line, 1 for the first; behind the last where there are not so many. */
export async function move(queries: Queries, queue: HeldQueue, tokenNumber: number, position: number, reason: string): Promise<StaffVisit> {
  const visit = await actable(queries, queue, tokenNumber, 'move')
  const [found] = await queries.rows(placeAt, { workspaceId: queue.in.workspaceId, queueDayId: queue.id, visitId: visit.id, position })
  await change(queries, queue, visit, 'move', found?.place ?? null, reason)
  return visit
}

async function actable(queries: Queries, queue: HeldQueue, tokenNumber: number, name: StaffActionName): Promise<StaffVisit> {
  const { workspaceId, workShiftId, date } = queue.in
  const { from, onlyRunning, participle } = staffActions[name]
  const [visit] = await queries.rows(visitByNumber, { workspaceId, queueDayId: queue.id, tokenNumber })
  if (!visit) throw new OperatorProblem(`shift ${workShiftId} has no token ${tokenNumber} on ${date}`, `see the line: clinic queue show ${workShiftId}`)
  if (queue.endedAt !== null) throw new OperatorProblem(`shift ${workShiftId} is over on ${date}; its visits stay as they are`, lookUp)
  if (onlyRunning && queue.startedAt === null) {
    throw new OperatorProblem(`shift ${workShiftId} has not been started on ${date}`, `start it: clinic queue start ${workShiftId}`)
  }
  if (!(from as readonly string[]).includes(visit.status)) {
    throw new OperatorProblem(`${tokenDisplay(visit)} is ${visit.status} and cannot be ${participle}`, `see the line: clinic queue show ${workShiftId}`)
  }
  return visit
}

async function change(queries: Queries, queue: HeldQueue, visit: StaffVisit, name: StaffActionName, place: string | null, reason: string | null) {
  const { workspaceId, actor, now } = queue.in
  const { to, event } = staffActions[name]
  await queries.rows(changeVisit, { workspaceId, visitId: visit.id, action: name, status: to, place, reason, now })
  await noteEvents(queries, queue, event, [visit.id], reason)
  const action = name === 'cancel' ? 'CANCELLED' : 'STATUS_CHANGED'
  await note(queries, workspaceId, actor, { action, patientIds: [visit.patientId], visitId: visit.id, now })
}

/** Notes an event of each of the visits; of the queue itself where they are null. */
async function noteEvents(queries: Queries, queue: HeldQueue, event: string, visitIds: readonly number[] | null, reason: string | null = null) {
  const { workspaceId, actor, now } = queue.in
  const { endUserHash: _, address: __, requestId: ___, ...who } = actorValues(actor)
  await queries.rows(noteQueueEvents, { workspaceId, queueDayId: queue.id, event, visitIds, reason, now, ...who })
}
