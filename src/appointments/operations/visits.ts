// A clinic's day from the command line: who comes when, and what becomes of it.

import { type Static, Type } from 'typebox'
import { note } from '../../audit/audit.ts'
import { bookableOf } from '../../availability/bookable.ts'
import { busyTimeOf, daysAndNext } from '../../availability/next-available.ts'
import type { Configured } from '../../catalogue/configuration.ts'
import { type Configuration, practiceOf } from '../../catalogue/configuration.ts'
import { placeMeant } from '../../catalogue/named-things.ts'
import { calendarDate, choice, flag, id, list, nullable, number, object, optional, text, timestamp } from '../../contract/schemas.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Actor } from '../../operations/actor.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { payableText } from '../../payments/payable.ts'
import { refundMinor } from '../../payments/refund-amount.ts'
import { refundStates } from '../../payments/refunds.ts'
import { refundsOfVisit } from '../../payments/refunds-of-visit.ts'
import { type ListedToken, listedToken, tokensOfDate, tokensOfPatient } from '../../queue/listed-tokens.ts'
import { tokenDisplay } from '../../queue/queue-visit.ts'
import { visitStatuses } from '../../queue/visit-status.ts'
import { addDays, isCalendarDate } from '../../values/calendar-date.ts'
import { clinicDay, dateAt, firstInstantOf, type Instant, isoAt, parseClock } from '../../values/clinic-time.ts'
import { modes } from '../../values/modes.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { appointmentStatuses } from '../appointment-status.ts'
import { type ChangeServices, changeStatus } from '../change-status.ts'
import { reschedule } from '../reschedule.ts'
import { strandedVisits } from '../stranded-visits.ts'
import { type ListedVisit, listedVisit, visitsOfDate, visitsOfPatient } from '../visit-list.ts'
import { visitOf } from '../visits.ts'
import { daySheet } from './day-sheet.ts'

const visitsMax = 2_000
const visitId = id('The visit.', 41)

const shownStatuses = [...new Set([...appointmentStatuses, ...visitStatuses])]

const shownVisit = object({
  id: visitId,
  reference: nullable(text('What people quote; null of a token.', 'BK7Q2M9X4KTD')),
  token: nullable(text('The token of the queue, as people see it; null of a visit with a time.', 'A-12')),
  date: calendarDate("The date in the clinic's zone."),
  from: timestamp('Start; of a token, of its shift.'),
  to: timestamp('End; of a token, of its shift.', '2026-12-01T09:15:00+05:30'),
  patientId: id('The patient.', 17),
  patient: nullable(text('Whose visit it is; null of one whose record is erased.', 'Meera Iyer')),
  erased: flag('Whether the record of the patient is erased, so that who comes is not known here.'),
  phone: nullable(text('Their phone.', '+919876543210')),
  doctor: text('The practitioner.', 'Dr. Asha Rao'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  room: nullable(text('The room, as in the clinic file.', 'room-1')),
  status: choice(shownStatuses, 'Where it stands; a token as its queue has it.'),
  mode: choice(modes, 'How it happens.'),
  type: text('Kind of visit; TOKEN of a queue.', 'CONSULTATION'),
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
  cancellationReason: ____,
  isErased,
  notes,
  ...same
}: ListedVisit) {
  return {
    ...same,
    reference: bookingReference,
    token: null,
    erased: isErased,
    date: dateAt(timezone, fromAt),
    from: isoAt(timezone, fromAt),
    to: isoAt(timezone, toAt),
    payment: payableText({ payableMinor, currency, paymentStatus }),
    notes: notes === '' ? null : notes,
  }
}

function tokenView({
  tokenLetter,
  tokenNumber,
  fromMinute,
  toMinute,
  timezone,
  payableMinor,
  currency,
  paymentStatus,
  cancellationReason: _,
  isErased,
  notes,
  ...same
}: ListedToken) {
  return {
    ...same,
    reference: null,
    token: tokenDisplay({ tokenLetter, tokenNumber }),
    erased: isErased,
    room: null,
    type: 'TOKEN',
    videoLink: null,
    from: isoAt(timezone, firstInstantOf(timezone, same.date, fromMinute)),
    to: isoAt(timezone, firstInstantOf(timezone, same.date, toMinute)),
    payment: payableText({ payableMinor, currency, paymentStatus }),
    notes: notes === '' ? null : notes,
  }
}

export type ShownVisit = Static<typeof shownVisit>

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

export const visitList = workspaceOperation({
  name: 'visit-list',
  right: 'visits:read',
  summary: 'The visits and tokens of a day, or the latest of a patient.',
  input: object({ ...listInput, patient: optional(id("This patient's visits and tokens, newest first, of every date.", 17)) }),
  output: list(shownVisit, `Visits and tokens by start, at most ${visitsMax}.`),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>, { patient, ...asked }) {
    const now = clock.now()
    if (patient === undefined) {
      const { timezone } = await configurations.of(workspaceId)
      return visitsOn(database, workspaceId, timezone, asked, actor, now)
    }
    return database.transaction(async (queries) => {
      const of = { workspaceId, patientId: patient, limit: visitsMax }
      const visits = (await queries.rows(visitsOfPatient, { ...of, now })).map(visitView)
      const tokens = (await queries.rows(tokensOfPatient, of)).map(tokenView)
      const shown = byStart([...visits, ...tokens], -1)
      // Of one who is unknown there is nothing to be noted.
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: shown.length === 0 ? [] : [patient], now })
      return shown
    })
  },
})

