// A series of visits (DAY-16): planned, booked completely or not at all, and moved or cancelled
// from a date on.

import { calendarDate, choice, flag, id, integer, list, nullable, object, optional, text, timestamp } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import { firstInstantOf, type Instant, isoAt, minuteOfDayAt, parseClock, parseInstant } from '../../../base/values/clinic-time.ts'
import { invalid, problem } from '../../../base/values/problem.ts'
import { note } from '../../../clinic/audit/audit.ts'
import { type Configured, practiceOf } from '../../../clinic/catalogue/configuration.ts'
import { readBeforehand, withCurrentConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import { bookableOf, tierOf } from '../../availability/bookable.ts'
import { bookerOf } from '../../booking/booker.ts'
import { busyTime } from '../../occupancy/busy-time.ts'
import type { BookingServices } from '../book/book.ts'
import { type ChangeServices, changeStatus } from '../change-status.ts'
import { moveWithin } from '../reschedule.ts'
import { bookSeries, holdSeries, sayingWhich, visitsToCome } from '../series/series.ts'
import { takenTimesOfRoom, visitsOfSeries } from '../series/series-queries.ts'
import { nearbyDays, seriesStarts, seriesTimes } from '../series/series-times.ts'
import { staffBookingMembers, toStaffRequest } from '../staff-booking.ts'
import { listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'

const visitsMax = 52
const dayMs = 86_400_000

const { addressId, doctorId, mode, consultationDurationTierId, roomId, fromDateTimeIso } = staffBookingMembers

export const seriesPlan = workspaceOperation({
  name: 'series-plan',
  right: 'visits:read',
  about: 'doctor',
  summary: 'Plan the times of a series of visits: which are free, and the nearest free time for each that is not. Books nothing.',
  input: object({
    ...{ addressId, doctorId, mode, consultationDurationTierId, roomId },
    fromDateTimeIso: timestamp('Start of the first visit; the others begin at the same time of the clinic clock.'),
    every: integer('How many days or weeks lie between two visits.', 2, { minimum: 1, maximum: 180 }),
    unit: byDefault(choice(['DAYS', 'WEEKS'], 'Unit of the interval.'), 'WEEKS'),
    count: integer('How many visits.', 6, { minimum: 2, maximum: visitsMax }),
  }),
  output: list(
    object({
      fromDateTimeIso: timestamp('Start with the clinic offset.'),
      toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
      isFree: flag('Whether it can be booked.'),
      nearest: nullable(timestamp(`Start of the nearest free time within ${nearbyDays} days, where this one is not free.`)),
    }),
    'The times by start.',
  ),
  async run({ database, clock, configurations, workspaceId }: InWorkspace<Configured>, asked) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const practice = practiceOf(configuration, asked.doctorId, asked.addressId)
    const bookable = practice && bookableOf(configuration, practice, now)
    if (!practice || !bookable) throw problem('DOCTOR_NOT_FOUND')
    const { doctor, location } = practice
    if (doctor.appointmentSystem !== 'SCHEDULED') throw problem('WRONG_APPOINTMENT_SYSTEM', { system: doctor.appointmentSystem })
    if (!bookable.offeredModes.includes(asked.mode)) throw problem('MODE_NOT_OFFERED', { mode: asked.mode })
    const tier = asked.consultationDurationTierId === undefined ? undefined : tierOf(practice, asked.consultationDurationTierId)
    if (asked.consultationDurationTierId !== undefined && !tier) throw problem('DURATION_TIER_NOT_FOUND')
    if (asked.roomId !== undefined && !location.roomIds.has(asked.roomId)) throw problem('ROOM_NOT_FOUND')
    const { timezone } = location
    const everyDays = asked.every * (asked.unit === 'WEEKS' ? 7 : 1)
    const starts = seriesStarts(timezone, parseInstant(asked.fromDateTimeIso) ?? now, { everyDays, count: asked.count })
    const around = { from: Math.min(...starts) - (nearbyDays + 1) * dayMs, to: Math.max(...starts) + (nearbyDays + 2) * dayMs }
    const taken = await busyTime(database, workspaceId, { doctorId: doctor.id, locationId: location.id }, around)
    const ofRoom = asked.roomId === undefined ? [] : await database.rows(takenTimesOfRoom, { workspaceId, roomId: asked.roomId, ...around })
    const wish = { mode: asked.mode, lengthMins: tier?.durationMins ?? practice.slotMins }
    return seriesTimes(bookable, starts, wish, [...taken, ...ofRoom], now).map(({ from, to, isFree, nearest }) => ({
      fromDateTimeIso: isoAt(timezone, from),
      toDateTimeIso: isoAt(timezone, to),
      isFree,
      nearest: nearest && isoAt(timezone, nearest.from),
    }))
  },
})

// A series has only plain visits: a visit that buys a pack or follows up another one is booked on
// its own.
const { fromDateTimeIso: _, toDateTimeIso: __, packageConfigId: ___, followUp: ____, unofferedReason: _____, ...membersOfEach } = staffBookingMembers

const seriesId = id('The series.', 6)
const shownSeries = object({ id: seriesId, visits: list(listedVisitSchema, 'Its visits by start.') })

export const seriesBook = workspaceOperation({
  name: 'series-book',
  right: 'visits:write',
  about: 'doctor',
  summary: "Book a series of visits at the clinic's price: all of them, or none.",
  input: object({ ...membersOfEach, starts: list(fromDateTimeIso, 'When the visits begin.', { minItems: 2, maxItems: visitsMax }) }),
  output: shownSeries,
  async run(context: InWorkspace<BookingServices>, { starts, ...asked }) {
    const { database, clock, workspaceId } = context
    const services = { ...context, configurations: await readBeforehand(context.configurations, workspaceId) }
    const booked = await bookSeries(services, bookerOf(context), (configuration) =>
      starts.map((fromDateTimeIso) => toStaffRequest(configuration, { ...asked, fromDateTimeIso })),
    )
    const visits = await database.rows(listedVisits, { workspaceId, ids: booked.map(({ id }) => id), now: clock.now() })
    return { id: booked[0]?.seriesId ?? 0, visits: visits.map(listedVisitView) }
  },
})

export const seriesShow = workspaceOperation({
  name: 'series-show',
  right: 'visits:read',
  about: 'series',
  summary: 'List the visits of a series.',
  input: object({ id: seriesId }),
  output: shownSeries,
  run: ({ database, clock, actor, workspaceId }: InWorkspace<object>, { id }) =>
    database.transaction(async (queries) => {
      const shown = await seriesAt(queries, workspaceId, id, clock.now())
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: shown.visits.slice(0, 1).map(({ patientId }) => patientId), now: clock.now() })
      return shown
    }, 'repeatable read'),
})

