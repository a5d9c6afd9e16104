// The weekly hours of a practice as periods of single days: how they are drawn, moved and resized
// on a week. The clinic file joins the days that have the same hours; here they are apart.

import { clockText } from '../ui/times.ts'

export interface HoursWindow {
  days: readonly string[]
  from: string
  to: string
  modes: readonly string[]
}

/** Hours of one day, in minutes since its midnight. Hours after midnight end after 1440. */
export interface Period {
  day: number
  from: number
  to: number
  modes: readonly string[]
}

export type PeriodStart = Pick<Period, 'day' | 'from'>

/** Part of a day, in minutes. */
export interface Span {
  from: number
  to: number
}

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
/** Drawn hours begin and end on such minutes; typed ones on any. */
export const stepMinutes = 15
export const minutesPerDay = 1440
/** Noon of the next day: the latest end of hours that continue after midnight. */
const nightEndMax = 2160
const breakMinutes = 60
/** The usual beginning of a lunch break. */
const lunchMinute = 13 * 60

/** Minutes since midnight of `09:05` or, in a night, `26:00`; undefined for other text. */
export function readMinute(clock: string): number | undefined {
  const [, hour, minute] = /^(\d\d):([0-5]\d)$/.exec(clock) ?? []
  const total = Number(hour) * 60 + Number(minute)
  return total <= nightEndMax ? total : undefined
}

/** The end of hours as it is typed: one that is not after their beginning is on the next day. */
export function readEnd(from: number, typed: number): number | undefined {
  const to = typed > from ? typed : typed + minutesPerDay
  return to <= nightEndMax ? to : undefined
}

/** `02:00` also for the `26:00` of a night; the end of a day is `24:00`. */
export const clockOfDay = (minute: number) =>
  clockText(minute > minutesPerDay ? minute - minutesPerDay : minute)

function toSpan({ from, to }: HoursWindow): Span | undefined {
  const [first, last] = [readMinute(from), readMinute(to)]
  const isSpan = first !== undefined && last !== undefined && first < last && first < minutesPerDay
  return isSpan ? { from: first, to: last } : undefined
}

export const toPeriods = (hours: readonly HoursWindow[]): Period[] =>
  sortPeriods(
    hours.flatMap((window) => {
      const span = toSpan(window)
      const days = span ? window.days : []
      return days.map((day) => ({
        day: weekdays.indexOf(day),
        from: span?.from ?? 0,
        to: span?.to ?? 0,
        modes: window.modes,
      }))
    }),
  )

/**
 * The hours as the service describes them: days with the same hours are one entry, in the order of
 * their first day. What cannot be drawn, such as a time that is half typed, stays at the end.
 */
export function toHours(
  periods: readonly Period[],
  before: readonly HoursWindow[],
): readonly HoursWindow[] {
  const windows = new Map<string, HoursWindow & { days: string[] }>()
  for (const { day, from, to, modes } of sortPeriods(periods)) {
    const key = `${from} ${to} ${modes.join()}`
    const window = windows.get(key) ?? {
      days: [],
      from: clockText(from),
      to: clockText(to),
      modes,
    }
    window.days.push(weekdays[day] ?? '')
    windows.set(key, window)
  }
  return [
    ...windows.values(),
    ...before.filter((window) => !toSpan(window) || window.days.length === 0),
  ]
}

const sortPeriods = (periods: readonly Period[]) =>
  [...periods].sort((a, b) => a.day - b.day || a.from - b.from)

export const periodsOnDay = (periods: readonly Period[], day: number) =>
  periods.filter((period) => period.day === day)

/** Where a day has no hours, up to its midnight, or to the latest end of a night. */
function listGaps(periods: readonly Period[], day: number, end: number): Span[] {
  const taken = periodsOnDay(periods, day)
  const starts = [0, ...taken.map(({ to }) => to)]
  const ends = [...taken.map(({ from }) => from), end]
  return starts
    .map((from, index) => ({ from, to: ends[index] ?? end }))
    .filter(({ from, to }) => from < to)
}

const dayEnd = ({ to }: Span) => (to > minutesPerDay ? nightEndMax : minutesPerDay)
/** Where a period begins identifies it: hours of a day do not overlap. */
export const isAt = (place: PeriodStart | undefined) => (period: Period) =>
  period.day === place?.day && period.from === place.from
export const without = (periods: readonly Period[], place: PeriodStart) =>
  periods.filter((period) => !isAt(place)(period))
/** A minute of the drawn step. */
export const snap = (minute: number) => Math.round(minute / stepMinutes) * stepMinutes
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** A change of the week: all periods, and the one that was changed. */
export interface WeekChange {
  periods: Period[]
  changed: Period
}

