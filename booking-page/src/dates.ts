// Calendar dates and instants, without a clock.

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar date in a zone at an instant, `2026-12-01`. */
export function dateIn(zone: string, instant: string | number): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(zone, format)
  }
  return format.format(new Date(instant))
}

/** The hour of the day in a zone at an instant, 0 to 23. */
export function hourIn(zone: string, instant: string): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      hourCycle: 'h23',
      numberingSystem: 'latn',
    }).format(new Date(instant)),
  )
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Converts digits of any script to ASCII, as the API expects. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 48
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    // Some scripts have digits in several styles, one after the other.
    return String((point - zero) % 10)
  })
}