/** By start; with -1 the newest first. Those of one start stay as they are: tokens by number. */
function byStart(visits: readonly ShownVisit[], direction: 1 | -1 = 1): ShownVisit[] {
  return visits
    .map((visit) => ({ visit, at: Date.parse(visit.from) }))
    .sort((one, other) => direction * (one.at - other.at))
    .slice(0, visitsMax)
    .map(({ visit }) => visit)
}

/** Visits and tokens of a date; whose they are is noted as read. */
async function visitsOn(database: Database, workspaceId: number, timezone: string, { date: asked, doctor, location }: Asked, actor: Actor, now: Instant) {
  const date = asked ?? dateAt(timezone, now)
  const period = { earliest: clinicDay('Etc/UTC', addDays(date, -1)).from, latest: clinicDay('Etc/UTC', addDays(date, 1)).to }
  const wanted = await placeMeant(database, workspaceId, { doctor, location })
  return database.transaction(async (queries) => {
    const visits = (await queries.rows(visitsOfDate, { workspaceId, date, ...period, ...wanted, now, limit: visitsMax })).map(visitView)
    const tokens = (await queries.rows(tokensOfDate, { workspaceId, date, ...wanted, limit: visitsMax })).map(tokenView)
    const shown = byStart([...visits, ...tokens])
    await note(queries, workspaceId, actor, { action: 'READ', patientIds: [...new Set(shown.map(({ patientId }) => patientId))], now })
    return shown
  })
}

export const visitSheet = workspaceOperation({
  name: 'visit-sheet',
  right: 'visits:read',
  summary: 'The visits and tokens of a day as a page to print, one for each practitioner and location.',
  input: object(listInput),
  output: object({ html: text('The page.', '<!doctype html>') }),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>, asked) {
    const now = clock.now()
    const { timezone } = await configurations.of(workspaceId)
    const visits = await visitsOn(database, workspaceId, timezone, asked, actor, now)
    return {
      html: daySheet(
        asked.date ?? dateAt(timezone, now),
        visits.filter(({ status }) => status !== 'CANCELLED'),
      ),
    }
  },
})

function noVisit(visitId: number): OperatorProblem {
  return new OperatorProblem(`there is no visit ${visitId} in this workspace`, 'look it up: clinic visit list')
}

async function shownOf({ database, clock }: ChangeServices, workspaceId: number, appointmentId: number) {
  const [visit] = await database.rows(listedVisit, { workspaceId, appointmentId, now: clock.now() })
  if (!visit) throw noVisit(appointmentId)
  return visitView(visit)
}

export const shownRefund = object({
  amount: text('How much goes back.', '250 INR'),
  percentage: number('The share of what was to be paid, in percent.', 50),
  online: flag('Whether the gateway gives it back, or it is given back at the desk.'),
  state: choice(
    refundStates,
    'DONE once it is given back; REQUESTED and PENDING while the gateway is at it; REFUSED and FAILED where the clinic still has the money.',
  ),
  reason: nullable(text('Why, as it was said when it was asked for.', 'Doctor is ill')),
  problem: nullable(text('What went wrong at the gateway; null where nothing did.', 'the account has too little money')),
  requestedAt: timestamp('When it was asked for.'),
  doneAt: nullable(timestamp('When it was given back.')),
})

