/**
 * A calendar date, `YYYY-MM-DD`, in the timezone of a clinic. It is text on purpose: it has no
 * instant without a timezone, and text compares in calendar order.
 */
export type CalendarDate = string

const MS_PER_DAY = 86_400_000
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/

// Wide enough for any birth date and any booking; outside it, timezone rules mean nothing.
const EARLIEST = '1900-01-01'
export const latestDate = '2199-12-31'

/** True for a date that exists in the calendar (`2026-02-30` does not), from 1900 to 2199. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = PATTERN.exec(text)
  if (!match || text < EARLIEST || text > latestDate) return false
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  return dateFromDayNumber(Date.UTC(year, month - 1, day) / MS_PER_DAY) === text
}

/** Days since 1970-01-01; the basis of all date arithmetic. */
export function dayNumber(date: CalendarDate): number {
  return (
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) /
    MS_PER_DAY
  )
}

/** 0 to 99 with two digits. */
export const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, n) =>
  String(n).padStart(2, '0'),
)

/**
 * The inverse of `dayNumber`, for years of four digits; takes a quarter as long as `toISOString`.
 */
export function dateFromDayNumber(days: number): CalendarDate {
  const date = new Date(days * MS_PER_DAY)
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`
}

/** The date `days` later (or earlier, when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateFromDayNumber(dayNumber(date) + days)
}

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

/** ISO weekday number, 1 (Monday) to 7 (Sunday). */
export function weekdayNumber(date: CalendarDate): number {
  // 1970-01-01 was a Thursday, day 4.
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1
}

/** The same day `years` later; 28 February where the year has no 29th. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0')
  const sameDay = `${year}${date.slice(4)}`
  return isCalendarDate(sameDay) ? sameDay : `${year}-02-28`
}

/**
 * Whole years from a date to a later one: an age. Someone born on 29 February becomes a year older
 * on 1 March.
 */
export function yearsBetween(from: CalendarDate, to: CalendarDate): number {
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
}
