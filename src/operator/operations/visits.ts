// A clinic's day from the command line: who comes when, and what becomes of it.

import { Type } from 'typebox'
import { appointmentStatuses } from '../../appointments/appointment-status.ts'
import { type ChangeServices, changeStatus } from '../../appointments/change-status.ts'
import { reschedule } from '../../appointments/reschedule.ts'
import { strandedVisits } from '../../appointments/stranded-visits.ts'
import { type ListedVisit, listedVisit, visitsOfDate, visitsOfPatient } from '../../appointments/visit-list.ts'
import { visitOf } from '../../appointments/visits.ts'
import type { Actor } from '../../audit/actor.ts'
import { note } from '../../audit/audit.ts'
import { bookableOf } from '../../availability/bookable.ts'
import { busyTimeOf, daysAndNext } from '../../availability/next-available.ts'
import { type Configuration, practiceOf } from '../../catalogue/configuration.ts'
import { idsOf } from '../../clinic-file/import-clinic.ts'
import type { Database } from '../../db/database.ts'
import { calendarDate, choice, flag, id, list, nullable, number, object, optional, text, timestamp } from '../../http/schemas.ts'
import { payableText } from '../../payments/payable.ts'
import { refundMinor } from '../../payments/refund-amount.ts'
import { addDays, isCalendarDate } from '../../values/calendar-date.ts'
import { clinicDay, dateAt, firstInstantOf, type Instant, isoAt, parseClock } from '../../values/clinic-time.ts'
import { modes } from '../../values/modes.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { idMeantIfAny } from '../named-things.ts'
import { byDefault, type Shown, workspaceOperation } from '../operation.ts'
import { idOf } from '../typed-words.ts'
import { daySheet } from './day-sheet.ts'

const visitsMax = 2_000
const aVisit = idOf('a visit', 'clinic visit list')
const visitId = id('The visit.', 41)

