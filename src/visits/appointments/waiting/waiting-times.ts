// The free times that suit patients on the waiting list: computed on request and never stored
// (DAY-15).

import type { Queries } from '../../../base/db/database.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import { clinicDay, dateAt, type Instant } from '../../../base/values/clinic-time.ts'
import type { Mode } from '../../../base/values/modes.ts'
import type { Configuration } from '../../../clinic/catalogue/configuration.ts'
import { type Bookable, slotsOn, toBookable } from '../../availability/bookable.ts'
import { extendByMargins, splitSlots } from '../../availability/free-slots.ts'
import type { GridSlot } from '../../availability/slot-grid.ts'
import { loadSchedule } from '../../occupancy/schedule.ts'
import { isFitting } from './waiting-fits.ts'
import type { WaitingEntry } from './waiting-queries.ts'

/** How many days ahead to search for times. */
export const waitingDays = 60
const timesMax = 3

export interface FittingTime {
  doctorId: number
  from: Instant
  to: Instant
  modes: readonly Mode[]
}

/**
 * Up to 3 of the next free times that suit each entry; all entries belong to one location. `only`
 * restricts the search to one time.
 */
export async function fittingTimes(
  queries: Queries,
  configuration: Configuration,
  location: Configuration['locations'][number],
  entries: readonly WaitingEntry[],
  { now, only }: { now: Instant; only: { doctorId: number; from: Instant } | undefined },
): Promise<FittingTime[][]> {
  if (entries.length === 0) return []
  const { timezone } = location
  const bookables = configuration.practices.flatMap((practice) =>
    practice.location === location && practice.doctor.appointmentSystem === 'SCHEDULED'
      ? (toBookable(configuration, practice, now) ?? [])
      : [],
  )
  const today = dateAt(timezone, now)
  const dates = Array.from({ length: waitingDays }, (_, day) => addDays(today, day))
  const period = {
    from: clinicDay(timezone, today).from,
    to: clinicDay(timezone, addDays(today, waitingDays - 1)).to,
  }
  const scope = { workspaceId: configuration.workspaceId, locationId: location.id }
  const schedule = await loadSchedule(
    queries,
    scope,
    bookables.map(({ practice }) => practice.doctor.id),
    extendByMargins(
      period,
      bookables.map(({ practice }) => practice),
    ),
  )
  const gridsByLength = new Map<string, readonly GridSlot[]>()
  function freeTimes(bookable: Bookable, lengthMins: number) {
    const doctorId = bookable.practice.doctor.id
    const name = `${doctorId} ${lengthMins}`
    const slots =
      gridsByLength.get(name) ??
      splitSlots(
        bookable,
        dates.flatMap((date) => slotsOn(bookable, date, { mode: undefined, lengthMins }, now)),
        schedule.get(doctorId) ?? [],
        undefined,
      ).free
    gridsByLength.set(name, slots)
    return slots
  }
  const matches = (doctorId: number, from: Instant) =>
    only === undefined || (only.doctorId === doctorId && only.from === from)
  return entries.map((entry) =>
    bookables
      .flatMap((bookable) => {
        const doctorId = bookable.practice.doctor.id
        const slots = freeTimes(bookable, entry.durationMins ?? bookable.practice.slotMins)
        return firstMatches(
          slots,
          (slot) => matches(doctorId, slot.from) && isFitting(entry, doctorId, slot, timezone),
        ).map(({ from, to, modes }) => ({
          doctorId,
          from,
          to,
          modes,
        }))
      })
      .sort((a, b) => a.from - b.from || a.doctorId - b.doctorId)
      .slice(0, timesMax),
  )
}

function firstMatches<T>(all: readonly T[], matches: (one: T) => boolean): T[] {
  const matched: T[] = []
  for (const one of all) {
    if (matched.length === timesMax) break
    if (matches(one)) matched.push(one)
  }
  return matched
}
