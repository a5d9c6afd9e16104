// The timezones of a feed's times: names of the timezone database, names of Windows, rules in the feed itself, or an offset in the name.

import { findIana } from 'windows-iana'
import { canonicalZone, type Instant, offsetAt } from '../../base/values/clinic-time.ts'
import { type Component, textOf, writtenText } from './content-lines.ts'
import { TooMuch, wallTimesOf } from './recurrence.ts'
import { clockOfZone, clockSetAt, dayMs, minuteMs, parseWrittenTime, utc, type WallClock } from './wall-clock.ts'

/** A timezone of a feed. */
export interface ZoneOfFeed {
  clock: WallClock
  /** Only the usual offset of a region is known, whose clock may be an hour ahead of it in summer. */
  hasUnknownSummer?: true
}

/** The zone of a TZID; undefined if the TZID is unknown. */
export type ZonesOfFeed = (id: string) => ZoneOfFeed | undefined

/** The timezones of a feed, as far as instants before `to` need them. */
export function zonesOf(calendars: readonly Component[], to: number): ZonesOfFeed {
  const described = new Map(
    calendars.flatMap(({ components }) =>
      components.filter(({ name }) => name === 'VTIMEZONE').map((zone) => [plainName(writtenText(zone, 'TZID') ?? ''), zone] as const),
    ),
  )
  const known = new Map<string, ZoneOfFeed | undefined>()
  return (id) => {
    if (!known.has(id)) {
      const name = plainName(id)
      const zone = described.get(name)
      // Programs give their own rules the name of an offset, such as GMT for the clock of London.
      const clock = isOffsetName(name) && repeats(zone) ? clockDescribed(zone, to) : (clockNamed(name) ?? clockDescribed(zone, to))
      known.set(id, clock ? { clock } : zoneByOffset(name, to))
    }
    return known.get(id)
  }
}

const isOffsetName = (name: string) => /^[A-Z]{3,4}$/i.test(name)
const repeats = (zone: Component | undefined) => zone?.components.some((observance) => textOf(observance, 'RRULE') !== undefined) ?? false

/** The name in a text value and the name in a parameter: some programs escape commas in both, or put quotes around both. */
const plainName = (id: string) =>
  id
    .replaceAll(/\\([\\;,])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')

/**
 * The clock of a timezone by its name: of the timezone database, even with a prefix such as `/mozilla.org/20070129_1/Europe/Berlin`, or of
 * Windows. The database is better than the rules that a feed gives for the same name, which often cover only a single year.
 */
function clockNamed(id: string): WallClock | undefined {
  const parts = id.split('/')
  // After a prefix, the longest end that is a name: `America/Argentina/Buenos_Aires`.
  const ends = parts.length > 2 ? [3, 2, 1].map((count) => parts.slice(-count).join('/')) : []
  const zone = [id, findIana(id)[0] ?? '', ...ends].map((name) => canonicalZone(name)).find((name) => name !== undefined)
  return zone === undefined ? undefined : clockOfZone(zone)
}

/**
 * A zone by an offset in its name: `GMT+05:30`, or `(UTC-05:00) Eastern Time (US & Canada)`, as Windows shows zones to people, with the
 * offset of winter. The region of the latter is known by a name of Windows or by one of its cities.
 */
function zoneByOffset(id: string, now: Instant): ZoneOfFeed | undefined {
  const match = /^(?:\(?(?:GMT|UTC)?\s?(?:([+\-\u2212])\s?(\d{1,2})(?::?([0-5]\d))?(?!\d))\)?|\((?:GMT|UTC)\)|Z$)\s*(.*)$/i.exec(id)
  if (!match || Number(match[2] ?? 0) > 14) return undefined
  const [, sign, hours = 0, minutes = 0, region = ''] = match
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === undefined || sign === '+' ? 1 : -1)
  const clock = clockSetAt([{ at: 0, fromMs: offset * minuteMs, toMs: offset * minuteMs }])
  if (region === '' || /^Coordinated Universal Time/i.test(region)) return { clock }
  const named = [...(findIana(region.replace(/(?: Standard)? Time\b.*$/, ' Standard Time')) as string[]), ...region.split(/[,/]/).flatMap(zonesOfCity)]
  const zone = named.find((name) => canonicalZone(name) !== undefined && usualOffset(name, now) === offset)
  return zone === undefined ? { clock, hasUnknownSummer: true } : { clock: clockOfZone(zone) }
}

const continents = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific']
const zonesOfCity = (city: string) => continents.map((continent) => `${continent}/${city.trim().replaceAll(' ', '_')}`)

/** The offset of a zone while its clock is not set forward, in minutes. */
const usualOffset = (zone: string, now: Instant) => Math.min(offsetAt(zone, now), offsetAt(zone, now + 182 * dayMs))

/** Rules begin centuries ago; busy times do not. */
const rulesFrom = Date.UTC(1970, 0, 1)

function clockDescribed(zone: Component | undefined, to: number): WallClock | undefined {
  if (!zone) return undefined
  const named = clockNamed(writtenText(zone, 'X-LIC-LOCATION') ?? '')
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
