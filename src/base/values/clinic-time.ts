// Wall clocks and instants. An instant is a number of milliseconds since 1970 (UTC); a wall time is
// a calendar date and a minute of the day in a named IANA timezone.
//
// A request needs thousands of offsets, and a library object or a formatter call for each costs 20
// to 180 times more than a look-up (12.6 µs for `formatToParts`, 0.3 µs here). So for each
// timezone, the offset of every requested UTC day is cached, together with the moment of the change
// on the few days that have one. The tests compare this with the Temporal polyfill.

import { LRUCache } from 'lru-cache'
import {
  type CalendarDate,
  dateFromDayNumber,
  dayNumber,
  isCalendarDate,
  twoDigits,
} from './calendar-date.ts'

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 86_400_000

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

/** Offsets from UTC, in minutes, east positive; a day with changes has the instant of each. */
type DayOffsets = number | { changes: { from: Instant; offset: number }[] }

interface Zone {
  formatter: Intl.DateTimeFormat
  days: Map<number, DayOffsets>
}

// Callers choose the viewer's timezone, so both sizes are limited: 200 timezones of about 4,000
// days each.
const zonesMax = 200
const daysPerZoneMax = 4_000
const zones = new LRUCache<string, Zone>({ max: zonesMax })

// Timezones with one-word names: IANA's own list. The runtime also accepts abbreviations such as
// IST and PST, which are not names: three countries call their time IST.
const oneWordZones =
  'CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu'

