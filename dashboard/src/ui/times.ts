// Times as the service sends them, with the clinic's offset, so that the clock time is read from
// the text and never computed from the browser's zone.

/** Minutes since midnight of `09:05`. */
export function minuteOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Minutes since the clinic's midnight of `2026-11-23T09:05:00+05:30`. */
export function minuteOfDay(timestamp: string): number {
  return minuteOfClock(timestamp.slice(11, 16))
}

/** `09:05`. */
export const clockTime = (timestamp: string) => timestamp.slice(11, 16)

export const datePart = (timestamp: string) => timestamp.slice(0, 10)

/** `09:05–24:00`: the part of a period that is on a date. */
export const clockRange = (date: string, from: string, to: string) =>
  `${datePart(from) < date ? '00:00' : clockTime(from)}–${datePart(to) > date ? '24:00' : clockTime(to)}`

export const clockText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** When something ends on a day, in minutes of that day; 1440 if it ends with the day or later. */
export const endMinute = (timestamp: string, date: string) =>
  datePart(timestamp) > date ? 1440 : minuteOfDay(timestamp)
export const startMinute = (timestamp: string, date: string) =>
  datePart(timestamp) < date ? 0 : minuteOfDay(timestamp)

/**
 * A date and a clock time in a zone as a timestamp. If a clock time occurs twice, the first one
 * counts; if it is skipped, it is moved forward by the length of the gap, as in a calendar
 * (docs/time.md).
 */
export function timestampIn(timeZone: string, date: string, clock: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (instant: string) =>
    format
      .formatToParts(new Date(instant))
      .find(({ type }) => type === 'timeZoneName')
      ?.value.slice(3) || '+00:00'
  const before = offsetAt(`${addDays(date, -1)}T${clock}:00Z`)
  const after = offsetAt(`${addDays(date, 1)}T${clock}:00Z`)
  const withOffset = (offset: string) => `${date}T${clock}:00${offset}`
  const isAfter = offsetAt(withOffset(before)) !== before && offsetAt(withOffset(after)) === after
  return withOffset(isAfter ? after : before)
}

const utcMidnight = (date: string) => new Date(`${date}T00:00:00Z`)

/** The calendar date a number of days later. */
export function addDays(date: string, days: number): string {
  const moved = utcMidnight(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** `Monday 23 November`, in a language; `full` adds the year. */
export function dateText(
  date: string,
  language: string,
  style: 'full' | 'long' | 'short' = 'long',
): string {
  const length = style === 'short' ? 'short' : 'long'
  const year = style === 'full' ? ({ year: 'numeric' } as const) : {}
  return new Intl.DateTimeFormat(language, {
    weekday: length,
    day: 'numeric',
    month: length,
    ...year,
    timeZone: 'UTC',
  }).format(utcMidnight(date))
}

/** `7 Jan 2030`, in a language. */
export function dayText(date: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(utcMidnight(date))
}

/** `7 – 13 January`, in a language: seven days beginning on a date. */
export function weekText(date: string, language: string, style: 'long' | 'full' = 'long'): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(style === 'full' ? ({ year: 'numeric' } as const) : {}),
    timeZone: 'UTC',
  }).formatRange(utcMidnight(date), utcMidnight(addDays(date, 6)))
}

/** The minutes by which the browser's clock is ahead of a clinic's. */
export function browserAheadMinutes(timestamp: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(timestamp) ?? []
  const clinic = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return -new Date(timestamp).getTimezoneOffset() - clinic
}

// Creating a formatter takes 50 µs, and a day shows hundreds of amounts.
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** `500.00 INR`, written by the rules of a language. */
export function moneyText(amount: number, currency: string, language: string): string {
  const key = `${language} ${currency}`
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' })
  moneyFormats.set(key, format)
  return format.format(amount)
}
