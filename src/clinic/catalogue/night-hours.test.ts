// Hours that go on after midnight: described with the day on which they begin, on offer on the
// dates on which they are.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changingZones, listMinutes } from '../../../test/oracle/slot-oracle.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { addDays, weekdayNumber } from '../../base/values/calendar-date.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { asha, type Loose } from '../../management/clinic-file/clinic-file.fixture.ts'
import { buildGrid } from '../../visits/availability/slot-grid.ts'
import { type Hours, type WorkingWindow, windowsOn } from './hours.ts'

const modes = ['OFFLINE'] as const
const window = fc
  .record({
    fromMinute: fc.integer({ min: 0, max: 287 }),
    length: fc.integer({ min: 1, max: 288 }),
  })
  .map(
    ({ fromMinute, length }): WorkingWindow => ({
      fromMinute: fromMinute * 5,
      toMinute: Math.min((fromMinute + length) * 5, 2160),
      modes,
    }),
  )
const windows = fc.array(window, { maxLength: 2 })

/** Days around a clock change in Berlin, Cairo and elsewhere, and ordinary ones. */
const days = fc.tuple(
  fc.constantFrom(...changingZones),
  fc.integer({ min: 0, max: 1_400 }).map((day) => addDays('2026-01-01', day)),
)
const arbitraryHours = (date: string) =>
  fc.record({
    weekly: fc.array(windows, { minLength: 7, maxLength: 7 }),
    exceptions: fc.array(fc.tuple(fc.constantFrom(addDays(date, -1), date), windows), {
      maxLength: 2,
    }),
    closed: fc.array(fc.constantFrom(addDays(date, -1), date), { maxLength: 1 }),
  })

/**
 * Whether the clinic is open at a minute of a date, by the words of the decision and nothing else.
 */
function isOpen(
  { weeklyHours, exceptions, closings }: Hours,
  date: string,
  minute: number,
): boolean {
  const isClosing = (day: string) => closings.some(({ firstDate }) => firstDate === day)
  const begunOn = (day: string) =>
    exceptions.get(day) ?? (isClosing(day) ? [] : (weeklyHours.get(weekdayNumber(day)) ?? []))
  const isClosed = exceptions.has(date) ? exceptions.get(date)?.length === 0 : isClosing(date)
  const covers = (day: string, at: number) =>
    begunOn(day).some(({ fromMinute, toMinute }) => fromMinute <= at && at < toMinute)
  return covers(date, minute) || (!isClosed && covers(addDays(date, -1), minute + 1440))
}

it('are open at exactly the minutes that the day before and the day itself describe [SLOT-20]', () => {
  fc.assert(
    fc.property(
      days.chain(([zone, date]) =>
        fc.tuple(fc.constant(zone), fc.constant(date), arbitraryHours(date)),
      ),
      ([zone, date, { weekly, exceptions, closed }]) => {
        const hours: Hours = {
          weeklyHours: new Map(weekly.map((list, index) => [index + 1, list])),
          exceptions: new Map(exceptions),
          closings: closed.map((day) => ({ firstDate: day, lastDate: day })),
        }
        const found = windowsOn(hours, date)
        for (let minute = 0; minute < 1440; minute += 5)
          expect(
            found.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute),
            `${date} ${minute}`,
          ).toBe(isOpen(hours, date, minute))
        // No slot leaves its date, also in nights in which clocks change, and each of its minutes
        // is open.
        const shows = new Map(
          listMinutes(zone, date).map(({ instant, shows: shown }) => [instant, shown]),
        )
        for (const slot of buildGrid(zone, date, found, { lengthMins: 15 }, new Set(modes))) {
          expect(dateAt(zone, slot.from)).toBe(date)
          for (let at = slot.from; at < slot.to; at += 60_000)
            expect(isOpen(hours, date, shows.get(at) ?? -1), `${zone} ${date} ${at}`).toBe(true)
        }
      },
    ),
    { numRuns: runSize(300, 5_000) },
  )
})

const house = await openHarness()

