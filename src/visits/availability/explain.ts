// Why a time is offered or not. The rule that lists and books (bookable.ts) decides what is
// offered; the reasons for the rest also come from it, in the order in which the rule applies them.

import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, clockText, firstInstantOf, type Instant, instantsOf, minuteOfDayAt, stretchesOf } from '../../base/values/clinic-time.ts'
import { type Interval, uncovered } from '../../base/values/intervals.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import type { Configuration, Practice } from '../../clinic/catalogue/configuration.ts'
import { hoursOn, type WorkingWindow } from '../../clinic/catalogue/hours.ts'
import { type Forbidding, forbidden } from '../../clinic/catalogue/modes-on-offer.ts'
import type { BusyInterval } from '../occupancy/busy-time.ts'
import type { BusyKind } from '../occupancy/queries.ts'
import { type Bookable, bookableOf, hasNoGrid, slotsOn, type Wish, windowsWithWalkIns } from './bookable.ts'
import { splitSlots } from './free-slots.ts'
import { type GridSlot, gridOf } from './slot-grid.ts'

/** `OFFERED` and the reasons against it; the first four apply to a whole day. */
export const reasons = [
  'PRACTITIONER_INACTIVE',
  'QUEUE_SYSTEM',
  'LENGTH_NOT_OFFERED',
  'BEYOND_HORIZON',
  'OFFERED',
  'BOOKED',
  'HELD',
  'BLOCKED_BY_CLINIC',
  'BLOCKED',
  'TRAVEL',
  'PAST',
  'MODE_NOT_OFFERED',
  'OTHER_MODE',
  'OFF_GRID',
  'DOES_NOT_FIT',
  'CLOSED',
  'NO_HOURS',
  'CLOCKS_JUMP',
] as const
export type Reason = (typeof reasons)[number]

/** A time of the day with its reason: a slot, or a stretch without slots. */
export interface ExplainedTime extends Interval {
  /**
   * In the clinic's local time; for a time that is skipped when the clocks go forward, what the
   * clocks would have shown.
   */
  fromClock: string
  toClock: string
  isSlot: boolean
  reason: Reason
  /** The reason in words. */
  why: string
}

export interface Question {
  configuration: Configuration
  practice: Practice
  date: CalendarDate
  wish: Wish
  /** The doctor's busy times on the date. */
  busy: readonly BusyInterval[]
  now: Instant
}