const shownVisit = object({
  id: visitId,
  reference: text('What people quote.', 'BK7Q2M9X4KTD'),
  date: calendarDate("The date in the clinic's zone."),
  from: timestamp('Start.'),
  to: timestamp('End.', '2026-12-01T09:15:00+05:30'),
  patientId: id('The patient.', 17),
  patient: nullable(text('Whose visit it is; null of one whose record is erased.', 'Meera Iyer')),
  phone: nullable(text('Their phone.', '+919876543210')),
  doctor: text('The practitioner.', 'Dr. Asha Rao'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  room: nullable(text('The room, as in the clinic file.', 'room-1')),
  status: choice(appointmentStatuses, 'Where it stands.'),
  mode: choice(modes, 'How it happens.'),
  type: text('Kind of visit.', 'CONSULTATION'),
  payment: text('What is to be paid, and whether it is.', '500 INR PAID'),
  videoLink: nullable(text('Where an online visit happens.', 'https://video.example.org/asha-rao')),
  notes: nullable(text('Complaint and notes.', 'Rash on the left arm')),
})

function visitView({
  bookingReference,
  fromAt,
  toAt,
  timezone,
  payableMinor,
  currency,
  paymentStatus,
  doctorId: _,
  locationId: __,
  roomId: ___,
  notes,
  ...same
}: ListedVisit) {
  return {
    ...same,
    reference: bookingReference,
    date: dateAt(timezone, fromAt),
    from: isoAt(timezone, fromAt),
    to: isoAt(timezone, toAt),
    payment: payableText({ payableMinor, currency, paymentStatus }),
    notes: notes === '' ? null : notes,
  }
}
type ShownVisit = ReturnType<typeof visitView>

const listInput = {
  date: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
  doctor: optional(text('Only visits to this practitioner, by name in the clinic file or by id.', 'asha-rao')),
  location: optional(text('Only visits there, by name in the clinic file or by id.', 'jaipur')),
}

interface Asked {
  date?: string | undefined
  doctor?: string | undefined
  location?: string | undefined
}

const visitList = workspaceOperation({
  name: 'visit-list',
  right: 'visits:read',
  summary: 'The visits of a day, or the latest of a patient.',
  input: object({ ...listInput, patient: optional(id("This patient's visits, newest first, of every date.", 17)) }),
  output: list(shownVisit, `Visits by start, at most ${visitsMax}.`),
  async run({ database, clock, configurations, actor, workspaceId }, { patient, ...asked }) {
    const now = clock.now()
    if (patient === undefined) {
      const { timezone } = await configurations.of(workspaceId)
      return (await visitsOn(database, workspaceId, timezone, asked, actor, now)).map(visitView)
    }
    return database.transaction(async (queries) => {
      const visits = await queries.rows(visitsOfPatient, { workspaceId, patientId: patient, now, limit: visitsMax })
      // Of one who is unknown there is nothing to be noted.
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: visits.length === 0 ? [] : [patient], now })
      return visits.map(visitView)
    })
  },
  shown: (visits, { patient }) => listShown(visits, patient !== undefined),
  command: { members: { date: { value: 'date' }, patient: { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' } }, isWatchable: true },
})

/** Visits of a date; whose they are is noted as read. */
async function visitsOn(database: Database, workspaceId: number, timezone: string, { date: asked, doctor, location }: Asked, actor: Actor, now: Instant) {
  const ids = await idsOf(database, workspaceId)
  const date = asked ?? dateAt(timezone, now)
  const period = { earliest: clinicDay('Etc/UTC', addDays(date, -1)).from, latest: clinicDay('Etc/UTC', addDays(date, 1)).to }
  const wanted = { doctorId: idMeantIfAny(ids, 'practitioner', doctor), locationId: idMeantIfAny(ids, 'location', location) }
  return database.transaction(async (queries) => {
    const visits = await queries.rows(visitsOfDate, { workspaceId, date, ...period, ...wanted, now, limit: visitsMax })
    await note(queries, workspaceId, actor, { action: 'READ', patientIds: [...new Set(visits.map(({ patientId }) => patientId))], now })
    return visits
  })
}

function listShown(visits: readonly ShownVisit[], withDate: boolean): Shown {
  if (visits.length === 0) return 'no visits with a time; tokens are in: clinic queue list'
  const columns = [...(withDate ? ['date'] : []), 'time', 'patient', 'phone', 'doctor', 'location', 'room', 'status', 'mode', 'payment', 'id']
  const zones = new Set(visits.map(({ from }) => from.slice(19)))
  const rows = visits.map((visit) => ({ ...visit, time: `${visit.from.slice(11, 16)}${zones.size > 1 ? visit.from.slice(19) : ''}` }))
  const { length } = visits
  return [{ columns, rows }, `${length} ${length === 1 ? 'visit' : 'visits'}, times of the clinic (${[...zones].join(', ')})`]
}

const visitSheet = workspaceOperation({
  name: 'visit-sheet',
  right: 'visits:read',
  summary: 'The visits of a day as a page to print, one for each practitioner and location.',
  input: object(listInput),
  output: object({ html: text('The page.', '<!doctype html>') }),
  async run({ database, clock, configurations, actor, workspaceId }, asked) {
    const now = clock.now()
    const { timezone } = await configurations.of(workspaceId)
    const visits = await visitsOn(database, workspaceId, timezone, asked, actor, now)
    return { html: daySheet(asked.date ?? dateAt(timezone, now), visits.filter(({ status }) => status !== 'CANCELLED').map(visitView)) }
  },
  shown: ({ html }) => html,
  command: { members: { date: { value: 'date' } } },
})

async function shownOf({ database, clock }: ChangeServices, workspaceId: number, appointmentId: number) {
  const [visit] = await database.rows(listedVisit, { workspaceId, appointmentId, now: clock.now() })
  if (!visit) throw new OperatorProblem(`there is no visit ${appointmentId} in this workspace`, 'look it up: clinic visit list')
  return visitView(visit)
}

const visitShow = workspaceOperation({
  name: 'visit-show',
  right: 'visits:read',
  summary: 'One visit.',
  input: object({ id: visitId }),
  output: shownVisit,
  async run(services, { id: appointmentId }) {
    const { database, clock, actor, workspaceId } = services
    const visit = await shownOf(services, workspaceId, appointmentId)
    await note(database, workspaceId, actor, { action: 'READ', patientIds: [visit.patientId], appointmentId, now: clock.now() })
    return visit
  },
  shown: (visit) => ({ columns: ['what', 'value'], rows: Object.entries(visit).map(([what, value]) => ({ what, value })) }),
  command: { arguments: ['id'], members: { id: aVisit } },
})

const nowStands = ({ id: visit, status, from, payment }: ShownVisit) => `visit ${visit} on ${from.slice(0, 16).replace('T', ' ')} is ${status}, ${payment}`

const sendable = ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'] as const

const visitStatus = workspaceOperation({
  name: 'visit-status',
  right: 'visits:write',
  summary: 'Say that a visit is confirmed, begun, completed, or that nobody came.',
  input: object({ id: visitId, status: choice(sendable, 'Where it goes.') }),
  output: shownVisit,
  async run(services, { id: appointmentId, status }) {
    const { workspaceId } = services
    const change = { status, cancellationReason: null, refund: undefined, voided: false, returnsSession: false }
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, change)
    return shownOf(services, workspaceId, appointmentId)
  },
  shown: nowStands,
  command: { arguments: ['id', 'status'], members: { id: aVisit } },
})

const visitCancel = workspaceOperation({
  name: 'visit-cancel',
  right: 'visits:write',
  summary: 'Call a visit off; its time is free at once.',
  input: object({
    id: visitId,
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
    refund: optional(
      number(
        'Refund this share of what was paid, in percent; the fee is kept when omitted. What was paid online is given back by its gateway, anything else at the desk.',
        100,
        {
          minimum: 0,
          maximum: 100,
        },
      ),
    ),
    void: byDefault(flag('As if it had never been booked: no notice, no money back.'), false),
    returnSession: byDefault(flag('Give the session of its pack back; of a visit that a pack paid for.'), false),
  }),
  output: shownVisit,
  async run(services, { id: appointmentId, reason = null, refund: percentage, void: voided, returnSession }) {
    const { database, clock, workspaceId } = services
    if (voided && percentage !== undefined) throw new OperatorProblem('a void refunds nothing', 'leave out --refund, or --void')
    const { chargeMinor, discountMinor, currency, bookingType, patientPackageId } = await visitOf(database, workspaceId, appointmentId, clock.now())
    if (returnSession && patientPackageId === null) throw new OperatorProblem(`no pack paid for visit ${appointmentId}`, 'leave out --return-session')
    // A session goes back by a refund of nothing.
    const share = percentage ?? (returnSession && !voided && bookingType === 'USE_ACTIVE_PACKAGE' ? 0 : undefined)
    const amountOf = (share: number) => fromMinorUnits(refundMinor(chargeMinor - discountMinor, share), currency)
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, {
      status: 'CANCELLED',
      cancellationReason: reason,
      refund: share === undefined ? undefined : { percentage: share, amount: amountOf(share), overrideReason: null },
      voided,
      returnsSession: returnSession || percentage !== undefined,
    })
    return shownOf(services, workspaceId, appointmentId)
  },
  shown: nowStands,
  command: { arguments: ['id'], members: { id: aVisit, refund: { value: 'percent' }, reason: { value: 'text' } } },
})

