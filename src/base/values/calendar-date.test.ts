import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addYears,
  dateFromDayNumber,
  dayNumber,
  isCalendarDate,
  weekdayNumber,
  weekdays,
} from './calendar-date.ts'

const epoch = Temporal.PlainDate.from('1970-01-01')
const everyDay = Array.from({ length: 300 * 365 + 73 }, (_, n) =>
  Temporal.PlainDate.from('1900-01-01').add({ days: n }),
)

describe('a calendar date', () => {
  it('agrees with Temporal on every day from 1900 to 2199', () => {
    const wrong = everyDay.filter((day) => {
      const date = day.toString()
      const number = epoch.until(day).days
      return (
        !isCalendarDate(date) ||
        dayNumber(date) !== number ||
        dateFromDayNumber(number) !== date ||
        weekdayNumber(date) !== day.dayOfWeek
      )
    })
    expect([wrong.map(String), everyDay.at(-1)?.toString()]).toEqual([[], '2199-12-31'])
  })

  it('exists exactly if the calendar has it', () => {
    const existing = new Set(everyDay.map(String))
    const wrong: string[] = []
    for (let year = 1896; year <= 2204; year += 1) {
      for (let month = 0; month <= 13; month += 1) {
        for (const day of [0, 1, 28, 29, 30, 31, 32]) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
          if (isCalendarDate(text) !== existing.has(text)) wrong.push(text)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it.each([
    ['2026-02-30'],
    ['07-01-2030'],
    ['2030-1-7'],
    ['2030-01-7'],
    ['2030/01/07'],
    ['20300107'],
    ['2030-01-07T00:00:00Z'],
    [' 2030-01-07'],
    ['2030-01-07 '],
    ['2030-01-07\n'],
    ['0000-01-01'],
    ['0099-12-31'],
    ['+002030-01-07'],
    ['-2030-01-07'],
    ['٢٠٣٠-01-07'],
    ['today'],
    ['2030-01'],
    [''],
  ])('is not %j', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['1970-01-01', -1, '1969-12-31'],
    ['2026-03-29', 0, '2026-03-29'],
    ['2026-01-01', 60, '2026-03-02'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })

  it.each([
    ['2026-11-21', 3, '2029-11-21'],
    ['2028-02-29', 3, '2031-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2027-02-28', 1, '2028-02-28'],
  ])('%s and %i years is %s', (date, years, expected) => {
    expect(addYears(date, years)).toBe(expected)
  })

  it('has Monday first in its week', () => {
    expect(weekdays[weekdayNumber('2030-01-07') - 1]).toBe('MON')
    expect(weekdays[weekdayNumber('2030-01-13') - 1]).toBe('SUN')
  })
})
