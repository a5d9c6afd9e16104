// The one rule of what can be booked: which modes a practice offers, which lengths, and which slots of
// a date. available-slots lists by it, a booking is checked by it; what is taken is decided by the
// claims in the database alone.

import type { Configuration, DurationTier, Practice, WorkingWindow } from '../catalogue/configuration.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { dateAt, type Instant } from '../values/clinic-time.ts'
import type { Interval } from '../values/intervals.ts'
import { modes as everyMode, type Mode } from '../values/modes.ts'
import { type GridSlot, gridOf, windowsOn } from './slot-grid.ts'

/** A practice that can be booked, seen with the rules of its workspace. */
export interface Bookable {
  practice: Practice
  /** In the order of the specification. */
  offeredModes: readonly Mode[]
  /** Distinct lengths on offer, in minutes, ascending. */
  lengths: readonly number[]
}

/** The bookable side of a practice at `now`; a deactivated practitioner has none. */
export function bookableOf(configuration: Configuration, practice: Practice, now: Instant): Bookable | undefined {
  if (!practice.doctor.isActiveMember) return undefined
  return {
    practice,
    offeredModes: offeredModes(configuration, practice, dateAt(practice.location.timezone, now)),
    lengths: [...new Set([practice.slotMins, ...practice.tiers.map(({ durationMins }) => durationMins)])].sort((a, b) => a - b),
  }
}

/** Modes of the windows still worked, less those the permissions forbid (A-092, WS-32). */
function offeredModes(configuration: Configuration, { doctor, weeklyHours, exceptions }: Practice, today: CalendarDate): Mode[] {
  const online = configuration.onlineBookingEnabled && doctor.allowOnline && doctor.canHostOnline
  const ahead = [...exceptions].filter(([date]) => date >= today).map(([, windows]) => windows)
  const worked = new Set([...weeklyHours.values(), ...ahead].flat().flatMap(({ modes }) => modes))
  // Who is seen in the clinic can walk in, unless walk-ins have windows of their own.
  if (worked.has('OFFLINE')) worked.add('WALK_IN')
  return everyMode.filter((mode) => worked.has(mode) && (mode === 'ONLINE' ? online : doctor.allowOffline))
}

/** Windows of a date with their walk-ins: in-clinic windows take them, unless the week or the date names windows for them. */
function windowsWithWalkIns(practice: Practice, date: CalendarDate): readonly WorkingWindow[] {
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
export function slotsOn({ practice, offeredModes, lengths }: Bookable, date: CalendarDate, { mode, lengthMins }: Wish, now: Instant): GridSlot[] {
  if (practice.doctor.appointmentSystem !== 'SCHEDULED' || !lengths.includes(lengthMins)) return []
  const wanted = new Set(offeredModes.filter((offered) => mode === undefined || offered === mode))
  const grid = gridOf(practice.location.timezone, date, windowsWithWalkIns(practice, date), lengthMins, wanted)
  return grid.filter(({ from }) => from > now)
}

/** True when `time` is exactly a slot that could be listed for the mode; the length is the time's own. */
export function isOffered(bookable: Bookable, time: Interval, mode: Mode, now: Instant): boolean {
  const lengthMins = (time.to - time.from) / 60_000
  const date = dateAt(bookable.practice.location.timezone, time.from)
  return slotsOn(bookable, date, { mode, lengthMins }, now).some(({ from }) => from === time.from)
}

/** The tier of a practice by its id. */
export function tierOf(practice: Practice, tierId: number): DurationTier | undefined {
  return practice.tiers.find(({ id }) => id === tierId)
}
