import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { fastCheckOptions } from '../../test/support/run/sizes.ts'
import { addDays, asciiDigits, dateIn, hourIn, isZone } from './dates.ts'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
]

it('says the date and the hour that a clock in a zone shows [PAGE-05]', () => {
  const newYear = '2026-12-31T18:15:00Z'
  const dateAndHour = (zone: string) => `${dateIn(zone, newYear)} ${hourIn(zone, newYear)}`
  expect(dateAndHour('Asia/Kathmandu')).toBe('2027-01-01 0')
  expect(dateAndHour('Europe/Berlin')).toBe('2026-12-31 19')
  expect(dateAndHour('Pacific/Kiritimati')).toBe('2027-01-01 8')
  expect(dateAndHour('Pacific/Pago_Pago')).toBe('2026-12-31 7')
  expect(
    ['2026-11-23T12:00:00Z', '2026-11-23T00:00:00Z', '2026-11-23T23:59:59Z'].map((instant) =>
      hourIn('UTC', instant),
    ),
  ).toEqual([12, 0, 23])
  expect(dateIn('UTC', Date.UTC(2026, 10, 23))).toBe('2026-11-23')
})

it('agrees with Temporal at any instant and in any zone, also in the nights in which clocks change [PAGE-05]', () => {
  const changes = [
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-04-04T15:00Z',
    '2026-10-03T15:30Z',
  ]
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -300, max: 300 }))
    .map(([at, minutes]) => Date.parse(at) + minutes * 60_000)
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.oneof(near, fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) })),
      (zone, instant) => {
        const known = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
        expect([dateIn(zone, instant), hourIn(zone, new Date(instant).toISOString())]).toEqual([
          known.toPlainDate().toString(),
          known.hour,
        ])
      },
    ),
    fastCheckOptions,
  )
})

it('counts days of the calendar over the ends of months and years', () => {
  expect([
    addDays('2026-12-31', 1),
    addDays('2028-02-28', 1),
    addDays('2027-03-01', -1),
    addDays('2026-03-29', 0),
  ]).toEqual(['2027-01-01', '2028-02-29', '2027-02-28', '2026-03-29'])
})

it('knows zones by their names', () => {
  expect(['Asia/Kolkata', 'UTC', 'Mars/Base', '', 'Berlin'].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

it('reads the digits of every script as ASCII, and leaves other characters', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(
      1234567890,
    )
    if (/^\p{Nd}+$/u.test(written)) expect(asciiDigits(written), system).toBe('1234567890')
  }
  expect(asciiDigits('+٩١ ९८७-54 x')).toBe('+91 987-54 x')
  expect(asciiDigits('')).toBe('')
})
