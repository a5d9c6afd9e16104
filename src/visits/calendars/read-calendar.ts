// Reads an iCalendar feed: the times at which its owner is busy, and nothing else.

import { addYears } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { findBusyTimes } from './busy-events.ts'
import { calendarText } from './calendar-text.ts'
import { type Component, parseComponents, propertyText, propertyValue } from './content-lines.ts'
import { feedZoneLookup } from './feed-zones.ts'
import { FeedTooComplex, UnreadablePart } from './recurrence.ts'
import { dayMs, zoneClock } from './wall-clock.ts'

/** A busy calendar of ten years has some 20,000 events of 500 bytes. */
export const calendarBytesMax = 10_000_000
const eventsMax = 50_000
/** The limit of busy times in one calendar: eighteen a day for three years. */
const busyTimesMax = 20_000

/** The input for reading a calendar. */
export interface CalendarInput {
  /** The text as it was sent; ten million bytes take a tenth of a second to become text. */
  text: string | Uint8Array
  /**
   * The clinics' timezones: used for dates, whose days count in all of them, and for times that
   * state none.
   */
  zones: readonly string[]
  window: Interval
  /**
   * E-mail addresses of the calendar's owner, in addition to the address that many feeds use as
   * their name.
   */
  owners?: readonly string[]
}

export interface CalendarContent {
  /**
   * Ascending, without overlapping or touching, and split at midnights of UTC, so that a part stays
   * the same while its neighbours change.
   */
  busy: Interval[]
  /** Events that cannot be read, or only in part: if only the day is known, all of it is busy. */
  unreadableEvents: number
  /** Whether events have times in an unknown timezone: their whole days are then busy. */
  unknownZones: boolean
}

/** What is wrong with a calendar: the end of the sentence `the calendar …`. */
export interface CalendarProblem {
  problem: string
  /** Whether finding this out used up a process's limits. */
  isCostly?: true
}

/**
 * The period that is read at `now`: from yesterday to the last day that can be booked, in whole UTC
 * days, so that rows are not rewritten each time. One more day at both ends: clinics are up to
 * fourteen hours away from UTC.
 */
export function readWindow(now: Instant, years: number): Interval {
  const today = dateAt('UTC', now)
  return { from: Date.parse(today) - dayMs, to: Date.parse(addYears(today, years)) + 3 * dayMs }
}

/**
 * The busy times of a calendar within a window. Its output is limited, but its running time is not:
 * see `readCalendarInProcess`.
 */
export function readCalendar({
  text: source,
  zones,
  window,
  owners = [],
}: CalendarInput): CalendarContent | CalendarProblem {
  const text = calendarText(typeof source === 'string' ? Buffer.from(source) : source)
  if (!startsAsCalendar(text))
    return { problem: 'does not begin with BEGIN:VCALENDAR, so it is not an iCalendar feed' }
  const calendars = parseComponents(text)
  if (!calendars) return { problem: 'is truncated or broken: something it begins does not end' }
  const components = calendars.flatMap(calendarEvents)
  if (components.length > eventsMax) return { problem: `has more than ${eventsMax} events` }

  let unreadable = 0
  let hasUnknownZones = false
  try {
    const zoneLookup = feedZoneLookup(calendars, window.to)
    const [ownZone] = calendars.flatMap(
      (calendar) => propertyText(calendar, 'X-WR-TIMEZONE')?.trim() || [],
    )
    const addresses = [
      ...owners,
      ...calendars.flatMap((calendar) => propertyText(calendar, 'X-WR-CALNAME') ?? []),
    ]
    const busyTimes = zones.flatMap((zone) => {
      const clinic = zoneClock(zone)
      unreadable = 0
      return findBusyTimes(components, {
        zones: zoneLookup,
        floating: ownZone === undefined ? { clock: clinic } : zoneLookup(ownZone),
        clinic,
        window,
        owners: new Set(addresses.map((address) => address.trim().toLowerCase())),
        unreadable: () => {
          unreadable += 1
        },
        unknownZone: () => {
          hasUnknownZones = true
        },
      })
    })
    const busy = splitByUtcDay(mergeIntervals(busyTimes), window)
    if (busy.length > busyTimesMax)
      return { problem: `has more than ${busyTimesMax} busy times in the time that can be booked` }
    return { busy, unreadableEvents: unreadable, unknownZones: hasUnknownZones }
  } catch (error) {
    if (error instanceof FeedTooComplex) return { problem: error.message }
    if (error instanceof UnreadablePart) return { problem: 'is broken' }
    throw error
  }
}

/**
 * The events in a calendar. A message that cancels events (RFC 5546) need not mark each as
 * cancelled.
 */
function calendarEvents(calendar: Component): Component[] {
  if (propertyValue(calendar, 'METHOD')?.toUpperCase() !== 'CANCEL') return calendar.components
  const cancelled = { name: 'STATUS', parameters: new Map(), value: 'CANCELLED' }
  return calendar.components.map((component) => ({
    ...component,
    properties: [cancelled, ...component.properties],
  }))
}

export function startsAsCalendar(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)
}

/** Sorts intervals, and joins intervals that overlap or touch. */
function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Cuts intervals at the ends of the window and at every UTC midnight. */
function splitByUtcDay(intervals: readonly Interval[], window: Interval): Interval[] {
  const parts: Interval[] = []
  for (const interval of intervals) {
    const to = Math.min(interval.to, window.to)
    for (
      let from = Math.max(interval.from, window.from);
      from < to && parts.length <= busyTimesMax;
    ) {
      const end = Math.min(to, (Math.floor(from / dayMs) + 1) * dayMs)
      parts.push({ from, to: end })
      from = end
    }
  }
  return parts
}