const visitMove = workspaceOperation({
  name: 'visit-move',
  right: 'visits:write',
  summary: 'Give a visit another time; it stays as long and costs the same.',
  input: object({
    id: visitId,
    to: text("Date and time on the clinic's clock, YYYY-MM-DDTHH:MM.", '2026-12-01T09:00'),
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
  }),
  output: shownVisit,
  async run(services, { id: appointmentId, to, reason = null }) {
    const { database, clock, workspaceId } = services
    const { timezone, fromAt, toAt } = await visitOf(database, workspaceId, appointmentId, clock.now())
    const from = instantAt(timezone, to)
    await reschedule(services, { workspaceId, actor: services.actor }, appointmentId, { from, to: from + toAt - fromAt }, reason)
    return shownOf(services, workspaceId, appointmentId)
  },
  shown: nowStands,
  command: { arguments: ['id', 'to'], members: { id: aVisit, reason: { value: 'text' } } },
})

function instantAt(timezone: string, typed: string): Instant {
  const [date = '', clock = ''] = typed.split(/[T ]/)
  const minute = parseClock(clock)
  if (isCalendarDate(date) && minute !== undefined && minute < 1440) return firstInstantOf(timezone, date, minute)
  throw new OperatorProblem(`'${typed}' is not a time`, 'write date and time of the clinic, such as 2026-12-01T09:00')
}

const strandedMax = 500

const visitStranded = workspaceOperation({
  name: 'visit-stranded',
  right: 'visits:read',
  summary: 'Visits to come that no hours hold any more, each with the next free time it could move to.',
  input: object({}),
  output: list(
    Type.Object({
      ...shownVisit.properties,
      next: nullable(timestamp('The next free time of the same practitioner, location, mode and length within 31 days.')),
    }),
    `Visits by start, at most ${strandedMax}.`,
  ),
  async run({ database, clock, configurations, actor, workspaceId }) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const visits = (await strandedVisits(database, configuration, now)).slice(0, strandedMax)
    await note(database, workspaceId, actor, { action: 'READ', patientIds: [...new Set(visits.map(({ patientId }) => patientId))], now })
    const nextTime = nextTimes(database, configuration, now)
    const shown: (ShownVisit & { next: string | null })[] = []
    for (const visit of visits) shown.push({ ...visitView(visit), next: await nextTime(visit) })
    return shown
  },
  shown: (visits) =>
    visits.length === 0
      ? 'every visit to come lies in the hours'
      : [
          {
            columns: ['date', 'time', 'patient', 'phone', 'doctor', 'location', 'mode', 'id', 'next'],
            rows: visits.map((visit) => ({ ...visit, time: visit.from.slice(11, 16), next: visit.next?.slice(0, 16) ?? null })),
          },
          'move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
        ],
})

/** Finds the next free time for visits, another for each that is asked for. */
function nextTimes(database: Database, configuration: Configuration, now: Instant) {
  const given = new Set<string>()
  return async ({ doctorId, locationId, mode, fromAt, toAt, timezone }: ListedVisit): Promise<string | null> => {
    const practice = practiceOf(configuration, doctorId, locationId)
    const bookable = practice && bookableOf(configuration, practice, now)
    if (!bookable) return null
    const wish = { mode, lengthMins: (toAt - fromAt) / 60_000 }
    const taken = busyTimeOf(database, configuration.workspaceId, bookable)
    const { days } = await daysAndNext(taken, bookable, { from: dateAt(timezone, Math.max(fromAt, now)), count: 31 }, wish, now)
    const slot = days.flatMap(({ free }) => free).find(({ from }) => !given.has(`${doctorId} ${from}`))
    if (!slot) return null
    given.add(`${doctorId} ${slot.from}`)
    return isoAt(timezone, slot.from)
  }
}

export const visitOperations = [visitList, visitStranded, visitSheet, visitShow, visitStatus, visitCancel, visitMove]
