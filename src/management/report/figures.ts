// A report as members of staff read it: counts, minutes, and amounts in decimals of their currency.

import { calendarDate, choice, currency, id, integer, list, nullable, number, object, text, zone } from '../../base/contract/schemas.ts'
import { weekdays } from '../../base/values/calendar-date.ts'
import { csvOf } from '../../base/values/csv-text.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { periods as periodNames } from './days.ts'
import type { AskedReport, Report } from './report.ts'
import { type MoneySum, moneyChannels, type Sums } from './sums.ts'

const figures = {
  visits: integer('All visits and tokens except voided ones.', 410),
  tokens: integer('How many of them are tokens.', 120),
  expected: integer('Those still to come; for tokens, those waiting.', 12),
  overdue: integer('Those that should have started today.', 1),
  inConsultation: integer('Those in consultation, or whose end was not recorded.', 2),
  completed: integer('Those that are completed.', 340),
  noShow: integer('Those whose patient did not come.', 14),
  missed: integer('Those of a past day without a recorded outcome.', 6),
  cancelled: integer('Those that were cancelled.', 35),
  newPatients: integer('Patients who came for the first time.', 48),
  patientConfirmed: integer('Visits whose patient said that they will come.', 96),
  offeredMinutes: integer('Minutes of the offered hours, without blocked time.', 14_400),
  bookedMinutes: integer('Minutes of visits at times on offer that were not cancelled.', 11_250),
  offeredPlaces: integer('Tokens that queue shifts had.', 160),
  bookedPlaces: integer('Tokens that were given and not cancelled.', 118),
  leadVisits: integer('Visits with a time that were not cancelled: those of the next figures.', 270),
  leadMinutes: integer('From the booking to the start, in minutes, of all of them together.', 972_000),
  leadSameDay: integer('Those that were booked on the day of the visit.', 60),
  leadNextDay: integer('On the day before.', 40),
  leadWeek: integer('Two to six days before.', 90),
  leadFortnight: integer('Seven to 13 days before.', 50),
  leadMonth: integer('Two weeks to 29 days before.', 20),
  leadLater: integer('Thirty days before or earlier.', 10),
  waits: integer('Tokens whose patient waited until the call: those of the next figures.', 110),
  waitedSeconds: integer('How long they waited, in seconds, all together.', 132_000),
  toldFromMinutes: integer('The least that their pages said they would wait, in minutes, all together.', 1_650),
  toldToMinutes: integer('The most, in minutes, all together.', 3_300),
  waitsAsTold: integer('Patients who waited as long as their page had estimated.', 88),
}

const moneySum = {
  channel: choice(moneyChannels, 'At the desk, through a payment gateway, or elsewhere: bookings made as already paid.'),
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
  timezone: zone("The workspace's zone. The days of visits and of money are those of their location."),
  doctorId: nullable(id('The practitioner, where the report is of one.', 3)),
  addressId: nullable(id('The location, where the report is of one.')),
  total: object(figures, { description: 'All of it.' }),
  periods: list(
    object({
      date: calendarDate('Its first day; weeks begin on Monday.'),
      ...figures,
      money: list(object(moneySum), 'Money, by way of payment and currency.'),
    }),
    'By day, week or month, those without visits too.',
  ),
  practitioners: list(object({ doctorId: id('The practitioner.', 3), doctor: text('The name.', 'Asha Rao'), ...figures }), 'By practitioner.'),
  locations: list(object({ addressId: id('The location.'), location: text('As in the clinic file.', 'jaipur'), ...figures }), 'By location.'),
  busyHours: list(
    object({
      weekday: choice(weekdays, 'The day of the week.'),
      hour: integer('The hour, on the clock of the location, from 0 to 23.', 9, { minimum: 0, maximum: 23 }),
      visits: integer('Visits that began, or were to begin, in it and were not cancelled, and tokens whose consultation began in it.', 31),
    }),
    'By weekday and hour, those with visits.',
  ),
  money: list(object(moneySum), 'Money of all days, by way of payment and currency. Packs that were sold by themselves are of no practitioner.'),
  hoursEstimatedUntil: nullable(calendarDate('Last day whose hours were recorded late and may not be exact; null if there is none.')),
  choices: object(
    {
      practitioners: list(object({ doctorId: id('The practitioner.', 3), doctor: text('The name.', 'Asha Rao') }), 'Practitioners, including former ones.'),
      locations: list(
        object({ addressId: id('The location.'), location: text('As in the clinic file.', 'jaipur') }),
        'Locations, including permanently closed ones.',
      ),
    },
    { description: 'Practitioners and locations to choose from.' },
  ),
  csv: nullable(text('A table as CSV, if requested.', 'date,visits\n2026-12-01,12\n')),
})

function figuresView(sums: Sums) {
  const { expected, overdue, inConsultation, completed, noShow, missed, cancelled } = sums
  return { visits: expected + overdue + inConsultation + completed + noShow + missed + cancelled, ...sums }
}

function moneyView({ channel, method, currency, payments, takenMinor, refundedMinor }: MoneySum) {
  const amount = (minor: number) => fromMinorUnits(minor, currency)
  const amounts = { taken: amount(takenMinor), refunded: amount(refundedMinor), net: amount(takenMinor - refundedMinor) }
  return { channel, method, currency, payments, ...amounts }
}

export function reportView(report: Report, { from, to, by, doctorId, locationId }: AskedReport) {
  const { timezone, today, total, periods, practitioners, locations, starts, money, hoursEstimatedUntil } = report
  return {
    ...{ from, to, by, today, timezone, doctorId, addressId: locationId, hoursEstimatedUntil },
    total: figuresView(total),
    periods: periods.map(({ date, sums, money }) => ({ date, ...figuresView(sums), money: money.map(moneyView) })),
    practitioners: practitioners.map(({ id, name, sums }) => ({ doctorId: id, doctor: name, ...figuresView(sums) })),
    locations: locations.map(({ id, name, sums }) => ({ addressId: id, location: name, ...figuresView(sums) })),
    busyHours: starts.map(({ weekday, hour, visits }) => ({ weekday: weekdays[weekday - 1] ?? 'MON', hour, visits })),
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
      return csvOf(['date', ...figureNames], report.periods)
    case 'practitioners':
      return csvOf(['doctorId', 'doctor', ...figureNames], report.practitioners)
    case 'locations':
      return csvOf(['addressId', 'location', ...figureNames], report.locations)
    case 'busy-hours':
      return csvOf(['weekday', 'hour', 'visits'], report.busyHours)
    case 'money': {
      const rows = report.periods.flatMap(({ date, money }) => money.map((sum) => ({ date, ...sum })))
      return csvOf(['date', ...moneyNames], rows)
    }
  }
}
