// The next free times for visits that have to move; each gets a different one.

import type { Queries } from '../../base/db/database.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import { type Configuration, practiceTravelMs } from '../../clinic/catalogue/configuration.ts'
import { findPracticeOfVisit } from '../../clinic/catalogue/visit-types.ts'
import { toBookable } from '../availability/bookable.ts'
import { calendarReader, findDaysAndNext } from '../availability/next-available.ts'

interface DisplacedVisit {
  doctorId: number
  locationId: number
  visitTypeId: number | null
  mode: Mode
  fromAt: Instant
  toAt: Instant
  timezone: string
}

/**
 * Finds the next free time for the same practitioner, location, mode and length within 31 days of a
 * visit's date; no time is given to two visits.
 */
export function nextTimeFinder(
  queries: Queries,
  configuration: Configuration,
  now: Instant,
): (visit: DisplacedVisit) => Promise<Interval | null> {
  const assignedTimes = new Map<number, Interval[]>()
  return async (visit) => {
    const { doctorId, mode, fromAt, toAt, timezone } = visit
    const practice = findPracticeOfVisit(configuration, visit)
    const bookable = practice && toBookable(configuration, practice, now)
    if (!bookable) return null
    const slotKind = { mode, lengthMins: (toAt - fromAt) / 60_000 }
    const { days } = await findDaysAndNext(
      calendarReader(queries, configuration.workspaceId, bookable),
      bookable,
      { from: dateAt(timezone, Math.max(fromAt, now)), count: 31 },
      slotKind,
      now,
    )
    const travelMs = practiceTravelMs(bookable.practice, mode)
    const before = assignedTimes.get(doctorId) ?? []
    const slot = days
      .flatMap(({ free }) => free)
      .find(
        ({ from, to }) =>
          !before.some((time) => time.from < to + travelMs && time.to > from - travelMs),
      )
    if (!slot) return null
    assignedTimes.set(doctorId, [...before, slot])
    return { from: slot.from, to: slot.to }
  }
}
