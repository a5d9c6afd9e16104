import type { Queries } from '../db/database.ts'
import { type BusyInterval, busyTime, splitByBusy } from '../occupancy/busy-time.ts'
import type { BusyKind } from '../occupancy/queries.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { clinicDay, type Instant } from '../values/clinic-time.ts'
import type { Interval } from '../values/intervals.ts'
import { type Bookable, slotsOn, type Wish } from './bookable.ts'
import type { GridSlot } from './slot-grid.ts'

/** How far ahead a next date is looked for. */
const horizonDays = 60

/** Slots of a date that can be booked, and those whose time is taken. */
export interface DayOfSlots {
  date: CalendarDate
  /** All of them. */
  grid: readonly GridSlot[]
  free: GridSlot[]
  taken: { slot: GridSlot; kind: BusyKind }[]
}

export interface DaysAndNext {
  /** The asked date and those after it, as many as were asked for, up to the last one that can be listed. */
  days: DayOfSlots[]
  /** First date strictly after the asked one with a bookable slot, within the horizon. */
  nextDate: CalendarDate | null
}

/** Which dates are asked for: so many in a row. */
export interface AskedDates {
  from: CalendarDate
  count: number
}

/** Reads what is taken of a doctor's time within a period. */
export type ReadBusyTime = (period: Interval) => Promise<BusyInterval[]>

/** By the statement of its own. */
export function busyTimeOf(queries: Queries, workspaceId: number, { practice }: Bookable): ReadBusyTime {
  return (period) => busyTime(queries, workspaceId, { doctorId: practice.doctor.id, locationId: practice.location.id }, period)
}

/**
 * The slots of some dates in a row and the next date after the first with any. The time taken on them and up to the next date that is
 * worked at all is read at once; only when every date of those is full, the rest of the horizon too.
 */
export async function daysAndNext(
  readBusyTime: ReadBusyTime,
  bookable: Bookable,
  { from: date, count }: AskedDates,
  wish: Wish,
  now: Instant,
): Promise<DaysAndNext> {
  const { timezone } = bookable.practice.location
  const busyBetween = (from: CalendarDate, to: CalendarDate) => readBusyTime({ from: clinicDay(timezone, from).from, to: clinicDay(timezone, to).to })

  const last = earlier(addDays(date, count - 1), bookable.lastDate)
  const asked: { date: CalendarDate; slots: readonly GridSlot[] }[] = []
  for (let day = date; day <= last; day = addDays(day, 1)) asked.push({ date: day, slots: slotsOn(bookable, day, wish, now) })
  const candidates = openDates(bookable, date, wish, now)
  let next = candidates.next()
  const isIdle = next.done && asked.every(({ slots }) => slots.length === 0)
  let readTo = later(last, next.done ? date : next.value.date)
  let busy = isIdle ? [] : await busyBetween(date, readTo)

  const days = asked.map(({ date, slots }) => ({ date, grid: slots, ...splitDay(slots, busy) }))
  for (; !next.done; next = candidates.next()) {
    const { date: nextDate, slots } = next.value
    if (nextDate > readTo) {
      readTo = addDays(date, horizonDays)
      busy = await busyBetween(nextDate, readTo)
    }
    if (splitDay(slots, busy).free.length > 0) return { days, nextDate }
  }
  return { days, nextDate: null }
}

/** `splitByBusy` for the slots of one date, with no more of the busy time than touches it. */
function splitDay(slots: readonly GridSlot[], busy: readonly BusyInterval[]) {
  const { from } = slots[0] ?? { from: 0 }
  const { to } = slots.at(-1) ?? { to: 0 }
  return splitByBusy(
    slots,
    busy.filter((taken) => taken.from < to && taken.to > from),
  )
}

const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b)
const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

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
