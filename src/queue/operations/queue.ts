// Running a queue from the command line: staff start and end a shift, call who is next, and take each token through it.

import { note } from '../../audit/audit.ts'
import type { Configuration, Configured } from '../../catalogue/configuration.ts'
import { idMeant, placeMeant } from '../../catalogue/named-things.ts'
import { calendarDate, choice, clockTime, id, integer, list, nullable, object, optional, text, timestamp } from '../../contract/schemas.ts'
import type { Queries } from '../../db/database.ts'
import { actorText } from '../../operations/actor.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { payableText, paymentStatuses } from '../../payments/payable.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { clockText, dateAt, type Instant, isoAt } from '../../values/clinic-time.ts'
import { shiftModes } from '../../values/modes.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { eventsOfDay, lineWithPatients, queuesOfDate } from '../line-queries.ts'
import { offeredShifts } from '../offered-shifts.ts'
import { tokenDisplay } from '../queue-visit.ts'
import { act, callNext, endQueue, type HeldQueue, type InQueue, move, type StaffVisit, shiftAsked, startQueue, visitOfToken, withQueue } from '../run-queue.ts'
import { visitStatuses } from '../visit-status.ts'

const states = ['NOT_STARTED', 'RUNNING', 'ENDED'] as const
const tokenText = (what: string) => text(what, 'A-12')