/** Lower-case name → its spelling. The runtime's list lacks links such as `Asia/Kolkata`. */
const spellings = new Map(
  [...Intl.supportedValuesOf('timeZone'), ...oneWordZones.split(' ')].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

/**
 * An IANA timezone name in its usual spelling, or undefined if the runtime does not know it. A link
 * is kept (`Asia/Kolkata` does not become `Asia/Calcutta`). Bare offsets such as `+05:30` are not
 * names, although `Intl` accepts them.
 */
export function canonicalZone(name: string): string | undefined {
  const spelling = spellings.get(name.toLowerCase())
  if (spelling) return spelling
  if (!/^[A-Za-z]{2,20}(\/[A-Za-z0-9_+-]{1,30}){1,2}$/.test(name) || /^systemv\//i.test(name))
    return undefined
  try {
    cachedZone(name)
  } catch {
    return undefined
  }
  // A link that is not on the list is kept if it is capitalised like a name, and otherwise gets the
  // usual capitals.
  if (/^[A-Z]/.test(name) && /[a-z]/.test(name)) return name
  if (/^etc\//i.test(name)) return `Etc/${name.slice(4).toUpperCase()}`
  return name
    .toLowerCase()
    .replace(/^us\//, 'US/')
    .replace(/(^|[/_-])[a-z]/g, (start) => start.toUpperCase())
}

function cachedZone(name: string): Zone {
  let zone = zones.get(name)
  if (!zone) {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zone = { formatter, days: new Map() }
    zones.set(name, zone)
  }
  return zone
}

/** Asks the runtime; slow, so only `computeDayOffsets` calls it. */
function measureOffset(zone: Zone, instant: Instant): number {
  const fields: Record<string, number> = {}
  for (const part of zone.formatter.formatToParts(instant)) fields[part.type] = Number(part.value)
  const wall = Date.UTC(
    fields.year ?? 0,
    (fields.month ?? 1) - 1,
    fields.day ?? 1,
    fields.hour ?? 0,
    fields.minute ?? 0,
    fields.second ?? 0,
  )
  return Math.round((wall - Math.floor(instant / 1000) * 1000) / MS_PER_MINUTE)
}

function computeDayOffsets(zone: Zone, utcDay: number): DayOffsets {
  const start = utcDay * MS_PER_DAY
  const first = measureOffset(zone, start)
  // The end of one UTC day is the start of the next; since 1970, no timezone has changed twice
  // within a UTC day (checked for every timezone of the runtime over 2020–2032).
  if (measureOffset(zone, start + MS_PER_DAY) === first) return first
  let before = start
  let after = start + MS_PER_DAY
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (measureOffset(zone, middle) === first) before = middle
    else after = middle
  }
  return {
    changes: [
      { from: start, offset: first },
      { from: after, offset: measureOffset(zone, after) },
    ],
  }
}

function dayOffsets(zoneName: string, utcDay: number): DayOffsets {
  const zone = cachedZone(zoneName)
  let offsets = zone.days.get(utcDay)
  if (offsets === undefined) {
    if (zone.days.size >= daysPerZoneMax) zone.days.clear()
    offsets = computeDayOffsets(zone, utcDay)
    zone.days.set(utcDay, offsets)
  }
  return offsets
}

/** Minutes east of UTC that `zone` shows at `instant`. */
export function offsetAt(zoneName: string, instant: Instant): number {
  const offsets = dayOffsets(zoneName, Math.floor(instant / MS_PER_DAY))
  if (typeof offsets === 'number') return offsets
  let offset = offsets.changes[0]?.offset ?? 0
  for (const change of offsets.changes) if (instant >= change.from) offset = change.offset
  return offset
}

/** The clinic's date at an instant. */
export function dateAt(zone: string, instant: Instant): CalendarDate {
  return dateFromDayNumber(
    Math.floor((instant + offsetAt(zone, instant) * MS_PER_MINUTE) / MS_PER_DAY),
  )
}

/** The wall clock of `instant`, as minutes since midnight, 0 to 1439. */
export function minuteOfDayAt(zone: string, instant: Instant): number {
  const wall = instant + offsetAt(zone, instant) * MS_PER_MINUTE
  return Math.floor((((wall % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY) / MS_PER_MINUTE)
}

/** Every instant, ascending, with this wall time: none in a gap, two in a repeated hour. */
export function instantsAtWallTime(zone: string, date: CalendarDate, minute: number): Instant[] {
  const wall = dayNumber(date) * MS_PER_DAY + minute * MS_PER_MINUTE
  const found: Instant[] = []
  for (const offset of nearbyOffsets(zone, wall)) {
    const instant = wall - offset * MS_PER_MINUTE
    if (offsetAt(zone, instant) === offset) found.push(instant)
  }
  return found.sort((a, b) => a - b)
}

/** The one or two offsets in force around a wall time. */
function nearbyOffsets(zone: string, wall: number): number[] {
  // Offsets are between -12 and +14 hours, so these two moments are before and after any change
  // that can affect the wall time, and no timezone has changed twice within so few hours.
  const before = offsetAt(zone, wall - 15 * MS_PER_HOUR)
  const after = offsetAt(zone, wall + 13 * MS_PER_HOUR)
  return before === after ? [before] : [before, after]
}

/** The moment when the clocks jump over this wall time; only called if `instantsAtWallTime` found none. */
function findGap(zone: string, date: CalendarDate, minute: number): Instant {
  const wall = dayNumber(date) * MS_PER_DAY + minute * MS_PER_MINUTE
  const offsets = nearbyOffsets(zone, wall)
  let before = wall - Math.max(...offsets) * MS_PER_MINUTE
  let after = wall - Math.min(...offsets) * MS_PER_MINUTE
  const offsetBefore = offsetAt(zone, before)
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (offsetAt(zone, middle) === offsetBefore) before = middle
    else after = middle
  }
  return after
}

/**
 * The first instant at which the clock shows the wall time; in a gap, the moment the clocks jump.
 */
export function firstInstantAtWallTime(zone: string, date: CalendarDate, minute: number): Instant {
  return instantsAtWallTime(zone, date, minute)[0] ?? findGap(zone, date, minute)
}

/**
 * A clinic day as a half-open range of instants, from local midnight to the next: 23, 24 or 25
 * hours, and empty for a date that the timezone skipped.
 */
export function clinicDay(zone: string, date: CalendarDate): { from: Instant; to: Instant } {
  return {
    from: firstInstantAtWallTime(zone, date, 0),
    to: firstInstantAtWallTime(zone, dateFromDayNumber(dayNumber(date) + 1), 0),
  }
}

/**
 * The ranges of a clinic day with a local time from `fromMinute` to before `toMinute`, ascending:
 * one on an ordinary day, none if the clocks jump over all of it, two if part of it is repeated. A
 * range continues across a jump, since no time passes in it.
 */
export function clinicDayRanges(
  zone: string,
  date: CalendarDate,
  fromMinute: number,
  toMinute: number,
): { from: Instant; to: Instant }[] {
  const day = clinicDay(zone, date)
  const midnight = dayNumber(date) * MS_PER_DAY
  const ranges: { from: Instant; to: Instant }[] = []
  for (const part of splitByOffset(zone, day.from, day.to)) {
    const from = Math.max(part.from, midnight + (fromMinute - part.offset) * MS_PER_MINUTE)
    const to = Math.min(part.to, midnight + (toMinute - part.offset) * MS_PER_MINUTE)
    if (from >= to) continue
    const last = ranges.at(-1)
    if (last?.to === from) last.to = to
    else ranges.push({ from, to })
  }
  return ranges
}

/** A range of instants, cut where the timezone's offset changes. */
function splitByOffset(
  zoneName: string,
  from: Instant,
  to: Instant,
): { from: Instant; to: Instant; offset: number }[] {
  const cuts = [from]
  for (let utcDay = Math.floor(from / MS_PER_DAY); utcDay * MS_PER_DAY < to; utcDay += 1) {
    const offsets = dayOffsets(zoneName, utcDay)
    if (typeof offsets === 'number') continue
    for (const change of offsets.changes)
      if (change.from > from && change.from < to) cuts.push(change.from)
  }
  return cuts.map((cut, index) => ({
    from: cut,
    to: cuts[index + 1] ?? to,
    offset: offsetAt(zoneName, cut),
  }))
}

/** A minute of the day as `HH:MM`. */
export function formatClock(minute: number): string {
  return `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}`
}

/** The end of a range as a clock shows it: `00:00` for the end of the day. */
export function formatEndClock(minute: number): string {
  return formatClock(minute % 1440)
}

/** The wall clock of an instant as `HH:MM`. */
export function clockAt(zone: string, instant: Instant): string {
  return formatClock(minuteOfDayAt(zone, instant))
}

/** `+05:30` for 330; a timezone has few offsets, so each text is cached. */
const formattedOffsets = new Map<number, string>()

function formatOffset(offset: number): string {
  let text = formattedOffsets.get(offset)
  if (text === undefined) {
    const size = Math.abs(offset)
    text = `${offset < 0 ? '-' : '+'}${twoDigits[Math.floor(size / 60)]}:${twoDigits[size % 60]}`
    formattedOffsets.set(offset, text)
  }
  return text
}

// The slots of an answer share one or two dates, and formatting a date costs more than the rest of
// an instant.
let lastDay = Number.NaN
let lastDate = ''

/**
 * ISO 8601 with the timezone's offset, `2026-11-21T09:00:00+05:30`; milliseconds only if not zero.
 */
export function isoAt(zone: string, instant: Instant): string {
  const offset = offsetAt(zone, instant)
  const wall = instant + offset * MS_PER_MINUTE
  const utcDay = Math.floor(wall / MS_PER_DAY)
  if (utcDay !== lastDay) {
    lastDate = dateFromDayNumber(utcDay)
    lastDay = utcDay
  }
  const ms = wall - utcDay * MS_PER_DAY
  const seconds = Math.floor(ms / 1000)
  const fraction = ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`
  return `${lastDate}T${twoDigits[Math.floor(seconds / 3600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}${fraction}${formatOffset(offset)}`
}

const firstDayOfFourDigits = dayNumber('1000-01-01')
const lastDayOfFourDigits = dayNumber('9999-12-31')

/** The same as `toISOString` of a date, in a third of the time: `2026-11-21T03:30:00.000Z`. */
export function formatUtc(instant: Instant): string {
  const wholeMs = Math.trunc(instant)
  const day = Math.floor(wholeMs / MS_PER_DAY)
  // Other years are written differently; an invalid instant throws.
  if (!(day >= firstDayOfFourDigits && day <= lastDayOfFourDigits))
    return new Date(instant).toISOString()
  const ms = wholeMs - day * MS_PER_DAY
  const seconds = Math.floor(ms / 1000)
  const fraction = ms % 1000 === 0 ? '000' : String(ms % 1000).padStart(3, '0')
  return `${dateFromDayNumber(day)}T${twoDigits[Math.floor(seconds / 3600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}.${fraction}Z`
}

const ISO_WITH_OFFSET =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/

/**
 * The instant of an ISO 8601 timestamp with an offset (or `Z`); undefined for anything else, above
 * all a timestamp without an offset (GEN-17, A-101), and for years that no calendar date has: the
 * database and the language spell them differently. Fractions are read to the millisecond.
 */
export function parseInstant(text: string): Instant | undefined {
  const match = ISO_WITH_OFFSET.exec(text)
  if (!match) return undefined
  const [
    ,
    date = '',
    hour,
    minute,
    second = '0',
    fraction = '',
    sign,
    offsetHours = '0',
    offsetMinutes = '0',
  ] = match
  const day = dayNumber(date)
  if (!isCalendarDate(date)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  // Offsets in use go up to ±14:00; the notation allows ±23:59, and such a timestamp is still an
  // instant.
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1)
  const wall =
    day * MS_PER_DAY +
    Number(hour) * MS_PER_HOUR +
    Number(minute) * MS_PER_MINUTE +
    Number(second) * 1000
  return wall + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset * MS_PER_MINUTE
}

/**
 * Minutes since midnight of `HH:MM`, `00:00` to `24:00`, or to a later end on the next day;
 * undefined for anything else.
 */
export function parseClock(text: string, lastMinute = 1440): number | undefined {
  const match = /^(\d{2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const minute = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minute <= lastMinute ? minute : undefined
}

/** Noon of the next day: when hours that began on the evening before end at the latest. */
export const nightEndMax = 2160
