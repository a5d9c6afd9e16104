// What practitioners offer on a date: minutes of their hours without blocked times, and the
// capacity of their queue shifts.

import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDayRanges, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Configuration, Practice } from '../../clinic/catalogue/configuration.ts'
import { shiftsOn } from '../../clinic/catalogue/hours.ts'
import { toBookable, windowsWithWalkIns } from '../../visits/availability/bookable.ts'
import type { DayKey } from './sums.ts'

export interface OfferedTime extends DayKey {
  offeredMinutes: number
  offeredPlaces: number
}

/** Time of a practitioner that is not on offer, at every location if it names none. */
export interface BlockedTime extends Interval {
  doctorId: number
  locationId: number | null
}

/** What the current configuration offers on some dates, without practices that offer nothing. */
export function computeOffered(
  configuration: Configuration,
  dates: readonly CalendarDate[],
  blocked: readonly BlockedTime[],
  now: Instant,
): OfferedTime[] {
  const blockedOf = Map.groupBy(blocked, ({ doctorId }) => doctorId)
  return configuration.practices.flatMap((practice) => {
    const { doctor, location } = practice
    const blockedHere = (blockedOf.get(doctor.id) ?? []).filter(
      ({ locationId }) => locationId === null || locationId === location.id,
    )
    const offeredModes = toBookable(configuration, practice, now)?.offeredModes ?? []
    return dates.flatMap((date) => {
      const offeredMinutes =
        doctor.appointmentSystem === 'SCHEDULED' && offeredModes.length > 0
          ? countOfferedMinutes(practice, date, offeredModes, blockedHere)
          : 0
      const offeredPlaces =
        doctor.appointmentSystem === 'QMS' && doctor.isActiveMember
          ? shiftsOn(practice, date).reduce((sum, { maxAppointments }) => sum + maxAppointments, 0)
          : 0
      return offeredMinutes + offeredPlaces === 0
        ? []
        : [{ date, doctorId: doctor.id, locationId: location.id, offeredMinutes, offeredPlaces }]
    })
  })
}

function countOfferedMinutes(
  practice: Practice,
  date: CalendarDate,
  offeredModes: readonly string[],
  blocked: readonly BlockedTime[],
): number {
  const offeredIntervals = windowsWithWalkIns(practice, date)
    .filter(({ modes }) => modes.some((mode) => offeredModes.includes(mode)))
    .flatMap(({ fromMinute, toMinute }) =>
      clinicDayRanges(practice.location.timezone, date, fromMinute, toMinute),
    )
  return Math.round(lengthMs(offeredIntervals, blocked) / 60_000)
}

/**
 * The total length of some intervals, with overlaps counted once, minus the parts that `excluded`
 * covers.
 */
export function lengthMs(intervals: readonly Interval[], excluded: readonly Interval[]): number {
  const edges = [
    ...intervals.flatMap(({ from, to }) => [
      { at: from, open: 1, taken: 0 },
      { at: to, open: -1, taken: 0 },
    ]),
    ...excluded.flatMap(({ from, to }) => [
      { at: from, open: 0, taken: 1 },
      { at: to, open: 0, taken: -1 },
    ]),
  ].sort((a, b) => a.at - b.at)
  let length = 0
  let open = 0
  let taken = 0
  let before = 0
  for (const edge of edges) {
    if (open > 0 && taken === 0) length += edge.at - before
    open += edge.open
    taken += edge.taken
    before = edge.at
  }
  return length
}
