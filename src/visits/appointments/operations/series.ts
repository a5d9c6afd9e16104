// A series of visits (DAY-16): planned, booked completely or not at all, and moved or cancelled
// from a date on.

import {
  calendarDate,
  choice,
  flag,
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
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import {
  firstInstantAtWallTime,
  type Instant,
  isoAt,
  minuteOfDayAt,
  parseClock,
  parseInstant,
} from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import {
  preloadConfiguration,
  withCurrentConfiguration,
} from '../../../clinic/catalogue/current-configuration.ts'
import { tierOfType } from '../../../clinic/catalogue/visit-types.ts'
import { findRequestedPractice, findTier, toBookable } from '../../availability/bookable.ts'
import { calendarReader } from '../../availability/next-available.ts'
import { toBooker } from '../../booking/booker.ts'
import { busyTimeOfRooms } from '../../occupancy/busy-time.ts'
import type { BookingServices } from '../book/book.ts'
import { type ChangeServices, changeStatus } from '../change-status.ts'
import { problem } from '../problems.ts'
import { rescheduleInTransaction } from '../reschedule.ts'
import { bookSeries, lockSeries, upcomingSeriesVisits, withFailedTime } from '../series/series.ts'
import { seriesVisits } from '../series/series-queries.ts'
import { nearbyDays, seriesStarts, seriesTimes } from '../series/series-times.ts'
import { staffBookingMembers, toStaffRequest } from '../staff-booking.ts'
import { listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'

const visitsMax = 52
const dayMs = 86_400_000

const {
  addressId,
  doctorId,
  mode,
  consultationDurationTierId,
  visitTypeId,
  roomId,
  fromDateTimeIso,
} = staffBookingMembers

export const seriesPlan = workspaceOperation({
  name: 'series-plan',
  right: 'visits:read',
  about: 'doctor',
  summary:
    'Plan the times of a series of visits: which are free, and the nearest free time for each that is not. Books nothing.',
  input: object({
    addressId,
    doctorId,
    mode,
    consultationDurationTierId,
    visitTypeId,
    roomId,
    fromDateTimeIso: timestamp(
      'Start of the first visit; the others begin at the same time of the clinic clock.',
    ),
    every: integer('How many days or weeks lie between two visits.', 2, {
      minimum: 1,
      maximum: 180,
    }),
    unit: optionalWithDefault(choice(['DAYS', 'WEEKS'], 'Unit of the interval.'), 'WEEKS'),
    count: integer('How many visits.', 6, { minimum: 2, maximum: visitsMax }),
  }),
  output: list(
    object({
      fromDateTimeIso: timestamp('Start with the clinic offset.'),
      toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
      isFree: flag('Whether it can be booked.'),
      nearest: nullable(
        timestamp(
          `Start of the nearest free time within ${nearbyDays} days, where this one is not free.`,
        ),
      ),
    }),
    'The times by start.',
  ),
  async run({ database, clock, configurations, workspaceId }: InWorkspace<Configured>, input) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const practice = findRequestedPractice(configuration, input)
    const bookable = practice && toBookable(configuration, practice, now)
    if (!practice || !bookable) throw problem('DOCTOR_NOT_FOUND')
    const { doctor, location } = practice
    if (doctor.appointmentSystem !== 'SCHEDULED')
      throw problem('WRONG_APPOINTMENT_SYSTEM', { system: doctor.appointmentSystem })
    if (!bookable.offeredModes.includes(input.mode))
      throw problem('MODE_NOT_OFFERED', { mode: input.mode })
    const tier =
      input.consultationDurationTierId === undefined
        ? tierOfType(practice)
        : findTier(practice, input.consultationDurationTierId)
    if (input.consultationDurationTierId !== undefined && !tier)
      throw problem('DURATION_TIER_NOT_FOUND')
    if (input.roomId !== undefined && !location.roomIds.has(input.roomId))
      throw problem('ROOM_NOT_FOUND')
    const { timezone } = location
    const everyDays = input.every * (input.unit === 'WEEKS' ? 7 : 1)
    const starts = seriesStarts(timezone, parseInstant(input.fromDateTimeIso) ?? now, {
      everyDays,
      count: input.count,
    })
    const period = {
      from: Math.min(...starts) - (nearbyDays + 1) * dayMs,
      to: Math.max(...starts) + (nearbyDays + 2) * dayMs,
    }
    const { busy } = await calendarReader(database, workspaceId, bookable)(period, undefined)
    const roomTimes =
      input.roomId === undefined
        ? []
        : await busyTimeOfRooms(database, workspaceId, [input.roomId], period)
    const slotKind = { mode: input.mode, lengthMins: tier?.durationMins ?? practice.slotMins }
    return seriesTimes(
      bookable,
      starts,
      slotKind,
      [...busy, ...roomTimes.map(({ roomId: _, ...time }) => time)],
      now,
    ).map(({ from, to, isFree, nearest }) => ({
      fromDateTimeIso: isoAt(timezone, from),
      toDateTimeIso: isoAt(timezone, to),
      isFree,
      nearest: nearest && isoAt(timezone, nearest.from),
    }))
  },
})

// A series has only plain visits: a visit that buys a pack or follows up another one is booked on
// its own.
const {
  fromDateTimeIso: _,
  toDateTimeIso: __,
  packageConfigId: ___,
  followUp: ____,
  unofferedReason: _____,
  ...membersOfEach
} = staffBookingMembers

const seriesId = id('The series.', 6)
const seriesSchema = object({
  id: seriesId,
  visits: list(listedVisitSchema, 'Its visits by start.'),
})

export const seriesBook = workspaceOperation({
  name: 'series-book',
  right: 'visits:write',
  about: 'doctor',
  summary: "Book a series of visits at the clinic's price: all of them, or none.",
  input: object({
    ...membersOfEach,
    starts: list(fromDateTimeIso, 'When the visits begin.', { minItems: 2, maxItems: visitsMax }),
  }),
  output: seriesSchema,
  async run(context: InWorkspace<BookingServices>, { starts, ...input }) {
    const { database, clock, workspaceId } = context
    const services = {
      ...context,
      configurations: await preloadConfiguration(context.configurations, workspaceId),
    }
    const booked = await bookSeries(services, toBooker(context), (configuration) =>
      starts.map((fromDateTimeIso) => toStaffRequest(configuration, { ...input, fromDateTimeIso })),
    )
    const visits = await database.rows(listedVisits, {
      workspaceId,
      ids: booked.map(({ id }) => id),
      now: clock.now(),
    })
    return { id: booked[0]?.seriesId ?? 0, visits: visits.map(listedVisitView) }
  },
})

export const seriesShow = workspaceOperation({
  name: 'series-show',
  right: 'visits:read',
  about: 'series',
  summary: 'List the visits of a series.',
  input: object({ id: seriesId }),
  output: seriesSchema,
  run: ({ database, clock, actor, workspaceId }: InWorkspace<object>, { id }) =>
    database.transaction(async (queries) => {
      const series = await loadSeries(queries, workspaceId, id, clock.now())
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: series.visits.slice(0, 1).map(({ patientId }) => patientId),
        now: clock.now(),
      })
      return series
    }, 'repeatable read'),
})

