// The free times that suit patients on the waiting list: computed on request and never stored (DAY-15).

import type { Queries } from '../../../base/db/database.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import { clinicDay, dateAt, type Instant } from '../../../base/values/clinic-time.ts'
import type { Mode } from '../../../base/values/modes.ts'
import type { Configuration } from '../../../clinic/catalogue/configuration.ts'
import { type Bookable, bookableOf, slotsOn } from '../../availability/bookable.ts'
import { splitSlots, withTravel } from '../../availability/free-slots.ts'
import type { GridSlot } from '../../availability/slot-grid.ts'
import { scheduleOf } from '../../occupancy/schedule.ts'
import { fits } from './waiting-fits.ts'
import type { WaitingEntry } from './waiting-queries.ts'

/** How many days ahead times are searched. */
export const waitingDays = 60
const timesMax = 3

export interface FittingTime {
  doctorId: number
  from: Instant
  to: Instant
  modes: readonly Mode[]
}

/** For each entry, at most 3 of the next free times that suit it; all entries are of one location. `only`: only this one time. */
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
    practice.location === location && practice.doctor.appointmentSystem === 'SCHEDULED' ? (bookableOf(configuration, practice, now) ?? []) : [],
  )
  const today = dateAt(timezone, now)
  const dates = Array.from({ length: waitingDays }, (_, day) => addDays(today, day))
  const period = { from: clinicDay(timezone, today).from, to: clinicDay(timezone, addDays(today, waitingDays - 1)).to }
  const of = { workspaceId: configuration.workspaceId, locationId: location.id }
  const schedule = await scheduleOf(
    queries,
    of,
    bookables.map(({ practice }) => practice.doctor.id),
    withTravel(
      period,
      bookables.map(({ practice }) => practice),
    ),
  )
  const known = new Map<string, readonly GridSlot[]>()
  function freeTimes(bookable: Bookable, lengthMins: number) {
    const doctorId = bookable.practice.doctor.id
    const name = `${doctorId} ${lengthMins}`
    const slots =
      known.get(name) ??
      splitSlots(
        bookable,
        dates.flatMap((date) => slotsOn(bookable, date, { mode: undefined, lengthMins }, now)),
        schedule.get(doctorId) ?? [],
        undefined,
      ).free
    known.set(name, slots)
    return slots
  }
  const isMeant = (doctorId: number, from: Instant) => only === undefined || (only.doctorId === doctorId && only.from === from)
  return entries.map((entry) =>
    bookables
      .flatMap((bookable) => {
        const doctorId = bookable.practice.doctor.id
        const slots = freeTimes(bookable, entry.durationMins ?? bookable.practice.slotMins)
        return firstOf(slots, (slot) => isMeant(doctorId, slot.from) && fits(entry, doctorId, slot, timezone)).map(({ from, to, modes }) => ({
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

function firstOf<T>(all: readonly T[], isMeant: (one: T) => boolean): T[] {
  const found: T[] = []
  for (const one of all) {
    if (found.length === timesMax) break
    if (isMeant(one)) found.push(one)
  }
  return found
}
