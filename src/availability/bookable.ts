// The one rule of what can be booked: which modes a practice offers, which lengths, and which slots of
// a date. available-slots lists by it, a booking is checked by it, and explain.ts asks it for its reasons;
// what is taken is decided in the database alone, by the claims and the busy times of calendars.

import { LRUCache } from 'lru-cache'
import type { Configuration, Doctor, DurationTier, Practice } from '../catalogue/configuration.ts'
import { type WorkingWindow, windowsOn } from '../catalogue/hours.ts'
import { addYears, type CalendarDate } from '../values/calendar-date.ts'
import { clinicDay, dateAt, type Instant } from '../values/clinic-time.ts'
import { horizonYears } from '../values/horizon.ts'
import type { Interval } from '../values/intervals.ts'
import { modes as everyMode, type Mode } from '../values/modes.ts'
import { problem } from '../values/problem.ts'
import { type GridSlot, gridOf } from './slot-grid.ts'

/** A practice that can be booked, seen with the rules of its workspace. */
export interface Bookable {
  practice: Practice
  /** In the order of the specification. */
  offeredModes: readonly Mode[]
  /** Distinct lengths on offer, in minutes, ascending. */
  lengths: readonly number[]
  /** The clinic's date this holds on: modes worked only on past dates are no longer offered. */
  today: CalendarDate
  /** The last date that can be listed and booked. */
  lastDate: CalendarDate
  /** Grids worked out so far; see `slotsOn`. */
  grids: Map<string, readonly GridSlot[]>
}

// A practice never changes (another configuration has other practices), so what follows from it is kept
// with it: a third of the time a slot list took went into grids that had been worked out before.
const bookablesMax = 300
// The days a next date is looked for on, and a few.
const gridsMax = 70
const known = new LRUCache<Practice, Bookable>({ max: bookablesMax })

/** The bookable side of a practice at `now`; a deactivated practitioner has none. */
export function bookableOf(configuration: Configuration, practice: Practice, now: Instant): Bookable | undefined {
  if (!practice.doctor.isActiveMember) return undefined
  const today = dateAt(practice.location.timezone, now)
  const before = known.get(practice)
  if (before?.today === today) return before
  const bookable = {
    practice,
    offeredModes: offeredModes(configuration, practice, today),
    lengths: [...new Set([practice.slotMins, ...practice.tiers.map(({ durationMins }) => durationMins)])].sort((a, b) => a - b),
    today,
    lastDate: addYears(today, horizonYears),
    grids: new Map(),
  }
  known.set(practice, bookable)
  return bookable
}

// Kept with what they were made from, so that their grids too are worked out once.
const visitorsSides = new WeakMap<Bookable, Bookable>()

/** What of it a browser's session can book: no walk-ins, which are booked at the clinic. */
export function forVisitors(bookable: Bookable): Bookable {
  if (!bookable.offeredModes.includes('WALK_IN')) return bookable
  const before = visitorsSides.get(bookable)
  if (before) return before
  const side = { ...bookable, offeredModes: bookable.offeredModes.filter((mode) => mode !== 'WALK_IN'), grids: new Map() }
  visitorsSides.set(bookable, side)
  return side
}

/** Modes of the windows still worked, less those the permissions forbid (A-092, WS-32). */
function offeredModes(configuration: Configuration, { doctor, weeklyHours, exceptions }: Practice, today: CalendarDate): Mode[] {
  const ahead = [...exceptions].filter(([date]) => date >= today).map(([, windows]) => windows)
  const worked = new Set([...weeklyHours.values(), ...ahead].flat().flatMap(({ modes }) => modes))
  // Who is seen in the clinic can walk in, unless walk-ins have windows of their own.
  if (worked.has('OFFLINE')) worked.add('WALK_IN')
  return everyMode.filter((mode) => worked.has(mode) && forbidden(configuration, doctor, mode) === undefined)
}

/** What forbids a mode: video that nobody has, or a permission. */
export type Forbidding = 'WORKSPACE_HAS_NO_VIDEO' | 'ALLOW_ONLINE_IS_OFF' | 'DOCTOR_HAS_NO_VIDEO' | 'ALLOW_OFFLINE_IS_OFF'

/** What forbids a doctor a mode, if anything: being online takes all three flags (WS-32). */
export function forbidden({ onlineBookingEnabled }: Configuration, doctor: Doctor, mode: Mode): Forbidding | undefined {
  if (mode !== 'ONLINE') return doctor.allowOffline ? undefined : 'ALLOW_OFFLINE_IS_OFF'
  if (!onlineBookingEnabled) return 'WORKSPACE_HAS_NO_VIDEO'
  if (!doctor.allowOnline) return 'ALLOW_ONLINE_IS_OFF'
  return doctor.canHostOnline ? undefined : 'DOCTOR_HAS_NO_VIDEO'
}

