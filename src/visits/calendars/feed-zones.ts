// The timezones of a feed's times: names in the timezone database, Windows names, rules in the feed
// itself, or an offset in the name.

import { findIana } from 'windows-iana'
import { canonicalZone, type Instant, offsetAt } from '../../base/values/clinic-time.ts'
import { type Component, propertyText, propertyValue } from './content-lines.ts'
import { FeedTooComplex, recurrenceWallTimes } from './recurrence.ts'
import {
  clockFromChanges,
  dayMs,
  minuteMs,
  parseTime,
  utc,
  type WallClock,
  zoneClock,
} from './wall-clock.ts'

/** A timezone of a feed. */
export interface FeedZone {
  clock: WallClock
  /**
   * Whether only a region's usual offset is known; its clock may be an hour ahead of that in
   * summer.
   */
  hasUnknownSummer?: true
}

/** The zone of a TZID; undefined if the TZID is unknown. */
export type FeedZoneLookup = (id: string) => FeedZone | undefined

/** The timezones of a feed, as far as instants before `to` need them. */
export function feedZoneLookup(calendars: readonly Component[], to: number): FeedZoneLookup {
  const described = new Map(
    calendars.flatMap(({ components }) =>
      components
        .filter(({ name }) => name === 'VTIMEZONE')
        .map((zone) => [plainName(propertyText(zone, 'TZID') ?? ''), zone] as const),
    ),
  )
  const zoneCache = new Map<string, FeedZone | undefined>()
  return (id) => {
    if (!zoneCache.has(id)) {
      const name = plainName(id)
      const zone = described.get(name)
      // Some programs name their own rules after an offset, such as GMT for London time.
      const clock =
        isOffsetName(name) && isRepeating(zone)
          ? buildDescribedClock(zone, to)
          : (findClock(name) ?? buildDescribedClock(zone, to))
      zoneCache.set(id, clock ? { clock } : zoneByOffset(name, to))
    }
    return zoneCache.get(id)
  }
}

const isOffsetName = (name: string) => /^[A-Z]{3,4}$/i.test(name)
const isRepeating = (zone: Component | undefined) =>
  zone?.components.some((observance) => propertyValue(observance, 'RRULE') !== undefined) ?? false

/**
 * The name of a zone without escapes and quotes: some programs escape commas or add quotes, in text
 * values and parameters alike.
 */
const plainName = (id: string) =>
  id
    .replaceAll(/\\([\\;,])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')

/**
 * The clock of a timezone by its name, which is a Windows name or one in the timezone database,
 * even with a prefix, as in `/mozilla.org/20070129_1/Europe/Berlin`. The database is better than
 * the rules that a feed gives for the same name, which often cover only a single year.
 */
function findClock(id: string): WallClock | undefined {
  const parts = id.split('/')
  // After a prefix, the longest ending that is a name counts: `America/Argentina/Buenos_Aires`.
  const ends = parts.length > 2 ? [3, 2, 1].map((count) => parts.slice(-count).join('/')) : []
  const zone = [id, findIana(id)[0] ?? '', ...ends]
    .map((name) => canonicalZone(name))
    .find((name) => name !== undefined)
  return zone === undefined ? undefined : zoneClock(zone)
}

/**
 * A zone by an offset in its name: `GMT+05:30`, or `(UTC-05:00) Eastern Time (US & Canada)`, which
 * is how Windows displays zones, with the winter offset. The region of the latter is found by its
 * Windows name or by one of its cities.
 */
function zoneByOffset(id: string, now: Instant): FeedZone | undefined {
  const match =
    /^(?:\(?(?:GMT|UTC)?\s?(?:([+\-\u2212])\s?(\d{1,2})(?::?([0-5]\d))?(?!\d))\)?|\((?:GMT|UTC)\)|Z$)\s*(.*)$/i.exec(
      id,
    )
  if (!match || Number(match[2] ?? 0) > 14) return undefined
  const [, sign, hours = 0, minutes = 0, region = ''] = match
  const offset =
    (Number(hours) * 60 + Number(minutes)) * (sign === undefined || sign === '+' ? 1 : -1)
  const clock = clockFromChanges([{ at: 0, fromMs: offset * minuteMs, toMs: offset * minuteMs }])
  if (region === '' || /^Coordinated Universal Time/i.test(region)) return { clock }
  const candidates = [
    ...(findIana(region.replace(/(?: Standard)? Time\b.*$/, ' Standard Time')) as string[]),
    ...region.split(/[,/]/).flatMap(cityZones),
  ]
  const zone = candidates.find(
    (name) => canonicalZone(name) !== undefined && usualOffset(name, now) === offset,
  )
  return zone === undefined ? { clock, hasUnknownSummer: true } : { clock: zoneClock(zone) }
}

const continents = [
  'Africa',
  'America',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
]
const cityZones = (city: string) =>
  continents.map((continent) => `${continent}/${city.trim().replaceAll(' ', '_')}`)

/** The offset of a zone while its clock is not set forward, in minutes. */
const usualOffset = (zone: string, now: Instant) =>
  Math.min(offsetAt(zone, now), offsetAt(zone, now + 182 * dayMs))

/** Rules begin centuries ago; busy times do not. */
const rulesStart = Date.UTC(1970, 0, 1)

function buildDescribedClock(zone: Component | undefined, to: number): WallClock | undefined {
  if (!zone) return undefined
  const namedClock = findClock(propertyText(zone, 'X-LIC-LOCATION') ?? '')
  if (namedClock) return namedClock
  const changes = zone.components
    .filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
    .flatMap((observance) => offsetChanges(observance, to))
  return changes.length > 0 ? clockFromChanges(changes.sort((a, b) => a.at - b.at)) : undefined
}

/**
 * When an observance begins, including its recurrences. Its times are in the offset before the
 * change.
 */
function offsetChanges(observance: Component, to: number) {
  const fromMs = parseOffset(propertyValue(observance, 'TZOFFSETFROM') ?? '')
  const toMs = parseOffset(propertyValue(observance, 'TZOFFSETTO') ?? '')
  // Windows rules begin in 1601, before any time that is read here.
  const start = parseTime(
    (propertyValue(observance, 'DTSTART') ?? '').replace(/^1[678]\d\d/, '1970'),
  )
  if (fromMs === undefined || toMs === undefined || !start) return []
  const wallTimes = observance.properties.flatMap(({ name, value }) => {
    if (name === 'RDATE') return value.split(',').flatMap((date) => parseTime(date)?.wall ?? [])
    return name === 'RRULE' ? recurrenceStarts(value, start.wall, to) : []
  })
  return [...new Set([start.wall, ...wallTimes])].map((wallTime) => ({
    at: wallTime - fromMs,
    fromMs,
    toMs,
  }))
}

function recurrenceStarts(rule: string, start: number, to: number): number[] {
  try {
    return recurrenceWallTimes(rule, start, utc, { from: rulesStart, to })
  } catch (error) {
    if (error instanceof FeedTooComplex) throw error
    return []
  }
}

/** Parses `+0530`, `-04`, `+053000` into milliseconds. */
function parseOffset(text: string): number | undefined {
  const match = /^([+-])(\d{2})(\d{2})?(?:\d{2})?$/.exec(text)
  if (!match || Number(match[2]) > 14) return undefined
  return (Number(match[2]) * 60 + Number(match[3] ?? 0)) * minuteMs * (match[1] === '-' ? -1 : 1)
}
