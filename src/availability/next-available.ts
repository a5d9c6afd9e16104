import type { Queries } from '../db/database.ts'
import { type BusyInterval, type BusyKind, busyTime, splitByBusy } from '../occupancy/busy-time.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { clinicDay, type Instant } from '../values/clinic-time.ts'
import { type Bookable, slotsOn, type Wish } from './bookable.ts'
import type { GridSlot } from './slot-grid.ts'

/** How far ahead a next date is looked for. */
const horizonDays = 60

export interface DayAndNext {
  /** Slots of the asked date that can be booked, and those whose time is taken. */
  free: GridSlot[]
  taken: { slot: GridSlot; kind: BusyKind }[]
  /** First date strictly after the asked one with a bookable slot, within the horizon. */
  nextDate: CalendarDate | null
}

/**
 * The slots of a date and the next date with any. One statement reads the time taken on the date and
 * on the next date that is worked at all; only when that one is full too does a second statement read
 * the rest of the horizon.
 */
export async function dayAndNext(queries: Queries, workspaceId: number, bookable: Bookable, date: CalendarDate, wish: Wish, now: Instant): Promise<DayAndNext> {
  const { doctor, location } = bookable.practice
  const candidates = openDates(bookable, date, wish, now)
  const first = candidates.next()
  const busyBetween = (from: CalendarDate, to: CalendarDate): Promise<BusyInterval[]> =>
    busyTime(queries, workspaceId, doctor.id, { from: clinicDay(location.timezone, from).from, to: clinicDay(location.timezone, to).to })

  const onDate = slotsOn(bookable, date, wish, now)
  if (onDate.length === 0 && first.done) return { free: [], taken: [], nextDate: null }
  const busy = await busyBetween(date, first.done ? date : first.value.date)
  const { free, taken } = splitByBusy(onDate, busy)
  if (first.done) return { free, taken, nextDate: null }
  if (splitByBusy(first.value.slots, busy).free.length > 0) return { free, taken, nextDate: first.value.date }

  let rest: BusyInterval[] | undefined
  for (const candidate of candidates) {
    rest ??= await busyBetween(candidate.date, addDays(date, horizonDays))
    if (splitByBusy(candidate.slots, rest).free.length > 0) return { free, taken, nextDate: candidate.date }
  }
  return { free, taken, nextDate: null }
}

/** Dates after `date`, within the horizon, on which slots are worked, with those slots. */
function* openDates(
  bookable: Bookable,
  date: CalendarDate,
  wish: Wish,
  now: Instant,
): Generator<{ date: CalendarDate; slots: readonly GridSlot[] }, undefined> {
  for (let days = 1; days <= horizonDays; days += 1) {
    const next = addDays(date, days)
    const slots = slotsOn(bookable, next, wish, now)
    if (slots.length > 0) yield { date: next, slots }
  }
}
