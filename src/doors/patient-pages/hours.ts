// The regular hours of practitioners at a location, for its page: when patients can be seen there,
// by any practitioner.

import type { Practice } from '../../clinic/catalogue/configuration.ts'

/** Local minutes of an ISO weekday, half-open. */
export interface ShownHours {
  weekday: number
  fromMinute: number
  toMinute: number
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

/**
 * Merges hours that touch or overlap, and orders them by weekday and start. Only hours for visits
 * at the location count: online hours do not mean that it is open.
 */
export function mergeHours(
  practices: readonly Pick<Practice, 'doctor' | 'shifts' | 'weeklyHours'>[],
): ShownHours[] {
  return weekdays.flatMap((weekday) => {
    const merged: ShownHours[] = []
    const windows = practices
      .flatMap((practice) => weekdayWindows(practice, weekday))
      .sort((one, other) => one.fromMinute - other.fromMinute)
    for (const { fromMinute, toMinute } of windows) {
      const last = merged.at(-1)
      if (last && fromMinute <= last.toMinute) last.toMinute = Math.max(last.toMinute, toMinute)
      else merged.push({ weekday, fromMinute, toMinute })
    }
    return merged
  })
}

/** A practitioner with a queue works in its shifts. */
function weekdayWindows(
  { doctor, shifts, weeklyHours }: Pick<Practice, 'doctor' | 'shifts' | 'weeklyHours'>,
  weekday: number,
): readonly Pick<ShownHours, 'fromMinute' | 'toMinute'>[] {
  if (doctor.appointmentSystem === 'QMS')
    return shifts.filter((shift) => shift.mode === 'OFFLINE' && shift.weekdays?.includes(weekday))
  return (weeklyHours.get(weekday) ?? []).filter(({ modes }) => modes.includes('OFFLINE'))
}

export interface DayGroupHours {
  weekdays: readonly number[]
  windows: readonly Pick<ShownHours, 'fromMinute' | 'toMinute'>[]
}

/** Days grouped by equal hours, in the order of the week. */
export function groupEqualDays(hours: readonly ShownHours[]): DayGroupHours[] {
  const groups = new Map<string, { weekdays: number[]; windows: ShownHours[] }>()
  for (const weekday of weekdays) {
    const windows = hours.filter((one) => one.weekday === weekday)
    if (windows.length === 0) continue
    const key = windows.map(({ fromMinute, toMinute }) => `${fromMinute}-${toMinute}`).join(' ')
    const group = groups.get(key)
    if (group) group.weekdays.push(weekday)
    else groups.set(key, { weekdays: [weekday], windows })
  }
  return [...groups.values()]
}

/** Days as people write them, with three or more in a row as a range. */
export function daysText(days: readonly number[], locale: string): string {
  // The first of January 2024 was a Monday.
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const dayName = (day: number) => names.format(Date.UTC(2024, 0, day))
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const texts = runs.flatMap((run) =>
    run.length > 2
      ? [`${dayName(run[0] as number)} – ${dayName(run.at(-1) as number)}`]
      : run.map(dayName),
  )
  return joinList(texts, locale)
}

/** `Intl.ListFormat` puts an “and” before the last item, or no separator at all. */
const commas: Record<string, string> = { ar: '، ', zh: '、' }
const joinList = (texts: readonly string[], locale: string) =>
  texts.join(commas[locale.slice(0, 2)] ?? ', ')

/** `09:00`; midnight at the end of a day is shown as 00:00, since only programs write 24:00. */
export const formatMinute = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export function timesText(windows: DayGroupHours['windows'], locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  const formatTime = (minute: number) => format.format(Date.UTC(2024, 0, 1, 0, minute))
  return joinList(
    windows.map(
      ({ fromMinute, toMinute }) => `${formatTime(fromMinute)}\u00a0–\u00a0${formatTime(toMinute)}`,
    ),
    locale,
  )
}
