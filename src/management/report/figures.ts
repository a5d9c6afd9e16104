// A report as shown to staff: counts, minutes, and amounts in decimals of their currency.

import {
  calendarDate,
  choice,
  currency,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  text,
  zone,
} from '../../base/contract/schemas.ts'
import { weekdays } from '../../base/values/calendar-date.ts'
import { toCsv } from '../../base/values/csv-text.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { periods as periodNames } from './days.ts'
import type { Report, ReportRequest } from './report.ts'
import { type MoneySum, moneyChannels, type Sums } from './sums.ts'

const figures = {
  visits: integer('All visits and tokens except voided ones.', 410),
  tokens: integer('How many of them are tokens.', 120),
  expected: integer('Number of upcoming visits; for tokens, those waiting.', 12),
  overdue: integer('Number of visits that should have started today.', 1),
  inConsultation: integer('Number of visits in consultation, or whose end was not recorded.', 2),
  completed: integer('Number of completed visits.', 340),
  noShow: integer('Number of visits whose patient did not come.', 14),
  missed: integer('Number of past visits without a recorded outcome.', 6),
  cancelled: integer('Number of cancelled visits.', 35),
  newPatients: integer('Patients who came for the first time.', 48),
  patientConfirmed: integer('Visits that the patient confirmed.', 96),
  offeredMinutes: integer('Minutes of the offered hours, without blocked time.', 14_400),
  bookedMinutes: integer('Minutes of visits at offered times that were not cancelled.', 11_250),
  offeredPlaces: integer('Number of tokens that queue shifts offered.', 160),
  bookedPlaces: integer('Number of tokens given out and not cancelled.', 118),
  leadVisits: integer(
    'Number of scheduled visits that were not cancelled, on which the next figures are based.',
    270,
  ),
  leadMinutes: integer('Total time from booking to start, in minutes.', 972_000),
  leadSameDay: integer('Those that were booked on the day of the visit.', 60),
  leadNextDay: integer('On the day before.', 40),
  leadWeek: integer('Two to six days before.', 90),
  leadFortnight: integer('Seven to 13 days before.', 50),
  leadMonth: integer('Two weeks to 29 days before.', 20),
  leadLater: integer('Thirty days before or earlier.', 10),
  waits: integer(
    'Number of tokens whose patient waited until the call, on which the next figures are based.',
    110,
  ),
  waitedSeconds: integer('Their total wait, in seconds.', 132_000),
  toldFromMinutes: integer('The total of the shortest estimated waits, in minutes.', 1_650),
  toldToMinutes: integer('The total of the longest estimated waits, in minutes.', 3_300),
  waitsAsTold: integer('Patients who waited as long as their page had estimated.', 88),
}

const moneySum = {
  channel: choice(
    moneyChannels,
    'At the desk, through a payment gateway, or elsewhere: bookings made as already paid.',
  ),
  method: text('How it was paid.', 'CASH'),
  currency: currency('ISO 4217 code of the amounts.'),
  payments: integer('Payments, without those recorded by mistake.', 12),
  taken: number('Amount taken, without mistakes.', 6_000),
  refunded: number('Amount refunded.', 250),
  net: number('Net amount.', 5_750),
}

/** The tables that are available as CSV. */
export const csvTables = ['periods', 'practitioners', 'locations', 'busy-hours', 'money'] as const