async function loadSeries(queries: Queries, workspaceId: number, seriesId: number, now: Instant) {
  const ids = await queries.rows(seriesVisits, { workspaceId, seriesId })
  if (ids.length === 0) throw problem('SERIES_NOT_FOUND', { id: seriesId })
  const visits = await queries.rows(listedVisits, {
    workspaceId,
    ids: ids.map(({ id }) => id),
    now,
  })
  return { id: seriesId, visits: visits.map(listedVisitView) }
}

const fromDate = calendarDate('Its upcoming visits on this date or later.')
const reason = optional(
  text('The reason; kept with each visit.', 'Patient is travelling', {
    minLength: 1,
    maxLength: 500,
  }),
)

export const seriesMove = workspaceOperation({
  name: 'series-move',
  right: 'visits:write',
  about: 'series',
  summary:
    'Move the upcoming visits of a series, all of them or none: by a number of days, or to another time of day.',
  input: object({
    id: seriesId,
    fromDate,
    days: optionalWithDefault(
      integer('How many days later; negative: earlier.', 7, { minimum: -366, maximum: 366 }),
      0,
    ),
    time: optional(
      text(
        'The new time of day in the clinic’s local time; if omitted, each visit keeps its own.',
        '10:30',
      ),
    ),
    reason,
  }),
  output: seriesSchema,
  async run(context: InWorkspace<ChangeServices>, { id, fromDate, days, time, reason = null }) {
    const { database, clock, actor, workspaceId } = context
    const minute = time === undefined ? undefined : parseClock(time)
    if (time !== undefined && (minute === undefined || minute >= 1440))
      throw invalid('time must be a time of day, such as 10:30')
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    return withCurrentConfiguration(configurations, workspaceId, (configuration) =>
      database.transaction(async (queries) => {
        const now = clock.now()
        await lockSeries(
          queries,
          configuration,
          await upcomingSeriesVisits(queries, workspaceId, id, { fromDate, now }),
        )
        // Visits are read again once they are locked. If all move to later times, the last one
        // moves first: the new time of one visit may be the old time of the next.
        const visits = await upcomingSeriesVisits(queries, workspaceId, id, { fromDate, now })
        const isLater =
          days > 0 ||
          (days === 0 &&
            visits.some(
              (visit) =>
                minute !== undefined && minute > minuteOfDayAt(visit.timezone, visit.fromAt),
            ))
        for (const { id: appointmentId, timezone, appointmentDate, fromAt, toAt } of isLater
          ? visits.toReversed()
          : visits) {
          const from = firstInstantAtWallTime(
            timezone,
            addDays(appointmentDate, days),
            minute ?? minuteOfDayAt(timezone, fromAt),
          )
          const change = { workspaceId, actor, appointmentId, configuration, now }
          await withFailedTime(from, () =>
            rescheduleInTransaction(queries, change, {
              from,
              to: from + toAt - fromAt,
              reason,
              unofferedReason: null,
            }),
          )
        }
        return loadSeries(queries, workspaceId, id, now)
      }),
    )
  },
})

