// Times as the service sends them: with the clinic's offset, so that the clock is read off the text and never computed from the browser's zone.

/** Minutes since midnight of `09:05`. */
export function minuteOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Minutes since the clinic's midnight of `2026-11-23T09:05:00+05:30`. */
export function minuteOf(timestamp: string): number {
  return minuteOfClock(timestamp.slice(11, 16))
}

/** `09:05`. */
export const clockOf = (timestamp: string) => timestamp.slice(11, 16)

export const dateOf = (timestamp: string) => timestamp.slice(0, 10)

export const clockText = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The end of something on a day, in minutes of that day; 1440 where it ends with it or later. */
export const endMinuteOf = (timestamp: string, date: string) => (dateOf(timestamp) > date ? 1440 : minuteOf(timestamp))
export const startMinuteOf = (timestamp: string, date: string) => (dateOf(timestamp) < date ? 0 : minuteOf(timestamp))

const asUtc = (date: string) => new Date(`${date}T00:00:00Z`)

/** A calendar date some days on. */
export function shifted(date: string, days: number): string {
  const moved = asUtc(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** `Monday 23 November`, in the words of a language. */
export function dateText(date: string, language: string, style: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(language, { weekday: style, day: 'numeric', month: style, timeZone: 'UTC' }).format(asUtc(date))
}

/** Minutes by which the browser's clock is ahead of a clinic's. */
export function browserAheadMinutes(timestamp: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(timestamp) ?? []
  const clinic = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return -new Date(timestamp).getTimezoneOffset() - clinic
}

/** `500.00 INR`, by the rules of a language. */
export function moneyText(amount: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
}