const replace = (periods: readonly Period[], before: Period, changed: Period): WeekChange => ({
  periods: sortPeriods([...without(periods, before), changed]),
  changed,
})

/**
 * Moves a period to the free time of a day that is nearest to where it is wanted; undefined if the
 * day has no room for it.
 */
export function movePeriod(
  periods: readonly Period[],
  period: Period,
  { day, from: wanted }: PeriodStart,
): WeekChange | undefined {
  const length = period.to - period.from
  const starts = listGaps(without(periods, period), day, dayEnd(period))
    .filter(({ from, to }) => to - from >= length)
    // Hours begin on their own day.
    .map(({ from, to }) => clamp(wanted, from, Math.min(to - length, minutesPerDay - stepMinutes)))
  const [from] = starts.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
  return from === undefined
    ? undefined
    : replace(periods, period, { ...period, day, from, to: from + length })
}

/** Moves the beginning or the end of a period, as far as its neighbours leave room. */
export function resizePeriod(
  periods: readonly Period[],
  period: Period,
  wanted: Partial<Span>,
): WeekChange {
  const gap = listGaps(without(periods, period), period.day, dayEnd(period)).find(
    ({ from, to }) => from <= period.from && period.to <= to,
  ) ?? { from: period.from, to: period.to }
  const from = clamp(wanted.from ?? period.from, gap.from, period.to - stepMinutes)
  const to = clamp(wanted.to ?? period.to, period.from + stepMinutes, gap.to)
  return replace(periods, period, { ...period, from, to })
}

/** Adds the same hours on several days, except where these already have hours. */
export function addPeriods(
  periods: readonly Period[],
  { days, from, to, modes }: Span & { days: readonly number[]; modes: readonly string[] },
): WeekChange | undefined {
  const added = days.flatMap((day) =>
    listGaps(periods, day, minutesPerDay)
      .map((gap) => ({
        day,
        from: Math.max(gap.from, from),
        to: Math.min(gap.to, to),
        modes,
      }))
      .filter((span) => span.to - span.from >= stepMinutes),
  )
  const [changed] = added
  return changed && { periods: sortPeriods([...periods, ...added]), changed }
}

/** Where hours are added by a key or a button: after those of the day, or the usual morning. */
export function nextFreeSpan(periods: readonly Period[], day: number): Span | undefined {
  const gaps = listGaps(periods, day, minutesPerDay).filter(
    ({ from, to }) => to - from >= stepMinutes,
  )
  const taken = periodsOnDay(periods, day)
  const last = taken.at(-1)
  if (!last) return { from: 9 * 60, to: 17 * 60 }
  const after = gaps.find(({ from }) => from >= last.to)
  const gap = after ?? gaps.at(-1)
  if (!gap) return undefined
  // An hour's pause is left where there is room for one.
  const from = gap.from + (after && gap.to - gap.from > 2 * breakMinutes ? breakMinutes : 0)
  return { from, to: Math.min(gap.to, from + 4 * 60) }
}

/** The part of a period that a break can split: hours begin before midnight. */
const splittableSpan = ({ from, to }: Span): Span => ({ from, to: Math.min(to, minutesPerDay) })

/** Whether a period is long enough for a break with hours on both sides. */
export function hasRoomForBreak(period: Span): boolean {
  const { from, to } = splittableSpan(period)
  return to - from >= breakMinutes + 2 * stepMinutes
}

/** Splits a period by a break: at lunchtime if it includes that, otherwise in the middle. */
export function addBreak(periods: readonly Period[], period: Period): WeekChange {
  const { from, to } = splittableSpan(period)
  const includesLunch =
    from + stepMinutes <= lunchMinute && lunchMinute + breakMinutes + stepMinutes <= to
  const start = includesLunch ? lunchMinute : snap((from + to - breakMinutes) / 2)
  const changed = { ...period, to: start }
  const after = { ...period, from: start + breakMinutes }
  return { periods: sortPeriods([...without(periods, period), changed, after]), changed }
}

/** Gives other days the hours of one. */
export const copyDay = (periods: readonly Period[], day: number, to: readonly number[]) =>
  sortPeriods([
    ...periods.filter((period) => period.day === day || !to.includes(period.day)),
    ...to
      .filter((other) => other !== day)
      .flatMap((other) => periodsOnDay(periods, day).map((period) => ({ ...period, day: other }))),
  ])

/** The hours of the day that are drawn: those that are worked, and some around them. */
export function shownSpan(periods: readonly Period[]): Span {
  const first = Math.min(7 * 60, ...periods.map(({ from }) => from - 60))
  const last = Math.max(20 * 60, ...periods.map((span) => Math.min(span.to + 60, dayEnd(span))))
  return { from: Math.max(0, Math.floor(first / 60) * 60), to: Math.ceil(last / 60) * 60 }
}
