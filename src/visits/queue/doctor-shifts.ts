// GET /v1/qms-appointments/doctor/shifts: a practitioner's queue shifts on a date, with fees and
// places. It uses the same rule as booking (offered-shifts.ts).

import { type Caller, type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  clockTime,
  currency,
  flag,
  id,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt, formatClock, formatEndClock, isoAt } from '../../base/values/clinic-time.ts'
import { shiftModes } from '../../base/values/modes.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { resolvePublicName } from '../../base/values/public-name.ts'
import {
  type Configurations,
  type Doctor,
  findPractice,
} from '../../clinic/catalogue/configuration.ts'
import { isInternational } from '../../clinic/catalogue/price-list.ts'
import { consultationsCounted, estimateConsultationSeconds } from './consultation-time.ts'
import { listOfferedShifts, type OfferedShift } from './offered-shifts.ts'
import { queuesOnDate } from './queries.ts'
import { waitEstimator } from './queue-status.ts'
import { dayLine } from './status-queries.ts'
import { isWaitingInLine } from './visit-status.ts'

const Shift = namedObject('QueueShift', {
  qmsWorkShiftId: id('The shift; send it to book a token.', 5),
  startTime: clockTime('Start on the clinic clock, HH:MM.', '09:00'),
  endTime: clockTime('End on the clinic clock, HH:MM; 00:00 where it ends at midnight.', '13:00'),
  mode: choice(shiftModes, 'How its visits happen.'),
  consultationFee: number('Domestic fee of a visit, in `domesticCurrency`.', 300),
  internationalFee: number(
    'Fee of a visit if `international` is true, in `billingCurrency`; the domestic fee if there is no other.',
    15,
  ),
  avgDuration: integer(
    'Seconds of one consultation, learned from the latest of this doctor here.',
    600,
  ),
  bookedCount: integer('Number of tokens given out and not cancelled.', 12),
  maxAppointments: integer(
    'Number of tokens available; the shift is full when `bookedCount` reaches it.',
    40,
  ),
  isStarted: flag('Whether its queue has been started on this date.', false),
  isEnded: flag('Whether its queue is closed on this date.', false),
  actualStartedAt: nullable(timestamp('When it was started, with the clinic offset.')),
  actualEndedAt: nullable(
    timestamp('When it was ended, with the clinic offset.', '2026-12-01T13:10:00+05:30'),
  ),
  waitingCount: optional(
    integer('Number of patients waiting in line, including those called. Only with `waiting`.', 7),
  ),
  waitFromMinutes: optional(
    integer(
      'With four of five tokens taken now, the wait is at least this long: from now, or from the start of a queue to come. Only with `waiting`.',
      25,
    ),
  ),
  waitToMinutes: optional(
    integer('With four of five of them, it is at most this long. Only with `waiting`.', 45),
  ),
})

const DateOfShifts = namedObject('QueueShiftsOfDate', {
  date: calendarDate("The date in the clinic's zone."),
  shifts: list(Shift, 'Shifts by their start.'),
})

const Reply = namedObject('DoctorShifts', {
  doctor: object({
    id: id('The requested practitioner.', 3),
    name: nullable(
      text(
        'Name in the published profile, otherwise, under an API key, in the staff list; null for a session then, and for a doctor who is not in the workspace.',
        'Dr Meera Shah',
      ),
    ),
  }),
  clinicTimezone: zone("The location's zone."),
  international: flag('Whether the international fees are charged.', false),
  billingCurrency: nullable(
    currency('The currency charged; null for a location that is not in the workspace.'),
  ),
  domesticCurrency: nullable(currency("The location's currency.")),
  dates: list(DateOfShifts, 'The date with its shifts; empty where there are none.'),
})