export const seriesCancel = workspaceOperation({
  name: 'series-cancel',
  right: 'visits:write',
  about: 'series',
  summary:
    'Cancel the upcoming visits of a series, all of them or none. Nothing is refunded; to refund, cancel the visits one by one.',
  input: object({
    id: seriesId,
    fromDate,
    reason,
    returnSession: optionalWithDefault(flag('Return the sessions to their pack.'), false),
  }),
  output: seriesSchema,
  async run(context: InWorkspace<ChangeServices>, { id, fromDate, reason = null, returnSession }) {
    const { clock, actor, workspaceId } = context
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    return context.database.inOneTransaction(async (database) => {
      const now = clock.now()
      await lockSeries(
        database,
        await configurations.of(workspaceId),
        await upcomingSeriesVisits(database, workspaceId, id, { fromDate, now }),
      )
      for (const visit of await upcomingSeriesVisits(database, workspaceId, id, {
        fromDate,
        now,
      })) {
        const returnsSession = returnSession && visit.patientPackageId !== null
        const refund = returnsSession
          ? { percentage: 0, amount: 0, overrideReason: null }
          : undefined
        const change = {
          status: 'CANCELLED' as const,
          cancellationReason: reason,
          refund,
          voided: false,
          returnsSession,
        }
        await changeStatus(
          { ...context, configurations, database },
          { workspaceId, actor },
          visit.id,
          change,
        )
      }
      return loadSeries(database, workspaceId, id, now)
    })
  },
})

export const seriesOperations = [seriesPlan, seriesBook, seriesShow, seriesMove, seriesCancel]