describe('a night clinic', () => {
  const night = { days: ['SUN', 'MON'], from: '23:00', to: '26:00', modes: ['OFFLINE'] }
  const clinicWith = (edit: (practice: Loose) => void = () => {}) =>
    house.clinic((file: Loose) => {
      const practice = asha(file).at.jaipur
      Object.assign(practice, { hours: [structuredClone(night)], exceptions: [] })
      edit(practice)
    })
  const clocksOn = async (clinic: Clinic, date: string) => {
    const { json } = await listSlots(clinic, 'asha-rao', 'jaipur', date)
    return json.slots
      .filter(({ modes: offered }: Json) => offered.includes('OFFLINE'))
      .map(({ fromDateTimeIso }: Json) => fromDateTimeIso.slice(0, 16))
  }
  const quarters = (date: string, from: number, to: number) =>
    Array.from(
      { length: (to - from) * 4 },
      (_, index) =>
        `${date}T${String(from + Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
    )

  it('lists and books its slots under the dates on which they are [SLOT-20]', async () => {
    const clinic = await clinicWith()
    expect(await clocksOn(clinic, '2030-01-06')).toEqual(quarters('2030-01-06', 23, 24))
    expect(await clocksOn(clinic, '2030-01-07')).toEqual([
      ...quarters('2030-01-07', 0, 2),
      ...quarters('2030-01-07', 23, 24),
    ])
    expect(await clocksOn(clinic, '2030-01-08')).toEqual(quarters('2030-01-08', 0, 2))
    expect(await clocksOn(clinic, '2030-01-09')).toEqual([])
    for (const [clock, date, status] of [
      ['23:45', '2030-01-07', 201],
      ['00:00', '2030-01-08', 201],
      ['01:45', '2030-01-08', 201],
      ['02:00', '2030-01-08', 400],
      ['00:00', '2030-01-09', 400],
    ] as const)
      expect((await book(clinic, slotTimes(clock, 15, date))).status, `${date} ${clock}`).toBe(
        status,
      )
    expect(await clocksOn(clinic, '2030-01-08')).toEqual(quarters('2030-01-08', 0, 2).slice(1, -1))
  })

  it('has no night whose evening is closed, and nothing on a closed date [SLOT-20]', async () => {
    const clocksWhenClosed = async (...dates: string[]) => {
      const clinic = await clinicWith(
        (practice) => (practice.exceptions = dates.map((date) => ({ date, hours: [] }))),
      )
      return [await clocksOn(clinic, '2030-01-07'), await clocksOn(clinic, '2030-01-08')]
    }
    expect(await clocksWhenClosed('2030-01-06')).toEqual([
      quarters('2030-01-07', 23, 24),
      quarters('2030-01-08', 0, 2),
    ])
    expect(await clocksWhenClosed('2030-01-07')).toEqual([[], []])
    const clinic = await clinicWith(
      (practice) =>
        (practice.exceptions = [
          { date: '2030-01-08', hours: [{ from: '22:00', to: '24:30', modes: ['OFFLINE'] }] },
        ]),
    )
    expect(await clocksOn(clinic, '2030-01-08')).toEqual([
      ...quarters('2030-01-08', 0, 2),
      ...quarters('2030-01-08', 22, 24),
    ])
    expect(await clocksOn(clinic, '2030-01-09')).toEqual(quarters('2030-01-09', 0, 1).slice(0, 2))
  })

  it('is described as it was, imported again without a change, and shown as two parts by the API [SLOT-20]', async () => {
    const clinic = await clinicWith()
    expect((await clinic.change(() => {})).outcome).toBe('UNCHANGED')
    const { description } = await house.operate('settings-show', { workspace: clinic.name })
    expect(
      JSON.parse(JSON.stringify(description)).practitioners['asha-rao'].at.jaipur.hours,
    ).toEqual([{ ...night, days: ['MON', 'SUN'] }])
    const parameters = `addressId=${clinic.id('location', 'jaipur')}&doctorId=${clinic.id('practitioner', 'asha-rao')}&fromDate=2030-01-07&toDate=2030-01-07`
    const { json } = await clinic.get(`/v1/practitioner-shifts?${parameters}`)
    const shown = json.filter(
      ({ date, doctorId }: Json) =>
        date === '2030-01-07' && doctorId === clinic.id('practitioner', 'asha-rao'),
    )
    expect(shown.map(({ startTime, endTime }: Json) => `${startTime}-${endTime}`)).toEqual([
      '00:00-02:00',
      '23:00-00:00',
    ])
  })
})
