// Why a time is offered or not. bookable.ts decides what can be listed and booked; the reasons
// against the rest also come from it, in the order in which it applies them.

import type { CalendarDate } from '../../base/values/calendar-date.ts'
import {
  clinicDay,
  clinicDayRanges,
  firstInstantAtWallTime,
  formatClock,
  type Instant,
  instantsAtWallTime,
  minuteOfDayAt,
} from '../../base/values/clinic-time.ts'
import { type Interval, uncoveredIntervals } from '../../base/values/intervals.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import type { VisitCount } from '../../base/values/patient-rules.ts'
import type { Configuration, Practice } from '../../clinic/catalogue/configuration.ts'
import { hoursOn, type WorkingWindow } from '../../clinic/catalogue/hours.ts'
import {
  type ForbiddenReason,
  forbiddenReason,
  isModeOfType,
} from '../../clinic/catalogue/modes-on-offer.ts'
import type { BusyInterval } from '../occupancy/busy-time.ts'
import {
  type Bookable,
  hasNoGrid,
  patientBookable,
  type SlotKind,
  slotsOn,
  toBookable,
  windowsWithWalkIns,
} from './bookable.ts'
import { splitSlots, type TakenKind } from './free-slots.ts'
import { buildGrid, type GridSlot } from './slot-grid.ts'
import { withinCaps } from './visit-counts.ts'

/** `OFFERED` and the reasons against it; the first five apply to a whole day. */
export const reasons = [
  'PRACTITIONER_INACTIVE',
  'PRACTITIONER_USES_TOKENS',
  'LENGTH_NOT_OFFERED',
  'BEYOND_HORIZON',
  'HORIZON',
  'OFFERED',
  'BOOKED',
  'HELD',
  'BLOCKED_BY_CLINIC',
  'BLOCKED',
  'TRAVEL',
  'NO_ROOM',
  'GAP',
  'FULL_DAY',
  'PAST',
  'NOTICE',
  'MODE_NOT_OFFERED',
  'OTHER_MODE',
  'OFF_GRID',
  'DOES_NOT_FIT',
  'CLOSED',
  'NO_HOURS',
  'TIME_DOES_NOT_EXIST',
] as const
export type Reason = (typeof reasons)[number]

/** A time of the day with its reason: a slot, or a stretch without slots. */
export interface ExplainedTime extends Interval {
  /**
   * The start in the clinic's local time; for a time that is skipped when the clocks go forward,
   * the time they would have shown.
   */
  fromClock: string
  toClock: string
  isSlot: boolean
  reason: Reason
  /** The reason in words. */
  why: string
}

export interface DayQuestion {
  configuration: Configuration
  practice: Practice
  date: CalendarDate
  wish: SlotKind
  /** The busy times of the doctor, and of the rooms of the visit type, on the date. */
  busy: readonly BusyInterval[]
  /** Whether the rules for patients apply. */
  isForPatients: boolean
  /** The doctor's visits of the week, if those rules have caps. */
  counts: readonly VisitCount[]
  now: Instant
}

/**
 * Every time of a clinic date with its reason, by start: the slots within the hours, and the
 * stretches between them.
 */
