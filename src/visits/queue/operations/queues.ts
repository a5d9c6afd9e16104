// The queues of a day: their states, their lines, and their events.

import {
  calendarDate,
  choice,
  clockTime,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { describeActor } from '../../../base/operations/actor.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { CalendarDate } from '../../../base/values/calendar-date.ts'
import { dateAt, formatClock, type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { shiftModes } from '../../../base/values/modes.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import {
  type Configuration,
  type Configured,
  practicesByLocation,
} from '../../../clinic/catalogue/configuration.ts'
import { resolveNamedId, resolvePractice } from '../../../clinic/catalogue/named-things.ts'
import { dayEvents, lineTokens, queuesOfDate } from '../line-queries.ts'
import { listedTokenSchema, loadListedTokens } from '../listed-tokens.ts'
import { listOfferedShifts } from '../offered-shifts.ts'
import { tokenDisplay } from '../queue-visit.ts'
import { findRequestedShift, type LockedQueue, type QueueKey } from '../run-queue.ts'

const states = ['NOT_STARTED', 'RUNNING', 'ENDED'] as const
const tokenList = (what: string) => list(text('A token.', 'A-12'), what)

export const queueSchema = object({
  qmsWorkShiftId: id('The shift.', 5),
  doctorId: id('The practitioner.', 3),
  doctor: text('The practitioner, as in the clinic file.', 'meera-shah'),
  addressId: id('The location.'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  shift: text('Its name in the clinic file.', 'morning'),
  mode: choice(shiftModes, 'How its visits happen.'),
  startTime: clockTime('Start on the clinic clock.', '09:00'),
  endTime: clockTime('End on the clinic clock; the queue runs until it is ended.', '13:00'),
  state: choice(states, 'State of its queue.', 'RUNNING'),
  bookedCount: integer('Number of tokens given out and not cancelled.', 12),
  maxAppointments: integer('Number of tokens available.', 40),
  waiting: integer('Number of waiting patients, including those called.', 7),
  serving: tokenList('Who is being seen now.'),
  called: tokenList('Who is called and not seen yet.'),
})

/**
 * The shifts that can be booked on a date, of one practitioner or location, according to the
 * configuration.
 */
function offeredShiftIds(
  configuration: Configuration,
  { date, doctorId, locationId }: DateScope,
  now: Instant,
): Set<number> {
  const practicesInScope =
    locationId === null
      ? configuration.practices
      : (practicesByLocation(configuration).get(locationId) ?? [])
  const practices =
    doctorId === null
      ? practicesInScope
      : practicesInScope.filter(({ doctor }) => doctor.id === doctorId)
  return new Set(
    practices.flatMap((practice) =>
      listOfferedShifts(configuration, practice, date, now).map(({ shift }) => shift.id),
    ),
  )
}

type DateScope = RowOf<typeof queuesOfDate.takes>

/**
 * The queues of a date at one moment, for all or for one practitioner or location: those of shifts
 * on offer, and of removed shifts that have a token that day.
 */
export async function listShownQueues(
  queries: Queries,
  configuration: Configuration,
  scope: DateScope,
  now: Instant,
) {
  return (await listQueuesWithDays(queries, configuration, scope, now)).map(({ queue }) => queue)
}

/** The same queues, each with the row of its day, if it exists. */
export async function listQueuesWithDays(
  queries: Queries,
  configuration: Configuration,
  scope: DateScope,
  now: Instant,
) {
  const offeredIds = offeredShiftIds(configuration, scope, now)
  const queues = await queries.rows(queuesOfDate, scope)
  const shown = queues.filter(
    ({ id, booked, startedAt }) => offeredIds.has(id) || booked || startedAt !== null,
  )
  return shown.map(
    ({
      id,
      queueDayId,
      locationId,
      name,
      fromMinute,
      toMinute,
      booked,
      waiting,
      startedAt,
      endedAt,
      serving,
      called,
      ...same
    }) => {
      const stateUntilEnd = startedAt === null ? ('NOT_STARTED' as const) : ('RUNNING' as const)
      const queue = {
        ...same,
        qmsWorkShiftId: id,
        addressId: locationId,
        shift: name,
        startTime: formatClock(fromMinute),
        endTime: formatClock(toMinute),
        state: endedAt === null ? stateUntilEnd : ('ENDED' as const),
        bookedCount: booked ?? 0,
        waiting: waiting ?? 0,
        serving: serving ?? [],
        called: called ?? [],
      }
      return { queue, queueDayId, startedAt, endedAt }
    },
  )
}

export const queueList = workspaceOperation({
  name: 'queue-list',
  right: 'queue:read',
  about: 'named doctor',
  summary: 'List the queue shifts of a day and the state of their queues.',
  input: object({
    date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    doctor: optional(
      text('Only shifts of this practitioner, by name in the clinic file or by id.', 'meera-shah'),
    ),
    location: optional(text('Only shifts there, by name in the clinic file or by id.', 'jaipur')),
  }),
  output: list(queueSchema, 'Shifts by their start.'),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { date: requestedDate, doctor, location },
  ) {
    const configuration = await configurations.of(workspaceId)
    const date = requestedDate ?? dateAt(configuration.timezone, clock.now())
    const requestedScope = await resolvePractice(database, workspaceId, { doctor, location })
    return listShownQueues(
      database,
      configuration,
      { workspaceId, date, ...requestedScope },
      clock.now(),
    )
  },
})

export const shiftMembers = {
  shift: text(
    'The shift: its id, or practitioner/location/name as in the clinic file.',
    'meera-shah/jaipur/morning',
  ),
  date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
}
export interface ShiftInput {
  shift: string
  date?: CalendarDate | undefined
}

export async function findRequestedQueue(
  { database, actor, workspaceId }: InWorkspace,
  { shift, date }: ShiftInput,
): Promise<QueueKey> {
  return {
    workspaceId,
    workShiftId: await resolveNamedId(database, workspaceId, 'shift', shift),
    date,
    actor,
  }
}

/** Reads a day's queue, which may not exist yet; the read is audited in the same transaction. */
async function readDay<T>(
  context: InWorkspace,
  input: ShiftInput,
  read: (queries: Queries, day: LockedQueue['in'], zone: string) => Promise<T>,
): Promise<T> {
  const requestedQueue = await findRequestedQueue(context, input)
  return context.database.transaction(async (queries) => {
    const { in: day, timezone } = await findRequestedShift(
      queries,
      requestedQueue,
      context.clock.now(),
    )
    return read(queries, day, timezone)
  }, 'repeatable read')
}

export const queueShow = workspaceOperation({
  name: 'queue-show',
  right: 'queue:read',
  about: 'shift',
  summary: 'Show the line of a shift in order, and the tokens that are done.',
  input: object(shiftMembers),
  output: list(listedTokenSchema, 'Tokens in the order of the line.'),
  async run(context, input) {
    return readDay(context, input, async (queries, day) => {
      const line = await queries.rows(lineTokens, day)
      const patientIds = [...new Set(line.map(({ patientId }) => patientId))]
      await recordAccess(queries, day.workspaceId, context.actor, {
        action: 'READ',
        patientIds,
        now: context.clock.now(),
      })
      return loadListedTokens(
        queries,
        day.workspaceId,
        line.map(({ id }) => id),
      )
    })
  },
})

export const queueEvents = workspaceOperation({
  name: 'queue-events',
  right: 'queue:read',
  about: 'shift',
  summary: 'Show what happened in the queue of a shift and who did it, oldest first.',
  input: object(shiftMembers),
  output: list(
    object({
      at: timestamp('When.', '2026-12-01T09:12:00+05:30'),
      event: text('What happened.', 'CALLED'),
      token: nullable(text('The token concerned; null: the queue as a whole.', 'A-12')),
      by: text('Who did it.', 'operator ravi'),
      reason: nullable(text('Why.', 'Has to catch a train')),
    }),
    'Events, oldest first.',
  ),
  async run(context, input) {
    return readDay(context, input, async (queries, day, zone) => {
      const events = await queries.rows(dayEvents, day)
      return events.map(({ at, event, tokenLetter, tokenNumber, reason, ...who }) => ({
        at: isoAt(zone, at),
        event,
        token:
          tokenLetter === null || tokenNumber === null
            ? null
            : tokenDisplay({ tokenLetter, tokenNumber }),
        by: describeActor(who),
        reason,
      }))
    })
  },
})
