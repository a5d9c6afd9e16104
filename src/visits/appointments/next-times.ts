// The next free times for visits that have to move; each gets a different one.

import type { Queries } from '../../base/db/database.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import { type Configuration, practiceOf, travelMsOf } from '../../clinic/catalogue/configuration.ts'
import { bookableOf } from '../availability/bookable.ts'
import { busyTimeOf, daysAndNext } from '../availability/next-available.ts'

interface Leaving {
  doctorId: number
  locationId: number
  mode: Mode
  fromAt: Instant
  toAt: Instant
  timezone: string
}

/**
 * Finds the next free time for the same practitioner, location, mode and length within 31 days of a visit's date; no time is given to two
 * visits.
 */
export function nextTimes(queries: Queries, configuration: Configuration, now: Instant): (visit: Leaving) => Promise<Interval | null> {
  const given = new Map<number, Interval[]>()
  return async ({ doctorId, locationId, mode, fromAt, toAt, timezone }) => {
    const practice = practiceOf(configuration, doctorId, locationId)
    const bookable = practice && bookableOf(configuration, practice, now)
    if (!bookable) return null
    const wish = { mode, lengthMins: (toAt - fromAt) / 60_000 }
    const taken = busyTimeOf(queries, configuration.workspaceId, bookable)
    const { days } = await daysAndNext(taken, bookable, { from: dateAt(timezone, Math.max(fromAt, now)), count: 31 }, wish, now)
    const travelMs = travelMsOf(bookable.practice, mode)
    const before = given.get(doctorId) ?? []
    const slot = days.flatMap(({ free }) => free).find(({ from, to }) => !before.some((time) => time.from < to + travelMs && time.to > from - travelMs))
    if (!slot) return null
    given.set(doctorId, [...before, slot])
    return { from: slot.from, to: slot.to }
  }
}