export function explainDay(question: DayQuestion): ExplainedTime[] {
  const { configuration, practice, date, wish, isForPatients, now } = question
  const zone = practice.location.timezone
  const day = clinicDay(zone, date)
  const explainWholeDay = (explanation: Explanation) => [
    { ...day, fromClock: '00:00', toClock: '24:00', isSlot: false, ...explanation },
  ]
  const clinicBookable = toBookable(configuration, practice, now)
  if (!clinicBookable)
    return explainWholeDay({
      reason: 'PRACTITIONER_INACTIVE',
      why: 'the practitioner is no active member',
    })
  const bookable = isForPatients ? patientBookable(clinicBookable) : clinicBookable
  const dayReason = dayLevelReason(bookable, clinicBookable.lastDate, date, wish)
  if (dayReason) return explainWholeDay(dayReason)

  const windows = windowsWithWalkIns(practice, date)
  const outside = uncoveredIntervals(
    day,
    windows.flatMap(({ fromMinute, toMinute }) =>
      clinicDayRanges(zone, date, fromMinute, toMinute),
    ),
  )
  const { gapMinutes: gapMins = 0 } = bookable.patientRules ?? {}
  const spacing = { lengthMins: wish.lengthMins, gapMins }
  const workingSlots = buildGrid(zone, date, windows, spacing, new Set(everyMode))
  const starts = new Set(workingSlots.map(({ from }) => from))
  const slotReason = slotReasonFinder(question, bookable)
  const explainStretch = (explanation: Explanation) => (interval: Interval) => ({
    ...interval,
    ...localClocks(zone, interval, day),
    isSlot: false,
    ...explanation,
  })
  const times = [
    ...workingSlots.map((slot) => ({
      from: slot.from,
      to: slot.to,
      ...localClocks(zone, slot, day),
      isSlot: true,
      ...slotReason(slot),
    })),
    ...uncoveredIntervals(day, [...outside, ...workingSlots]).map((interval) =>
      explainStretch(
        starts.has(interval.to)
          ? { reason: 'GAP', why: `${gapMins} minutes are kept free between visits` }
          : {
              reason: 'DOES_NOT_FIT',
              why: `no visit of ${wish.lengthMins} minutes fits into the remaining time`,
            },
      )(interval),
    ),
    ...outside.map(explainStretch(outsideHoursReason(practice, date))),
    ...findClockJumps(windows, zone, date),
  ]
  return times.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** The explained times for a minute of the clinic's local day: two if it occurs twice. */
export function explainMinute(
  times: readonly ExplainedTime[],
  zone: string,
  date: CalendarDate,
  minute: number,
): ExplainedTime[] {
  const clock = formatClock(minute)
  const instants = instantsAtWallTime(zone, date, minute)
  const matchingJumps =
    instants.length > 0
      ? []
      : times.filter(
          ({ reason, fromClock, toClock }) =>
            reason === 'TIME_DOES_NOT_EXIST' && fromClock <= clock && clock < toClock,
        )
  if (matchingJumps.length > 0) return matchingJumps
  return (instants.length > 0 ? instants : [firstInstantAtWallTime(zone, date, minute)]).flatMap(
    (instant) => {
      const slots = times.filter(({ isSlot }) => isSlot)
      const exact = slots.filter(({ from }) => from === instant)
      if (exact.length > 0) return exact
      const matchingTimes = times.filter(({ from, to }) => from <= instant && instant < to)
      if (!matchingTimes.some(({ isSlot, reason }) => isSlot || reason === 'DOES_NOT_FIT'))
        return matchingTimes
      const before = slots.findLast(({ from }) => from < instant)
      const after = slots.find(({ from }) => from > instant)
      const neighbours = [before, after].flatMap((slot) => slot?.fromClock ?? []).join(' and ')
      const why = `no slot begins then; the grid has ${neighbours || 'none on this date'}`
      return [
        {
          from: instant,
          to: instant,
          fromClock: clock,
          toClock: clock,
          isSlot: false,
          reason: 'OFF_GRID' as const,
          why,
        },
      ]
    },
  )
}

/** A reason with its text. */
type Explanation = Pick<ExplainedTime, 'reason' | 'why'>

function dayLevelReason(
  bookable: Bookable,
  clinicLastDate: CalendarDate,
  date: CalendarDate,
  slotKind: SlotKind,
): Explanation | undefined {
  if (date > bookable.lastDate && date <= clinicLastDate)
    return { reason: 'HORIZON', why: `patients can book until ${bookable.lastDate}` }
  if (date > bookable.lastDate)
    return {
      reason: 'BEYOND_HORIZON',
      why: `the last date that can be booked is ${bookable.lastDate}`,
    }
  const noGrid = hasNoGrid(bookable, slotKind)
  if (noGrid === 'QUEUE')
    return {
      reason: 'PRACTITIONER_USES_TOKENS',
      why: 'the practitioner runs a queue, which has tokens and no slots',
    }
  return (
    noGrid && {
      reason: 'LENGTH_NOT_OFFERED',
      why: `visits here take ${bookable.lengths.join(', ')} minutes`,
    }
  )
}

const takenReasons: Record<TakenKind, string> = {
  BOOKED: 'a visit is booked',
  HELD: 'held by a reservation',
  BLOCKED_BY_CLINIC: 'blocked by the clinic',
  BLOCKED: 'busy in an external calendar',
  TRAVEL: 'kept free for travel to a home visit',
  NO_ROOM: 'every room of the visit type is taken',
}

/** The reason for a slot within the hours, in any mode. */
function slotReasonFinder(
  { configuration, practice, date, wish, busy, counts, now }: DayQuestion,
  bookable: Bookable,
): (slot: GridSlot) => Explanation {
  const { patientRules } = bookable
  const slots = slotsOn(bookable, date, wish, now)
  const { free, taken: busySlots } = splitSlots(bookable, slots, busy, wish.mode)
  // Taken only because of the time that is kept free before and after a visit.
  const freeWithoutGap = new Set(
    splitSlots({ practice, patientRules: undefined }, slots, busy, wish.mode).free.map(
      ({ from }) => from,
    ),
  )
  const explanations = new Map<Instant, Explanation>([
    ...free.map(({ from }): [Instant, Explanation] => [
      from,
      {
        reason: 'FULL_DAY',
        why: 'the practitioner has as many visits as patients may book on the day, or in its week',
      },
    ]),
    ...withinCaps(patientRules, counts, date, free).flatMap(
      ({ from, modes }): [Instant, Explanation][] =>
        wish.mode === undefined || modes.includes(wish.mode)
          ? [[from, { reason: 'OFFERED', why: `offered ${modes.join(', ')}` }]]
          : [],
    ),
    ...busySlots.map(({ slot, kind }): [Instant, Explanation] => [
      slot.from,
      freeWithoutGap.has(slot.from)
        ? { reason: 'GAP', why: 'a visit shortly before or after it is kept apart' }
        : { reason: kind, why: takenReasons[kind] },
    ]),
  ])
  return ({ from, modes }) => {
    const listed = explanations.get(from)
    if (listed) return listed
    const { mode } = wish
    if (mode !== undefined && !modes.includes(mode))
      return { reason: 'OTHER_MODE', why: `hours of ${modes.join(', ')}` }
    const modesToCheck = mode === undefined ? modes : [mode]
    if (modesToCheck.some((name) => bookable.offeredModes.includes(name)))
      return from > now
        ? {
            reason: 'NOTICE',
            why: `patients book at least ${patientRules?.noticeMinutes} minutes ahead`,
          }
        : { reason: 'PAST', why: 'past' }
    return {
      reason: 'MODE_NOT_OFFERED',
      why: modesToCheck
        .map(
          (name) => `${name} is not offered: ${modeNotOfferedText(configuration, practice, name)}`,
        )
        .join('; '),
    }
  }
}

const forbiddenTexts: Record<ForbiddenReason, string> = {
  WORKSPACE_HAS_NO_VIDEO: 'the workspace has no video',
  ALLOW_ONLINE_IS_OFF: 'allowOnline of the practitioner is off',
  DOCTOR_HAS_NO_VIDEO: 'the practitioner has no video',
  ALLOW_OFFLINE_IS_OFF: 'allowOffline of the practitioner is off',
}

function modeNotOfferedText(configuration: Configuration, practice: Practice, mode: Mode): string {
  const why = forbiddenReason(configuration, practice.doctor, mode)
  if (!why && !isModeOfType(practice, mode)) return 'the visit type has other modes'
  // Modes that are offered only on past dates.
  return why ? forbiddenTexts[why] : 'no hours of today or later have it'
}

function outsideHoursReason(practice: Practice, date: CalendarDate): Explanation {
  const { by, windows } = hoursOn(practice, date)
  if (by === 'CLOSING') return { reason: 'CLOSED', why: 'a closing day' }
  if (by === 'DATE')
    return windows.length === 0
      ? { reason: 'CLOSED', why: 'closed on this date' }
      : { reason: 'NO_HOURS', why: 'outside the hours of this date' }
  return {
    reason: 'NO_HOURS',
    why: windows.length === 0 ? 'no hours on this weekday' : 'outside the weekly hours',
  }
}

const minutesPerDay = 1_440

/** The working hours that do not exist because the clocks go forward. */
function findClockJumps(
  windows: readonly WorkingWindow[],
  zone: string,
  date: CalendarDate,
): ExplainedTime[] {
  const { from, to } = clinicDay(zone, date)
  if (to - from >= minutesPerDay * 60_000) return []
  const explainedJumps: ExplainedTime[] = []
  let previous: number | undefined
  for (let minute = 0; minute < minutesPerDay; minute += 1) {
    if (
      !windows.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute) ||
      instantsAtWallTime(zone, date, minute).length > 0
    )
      continue
    const last = explainedJumps.at(-1)
    if (last && previous === minute - 1) last.toClock = formatClock(minute + 1)
    else {
      const moment = firstInstantAtWallTime(zone, date, minute)
      const clocks = { fromClock: formatClock(minute), toClock: formatClock(minute + 1) }
      explainedJumps.push({
        from: moment,
        to: moment,
        ...clocks,
        isSlot: false,
        reason: 'TIME_DOES_NOT_EXIST',
        why: 'the clocks jump over it',
      })
    }
    previous = minute
  }
  return explainedJumps
}

function localClocks(zone: string, { from, to }: Interval, day: Interval) {
  return {
    fromClock: formatClock(minuteOfDayAt(zone, from)),
    toClock: to === day.to ? '24:00' : formatClock(minuteOfDayAt(zone, to)),
  }
}
