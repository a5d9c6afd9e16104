import type { Queries } from '../../base/db/database.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { type BusyInterval, busyTime } from '../occupancy/busy-time.ts'
import type { BusyKind } from '../occupancy/queries.ts'
import { type Bookable, slotsOn, type Wish } from './bookable.ts'
import { splitSlots, withTravel } from './free-slots.ts'
import type { GridSlot } from './slot-grid.ts'

/** How many days ahead a next date is searched. */
const horizonDays = 60

/** The free slots of a date, and those that are taken. */
export interface DayOfSlots {
  date: CalendarDate
  /** All slots of the date. */
  grid: readonly GridSlot[]
  free: GridSlot[]
  taken: { slot: GridSlot; kind: BusyKind }[]
}

export interface DaysAndNext {
  /** The requested date and those after it, as many as requested, up to the last one that can be listed. */
  days: DayOfSlots[]
  /** First date strictly after the asked one with a bookable slot, within the horizon. */
  nextDate: CalendarDate | null
}

/** The requested dates: a number of consecutive days. */
export interface AskedDates {
  from: CalendarDate
  count: number
}

/** Reads a doctor's busy times within a period. */
export type ReadBusyTime = (period: Interval) => Promise<BusyInterval[]>

/** Reads them with a separate statement. */
export function busyTimeOf(queries: Queries, workspaceId: number, { practice }: Bookable): ReadBusyTime {
  return (period) => busyTime(queries, workspaceId, { doctorId: practice.doctor.id, locationId: practice.location.id }, period)
}

/**
 * The slots of consecutive dates, and the next date after the first with a free slot. Busy times on these dates and up to the next working
 * date are read at once; only if all of those are full, the rest of the horizon is read too.
 */
export async function daysAndNext(
  readBusyTime: ReadBusyTime,
  bookable: Bookable,
  { from: date, count }: AskedDates,
  wish: Wish,
  now: Instant,
): Promise<DaysAndNext> {
  const { timezone } = bookable.practice.location
  const busyBetween = (from: CalendarDate, to: CalendarDate) =>
    readBusyTime(withTravel({ from: clinicDay(timezone, from).from, to: clinicDay(timezone, to).to }, [bookable.practice]))

  const last = earlier(addDays(date, count - 1), bookable.lastDate)
  const asked: { date: CalendarDate; slots: readonly GridSlot[] }[] = []
  for (let day = date; day <= last; day = addDays(day, 1)) asked.push({ date: day, slots: slotsOn(bookable, day, wish, now) })
  const candidates = openDates(bookable, date, wish, now)
  let next = candidates.next()
  const isIdle = next.done && asked.every(({ slots }) => slots.length === 0)
  let readTo = later(last, next.done ? date : next.value.date)
  let busy = isIdle ? [] : await busyBetween(date, readTo)

  const days = asked.map(({ date, slots }) => ({ date, grid: slots, ...splitDay(bookable, slots, busy, wish) }))
  for (; !next.done; next = candidates.next()) {
    const { date: nextDate, slots } = next.value
    if (nextDate > readTo) {
      readTo = addDays(date, horizonDays)
      busy = await busyBetween(nextDate, readTo)
    }
    if (splitDay(bookable, slots, busy, wish).free.length > 0) return { days, nextDate }
  }
  return { days, nextDate: null }
}

/** `splitSlots` for the slots of one date, with only the busy times that may overlap it. */
function splitDay(bookable: Bookable, slots: readonly GridSlot[], busy: readonly BusyInterval[], { mode }: Wish) {
  const { from, to } = withTravel({ from: slots[0]?.from ?? 0, to: slots.at(-1)?.to ?? 0 }, [bookable.practice])
  return splitSlots(
    bookable,
    slots,
    busy.filter((taken) => taken.from < to && taken.to > from),
    mode,
  )
}

const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b)
const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

/** Dates after `date`, within the horizon, that have slots, with those slots. */
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
