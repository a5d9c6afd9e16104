// The single rule for what can be booked: the modes and lengths of a practice, and the slots of a
// date. available-slots lists slots by it, bookings are checked against it, and explain.ts derives
// its reasons from it. Only the database decides which times are taken, by the claims and the busy
// times of calendars.

import { LRUCache } from 'lru-cache'
import type { Caller } from '../../base/contract/route.ts'
import { addDays, addYears, type CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import { lastInstantTooSoon, type PatientRules } from '../../base/values/patient-rules.ts'
import {
  type Configuration,
  type DurationTier,
  findPractice,
  type Practice,
} from '../../clinic/catalogue/configuration.ts'
import { type WorkingWindow, windowsOn } from '../../clinic/catalogue/hours.ts'
import { listOfferedModes } from '../../clinic/catalogue/modes-on-offer.ts'
import { practiceUnderType } from '../../clinic/catalogue/visit-types.ts'
import { problem } from './problems.ts'
import { buildGrid, type GridSlot } from './slot-grid.ts'

/** A practice that can be booked, with the rules of its workspace applied. */
export interface Bookable {
  practice: Practice
  /** The offered modes, in the specification's order. */
  offeredModes: readonly Mode[]
  /** Distinct lengths on offer, in minutes, ascending. */
  lengths: readonly number[]
  /**
   * The clinic's date on which this is valid: modes with hours only on past dates are not offered.
   */
  today: CalendarDate
  /** The last date that can be listed and booked. */
  lastDate: CalendarDate
  /** The rules for patients, if they bind the caller. */
  patientRules: PatientRules | undefined
  /** Cached grids; see `slotsOn`. */
  grids: Map<string, readonly GridSlot[]>
}

// A practice is immutable (a new configuration has new practices), so derived values are cached
// with it: computing the same grids again took a third of a slot list's time.
const bookablesMax = 300
// Covers the days that are searched for a next date, and a few more.
const gridsMax = 70
const bookableCache = new LRUCache<Practice, Bookable>({ max: bookablesMax })

/** A practice as it can be booked at `now`; undefined for a deactivated practitioner. */
export function toBookable(
  configuration: Configuration,
  practice: Practice,
  now: Instant,
): Bookable | undefined {
  if (!practice.doctor.isActiveMember) return undefined
  const today = dateAt(practice.location.timezone, now)
  const before = bookableCache.get(practice)
  if (before?.today === today) return before
  const bookable = {
    practice,
    offeredModes: listOfferedModes(configuration, practice, today),
    lengths: [
      ...new Set([practice.slotMins, ...practice.tiers.map(({ durationMins }) => durationMins)]),
    ].sort((a, b) => a - b),
    today,
    lastDate: addYears(today, horizonYears),
    patientRules: undefined,
    grids: new Map(),
  }
  bookableCache.set(practice, bookable)
  return bookable
}

/** What is derived of a bookable practice is cached with it, so that its grids are too. */
function deriveOnce(derive: (bookable: Bookable) => Bookable): (bookable: Bookable) => Bookable {
  const derived = new WeakMap<Bookable, Bookable>()
  return (bookable) => {
    const before = derived.get(bookable)
    if (before) return before
    const side = derive(bookable)
    derived.set(bookable, side)
    return side
  }
}

/** The part that patients can book: the rules of the practice bind them. */
export const patientBookable = deriveOnce((bookable) => {
  const { patientRules } = bookable.practice
  if (!patientRules) return bookable
  const { horizonDays } = patientRules
  return {
    ...bookable,
    patientRules,
    lastDate: horizonDays === undefined ? bookable.lastDate : addDays(bookable.today, horizonDays),
    grids: new Map(),
  }
})

/**
 * The part that a browser's session can book: as for patients, without walk-ins, which are booked
 * at the clinic.
 */
const visitorBookable = deriveOnce((bookable) => {
  const bound = patientBookable(bookable)
  if (!bound.offeredModes.includes('WALK_IN')) return bound
  return {
    ...bound,
    offeredModes: bound.offeredModes.filter((mode) => mode !== 'WALK_IN'),
    grids: new Map(),
  }
})

/** The part that a caller of the API can book. */
export function bookableBy(
  { kind, booksForPatients }: Pick<Caller, 'kind' | 'booksForPatients'>,
  bookable: Bookable,
): Bookable {
  if (kind === 'session') return visitorBookable(bookable)
  return booksForPatients ? patientBookable(bookable) : bookable
}

/**
 * Windows of a date including walk-ins: in-clinic windows accept them, unless the week or the date
 * has separate windows for them.
 */
export function windowsWithWalkIns(
  practice: Practice,
  date: CalendarDate,
): readonly WorkingWindow[] {
  const windows = windowsOn(practice, date)
  const namesWalkIns = [...practice.weeklyHours.values(), windows].some((list) =>
    list.some(({ modes }) => modes.includes('WALK_IN')),
  )
  if (namesWalkIns) return windows
  return windows.map((window) =>
    window.modes.includes('OFFLINE') ? { ...window, modes: [...window.modes, 'WALK_IN'] } : window,
  )
}

/** The requested kind of slots. */
export interface SlotKind {
  /** Undefined means every mode on offer. */
  mode: Mode | undefined
  lengthMins: number
}

/**
 * Returns the slots of a date that start after `now`, with the notice that patients have to give,
 * taken or not: the slots that a booking may name.
 */
export function slotsOn(
  bookable: Bookable,
  date: CalendarDate,
  slotKind: SlotKind,
  now: Instant,
): readonly GridSlot[] {
  if (date > bookable.lastDate) return []
  const grid = allSlotsOn(bookable, date, slotKind)
  const tooSoon = bookable.patientRules ? lastInstantTooSoon(bookable.patientRules, now) : now
  const first = grid[0]
  return first && first.from <= tooSoon ? grid.filter(({ from }) => from > tooSoon) : grid
}

/** Every slot of a date, including past ones. */
export function allSlotsOn(
  bookable: Bookable,
  date: CalendarDate,
  slotKind: SlotKind,
): readonly GridSlot[] {
  if (hasNoGrid(bookable, slotKind)) return []
  const { grids } = bookable
  const name = `${date} ${slotKind.lengthMins} ${slotKind.mode}`
  let grid = grids.get(name)
  if (!grid) {
    grid = sharedGrid(bookable, date, slotKind)
    if (grids.size >= gridsMax) grids.clear()
    grids.set(name, grid)
  }
  return grid
}

/** Why no date can have slots, regardless of the hours. */
export function hasNoGrid(
  { practice, lengths }: Bookable,
  { lengthMins }: SlotKind,
): 'QUEUE' | 'LENGTH' | undefined {
  if (practice.doctor.appointmentSystem !== 'SCHEDULED') return 'QUEUE'
  return lengths.includes(lengthMins) ? undefined : 'LENGTH'
}

// Practices with the same hours, even of different workspaces, share a date's grid and everything
// that is cached on its slots.
const sharedSlotsMax = 60_000
const sharedGrids = new LRUCache<string, readonly GridSlot[]>({
  maxSize: sharedSlotsMax,
  sizeCalculation: ({ length }) => length + 1,
})

/** Each slot has all its possible modes, whichever was requested. */
function sharedGrid(
  { practice, offeredModes, patientRules: { gapMinutes: gapMins = 0 } = {} }: Bookable,
  date: CalendarDate,
  { mode, lengthMins }: SlotKind,
): readonly GridSlot[] {
  const { timezone } = practice.location
  const windows = windowsWithWalkIns(practice, date)
  const hours = windows.map(
    ({ fromMinute, toMinute, modes }) => `${fromMinute}-${toMinute} ${modes}`,
  )
  const name = `${timezone} ${date} ${lengthMins} ${gapMins} ${offeredModes} ${hours}`
  let grid = sharedGrids.get(name)
  if (!grid) {
    grid = buildGrid(timezone, date, windows, { lengthMins, gapMins }, new Set(offeredModes))
    sharedGrids.set(name, grid)
  }
  return mode === undefined ? grid : grid.filter(({ modes }) => modes.includes(mode))
}

/**
 * Whether `time` is exactly a slot that could be listed for the mode and for the length of `time`.
 */
export function isOffered(bookable: Bookable, time: Interval, mode: Mode, now: Instant): boolean {
  const lengthMins = (time.to - time.from) / 60_000
  const date = dateAt(bookable.practice.location.timezone, time.from)
  return slotsOn(bookable, date, { mode, lengthMins }, now).some(({ from }) => from === time.from)
}

/**
 * Whether staff may book a time that is not on offer: off the grid, already begun, or outside the
 * hours (DAY-18). Its mode and length must still be those of the practice, it must lie within one
 * day of the clinic, and must not be over.
 */
function canStaffBook(
  bookable: Bookable,
  { from, to }: Interval,
  mode: Mode,
  now: Instant,
): boolean {
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
 * Throws SLOT_NOT_OFFERED unless a time is offered or staff give a reason. Returns that reason, or
 * null if the time is offered and needs none.
 */
export function checkOffered(
  bookable: Bookable,
  time: Interval,
  mode: Mode,
  now: Instant,
  unofferedReason: string | null,
): string | null {
  if (isOffered(bookable, time, mode, now)) return null
  if (unofferedReason === null || !canStaffBook(bookable, time, mode, now))
    throw problem('SLOT_NOT_OFFERED')
  return unofferedReason
}

/**
 * What the rules for patients have against a time that the clinic offers, as far as the time alone
 * tells; undefined if they allow it. `bookable` is the clinic's.
 */
export function timeRuleBroken(
  bookable: Bookable,
  time: Interval,
  mode: Mode,
  now: Instant,
): 'NOTICE' | 'HORIZON' | 'GAP' | undefined {
  const bound = patientBookable(bookable)
  if (bound.patientRules === undefined || isOffered(bound, time, mode, now)) return undefined
  if (dateAt(bookable.practice.location.timezone, time.from) > bound.lastDate) return 'HORIZON'
  return time.from <= lastInstantTooSoon(bound.patientRules, now) ? 'NOTICE' : 'GAP'
}

/**
 * The practice that a request names, under the visit type if it names one; undefined if there is no
 * such practice. Throws VISIT_TYPE_NOT_OFFERED.
 */
export function findRequestedPractice(
  configuration: Configuration,
  request: { doctorId: number; addressId: number; visitTypeId?: number | null | undefined },
): Practice | undefined {
  const practice = findPractice(configuration, request.doctorId, request.addressId)
  const { visitTypeId = null } = request
  if (!practice || visitTypeId === null) return practice
  const typed = practiceUnderType(configuration, practice, visitTypeId)
  if (!typed) throw problem('VISIT_TYPE_NOT_OFFERED')
  return typed
}

/** The tier of a practice by its id. */
export function findTier(practice: Practice, tierId: number): DurationTier | undefined {
  return practice.tiers.find(({ id }) => id === tierId)
}

/** The tier of a practice for a length: the only one with this many minutes. */
export function findTierByLength(practice: Practice, lengthMins: number): DurationTier | undefined {
  const [tier, secondTier] = practice.tiers.filter(
    ({ durationMins }) => durationMins === lengthMins,
  )
  return secondTier ? undefined : tier
}
