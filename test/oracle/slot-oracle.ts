// An independent implementation of slots and clocks, written from the requirements
// to be obvious rather than fast. It shares nothing with the service: wall clocks come from the
// Temporal polyfill, and a day is examined minute by minute.

import { Temporal } from 'temporal-polyfill'

const MS_PER_MINUTE = 60_000

// A clock change of half an hour, at midnight, of two hours, of none; on either side of Greenwich
// and of the date line.
export const changingZones = [
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Santiago',
  'Asia/Beirut',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Havana',
  'Antarctica/Troll',
]

/** A minute that passes in the clinic, and what its clock shows (minutes since midnight). */
export interface ClinicMinute {
  instant: number
  shows: number
}

export interface OracleWindow {
  fromMinute: number
  toMinute: number
  modes: readonly string[]
}

export interface OracleSlot {
  from: number
  to: number
  modes: string[]
}

export function wallClock(zone: string, instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}

const walkCache = new Map<string, ClinicMinute[]>()

/** Every minute of a clinic date in chronological order. */
export function listMinutes(zone: string, date: string): ClinicMinute[] {
  const key = `${zone} ${date}`
  let minutes = walkCache.get(key)
  if (!minutes) {
    minutes = walkMinutes(zone, date)
    walkCache.set(key, minutes)
  }
  return minutes
}

function walkMinutes(zone: string, date: string): ClinicMinute[] {
  const found: ClinicMinute[] = []
  const midnightUtc = Date.parse(`${date}T00:00Z`)
  const hour = 60 * MS_PER_MINUTE
  // A date begins at most 14 hours before it does in Greenwich and ends at most 12 hours after.
  for (
    let start = midnightUtc - 15 * 60 * MS_PER_MINUTE;
    start < midnightUtc + 37 * 60 * MS_PER_MINUTE;
    start += hour
  ) {
    // Temporal is slow, so it is called for both ends of an hour, and for the minutes between only
    // when they differ.
    const offset = zoneOffset(zone, start)
    const isSteady = offset === zoneOffset(zone, start + hour - MS_PER_MINUTE)
    for (let instant = start; instant < start + hour; instant += MS_PER_MINUTE) {
      const wall = new Date(instant + (isSteady ? offset : zoneOffset(zone, instant))).toISOString()
      if (wall.startsWith(date))
        found.push({ instant, shows: Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) })
    }
  }
  return found
}

function zoneOffset(zone: string, instant: number): number {
  return wallClock(zone, instant).offsetNanoseconds / 1_000_000
}

/**
 * When a window is open: every unbroken run of minutes at which the clock shows a time inside it.
 * None when it never does, two when part of it occurs twice.
 */
export function listOpenings(
  minutes: readonly ClinicMinute[],
  { fromMinute, toMinute }: OracleWindow,
): { opens: number; closes: number }[] {
  const openings: { opens: number; closes: number }[] = []
  for (const { instant, shows } of minutes) {
    if (shows < fromMinute || shows >= toMinute) continue
    const last = openings.at(-1)
    if (last?.closes === instant) last.closes += MS_PER_MINUTE
    else openings.push({ opens: instant, closes: instant + MS_PER_MINUTE })
  }
  return openings
}

/**
 * The slots of a clinic date, ascending: steps of elapsed time, each time listed once with the
 * modes of all windows.
 */
export function oracleSlots(
  zone: string,
  date: string,
  windows: readonly OracleWindow[],
  spacing: number | { lengthMins: number; gapMins: number },
  wanted: ReadonlySet<string>,
): OracleSlot[] {
  const { lengthMins, gapMins } =
    typeof spacing === 'number' ? { lengthMins: spacing, gapMins: 0 } : spacing
  const slots = new Map<number, OracleSlot>()
  for (const window of windows) {
    const modes = window.modes.filter((mode) => wanted.has(mode))
    if (modes.length === 0) continue
    for (const { opens, closes } of listOpenings(listMinutes(zone, date), window)) {
      for (let from = opens; ; from += (lengthMins + gapMins) * MS_PER_MINUTE) {
        const to = from + lengthMins * MS_PER_MINUTE
        if (to > closes) break
        slots.set(from, {
          from,
          to,
          modes: [...new Set([...(slots.get(from)?.modes ?? []), ...modes])],
        })
      }
    }
  }
  return [...slots.values()].sort((a, b) => a.from - b.from)
}

/**
 * The moments at which the clocks of a zone change, from the start of one year to the end of
 * another.
 */
export function clockChanges(zone: string, firstYear: number, lastYear: number): number[] {
  const changes: number[] = []
  let next = Temporal.Instant.from(`${firstYear}-01-01T00:00Z`)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next')
  while (next && next.toInstant().toZonedDateTimeISO('UTC').year <= lastYear) {
    changes.push(next.epochMilliseconds)
    next = next.getTimeZoneTransition('next')
  }
  return changes
}