const listedShift = object({
  id: id('The shift.', 5),
  doctor: text('The practitioner, as in the clinic file.', 'meera-shah'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  shift: text('Its name in the clinic file.', 'morning'),
  mode: choice(shiftModes, 'How its visits happen.'),
  from: clockTime('Start on the clinic clock.', '09:00'),
  to: clockTime('End on the clinic clock; the queue runs until it is ended.', '13:00'),
  state: choice(states, 'Where its queue stands.', 'RUNNING'),
  booked: integer('Tokens given out, less those that were cancelled.', 12),
  max: integer('Tokens it has.', 40),
  waiting: integer('Who wait, those who are called among them.', 7),
  serving: nullable(tokenText('Who is being seen now.')),
  called: nullable(text('Who is called and not seen yet.', 'A-13')),
})

/** The shifts that can be booked on a date, as far as the configuration says. */
function idsOnOffer(configuration: Configuration, date: CalendarDate, now: Instant): Set<number> {
  return new Set(configuration.practices.flatMap((practice) => offeredShifts(configuration, practice, date, now).map(({ shift }) => shift.id)))
}

export const queueList = workspaceOperation({
  name: 'queue-list',
  right: 'queue:read',
  summary: 'The queue shifts of a day, and how their queues stand.',
  input: object({
    date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    doctor: optional(text('Only shifts of this practitioner, by name in the clinic file or by id.', 'meera-shah')),
    location: optional(text('Only shifts there, by name in the clinic file or by id.', 'jaipur')),
  }),
  output: list(listedShift, 'Shifts by their start.'),
  async run({ database, clock, configurations, workspaceId }: InWorkspace<Configured>, { date: asked, doctor, location }) {
    const configuration = await configurations.of(workspaceId)
    const date = asked ?? dateAt(configuration.timezone, clock.now())
    const wanted = await placeMeant(database, workspaceId, { doctor, location })
    const queues = await database.rows(queuesOfDate, { workspaceId, date, ...wanted })
    const onOffer = idsOnOffer(configuration, date, clock.now())
    // A shift that has been taken off the day keeps who had a token of it.
    const shown = queues.filter(({ id, booked, startedAt }) => onOffer.has(id) || booked || startedAt !== null)
    return shown.map(({ name, fromMinute, toMinute, maxAppointments, booked, waiting, startedAt, endedAt, ...same }) => ({
      ...same,
      shift: name,
      from: clockText(fromMinute),
      to: clockText(toMinute),
      state: endedAt !== null ? ('ENDED' as const) : startedAt === null ? ('NOT_STARTED' as const) : ('RUNNING' as const),
      booked: booked ?? 0,
      max: maxAppointments,
      waiting: waiting ?? 0,
    }))
  },
})

const ofShift = {
  shift: text('The shift: its id, or practitioner/location/name as in the clinic file.', 'meera-shah/jaipur/morning'),
  date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
}
interface Asked {
  shift: string
  date?: CalendarDate | undefined
}

async function queueMeant({ database, actor, workspaceId }: InWorkspace, { shift, date }: Asked): Promise<InQueue> {
  return { workspaceId, workShiftId: await idMeant(database, workspaceId, 'shift', shift), date, actor }
}

/** Reads a day's queue, of which there may be none yet; what is read is noted in the same transaction. */
async function readDay<T>(context: InWorkspace, asked: Asked, read: (queries: Queries, day: HeldQueue['in'], zone: string) => Promise<T>): Promise<T> {
  const wanted = await queueMeant(context, asked)
  return context.database.transaction(async (queries) => {
    const { in: day, timezone } = await shiftAsked(queries, wanted, context.clock.now())
    return read(queries, day, timezone)
  })
}

const standing = {
  token: tokenText('The token.'),
  visitId: id('The visit.', 43),
  status: choice(visitStatuses, 'Where it stands; who is CALLED is shown as WAITING outside, and who is SKIPPED as NO_SHOW.'),
  position: nullable(integer('Place among those who wait: 1 is next. Null of who waits no more.', 3)),
}

export const queueShow = workspaceOperation({
  name: 'queue-show',
  right: 'queue:read',
  summary: 'Who is in line of a shift, in its order, and who was.',
  input: object(ofShift),
  output: list(
    object({
      ...standing,
      patientId: id('The patient.', 17),
      patient: nullable(text('Whose token it is; null of one whose record is erased.', 'Meera Iyer')),
      phone: nullable(text('Their phone.', '+919876543210')),
      called: nullable(timestamp('When they were called.')),
      began: nullable(timestamp('When their consultation began.')),
      payment: text('What is to be paid, and whether it is.', '300 INR PAID'),
    }),
    'Tokens in the order of the line.',
  ),
  async run(context, asked) {
    return readDay(context, asked, async (queries, day, zone) => {
      const visits = await queries.rows(lineWithPatients, day)
      const patientIds = [...new Set(visits.map(({ patientId }) => patientId))]
      await note(queries, day.workspaceId, context.actor, { action: 'READ', patientIds, now: context.clock.now() })
      const timeOf = (at: Instant | null) => (at === null ? null : isoAt(zone, at))
      return visits.map(({ id, tokenLetter, tokenNumber, calledAt, beganAt, payableMinor, currency, paymentStatus, ...same }) => ({
        ...same,
        token: tokenDisplay({ tokenLetter, tokenNumber }),
        visitId: id,
        called: timeOf(calledAt),
        began: timeOf(beganAt),
        payment: payableText({ payableMinor, currency, paymentStatus }),
      }))
    })
  },
})

const { date: _, ...ofShiftToday } = ofShift

export const queueStart = workspaceOperation({
  name: 'queue-start',
  right: 'queue:write',
  summary: 'Start the queue of a shift, today; from then on tokens are taken through it.',
  input: object(ofShiftToday),
  output: object({
    id: id('The shift.', 5),
    date: calendarDate('The date.'),
    waiting: integer('Who wait.', 7),
  }),
  async run(context: InWorkspace<Configured>, asked) {
    const { in: day, waiting } = await startQueue(context, await queueMeant(context, asked))
    return { id: day.workShiftId, date: day.date, waiting }
  },
})

export const queueEnd = workspaceOperation({
  name: 'queue-end',
  right: 'queue:write',
  summary: 'End the queue of a shift for the day: who is being seen is completed, who was skipped was absent, who still waits is cancelled.',
  input: object(ofShift),
  output: object({
    completed: integer('Who were being seen.', 1),
    absent: integer('Who had been skipped.', 2),
    cancelled: integer('Who still waited.', 3),
    cancelledPaid: integer('Of those, who had paid; they are to be refunded.', 1),
  }),
  async run(context, asked) {
    const { COMPLETED, NO_SHOW, CANCELLED, cancelledPaid } = await withQueue(context, await queueMeant(context, asked), endQueue)
    return { completed: COMPLETED, absent: NO_SHOW, cancelled: CANCELLED, cancelledPaid }
  },
})

const outcome = object({ ...standing, payment: choice(paymentStatuses, 'Whether it is paid.') }, { description: 'The token as it stands now.' })

function outcomeView({ id, paymentStatus, status, position, ...token }: StaffVisit) {
  return { token: tokenDisplay(token), visitId: id, status, position, payment: paymentStatus }
}

export const queueNext = workspaceOperation({
  name: 'queue-next',
  right: 'queue:write',
  summary: 'Call whoever is first in line.',
  input: object(ofShift),
  output: object({ called: nullable({ ...outcome, description: 'Who is called; null where nobody waits.' }) }),
  async run(context, asked) {
    const called = await withQueue(context, await queueMeant(context, asked), callNext)
    return { called: called === undefined ? null : outcomeView(called) }
  },
})

const token = text('The token, as A-12 or 12.', 'A-12', { pattern: '^([A-Z]{1,3}-)?[1-9]\\d{0,5}$' })
const reasonText = 'Why; kept with what happened.'
const reasonLength = { minLength: 1, maxLength: 500 }

/** The number of a token; one with a letter is a token of this shift only where the letter is the shift's. */
async function numberMeant(queries: Queries, queue: HeldQueue, typed: string): Promise<number> {
  const [number, letter] = typed.split('-').reverse()
  const visit = await visitOfToken(queries, queue, Number(number))
  if (letter === undefined || letter === visit.tokenLetter) return visit.tokenNumber
  const { workShiftId, date } = queue.in
  throw new OperatorProblem(
    `shift ${workShiftId} has no token ${typed} on ${date}; ${number} is ${tokenDisplay(visit)}`,
    `see the line: clinic queue show ${workShiftId}`,
  )
}

export const queueMove = workspaceOperation({
  name: 'queue-move',
  right: 'queue:write',
  summary: 'Give who waits another place in line.',
  input: object({
    ...ofShift,
    token,
    to: integer('The position, 1 for the first; past the last, it is the last.', 2, { minimum: 1, maximum: 5000 }),
    reason: text(reasonText, 'Has to catch a train', reasonLength),
  }),
  output: outcome,
  async run(context, { token: typed, to, reason, ...asked }) {
    return withQueue(context, await queueMeant(context, asked), async (queries, queue) =>
      outcomeView(await move(queries, queue, await numberMeant(queries, queue, typed), to, reason)),
    )
  },
})

const tokenActions = [
  ['recall', 'recall', 'Call who is called once more.'],
  ['skip', 'skip', 'Pass over who is not there; they can come back.'],
  ['return', 'bringBack', 'Bring who was skipped or absent back, to the place of their token.'],
  ['begin', 'begin', 'Say that a consultation begins.'],
  ['complete', 'complete', 'Say that a consultation is over.'],
  ['no-show', 'noShow', 'Say that nobody came.'],
  ['cancel', 'cancel', 'Call a token off; its number is not given again.'],
] as const

export const queueActions = tokenActions.map(([word, name, summary]) =>
  workspaceOperation({
    name: `queue-${word}`,
    right: 'queue:write',
    summary,
    input: object({ ...ofShift, token, reason: optional(text(reasonText, 'Went home', reasonLength)) }),
    output: outcome,
    async run(context, { token: typed, reason = null, ...asked }) {
      return withQueue(context, await queueMeant(context, asked), async (queries, queue) =>
        outcomeView(await act(queries, queue, await numberMeant(queries, queue, typed), name, reason)),
      )
    },
  }),
)

export const queueEvents = workspaceOperation({
  name: 'queue-events',
  right: 'queue:read',
  summary: 'What happened in the queue of a shift, oldest first, and who did it.',
  input: object(ofShift),
  output: list(
    object({
      at: timestamp('When.', '2026-12-01T09:12:00+05:30'),
      event: text('What happened.', 'CALLED'),
      token: nullable(tokenText('Whose turn it was about; null: the queue as a whole.')),
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

export const queueOperations = [queueList, queueShow, queueStart, queueNext, ...queueActions, queueMove, queueEnd, queueEvents]