export const reportSchema = object({
  from: calendarDate('The first day.'),
  to: calendarDate('The last day.', '2026-12-31'),
  by: choice(periodNames, 'What `periods` are.'),
  today: calendarDate("Today, in the workspace's zone."),
  timezone: zone(
    "The workspace's zone. The days of visits and of money are those of their location.",
  ),
  doctorId: nullable(id('The practitioner, if the report is limited to one.', 3)),
  addressId: nullable(id('The location, if the report is limited to one.')),
  total: object(figures, { description: 'All of it.' }),
  periods: list(
    object({
      date: calendarDate('Its first day; weeks begin on Monday.'),
      ...figures,
      money: list(object(moneySum), 'Money, by way of payment and currency.'),
    }),
    'By day, week or month, including periods without visits.',
  ),
  practitioners: list(
    object({
      doctorId: id('The practitioner.', 3),
      doctor: text('The name.', 'Asha Rao'),
      ...figures,
    }),
    'By practitioner.',
  ),
  locations: list(
    object({
      addressId: id('The location.'),
      location: text('As in the clinic file.', 'jaipur'),
      ...figures,
    }),
    'By location.',
  ),
  busyHours: list(
    object({
      weekday: choice(weekdays, 'The day of the week.'),
      hour: integer('The hour in the location’s local time, from 0 to 23.', 9, {
        minimum: 0,
        maximum: 23,
      }),
      visits: integer(
        'Visits that began, or were to begin, in it and were not cancelled, and tokens whose consultation began in it.',
        31,
      ),
    }),
    'By weekday and hour, those with visits.',
  ),
  money: list(
    object(moneySum),
    'Money of all days, by way of payment and currency. Packs that were sold by themselves are of no practitioner.',
  ),
  hoursEstimatedUntil: nullable(
    calendarDate(
      'Last day whose hours were recorded late and may not be exact; null if there is none.',
    ),
  ),
  choices: object(
    {
      practitioners: list(
        object({ doctorId: id('The practitioner.', 3), doctor: text('The name.', 'Asha Rao') }),
        'Practitioners, including former ones.',
      ),
      locations: list(
        object({
          addressId: id('The location.'),
          location: text('As in the clinic file.', 'jaipur'),
        }),
        'Locations, including permanently closed ones.',
      ),
    },
    { description: 'Practitioners and locations to choose from.' },
  ),
  csv: nullable(text('A table as CSV, if requested.', 'date,visits\n2026-12-01,12\n')),
})

function figuresView(sums: Sums) {
  const { expected, overdue, inConsultation, completed, noShow, missed, cancelled } = sums
  return {
    visits: expected + overdue + inConsultation + completed + noShow + missed + cancelled,
    ...sums,
  }
}

function moneyView({ channel, method, currency, payments, takenMinor, refundedMinor }: MoneySum) {
  const amount = (minor: number) => fromMinorUnits(minor, currency)
  const amounts = {
    taken: amount(takenMinor),
    refunded: amount(refundedMinor),
    net: amount(takenMinor - refundedMinor),
  }
  return { channel, method, currency, payments, ...amounts }
}

export function reportView(report: Report, { from, to, by, doctorId, locationId }: ReportRequest) {
  const {
    timezone,
    today,
    total,
    periods,
    practitioners,
    locations,
    starts,
    money,
    hoursEstimatedUntil,
  } = report
  return {
    from,
    to,
    by,
    today,
    timezone,
    doctorId,
    addressId: locationId,
    hoursEstimatedUntil,
    total: figuresView(total),
    periods: periods.map(({ date, sums, money }) => ({
      date,
      ...figuresView(sums),
      money: money.map(moneyView),
    })),
    practitioners: practitioners.map(({ id, name, sums }) => ({
      doctorId: id,
      doctor: name,
      ...figuresView(sums),
    })),
    locations: locations.map(({ id, name, sums }) => ({
      addressId: id,
      location: name,
      ...figuresView(sums),
    })),
    busyHours: starts.map(({ weekday, hour, visits }) => ({
      weekday: weekdays[weekday - 1] ?? 'MON',
      hour,
      visits,
    })),
    money: money.map(moneyView),
  }
}

type ShownReport = ReturnType<typeof reportView>

const figureNames = Object.keys(figures) as (keyof typeof figures)[]
const moneyNames = Object.keys(moneySum) as (keyof typeof moneySum)[]

/** One table of a report as CSV, with the names of the figures as its heading. */
export function reportCsv(report: ShownReport, table: (typeof csvTables)[number]): string {
  switch (table) {
    case 'periods':
      return toCsv(['date', ...figureNames], report.periods)
    case 'practitioners':
      return toCsv(['doctorId', 'doctor', ...figureNames], report.practitioners)
    case 'locations':
      return toCsv(['addressId', 'location', ...figureNames], report.locations)
    case 'busy-hours':
      return toCsv(['weekday', 'hour', 'visits'], report.busyHours)
    case 'money': {
      const rows = report.periods.flatMap(({ date, money }) =>
        money.map((sum) => ({ date, ...sum })),
      )
      return toCsv(['date', ...moneyNames], rows)
    }
  }
}