/** Every time of a clinic date with its reason, by start: the slots within the hours, and the stretches between them. */
export function explainDay(question: Question): ExplainedTime[] {
  const { configuration, practice, date, wish, now } = question
  const zone = practice.location.timezone
  const day = clinicDay(zone, date)
  const wholeDay = (said: Said) => [{ ...day, fromClock: '00:00', toClock: '24:00', isSlot: false, ...said }]
  const bookable = bookableOf(configuration, practice, now)
  if (!bookable) return wholeDay({ reason: 'PRACTITIONER_INACTIVE', why: 'the practitioner is no active member' })
  const ofDay = reasonOfDay(bookable, date, wish)
  if (ofDay) return wholeDay(ofDay)

  const windows = windowsWithWalkIns(practice, date)
  const outside = uncovered(
    day,
    windows.flatMap(({ fromMinute, toMinute }) => stretchesOf(zone, date, fromMinute, toMinute)),
  )
  const worked = gridOf(zone, date, windows, wish.lengthMins, new Set(everyMode))
  const ofSlot = reasonsOfSlots(question, bookable)
  const stretch = (said: Said) => (interval: Interval) => ({ ...interval, ...clocksOf(zone, interval, day), isSlot: false, ...said })
  const times = [
    ...worked.map((slot) => ({ from: slot.from, to: slot.to, ...clocksOf(zone, slot, day), isSlot: true, ...ofSlot(slot) })),
    ...uncovered(day, [...outside, ...worked]).map(
      stretch({ reason: 'DOES_NOT_FIT', why: `no visit of ${wish.lengthMins} minutes fits into the remaining time` }),
    ),
    ...outside.map(stretch(outsideHours(practice, date))),
    ...jumpsIn(windows, zone, date),
  ]
  return times.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** The explained times for a minute of the clinic's local day: two if it occurs twice. */
export function explainMinute(times: readonly ExplainedTime[], zone: string, date: CalendarDate, minute: number): ExplainedTime[] {
  const clock = clockText(minute)
  const instants = instantsOf(zone, date, minute)
  const jumps = instants.length > 0 ? [] : times.filter(({ reason, fromClock, toClock }) => reason === 'CLOCKS_JUMP' && fromClock <= clock && clock < toClock)
  if (jumps.length > 0) return jumps
  return (instants.length > 0 ? instants : [firstInstantOf(zone, date, minute)]).flatMap((instant) => {
    const slots = times.filter(({ isSlot }) => isSlot)
    const exact = slots.filter(({ from }) => from === instant)
    if (exact.length > 0) return exact
    const around = times.filter(({ from, to }) => from <= instant && instant < to)
    if (!around.some(({ isSlot, reason }) => isSlot || reason === 'DOES_NOT_FIT')) return around
    const before = slots.findLast(({ from }) => from < instant)
    const after = slots.find(({ from }) => from > instant)
    const near = [before, after].flatMap((slot) => slot?.fromClock ?? []).join(' and ')
    const why = `no slot begins then; the grid has ${near || 'none on this date'}`
    return [{ from: instant, to: instant, fromClock: clock, toClock: clock, isSlot: false, reason: 'OFF_GRID' as const, why }]
  })
}

/** The reason, and its text. */
type Said = Pick<ExplainedTime, 'reason' | 'why'>

function reasonOfDay(bookable: Bookable, date: CalendarDate, wish: Wish): Said | undefined {
  if (date > bookable.lastDate) return { reason: 'BEYOND_HORIZON', why: `the last date that can be booked is ${bookable.lastDate}` }
  const noGrid = hasNoGrid(bookable, wish)
  if (noGrid === 'QUEUE') return { reason: 'QUEUE_SYSTEM', why: 'the practitioner runs a queue, which has tokens and no slots' }
  return noGrid && { reason: 'LENGTH_NOT_OFFERED', why: `visits here take ${bookable.lengths.join(', ')} minutes` }
}

const taken: Record<BusyKind, string> = {
  BOOKED: 'a visit is booked',
  HELD: 'held by a reservation',
  BLOCKED_BY_CLINIC: 'blocked by the clinic',
  BLOCKED: 'busy in an external calendar',
  TRAVEL: 'kept free for travel to a home visit',
}

/** The reason for a slot within the hours, in any mode. */
function reasonsOfSlots({ configuration, practice, date, wish, busy, now }: Question, bookable: Bookable): (slot: GridSlot) => Said {
  const { free, taken: busySlots } = splitSlots(bookable, slotsOn(bookable, date, wish, now), busy, wish.mode)
  const said = new Map<Instant, Said>([
    ...free.map(({ from, modes }): [Instant, Said] => [from, { reason: 'OFFERED', why: `offered ${modes.join(', ')}` }]),
    ...busySlots.map(({ slot, kind }): [Instant, Said] => [slot.from, { reason: kind, why: taken[kind] }]),
  ])
  return ({ from, modes }) => {
    const listed = said.get(from)
    if (listed) return listed
    const { mode } = wish
    if (mode !== undefined && !modes.includes(mode)) return { reason: 'OTHER_MODE', why: `hours of ${modes.join(', ')}` }
    const wanted = mode === undefined ? modes : [mode]
    if (wanted.some((name) => bookable.offeredModes.includes(name))) return { reason: 'PAST', why: 'past' }
    return { reason: 'MODE_NOT_OFFERED', why: wanted.map((name) => `${name} is not offered: ${notOffered(configuration, practice, name)}`).join('; ') }
  }
}

const forbidding: Record<Forbidding, string> = {
  WORKSPACE_HAS_NO_VIDEO: 'the workspace has no video',
  ALLOW_ONLINE_IS_OFF: 'allowOnline of the practitioner is off',
  DOCTOR_HAS_NO_VIDEO: 'the practitioner has no video',
  ALLOW_OFFLINE_IS_OFF: 'allowOffline of the practitioner is off',
}

function notOffered(configuration: Configuration, { doctor }: Practice, mode: Mode): string {
  const why = forbidden(configuration, doctor, mode)
  // Modes that only past dates have.
  return why ? forbidding[why] : 'no hours of today or later have it'
}

function outsideHours(practice: Practice, date: CalendarDate): Said {
  const { by, windows } = hoursOn(practice, date)
  if (by === 'CLOSING') return { reason: 'CLOSED', why: 'a closing day' }
  if (by === 'DATE')
    return windows.length === 0 ? { reason: 'CLOSED', why: 'closed on this date' } : { reason: 'NO_HOURS', why: 'outside the hours of this date' }
  return { reason: 'NO_HOURS', why: windows.length === 0 ? 'no hours on this weekday' : 'outside the weekly hours' }
}

const minutesPerDay = 1_440

/** The working hours that do not exist because the clocks go forward. */
function jumpsIn(windows: readonly WorkingWindow[], zone: string, date: CalendarDate): ExplainedTime[] {
  const { from, to } = clinicDay(zone, date)
  if (to - from >= minutesPerDay * 60_000) return []
  const jumps: ExplainedTime[] = []
  let previous: number | undefined
  for (let minute = 0; minute < minutesPerDay; minute += 1) {
    if (!windows.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute) || instantsOf(zone, date, minute).length > 0) continue
    const last = jumps.at(-1)
    if (last && previous === minute - 1) last.toClock = clockText(minute + 1)
    else {
      const moment = firstInstantOf(zone, date, minute)
      const clocks = { fromClock: clockText(minute), toClock: clockText(minute + 1) }
      jumps.push({ from: moment, to: moment, ...clocks, isSlot: false, reason: 'CLOCKS_JUMP', why: 'the clocks jump over it' })
    }
    previous = minute
  }
  return jumps
}

function clocksOf(zone: string, { from, to }: Interval, day: Interval) {
  return { fromClock: clockText(minuteOfDayAt(zone, from)), toClock: to === day.to ? '24:00' : clockText(minuteOfDayAt(zone, to)) }
}
