import type { Queries } from '../../base/db/database.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { hasCaps } from '../../base/values/patient-rules.ts'
import { busyTime, busyTimeOfRooms } from '../occupancy/busy-time.ts'
import { type Bookable, type SlotKind, slotsOn } from './bookable.ts'
import { extendByMargins, splitSlots, type TakenKind } from './free-slots.ts'
import type { GridSlot } from './slot-grid.ts'
import {
  type CalendarContent,
  type CountedDates,
  readBusyTimeAndCounts,
  withinCaps,
} from './visit-counts.ts'

/** How many days ahead to search for a next date. */
const horizonDays = 60

/** The free and the taken slots of a date. */
export interface DayOfSlots {
  date: CalendarDate
  /** All slots of the date. */
  grid: readonly GridSlot[]
  free: readonly GridSlot[]
  taken: { slot: GridSlot; kind: TakenKind }[]
}

export interface SlotDays {
  /**
   * The requested date and the dates after it, as many as requested, up to the last date that can
   * be listed.
   */
  days: DayOfSlots[]
  /** The first date after the requested one with a bookable slot, within the horizon. */
  nextDate: CalendarDate | null
}

/** The requested dates: a number of consecutive days. */
export interface RequestedDates {
  from: CalendarDate
  count: number
}

/**
 * Reads what a doctor's calendar holds in a period; with `dates`, which rules need that limit
 * visits, also the visits of their weeks.
 */
export type ReadCalendar = (
  period: Interval,
  dates: CountedDates | undefined,
) => Promise<CalendarContent>

/**
 * Reads the calendar with one statement, and the rooms of its visit type with another. `exceptAppointmentId` is a visit that is to be moved,
 * whose own time counts as free.
 */
export function calendarReader(
  queries: Queries,
  workspaceId: number,
  { practice }: Pick<Bookable, 'practice'>,
  exceptAppointmentId: number | null = null,
): ReadCalendar {
  const doctor = { doctorId: practice.doctor.id, locationId: practice.location.id }
  const readDoctor: ReadCalendar = async (period, dates) =>
    dates
      ? readBusyTimeAndCounts(
          queries,
          { workspaceId, ...doctor, exceptAppointmentId },
          period,
          dates,
        )
      : {
          busy: await busyTime(queries, workspaceId, doctor, period, exceptAppointmentId),
          counts: [],
        }
  const { typeRoomIds } = practice
  if (typeRoomIds.length === 0) return readDoctor
  return async (period, dates) => {
    const [{ busy, counts }, rooms] = await Promise.all([
      readDoctor(period, dates),
      busyTimeOfRooms(queries, workspaceId, typeRoomIds, period, exceptAppointmentId),
    ])
    return { busy: [...busy, ...rooms], counts }
  }
}

/**
 * The slots of consecutive dates, and the next date with a free slot after the first of them. The
 * calendar up to the next working date is read at once; the rest of the horizon is read only if
 * all those dates are full.
 */
export async function findDaysAndNext(
  read: ReadCalendar,
  bookable: Bookable,
  { from: date, count }: RequestedDates,
  slotKind: SlotKind,
  now: Instant,
): Promise<SlotDays> {
  const { timezone } = bookable.practice.location
  const { patientRules } = bookable
  const cappedBy = patientRules && hasCaps(patientRules) ? patientRules : undefined
  const readCalendar = (from: CalendarDate, to: CalendarDate) =>
    read(
      extendByMargins({ from: clinicDay(timezone, from).from, to: clinicDay(timezone, to).to }, [
        bookable.practice,
      ]),
      cappedBy && { from, to, rules: cappedBy },
    )

  const last = earlierDate(addDays(date, count - 1), bookable.lastDate)
  const requestedDays: { date: CalendarDate; slots: readonly GridSlot[] }[] = []
  for (let day = date; day <= last; day = addDays(day, 1))
    requestedDays.push({ date: day, slots: slotsOn(bookable, day, slotKind, now) })
  const candidates = openDates(bookable, date, slotKind, now)
  let next = candidates.next()
  const isIdle = next.done && requestedDays.every(({ slots }) => slots.length === 0)
  let readTo = laterDate(last, next.done ? date : next.value.date)
  let calendar = isIdle ? { busy: [], counts: [] } : await readCalendar(date, readTo)

  const days = requestedDays.map(({ date, slots }) => ({
    date,
    grid: slots,
    ...splitDay(bookable, { date, slots }, calendar, slotKind),
  }))
  for (; !next.done; next = candidates.next()) {
    const { date: nextDate } = next.value
    if (nextDate > readTo) {
      readTo = addDays(date, horizonDays)
      calendar = await readCalendar(nextDate, readTo)
    }
    if (splitDay(bookable, next.value, calendar, slotKind).free.length > 0)
      return { days, nextDate }
  }
  return { days, nextDate: null }
}

/**
 * `splitSlots` for the slots of one date, with only the busy times that may overlap it, and only
 * the free slots that caps leave.
 */
function splitDay(
  bookable: Bookable,
  { date, slots }: { date: CalendarDate; slots: readonly GridSlot[] },
  { busy, counts }: CalendarContent,
  { mode }: SlotKind,
) {
  const { from, to } = extendByMargins({ from: slots[0]?.from ?? 0, to: slots.at(-1)?.to ?? 0 }, [
    bookable.practice,
  ])
  const { free, taken } = splitSlots(
    bookable,
    slots,
    busy.filter((interval) => interval.from < to && interval.to > from),
    mode,
  )
  return { free: withinCaps(bookable.patientRules, counts, date, free), taken }
}

const earlierDate = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b)
const laterDate = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b)

/** Dates after `date`, within the horizon, that have slots, with those slots. */
function* openDates(
  bookable: Bookable,
  date: CalendarDate,
  slotKind: SlotKind,
  now: Instant,
): Generator<{ date: CalendarDate; slots: readonly GridSlot[] }, undefined> {
  for (let days = 1; days <= horizonDays; days += 1) {
    const next = addDays(date, days)
    const slots = slotsOn(bookable, next, slotKind, now)
    if (slots.length > 0) yield { date: next, slots }
  }
}
