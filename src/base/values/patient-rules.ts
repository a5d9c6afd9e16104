// What a clinic lets patients book: how soon, how far ahead, with how much time between visits, and
// how many. They bind web pages, and keys that book for patients; staff are told about them. Pure:
// the listing, the booking and its explanation use it.

import { LRUCache } from 'lru-cache'
import { addDays, type CalendarDate, weekdayNumber } from './calendar-date.ts'
import type { Instant } from './clinic-time.ts'
import type { Interval } from './intervals.ts'
import type { Mode } from './modes.ts'
import { memoize } from './remembering.ts'

/** Whether patients who have never been to the clinic may book, or only they. */
export const newPatientChoices = ['yes', 'no', 'only'] as const
export type NewPatientChoice = (typeof newPatientChoices)[number]

/** What the rules can have against a visit. */
export const patientRuleNames = [
  'NOTICE',
  'HORIZON',
  'GAP',
  'FULL_DAY',
  'NEW_PATIENT',
  'KNOWN_PATIENT',
  'NEW_PATIENT_LENGTH',
  'UPCOMING_VISITS',
] as const
export type PatientRuleName = (typeof patientRuleNames)[number]

/** The maximum number of a practitioner's visits, at all locations together. */
export interface VisitCaps {
  /** On one date of the clinic. */
  perDay?: number
  /** From Monday to Sunday. */
  perWeek?: number
}

/**
 * Rules of a workspace, a practitioner, a practitioner at a location, or a visit type; each is
 * optional.
 */
export interface PatientRules extends VisitCaps {
  /** No visit starts sooner than this many minutes from now. */
  noticeMinutes?: number
  /** No visit is later than this many days from today. */
  horizonDays?: number
  /** Minutes that are kept free before and after each visit. */
  gapMinutes?: number
  /** Caps for the visits of one mode. */
  modes?: Partial<Record<Mode, VisitCaps>>
  /** Caps for the visits of the type that is booked. */
  visitType?: VisitCaps & { visitTypeId: number }
  newPatients?: NewPatientChoice
  /** The shortest visit that a new patient may book, in minutes. */
  newPatientMinutes?: number
  /** How many upcoming visits a patient may have in the clinic. */
  upcomingVisits?: number
  /** How many upcoming visits a patient may have with one practitioner. */
  upcomingVisitsPerPractitioner?: number
  /** How often patients may move a visit. */
  moves?: number
}

/**
 * The rules that apply where several levels have some: of each rule the last, the nearest one.
 * Undefined if no level has any.
 */
export function mergePatientRules(
  ...levels: readonly (PatientRules | null)[]
): PatientRules | undefined {
  const merged: PatientRules = {}
  for (const level of levels)
    if (level) {
      const modes: NonNullable<PatientRules['modes']> = { ...merged.modes }
      for (const [mode, caps] of Object.entries(level.modes ?? {}) as [Mode, VisitCaps][])
        modes[mode] = { ...modes[mode], ...caps }
      Object.assign(merged, level)
      if (Object.keys(modes).length > 0) merged.modes = modes
    }
  return Object.keys(merged).length > 0 ? merged : undefined
}

/** The last instant at which no visit may start yet: what starts later has enough notice. */
export function lastInstantTooSoon({ noticeMinutes = 0 }: PatientRules, now: Instant): Instant {
  return noticeMinutes === 0 ? now : now + noticeMinutes * 60_000 - 1
}

/** How long the time before and after each visit is kept free, in milliseconds. */
export const gapMs = ({ gapMinutes = 0 }: PatientRules = {}): number => gapMinutes * 60_000

/** Extends a period at both ends. */
export const extendBy = ({ from, to }: Interval, milliseconds: number): Interval => ({
  from: from - milliseconds,
  to: to + milliseconds,
})

/** How many visits a practitioner has on a date in a mode, of a type. */
export interface VisitCount {
  date: CalendarDate
  mode: Mode
  /** Null: of no type. */
  visitTypeId: number | null
  count: number
}

/** The rules under a visit type: the nearest, whose caps count only the visits of the type. */
export function addTypeRules(
  rules: PatientRules | undefined,
  visitTypeId: number,
  { perDay, perWeek, ...others }: PatientRules,
): PatientRules | undefined {
  const caps = {
    ...(perDay !== undefined && { perDay }),
    ...(perWeek !== undefined && { perWeek }),
  }
  const isCapped = Object.keys(caps).length > 0
  return mergePatientRules(
    rules ?? null,
    others,
    isCapped ? { visitType: { visitTypeId, ...caps } } : null,
  )
}

/** Whether the rules have any cap on a practitioner's visits. */
export const hasCaps = memoize(
  ({ perDay, perWeek, modes = {}, visitType }: PatientRules): boolean =>
    [{ perDay, perWeek }, ...(visitType ? [visitType] : []), ...Object.values(modes)].some(
      (caps) => caps.perDay !== undefined || caps.perWeek !== undefined,
    ),
)

interface Week {
  monday: CalendarDate
  sunday: CalendarDate
}

// Each list of slots asks for a few of the dates that can be booked.
const weeks = new LRUCache<CalendarDate, Week>({ max: 2_000 })

function findWeek(date: CalendarDate): Week {
  let week = weeks.get(date)
  if (!week) {
    const monday = addDays(date, 1 - weekdayNumber(date))
    week = { monday, sunday: addDays(monday, 6) }
    weeks.set(date, week)
  }
  return week
}

/**
 * Which of `modes` have room for another visit on a date, given the practitioner's visits of its
 * week.
 */
export function modesWithRoom(
  rules: PatientRules,
  counts: readonly VisitCount[],
  date: CalendarDate,
  modes: readonly Mode[],
): Mode[] {
  const { monday, sunday } = findWeek(date)
  const week = counts.filter((count) => count.date >= monday && count.date <= sunday)
  const hasRoom = ({ perDay, perWeek }: VisitCaps, counted: readonly VisitCount[]) =>
    sum(counted.filter((count) => count.date === date)) < (perDay ?? Number.POSITIVE_INFINITY) &&
    sum(counted) < (perWeek ?? Number.POSITIVE_INFINITY)
  const { visitType } = rules
  if (
    !hasRoom(rules, week) ||
    (visitType &&
      !hasRoom(
        visitType,
        week.filter(({ visitTypeId }) => visitTypeId === visitType.visitTypeId),
      ))
  )
    return []
  return modes.filter((mode) =>
    hasRoom(
      rules.modes?.[mode] ?? {},
      week.filter((count) => count.mode === mode),
    ),
  )
}

const sum = (counts: readonly VisitCount[]) => counts.reduce((total, { count }) => total + count, 0)
