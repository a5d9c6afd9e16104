import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import {
  addDays,
  browserAheadMinutes,
  clockText,
  clockTime,
  datePart,
  dateText,
  dayText,
  endMinute,
  minuteOfClock,
  minuteOfDay,
  moneyText,
  startMinute,
  timestampIn,
  weekText,
} from './times.ts'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'UTC',
  'America/St_Johns',
  'Africa/Cairo',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
const minutes = fc.integer({ min: 0, max: 1439 })
const dates = fc
  .integer({ min: 0, max: 365 * 5 })
  .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString())

/** Some languages have thin spaces or ones that do not break. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

it('writes each minute of a day as the clock time from which it is read', () => {
  for (let minute = 0; minute < 1440; minute++)
    expect(minuteOfClock(clockText(minute))).toBe(minute)
  expect([clockText(0), clockText(65), clockText(720), clockText(1439)]).toEqual([
    '00:00',
    '01:05',
    '12:00',
    '23:59',
  ])
})

it('reads the clinic’s date and clock from a timestamp, regardless of the browser’s zone', () => {
  const evening = '2026-12-31T23:45:00-05:00'
  const midnight = '2027-01-01T00:00:00+14:00'
  expect([datePart(evening), clockTime(evening), minuteOfDay(evening)]).toEqual([
    '2026-12-31',
    '23:45',
    1425,
  ])
  expect([datePart(midnight), clockTime(midnight), minuteOfDay(midnight)]).toEqual([
    '2027-01-01',
    '00:00',
    0,
  ])
})

it.each([
  ['within the day', '2026-03-29T09:05:00+02:00', '2026-03-29T09:50:00+02:00', 545, 590],
  ['from the day before', '2026-03-28T23:50:00+01:00', '2026-03-29T00:20:00+01:00', 0, 20],
  ['until midnight', '2026-03-29T23:30:00+02:00', '2026-03-30T00:00:00+02:00', 1410, 1440],
  ['into the next day', '2026-03-29T23:30:00+02:00', '2026-03-30T00:30:00+02:00', 1410, 1440],
  ['around the whole day', '2026-03-28T08:00:00+01:00', '2026-04-02T08:00:00+02:00', 0, 1440],
])('cuts what lies %s at the ends of the day', (_, from, to, start, end) => {
  expect([startMinute(from, '2026-03-29'), endMinute(to, '2026-03-29')]).toEqual([start, end])
})

it.each([
  ['skipped in Berlin', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
  ['just before the skip', 'Europe/Berlin', '2026-03-29', '01:59', '2026-03-29T00:59:00Z'],
  ['just after the skip', 'Europe/Berlin', '2026-03-29', '03:00', '2026-03-29T01:00:00Z'],
  ['twice in Berlin', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
  ['after both', 'Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00Z'],
  ['skipped in New York', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00Z'],
  ['twice in New York', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
  ['skipped by half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00Z'],
  ['twice by half an hour', 'Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
  ['midnight that is skipped', 'Africa/Cairo', '2026-04-24', '00:00', '2026-04-23T22:00:00Z'],
])(
  'names the instant of a clock time %s as the service does [DAY-18]',
  (_, zone, date, clock, instant) => {
    expect(new Date(timestampIn(zone, date, clock)).toISOString()).toBe(
      new Date(instant).toISOString(),
    )
  },
)

const changeDates = fc.constantFrom(
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
)

it('names the instant that Temporal names, on any date and in any zone [DAY-18]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.oneof(dates, changeDates),
      minutes,
      (zone, date, minute) => {
        const known = Temporal.PlainDateTime.from(`${date}T${clockText(minute)}`).toZonedDateTime(
          zone,
        )
        expect(Date.parse(timestampIn(zone, date, clockText(minute)))).toBe(known.epochMilliseconds)
      },
    ),
    fastCheckOptions,
  )
})

it('keeps the clock time in the text of a timestamp, with the offset of that time', () => {
  expect(timestampIn('Asia/Kathmandu', '2026-12-31', '23:59')).toBe('2026-12-31T23:59:00+05:45')
  expect(timestampIn('UTC', '2027-01-01', '00:00')).toBe('2027-01-01T00:00:00+00:00')
  expect(timestampIn('Europe/Berlin', '2026-10-25', '12:00')).toBe('2026-10-25T12:00:00+01:00')
})

it('moves a date by calendar days, over the ends of months and years and over changes of clocks', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  fc.assert(
    fc.property(dates, fc.integer({ min: -800, max: 800 }), (date, days) => {
      expect(addDays(date, days)).toBe(Temporal.PlainDate.from(date).add({ days }).toString())
      expect(addDays(addDays(date, days), -days)).toBe(date)
    }),
    fastCheckOptions,
  )
})

it('writes dates and weeks in a language, regardless of the browser’s zone', () => {
  expect(dateText('2026-11-23', 'en-GB')).toBe('Monday 23 November')
  expect(dateText('2026-11-23', 'en-GB', 'full')).toBe('Monday, 23 November 2026')
  expect(dateText('2026-11-23', 'de', 'short')).toBe('Mo., 23. Nov.')
  expect(dayText('2030-01-07', 'en-GB')).toBe('7 Jan 2030')
  expect(spaced(weekText('2026-12-28', 'en-GB'))).toBe('28 December 2026 – 3 January 2027')
  expect(spaced(weekText('2026-11-02', 'en-GB', 'full'))).toBe('2 – 8 November 2026')
})

it('says by how many minutes the browser’s clock is ahead of a clinic’s', () => {
  const ahead = browserAheadMinutes('2026-11-23T09:00:00+00:00')
  expect(browserAheadMinutes('2026-11-23T09:00:00+05:45') - ahead).toBe(-345)
  expect(browserAheadMinutes('2026-11-23T09:00:00-03:30') - ahead).toBe(210)
})

it('writes an amount with the decimals of its currency, by the rules of a language', () => {
  const formatAmount = (amount: number, currency: string, language: string) =>
    spaced(moneyText(amount, currency, language))
  expect(formatAmount(1234.5, 'INR', 'en')).toBe('INR 1,234.50')
  expect(formatAmount(1234.5, 'KWD', 'en')).toBe('KWD 1,234.500')
  expect(formatAmount(1234, 'JPY', 'en')).toBe('JPY 1,234')
  expect(formatAmount(-0.01, 'INR', 'de')).toBe('-0,01 INR')
  expect(formatAmount(1234.5, 'INR', 'en')).toBe('INR 1,234.50')
})