async function seriesAt(queries: Queries, workspaceId: number, seriesId: number, now: Instant) {
  const ids = await queries.rows(visitsOfSeries, { workspaceId, seriesId })
  if (ids.length === 0) throw problem('SERIES_NOT_FOUND', { id: seriesId })
  const visits = await queries.rows(listedVisits, { workspaceId, ids: ids.map(({ id }) => id), now })
  return { id: seriesId, visits: visits.map(listedVisitView) }
}

const fromDate = calendarDate('Its upcoming visits on this date or later.')
const reason = optional(text('The reason; kept with each visit.', 'Patient is travelling', { minLength: 1, maxLength: 500 }))

export const seriesMove = workspaceOperation({
  name: 'series-move',
  right: 'visits:write',
  about: 'series',
  summary: 'Move the upcoming visits of a series, all of them or none: by a number of days, or to another time of day.',
  input: object({
    id: seriesId,
    fromDate,
    days: byDefault(integer('How many days later; negative: earlier.', 7, { minimum: -366, maximum: 366 }), 0),
    time: optional(text('The new time of day in the clinic’s local time; if omitted, each visit keeps its own.', '10:30')),
    reason,
  }),
  output: shownSeries,
  async run(context: InWorkspace<ChangeServices>, { id, fromDate, days, time, reason = null }) {
    const { database, clock, actor, workspaceId } = context
    const minute = time === undefined ? undefined : parseClock(time)
    if (time !== undefined && (minute === undefined || minute >= 1440)) throw invalid('time must be a time of day, such as 10:30')
    const configurations = await readBeforehand(context.configurations, workspaceId)
    return withCurrentConfiguration(configurations, workspaceId, (configuration) =>
      database.transaction(async (queries) => {
        const now = clock.now()
        await holdSeries(queries, workspaceId, await visitsToCome(queries, workspaceId, id, { fromDate, now }))
        // Read again after they are locked. If all move to later times, the last one moves first: the new time of one visit may be the old
        // time of the next.
        const visits = await visitsToCome(queries, workspaceId, id, { fromDate, now })
        const isLater = days > 0 || (days === 0 && visits.some((visit) => minute !== undefined && minute > minuteOfDayAt(visit.timezone, visit.fromAt)))
        for (const { id: appointmentId, timezone, appointmentDate, fromAt, toAt } of isLater ? visits.toReversed() : visits) {
          const from = firstInstantOf(timezone, addDays(appointmentDate, days), minute ?? minuteOfDayAt(timezone, fromAt))
          const change = { workspaceId, actor, appointmentId, configuration, now }
          await sayingWhich(from, () => moveWithin(queries, change, { from, to: from + toAt - fromAt, reason, unofferedReason: null }))
        }
        return seriesAt(queries, workspaceId, id, now)
      }),
    )
  },
})

export const seriesCancel = workspaceOperation({
  name: 'series-cancel',
  right: 'visits:write',
  about: 'series',
  summary: 'Cancel the upcoming visits of a series, all of them or none. Nothing is refunded; to refund, cancel the visits one by one.',
  input: object({
    id: seriesId,
    fromDate,
    reason,
    returnSession: byDefault(flag('Return the sessions to their pack.'), false),
  }),
  output: shownSeries,
  async run(context: InWorkspace<ChangeServices>, { id, fromDate, reason = null, returnSession }) {
    const { clock, actor, workspaceId } = context
    const configurations = await readBeforehand(context.configurations, workspaceId)
    return context.database.together(async (database) => {
      const now = clock.now()
      await holdSeries(database, workspaceId, await visitsToCome(database, workspaceId, id, { fromDate, now }))
      for (const visit of await visitsToCome(database, workspaceId, id, { fromDate, now })) {
        const returnsSession = returnSession && visit.patientPackageId !== null
        const refund = returnsSession ? { percentage: 0, amount: 0, overrideReason: null } : undefined
        const change = { status: 'CANCELLED' as const, cancellationReason: reason, refund, voided: false, returnsSession }
        await changeStatus({ ...context, configurations, database }, { workspaceId, actor }, visit.id, change)
      }
      return seriesAt(database, workspaceId, id, now)
    })
  },
})

export const seriesOperations = [seriesPlan, seriesBook, seriesShow, seriesMove, seriesCancel]
