// Wall times as feeds write them. A wall time is a number: the milliseconds from 1970-01-01T00:00
// to the local time, as if every day had 24 hours; the clock of a timezone converts it to an
// instant.

import { type Instant, offsetAt } from '../../base/values/clinic-time.ts'

export type WallTime = number

export const minuteMs = 60_000
export const dayMs = 86_400_000
const hourMs = 3_600_000

/** The clock of a timezone. */
export interface WallClock {
  /** The wall time at an instant. */
  wallTimeAt(instant: Instant): WallTime
  /**
   * The instant of a wall time: the first of two, or in a gap, the one by the offset before the gap
   * (RFC 5545, 3.3.5).
   */
  toInstant(wallTime: WallTime): Instant
}

/** A clock by its offsets from UTC, in milliseconds, east positive. */
function clockFromOffsets(offsetMsAt: (instant: Instant) => number): WallClock {
  return {
    wallTimeAt: (instant) => instant + offsetMsAt(instant),
    toInstant(wallTime) {
      // Offsets are between -12 and +14 hours: these moments are before and after any change that
      // can affect the wall time.
      const before = offsetMsAt(wallTime - 15 * hourMs)
      const after = offsetMsAt(wallTime + 13 * hourMs)
      const first = wallTime - before
      if (before === after || offsetMsAt(first) === before) return first
      return offsetMsAt(wallTime - after) === after ? wallTime - after : first
    },
  }
}

/** The clock of a named timezone. */
export function zoneClock(zone: string): WallClock {
  return clockFromOffsets((instant) => offsetAt(zone, instant) * minuteMs)
}

export const utc = clockFromOffsets(() => 0)

/**
 * A clock that changes at these moments, ascending. Before the first change, its offset is the one
 * that this change replaces.
 */
export function clockFromChanges(
  changes: readonly { at: Instant; fromMs: number; toMs: number }[],
): WallClock {
  return clockFromOffsets((instant) => {
    let low = 0
    let high = changes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((changes[middle]?.at ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    return (low === 0 ? changes[0]?.fromMs : changes[low - 1]?.toMs) ?? 0
  })
}

/** A date, or a date with a time of day; with a final Z, it is in UTC. */
export interface ParsedTime {
  wall: WallTime
  isDate: boolean
  isUtc: boolean
}

/**
 * `20261124`, `20261124T093000` or `20261124T093000Z`; undefined for anything else, and outside of
 * 1600 to 2199. Birthdays without a year are in 1604.
 */
export function parseTime(text: string): ParsedTime | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0)) as [number, number, number]
  const date = Date.UTC(year, month - 1, day)
  const isDate = match[4] === undefined
  if (
    year < 1600 ||
    year > 2199 ||
    new Date(date).getUTCMonth() !== month - 1 ||
    new Date(date).getUTCDate() !== day
  )
    return undefined
  if (hour > 23 || minute > 59 || second > 60) return undefined
  return {
    wall: date + hour * hourMs + minute * minuteMs + second * 1_000,
    isDate,
    isUtc: match[7] === 'Z',
  }
}

/** `20261124T093000`, the format for recurrence rules. */
export function formatWallTime(wallTime: WallTime): string {
  return new Date(wallTime).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

/** A duration: a number of calendar days, and an amount of time. */
export interface Span {
  days: number
  ms: number
}

/**
 * `P1W`, `P2D`, `PT1H30M`, `P1DT12H`; undefined for anything else, and for zero or negative
 * durations.
 */
export function parseSpan(text: string): Span | undefined {
  const match =
    /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/.exec(
      text,
    )
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0))
  const span = { days: weeks * 7 + days, ms: hours * hourMs + minutes * minuteMs + seconds * 1_000 }
  return span.days + span.ms > 0 ? span : undefined
}

/** The end of an event that begins at a wall time and lasts this long. */
export function spanEnd(clock: WallClock, wallTime: WallTime, { days, ms }: Span): Instant {
  return clock.toInstant(wallTime + days * dayMs) + ms
}