/** The refunds of a visit or a token, oldest first; where nothing was said of why, why it was called off. */
async function refundsShown(queries: Queries, workspaceId: number, visitId: number, timezone: string, cancellationReason: string | null) {
  const refunds = await queries.rows(refundsOfVisit, { workspaceId, visitId })
  return refunds.map(({ amountMinor, currency, isOnline, reason, requestedAt, doneAt, ...same }) => ({
    ...same,
    amount: `${fromMinorUnits(amountMinor, currency)} ${currency}`,
    online: isOnline,
    reason: reason ?? cancellationReason,
    requestedAt: isoAt(timezone, requestedAt),
    doneAt: doneAt === null ? null : isoAt(timezone, doneAt),
  }))
}

export const visitShow = workspaceOperation({
  name: 'visit-show',
  right: 'visits:read',
  summary: 'One visit or token, and what was given back of it.',
  input: object({ id: visitId }),
  output: Type.Object({
    ...shownVisit.properties,
    cancellationReason: nullable(text('Why it was called off; null where nothing was said.', 'Doctor is ill')),
    refunds: list(shownRefund, 'What was given back, or is to be; oldest first.'),
  }),
  async run({ database, clock, actor, workspaceId }, { id: visitId }) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const [visit] = await queries.rows(listedVisit, { workspaceId, appointmentId: visitId, now })
      const [token] = visit ? [] : await queries.rows(listedToken, { workspaceId, visitId })
      const found = visit ?? token
      if (!found) throw noVisit(visitId)
      const { patientId, timezone, cancellationReason } = found
      await note(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: [patientId],
        ...(visit ? { appointmentId: visitId } : { visitIds: [visitId] }),
        now,
      })
      const shown = visit ? visitView(visit) : tokenView(found as ListedToken)
      return { ...shown, cancellationReason, refunds: await refundsShown(queries, workspaceId, visitId, timezone, cancellationReason) }
    })
  },
})

const sendable = ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'] as const

export const visitStatus = workspaceOperation({
  name: 'visit-status',
  right: 'visits:write',
  summary: 'Say that a visit is confirmed, begun, completed, or that nobody came.',
  input: object({ id: visitId, status: choice(sendable, 'Where it goes.') }),
  output: shownVisit,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, status }) {
    const { workspaceId } = services
    const change = { status, cancellationReason: null, refund: undefined, voided: false, returnsSession: false }
    await changeStatus(services, { workspaceId, actor: services.actor }, appointmentId, change)
    return shownOf(services, workspaceId, appointmentId)
  },
})

export const visitCancel = workspaceOperation({
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
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, reason = null, refund: percentage, void: voided, returnSession }) {
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
})

export const visitMove = workspaceOperation({
  name: 'visit-move',
  right: 'visits:write',
  summary: 'Give a visit another time; it stays as long and costs the same.',
  input: object({
    id: visitId,
    to: text("Date and time on the clinic's clock, YYYY-MM-DDTHH:MM.", '2026-12-01T09:00'),
    reason: optional(text('Why; kept with the visit.', 'Doctor is ill', { minLength: 1, maxLength: 500 })),
  }),
  output: shownVisit,
  async run(services: InWorkspace<ChangeServices>, { id: appointmentId, to, reason = null }) {
    const { database, clock, workspaceId } = services
    const { timezone, fromAt, toAt } = await visitOf(database, workspaceId, appointmentId, clock.now())
    const from = instantAt(timezone, to)
    await reschedule(services, { workspaceId, actor: services.actor }, appointmentId, { from, to: from + toAt - fromAt }, reason)
    return shownOf(services, workspaceId, appointmentId)
  },
})

function instantAt(timezone: string, typed: string): Instant {
  const [date = '', clock = ''] = typed.split(/[T ]/)
  const minute = parseClock(clock)
  if (isCalendarDate(date) && minute !== undefined && minute < 1440) return firstInstantOf(timezone, date, minute)
  throw new OperatorProblem(`'${typed}' is not a time`, 'write date and time of the clinic, such as 2026-12-01T09:00')
}

const strandedMax = 500

export const visitStranded = workspaceOperation({
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
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const visits = (await strandedVisits(database, configuration, now)).slice(0, strandedMax)
    await note(database, workspaceId, actor, { action: 'READ', patientIds: [...new Set(visits.map(({ patientId }) => patientId))], now })
    const nextTime = nextTimes(database, configuration, now)
    const shown: (ShownVisit & { next: string | null })[] = []
    for (const visit of visits) shown.push({ ...visitView(visit), next: await nextTime(visit) })
    return shown
  },
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
