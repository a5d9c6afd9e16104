// The queues of a day: their states, their lines, and their events.

import { calendarDate, choice, clockTime, id, integer, list, nullable, object, optional, text, timestamp } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { actorText } from '../../../base/operations/actor.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { CalendarDate } from '../../../base/values/calendar-date.ts'
import { clockText, dateAt, type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { shiftModes } from '../../../base/values/modes.ts'
import { note } from '../../../clinic/audit/audit.ts'
import { type Configuration, type Configured, practicesByLocation } from '../../../clinic/catalogue/configuration.ts'
import { idMeant, placeMeant } from '../../../clinic/catalogue/named-things.ts'
import { eventsOfDay, queuesOfDate, tokensOfLine } from '../line-queries.ts'
import { listedTokenSchema, listedTokens } from '../listed-tokens.ts'
import { offeredShifts } from '../offered-shifts.ts'
import { tokenDisplay } from '../queue-visit.ts'
import { type HeldQueue, type InQueue, shiftAsked } from '../run-queue.ts'

const states = ['NOT_STARTED', 'RUNNING', 'ENDED'] as const
const tokens = (what: string) => list(text('A token.', 'A-12'), what)

export const queueOfShift = object({
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
  serving: tokens('Who is being seen now.'),
  called: tokens('Who is called and not seen yet.'),
})

/** The shifts that can be booked on a date, of one practitioner or location, according to the configuration. */
function idsOnOffer(configuration: Configuration, { date, doctorId, locationId }: OfDate, now: Instant): Set<number> {
  const ofPlace = locationId === null ? configuration.practices : (practicesByLocation(configuration).get(locationId) ?? [])
  const practices = doctorId === null ? ofPlace : ofPlace.filter(({ doctor }) => doctor.id === doctorId)
  return new Set(practices.flatMap((practice) => offeredShifts(configuration, practice, date, now).map(({ shift }) => shift.id)))
}

type OfDate = RowOf<typeof queuesOfDate.takes>

/**
 * The queues of a date at one moment, or of one practitioner or location: of shifts on offer, and of removed shifts that have a token that
 * day.
 */
export async function queuesShown(queries: Queries, configuration: Configuration, where: OfDate, now: Instant) {
  return (await queuesWithDays(queries, configuration, where, now)).map(({ queue }) => queue)
}

/** The same, each with the row of its day, if it exists. */
export async function queuesWithDays(queries: Queries, configuration: Configuration, where: OfDate, now: Instant) {
  const onOffer = idsOnOffer(configuration, where, now)
  const queues = await queries.rows(queuesOfDate, where)
  const shown = queues.filter(({ id, booked, startedAt }) => onOffer.has(id) || booked || startedAt !== null)
  return shown.map(({ id, queueDayId, locationId, name, fromMinute, toMinute, booked, waiting, startedAt, endedAt, serving, called, ...same }) => {
    const queue = {
      ...same,
      qmsWorkShiftId: id,
      addressId: locationId,
      shift: name,
      startTime: clockText(fromMinute),
      endTime: clockText(toMinute),
      state: endedAt !== null ? ('ENDED' as const) : startedAt === null ? ('NOT_STARTED' as const) : ('RUNNING' as const),
      bookedCount: booked ?? 0,
      waiting: waiting ?? 0,
      serving: serving ?? [],
      called: called ?? [],
    }
    return { queue, queueDayId, startedAt, endedAt }
  })
}

export const queueList = workspaceOperation({
  name: 'queue-list',
  right: 'queue:read',
  about: 'named doctor',
  summary: 'List the queue shifts of a day and the state of their queues.',
  input: object({
    date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    doctor: optional(text('Only shifts of this practitioner, by name in the clinic file or by id.', 'meera-shah')),
    location: optional(text('Only shifts there, by name in the clinic file or by id.', 'jaipur')),
  }),
  output: list(queueOfShift, 'Shifts by their start.'),
  async run({ database, clock, configurations, workspaceId }: InWorkspace<Configured>, { date: asked, doctor, location }) {
    const configuration = await configurations.of(workspaceId)
    const date = asked ?? dateAt(configuration.timezone, clock.now())
    const wanted = await placeMeant(database, workspaceId, { doctor, location })
    return queuesShown(database, configuration, { workspaceId, date, ...wanted }, clock.now())
  },
})

export const ofShift = {
  shift: text('The shift: its id, or practitioner/location/name as in the clinic file.', 'meera-shah/jaipur/morning'),
  date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
}
export interface Asked {
  shift: string
  date?: CalendarDate | undefined
}

export async function queueMeant({ database, actor, workspaceId }: InWorkspace, { shift, date }: Asked): Promise<InQueue> {
  return { workspaceId, workShiftId: await idMeant(database, workspaceId, 'shift', shift), date, actor }
}

/** Reads a day's queue, which may not exist yet; the read is audited in the same transaction. */
async function readDay<T>(context: InWorkspace, asked: Asked, read: (queries: Queries, day: HeldQueue['in'], zone: string) => Promise<T>): Promise<T> {
  const wanted = await queueMeant(context, asked)
  return context.database.transaction(async (queries) => {
    const { in: day, timezone } = await shiftAsked(queries, wanted, context.clock.now())
    return read(queries, day, timezone)
  }, 'repeatable read')
}

export const queueShow = workspaceOperation({
  name: 'queue-show',
  right: 'queue:read',
  about: 'shift',
  summary: 'Show the line of a shift in order, and the tokens that are done.',
  input: object(ofShift),
  output: list(listedTokenSchema, 'Tokens in the order of the line.'),
  async run(context, asked) {
    return readDay(context, asked, async (queries, day) => {
      const line = await queries.rows(tokensOfLine, day)
      const patientIds = [...new Set(line.map(({ patientId }) => patientId))]
      await note(queries, day.workspaceId, context.actor, { action: 'READ', patientIds, now: context.clock.now() })
      return listedTokens(
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
  input: object(ofShift),
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
  async run(context, asked) {
    return readDay(context, asked, async (queries, day, zone) => {
      const events = await queries.rows(eventsOfDay, day)
      return events.map(({ at, event, tokenLetter, tokenNumber, reason, ...who }) => ({
        at: isoAt(zone, at),
        event,
        token: tokenLetter === null || tokenNumber === null ? null : tokenDisplay({ tokenLetter, tokenNumber }),
        by: actorText(who),
        reason,
      }))
    })
  },
})
