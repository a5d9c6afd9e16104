// The timezones of a feed's times: names of the timezone database, names of Windows, or rules in the feed itself.

import { findIana } from 'windows-iana'
import { canonicalZone } from '../values/clinic-time.ts'
import { type Component, textOf } from './content-lines.ts'
import { TooMuch, wallTimesOf } from './recurrence.ts'
import { clockOfZone, clockSetAt, minuteMs, parseWrittenTime, utc, type WallClock } from './wall-clock.ts'

/** The clock of a TZID; undefined if the TZID is unknown. */
export type ZonesOfFeed = (id: string) => WallClock | undefined

/** The timezones of a feed, as far as instants before `to` need them. */
export function zonesOf(calendars: readonly Component[], to: number): ZonesOfFeed {
  const described = new Map(
    calendars.flatMap(({ components }) => components.filter(({ name }) => name === 'VTIMEZONE').map((zone) => [textOf(zone, 'TZID') ?? '', zone] as const)),
  )
  const known = new Map<string, WallClock | undefined>()
  return (id) => {
    if (!known.has(id)) known.set(id, clockNamed(id) ?? clockDescribed(described.get(id), to))
    return known.get(id)
  }
}

/**
 * The clock of a timezone by its name: of the timezone database, even with a prefix such as `/mozilla.org/20070129_1/Europe/Berlin`, or of
 * Windows. The database is better than the rules that a feed gives for the same name, which often cover only a single year.
 */
export function clockNamed(id: string): WallClock | undefined {
  const zone = canonicalZone(id) ?? canonicalZone(findIana(id)[0] ?? '') ?? canonicalZone(/\/([A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(id)?.[1] ?? '')
  return zone === undefined ? undefined : clockOfZone(zone)
}

/** Rules begin centuries ago; busy times do not. */
const rulesFrom = Date.UTC(1970, 0, 1)

function clockDescribed(zone: Component | undefined, to: number): WallClock | undefined {
  if (!zone) return undefined
  const named = clockNamed(textOf(zone, 'X-LIC-LOCATION') ?? '')
  if (named) return named
  const changes = zone.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT').flatMap((observance) => changesOf(observance, to))
  return changes.length > 0 ? clockSetAt(changes.sort((a, b) => a.at - b.at)) : undefined
}

/** When an observance begins, including its recurrences. Its times are in the offset before the change. */
function changesOf(observance: Component, to: number) {
  const fromMs = parseOffset(textOf(observance, 'TZOFFSETFROM') ?? '')
  const toMs = parseOffset(textOf(observance, 'TZOFFSETTO') ?? '')
  // Rules of Windows begin in 1601, before any time that is read here.
  const start = parseWrittenTime((textOf(observance, 'DTSTART') ?? '').replace(/^1[678]\d\d/, '1970'))
  if (fromMs === undefined || toMs === undefined || !start) return []
  const walls = observance.properties.flatMap(({ name, value }) => {
    if (name === 'RDATE') return value.split(',').flatMap((date) => parseWrittenTime(date)?.wall ?? [])
    return name === 'RRULE' ? recurring(value, start.wall, to) : []
  })
  return [...new Set([start.wall, ...walls])].map((wall) => ({ at: wall - fromMs, fromMs, toMs }))
}

function recurring(rule: string, start: number, to: number): number[] {
  try {
    return wallTimesOf(rule, start, utc, { from: rulesFrom, to })
  } catch (error) {
    if (error instanceof TooMuch) throw error
    return []
  }
}

/** Parses `+0530`, `-04`, `+053000` into milliseconds. */
function parseOffset(text: string): number | undefined {
  const match = /^([+-])(\d{2})(\d{2})?(?:\d{2})?$/.exec(text)
  if (!match || Number(match[2]) > 14) return undefined
  return (Number(match[2]) * 60 + Number(match[3] ?? 0)) * minuteMs * (match[1] === '-' ? -1 : 1)
}