export function doctorShiftsRoute({
  database,
  configurations,
  clock,
}: {
  database: Database
  configurations: Configurations
  clock: Clock
}): Route {
  return route({
    method: 'GET',
    path: '/v1/qms-appointments/doctor/shifts',
    name: 'listDoctorShifts',
    area: 'Queue',
    title: 'List queue shifts',
    summary:
      'Queue shifts of a practitioner on a date: fees, tokens left, and whether the queue is running.',
    policy: {},
    query: object({
      addressId: id('The location.'),
      doctorId: id('The practitioner.', 3),
      date: calendarDate("The date in the clinic's zone."),
      patientCountryCode: optional(
        text(
          'Dial code, ISO2 code or country name of the patient; decides between the price lists.',
          '+91',
          { maxLength: 100 },
        ),
      ),
      waiting: optional(
        flag('Also return how many patients wait for each shift, and the expected wait.'),
      ),
    }),
    refusals: [],
    replies: { 200: Reply },

    async handle({
      caller: { workspaceId, kind },
      query: { addressId, doctorId, date, patientCountryCode, waiting = false },
    }) {
      const configuration = await configurations.of(workspaceId)
      const location = configuration.locations.find(({ id }) => id === addressId)
      const doctor = configuration.doctors.find(({ id }) => id === doctorId)
      const practice = findPractice(configuration, doctorId, addressId)
      const now = clock.now()
      const offered = practice ? listOfferedShifts(configuration, practice, date, now) : []
      const isFromAbroad =
        location !== undefined && isInternational(location, patientCountryCode) === true
      const international =
        isFromAbroad && offered.some((shift) => shift.international.isInternational)
      const isPast = location !== undefined && date < dateAt(location.timezone, now)
      const shifts =
        practice && offered.length > 0
          ? await shiftsOfDate(practice.location.timezone, offered)
          : []

      async function shiftsOfDate(timezone: string, shifts: readonly OfferedShift[]) {
        const queues = await database.rows(queuesOnDate, {
          workspaceId,
          doctorId,
          locationId: addressId,
          date,
          consultations: consultationsCounted,
          workShiftIds: shifts.map(({ shift }) => shift.id),
        })
        const latest = queues[0]?.latestConsultations ?? []
        const shown = []
        for (const shift of shifts) {
          const queue = queues.find(({ workShiftId }) => workShiftId === shift.shift.id)
          // A past shift whose queue never started is not listed.
          if (isPast && (queue?.startedAt ?? null) === null) continue
          const wait = waiting
            ? await waitView(queue?.queueDayId ?? null, shift.shift.defaultSeconds, latest)
            : {}
          shown.push({ ...shiftView(shift, queue, latest, isPast, timezone), ...wait })
        }
        return shown
      }

      /** The expected wait for someone who takes a token now. */
      async function waitView(
        queueDayId: number | null,
        defaultSeconds: number,
        latestConsultations: readonly number[],
      ) {
        const [day] =
          queueDayId === null
            ? []
            : await database.rows(dayLine, {
                workspaceId,
                queueDayId,
                visitIds: [],
                consultations: consultationsCounted,
              })
        const line = day?.line ?? []
        const { fromMinutes, toMinutes } = waitEstimator(
          { line, latestConsultations: [...latestConsultations], defaultSeconds },
          now,
        )()
        return {
          waitingCount: line.filter(({ status }) => isWaitingInLine(status)).length,
          waitFromMinutes: fromMinutes,
          waitToMinutes: toMinutes,
        }
      }

      return {
        status: 200,
        body: {
          doctor: {
            id: doctorId,
            name: doctor ? shownName(doctor, kind) : null,
          },
          clinicTimezone: location?.timezone ?? configuration.timezone,
          international,
          billingCurrency:
            (international ? location?.internationalCurrency : location?.currency) ?? null,
          domesticCurrency: location?.currency ?? null,
          dates: shifts.length > 0 ? [{ date, shifts }] : [],
        },
      }
    },
  })
}

function shownName(doctor: Doctor, kind: Caller['kind']): string | null {
  return kind === 'session' ? (doctor.profile?.name ?? null) : resolvePublicName(doctor)
}

function shiftView(
  { shift, domestic, international }: OfferedShift,
  queue: RowOf<typeof queuesOnDate.returns> | undefined,
  latest: readonly number[],
  isPast: boolean,
  timezone: string,
) {
  const { booked = null, startedAt = null, endedAt = null } = queue ?? {}
  const bookedCount = booked ?? 0
  return {
    qmsWorkShiftId: shift.id,
    startTime: formatClock(shift.fromMinute),
    endTime: formatEndClock(shift.toMinute),
    mode: shift.mode,
    consultationFee: fromMinorUnits(domestic.amountMinor, domestic.currency),
    internationalFee: fromMinorUnits(international.amountMinor, international.currency),
    avgDuration: estimateConsultationSeconds(latest, shift.defaultSeconds),
    bookedCount,
    // The clinic may have lowered it below the number already booked: then the shift is full.
    maxAppointments: Math.max(shift.maxAppointments, bookedCount),
    isStarted: startedAt !== null,
    isEnded: endedAt !== null || isPast,
    actualStartedAt: startedAt === null ? null : isoAt(timezone, startedAt),
    actualEndedAt: endedAt === null ? null : isoAt(timezone, endedAt),
  }
}