/** Windows of a date with their walk-ins: in-clinic windows take them, unless the week or the date names windows for them. */
export function windowsWithWalkIns(practice: Practice, date: CalendarDate): readonly WorkingWindow[] {
  const windows = windowsOn(practice, date)
  const namesWalkIns = [...practice.weeklyHours.values(), windows].some((list) => list.some(({ modes }) => modes.includes('WALK_IN')))
  if (namesWalkIns) return windows
  return windows.map((window) => (window.modes.includes('OFFLINE') ? { ...window, modes: [...window.modes, 'WALK_IN'] } : window))
}

/** What a caller asks the slots of. */
export interface Wish {
  /** Undefined: every mode on offer. */
  mode: Mode | undefined
  lengthMins: number
}

/** The slots of a date that a booking may name at `now`, taken or not: they start after `now`. */
export function slotsOn(bookable: Bookable, date: CalendarDate, wish: Wish, now: Instant): readonly GridSlot[] {
  if (date > bookable.lastDate) return []
  const grid = wholeDay(bookable, date, wish)
  const first = grid[0]
  return first && first.from <= now ? grid.filter(({ from }) => from > now) : grid
}

/** Every slot of a date, those that are past too. */
export function wholeDay(bookable: Bookable, date: CalendarDate, wish: Wish): readonly GridSlot[] {
  if (hasNoGrid(bookable, wish)) return []
  const { grids } = bookable
  const name = `${date} ${wish.lengthMins} ${wish.mode}`
  let grid = grids.get(name)
  if (!grid) {
    grid = gridOn(bookable, date, wish)
    if (grids.size >= gridsMax) grids.clear()
    grids.set(name, grid)
  }
  return grid
}

/** Why no date has slots, whatever the hours. */
export function hasNoGrid({ practice, lengths }: Bookable, { lengthMins }: Wish): 'QUEUE' | 'LENGTH' | undefined {
  if (practice.doctor.appointmentSystem !== 'SCHEDULED') return 'QUEUE'
  return lengths.includes(lengthMins) ? undefined : 'LENGTH'
}

/** With every mode a slot can be had in, whichever was asked for. */
function gridOn({ practice, offeredModes }: Bookable, date: CalendarDate, { mode, lengthMins }: Wish): GridSlot[] {
  const grid = gridOf(practice.location.timezone, date, windowsWithWalkIns(practice, date), lengthMins, new Set(offeredModes))
  return mode === undefined ? grid : grid.filter(({ modes }) => modes.includes(mode))
}

/** True when `time` is exactly a slot that could be listed for the mode; the length is the time's own. */
export function isOffered(bookable: Bookable, time: Interval, mode: Mode, now: Instant): boolean {
  const lengthMins = (time.to - time.from) / 60_000
  const date = dateAt(bookable.practice.location.timezone, time.from)
  return slotsOn(bookable, date, { mode, lengthMins }, now).some(({ from }) => from === time.from)
}

/**
 * Whether staff may take a time that is not on offer: off the grid, begun already, or outside the hours (DAY-18). Mode and length are those
 * of the practice all the same, it lies in one day of the clinic, and it is not over.
 */
function isForStaff(bookable: Bookable, { from, to }: Interval, mode: Mode, now: Instant): boolean {
  const { timezone } = bookable.practice.location
  const date = dateAt(timezone, from)
  return (
    bookable.offeredModes.includes(mode) &&
    hasNoGrid(bookable, { mode, lengthMins: (to - from) / 60_000 }) === undefined &&
    from % 60_000 === 0 &&
    to > now &&
    to <= clinicDay(timezone, date).to &&
    date <= bookable.lastDate
  )
}

/**
 * Throws SLOT_NOT_OFFERED unless a time is on offer, or staff say why they take it all the same. Returns that reason, or null where the
 * time is on offer and needs none.
 */
export function checkOffered(bookable: Bookable, time: Interval, mode: Mode, now: Instant, unofferedReason: string | null): string | null {
  if (isOffered(bookable, time, mode, now)) return null
  if (unofferedReason === null || !isForStaff(bookable, time, mode, now)) throw problem('SLOT_NOT_OFFERED')
  return unofferedReason
}

/** The tier of a practice by its id. */
export function tierOf(practice: Practice, tierId: number): DurationTier | undefined {
  return practice.tiers.find(({ id }) => id === tierId)
}

/** The tier of a practice that a length alone names: the only one of so many minutes. */
export function tierOfLength(practice: Practice, lengthMins: number): DurationTier | undefined {
  const [tier, another] = practice.tiers.filter(({ durationMins }) => durationMins === lengthMins)
  return another ? undefined : tier
}
