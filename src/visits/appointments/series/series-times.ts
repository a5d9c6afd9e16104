// The times of a series: the same local time at a fixed interval of days. A time that cannot be
// booked is replaced by the nearest free one.

import { addDays } from '../../../base/values/calendar-date.ts'
import {
  dateAt,
  firstInstantAtWallTime,
  type Instant,
  minuteOfDayAt,
} from '../../../base/values/clinic-time.ts'
import type { Interval } from '../../../base/values/intervals.ts'
import { practiceTravelMs } from '../../../clinic/catalogue/configuration.ts'
import { type Bookable, type SlotKind, slotsOn } from '../../availability/bookable.ts'
import { splitSlots } from '../../availability/free-slots.ts'
import type { BusyInterval } from '../../occupancy/busy-time.ts'

/** How many days from its date another time can be offered for a visit of a series. */
export const nearbyDays = 6

/**
 * The start times of a series: `count` times, every `everyDays` days, at the local time of the
 * first.
 */
export function seriesStarts(
  timezone: string,
  first: Instant,
  { everyDays, count }: { everyDays: number; count: number },
): Instant[] {
  const date = dateAt(timezone, first)
  const minute = minuteOfDayAt(timezone, first)
  return Array.from({ length: count }, (_, index) =>
    index === 0
      ? first
      : firstInstantAtWallTime(timezone, addDays(date, index * everyDays), minute),
  )
}

/** A time of a series and, if it is not free, the nearest free time, if there is one. */
export interface SeriesTime extends Interval {
  isFree: boolean
  nearest: Interval | null
}

/**
 * Which starts can be booked, and the nearest free time for each of the others; no time is given to
 * two visits.
 */
export function seriesTimes(
  bookable: Bookable,
  starts: readonly Instant[],
  slotKind: SlotKind,
  busy: readonly BusyInterval[],
  now: Instant,
): SeriesTime[] {
  const { timezone } = bookable.practice.location
  const travelMs =
    slotKind.mode === undefined ? 0 : practiceTravelMs(bookable.practice, slotKind.mode)
  const slots = starts.map((from) => ({ from, to: from + slotKind.lengthMins * 60_000 }))
  const freeAround = (from: Instant, days: number) => {
    const date = dateAt(timezone, from)
    const dates = Array.from({ length: 2 * days + 1 }, (_, index) => addDays(date, index - days))
    return splitSlots(
      bookable,
      dates.flatMap((day) => slotsOn(bookable, day, slotKind, now)),
      busy,
      slotKind.mode,
    ).free
  }
  const isFree = slots.map(({ from }) => freeAround(from, 0).some((slot) => slot.from === from))
  const assignedTimes: Interval[] = slots.filter((_, index) => isFree[index])
  return slots.map((time, index) => {
    if (isFree[index]) return { ...time, isFree: true, nearest: null }
    const [nearest = null] = freeAround(time.from, nearbyDays)
      .filter(
        ({ from, to }) =>
          !assignedTimes.some(
            (assigned) => assigned.from < to + travelMs && assigned.to > from - travelMs,
          ),
      )
      .sort(
        (a, b) => Math.abs(a.from - time.from) - Math.abs(b.from - time.from) || a.from - b.from,
      )
    if (nearest) assignedTimes.push(nearest)
    return { ...time, isFree: false, nearest: nearest && { from: nearest.from, to: nearest.to } }
  })
}
