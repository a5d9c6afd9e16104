// The busy times of a feed's events: every occurrence within a window, and nothing about their content.

import type { Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { type Component, type Property, textOf, writtenText } from './content-lines.ts'
import type { ZoneOfFeed, ZonesOfFeed } from './feed-zones.ts'
import { TooMuch, Unreadable, wallTimesOf } from './recurrence.ts'
import { dayMs, endOf, minuteMs, parseSpan, parseWrittenTime, type Span, utc, type WallClock, type WallTime, type WrittenTime } from './wall-clock.ts'

/** The context for reading the times of a feed. */
export interface Reading {
  zones: ZonesOfFeed
  /** For times without a timezone; undefined if the feed names a timezone for them that is unknown. */
  floating: ZoneOfFeed | undefined
  /** For dates: a day in the clinic's timezone. */
  clinic: WallClock
  window: Interval
  /** Addresses of the calendar's owner, in lower case: what the owner has declined takes no time. */
  owners: ReadonlySet<string>
  /** Called for each event that cannot be read, or only in part. */
  unreadable(): void
  /** Called for each time whose timezone is unknown. */
  unknownZone(): void
}

/** A time with the clock it is written in. */
interface Moment extends WrittenTime {
  clock: WallClock
  /**
   * For an uncertain time, the possible deviation also counts as busy: the whole day, or an hour
   * before.
   */
  doubt?: 'DAY' | 'HOUR' | undefined
}

interface Occurrence extends Interval {
  /** Its start as written, without the possible deviation. */
  at: Instant
  /** The date in the event's own timezone, as the wall time of its midnight. */
  date: WallTime
}

const occurrencesMax = 200_000

/** All busy times of a feed's components, unordered. */
export function busyTimesOf(components: readonly Component[], reading: Reading): Interval[] {
  const events = latestOf(
    components.filter(({ name }) => name === 'VEVENT'),
    reading,
  )
  const replaced = replacements(events, reading)
  const found: Interval[] = []
  const add = (busy: readonly Interval[]) => {
    for (const interval of busy) if (interval.from < interval.to && interval.from < reading.window.to && interval.to > reading.window.from) found.push(interval)
    if (found.length > occurrencesMax) throw new TooMuch('has too many busy times')
  }
  for (const event of events) add(readable(reading, () => busyTimesOfEvent(event, replaced, reading)))
  for (const { name, properties } of components) if (name === 'VFREEBUSY') add(properties.flatMap((property) => busyPeriods(property, reading)))
  return found
}

/** Occurrences of an event that do not take place, or are replaced by separate events. */
interface Named {
  /** As instants, for events with a time of day. */
  instants: Set<number>
  /** As dates. */
  dates: Set<WallTime>
  /** The dates of those that were given as instants: some servers give the days of an all-day event as a midnight. */
  midnights: Set<WallTime>
}

const namesNothing = (): Named => ({ instants: new Set(), dates: new Set(), midnights: new Set() })

/** By the UID of their event. */
function replacements(events: readonly Component[], reading: Reading): Map<string, Named> {
  const replaced = new Map<string, Named>()
  for (const event of events) {
    const property = event.properties.find(({ name }) => name === 'RECURRENCE-ID')
    if (!property || !isReadable(event)) continue
    const uid = textOf(event, 'UID') ?? ''
    const known = replaced.get(uid) ?? namesNothing()
    note(known, property, reading)
    replaced.set(uid, known)
  }
  return replaced
}

/** An event that cannot be read, and is not cancelled, replaces nothing. */
const isReadable = (event: Component) => parseWrittenTime(textOf(event, 'DTSTART') ?? '') !== undefined || isCalledOff(event)

/**
 * The events of a feed, without those that have a later version in it (RFC 5546, 2.1.5). Some
 * programs give all events of a feed the same UID: without version numbers, a later DTSTAMP alone
 * replaces nothing.
 */
function latestOf(events: readonly Component[], reading: Reading): Component[] {
  const uids = Map.groupBy(events, (event) => writtenText(event, 'UID'))
  return [...uids].flatMap(([uid, alike]) => (uid && alike.length > 1 ? withoutEarlier(alike, reading) : alike))
}

/** Of the events with one UID. */
function withoutEarlier(events: readonly Component[], reading: Reading): Component[] {
  const occurrenceOf = ({ properties }: Component) => {
    const property = properties.find(({ name }) => name === 'RECURRENCE-ID')
    const moment = property && momentOf(property, reading)
    return moment ? moment.clock.instantOf(moment.wall) : property?.value
  }
  return [...Map.groupBy(events, occurrenceOf).values()].flatMap((versions) => {
    const [latest] = versions.filter(isReadable).toSorted((a, b) => Number(isLater(b, a)) - Number(isLater(a, b)))
    return versions.filter((event) => !latest || !isLater(latest, event))
  })
}

function isLater(one: Component, other: Component): boolean {
  const [version, before] = [one, other].map((event) => Number(textOf(event, 'SEQUENCE') ?? Number.NaN)) as [number, number]
  if (version === before) return (textOf(one, 'DTSTAMP') ?? '') > (textOf(other, 'DTSTAMP') ?? '')
  // An event without a number has the first.
  return (version || 0) > (before || 0)
}

function note({ instants, dates, midnights }: Named, property: Property, reading: Reading): void {
  for (const text of property.value.split(',')) {
    const moment = momentOf({ ...property, value: text }, reading)
    if (!moment) continue
    if (moment.isDate) {
      dates.add(moment.wall)
      continue
    }
    const instant = moment.clock.instantOf(moment.wall)
    instants.add(instant)
    // A time in UTC is the midnight of some timezone, which is the clinic's or near it.
    midnights.add(moment.isUtc ? Math.round(reading.clinic.shows(instant) / dayMs) * dayMs : dateOf(moment.wall))
  }
}

const dateOf = (wall: WallTime): WallTime => Math.floor(wall / dayMs) * dayMs

function busyTimesOfEvent(event: Component, replaced: ReadonlyMap<string, Named>, reading: Reading): Interval[] {
  if (isCalledOff(event) || textOf(event, 'TRANSP')?.toUpperCase() === 'TRANSPARENT' || isDeclined(event, reading)) return []
  const startProperty = event.properties.find(({ name }) => name === 'DTSTART')
  const whole = startProperty && momentOf(startProperty, reading)
  const { start, span } = (whole && spannedBy(event, whole, reading)) ?? dayOf(startProperty, whole, reading)
  if (span === undefined) return []
  // An occurrence that was moved or changed: it counts separately.
  const recurrenceId = event.properties.find(({ name }) => name === 'RECURRENCE-ID')
  if (recurrenceId) {
    // A change of all later occurrences is very rare. They are treated as unchanged, and the operator is informed.
    if (recurrenceId.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE') reading.unreadable()
    return [occurrenceAt(start, span, reading)]
  }

  const excluded = namesNothing()
  for (const property of event.properties) if (property.name === 'EXDATE') note(excluded, property, reading)
  const others = replaced.get(textOf(event, 'UID') ?? '') ?? namesNothing()
  const isNamed = ({ at, date }: Occurrence) =>
    [excluded, others].some(({ instants, dates, midnights }) => dates.has(date) || (start.isDate ? midnights.has(date) : instants.has(at)))
  return occurrencesOf(event, start, span, reading).filter((occurrence) => !isNamed(occurrence))
}

/** Whether the owner of the calendar has declined; other attendees are not read. */
const isDeclined = ({ properties }: Component, { owners }: Reading) =>
  properties.some(({ name, parameters, value }) => {
    const addresses = [value.replace(/^mailto:/i, ''), parameters.get('EMAIL') ?? '']
    return name === 'ATTENDEE' && addresses.some((address) => owners.has(address.trim().toLowerCase()))
  })

/** How long an event lasts, if that can be read. */
function spannedBy(event: Component, start: Moment, reading: Reading): { start: Moment; span: Span | undefined } | undefined {
  try {
    return { start, span: spanOf(event, start, reading) }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** The day of an event of which only the day can be read: when in doubt, the time is busy. */
function dayOf(property: Property | undefined, moment: Moment | undefined, reading: Reading): { start: Moment; span: Span } {
  const date = moment ?? parseWrittenTime((property?.value.trim().slice(0, 10) ?? '').replaceAll('-', '').slice(0, 8))
  if (!date) throw new Unreadable('no start')
  reading.unreadable()
  return { start: { clock: reading.clinic, ...date, doubt: 'DAY' }, span: { days: 0, ms: 1 } }
}

const isCalledOff = (event: Component) => textOf(event, 'STATUS')?.toUpperCase() === 'CANCELLED'

function occurrencesOf(event: Component, start: Moment, span: Span, reading: Reading): Occurrence[] {
  const { clock } = start
  const lengthMs = span.days * dayMs + span.ms
  // A day more where the whole day counts.
  const within = { from: clock.shows(reading.window.from) - lengthMs - 2 * dayMs, to: clock.shows(reading.window.to) + dayMs }
  const walls = new Set([start.wall])
  const single: Occurrence[] = []
  for (const { name, parameters, value } of event.properties) {
    if (name === 'RRULE') for (const wall of readable(reading, () => wallTimesOf(value, start.wall, clock, within))) walls.add(wall)
    if (name !== 'RDATE') continue
    const added = (text: string) => {
      const [from = '', to] = text.split('/')
      const moment = momentOf({ name, parameters, value: from }, reading)
      if (!moment) throw new Unreadable('an invalid date')
      return [occurrenceAt(moment, to === undefined ? span : periodSpan(moment, to), reading)]
    }
    for (const text of value.split(',')) single.push(...readable(reading, () => added(text)))
  }
  return [...[...walls].map((wall) => occurrenceAt({ ...start, wall }, span, reading)), ...single]
}

/** The readable part of an event counts, even if the rest cannot be read. */
function readable<T>(reading: Reading, read: () => T[]): T[] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    reading.unreadable()
    return []
  }
}

function occurrenceAt({ clock, wall, doubt }: Moment, span: Span, { clinic }: Reading): Occurrence {
  const at = clock.instantOf(wall)
  const to = endOf(clock, wall, span)
  const occurrence = { at, from: at, to, date: dateOf(wall) }
  if (doubt === 'HOUR') return { ...occurrence, from: at - 60 * minuteMs }
  if (doubt === undefined) return occurrence
  return { ...occurrence, from: clinic.instantOf(dateOf(clinic.shows(at))), to: clinic.instantOf(dateOf(clinic.shows(to - 1)) + dayMs) }
}

/** How long an event lasts; undefined if it takes no time. */
function spanOf(event: Component, start: Moment, reading: Reading): Span | undefined {
  const endProperty = event.properties.find(({ name }) => name === 'DTEND')
  const duration = textOf(event, 'DURATION')
  if (!endProperty && duration !== undefined) {
    const span = parseSpan(duration)
    if (!span && !/^\+?P(T?0+[WDHMS])+$/.test(duration)) throw new Unreadable('an invalid duration')
    return span
  }
  if (!endProperty) return start.isDate ? { days: 1, ms: 0 } : undefined
  const end = momentOf(endProperty, reading)
  if (!end) throw new Unreadable('an invalid end')
  if (start.isDate && end.isDate) {
    // An end equal to the start is not allowed, but often written for a single day.
    const days = Math.max((end.wall - start.wall) / dayMs, end.wall === start.wall ? 1 : 0)
    if (days <= 0) throw new Unreadable('an end before the start')
    return { days, ms: 0 }
  }
  const ms = end.clock.instantOf(end.wall) - start.clock.instantOf(start.wall)
  if (ms < 0) throw new Unreadable('an end before the start')
  return ms === 0 ? undefined : { days: 0, ms }
}

/** The time in a property, with the clock it is written in. */
function momentOf({ parameters, value }: Property, reading: Reading): Moment | undefined {
  const written = parseWrittenTime(value.trim())
  if (!written) return undefined
  if (written.isUtc) return { ...written, clock: utc }
  if (written.isDate) return { ...written, clock: reading.clinic }
  const id = parameters.get('TZID')
  const zone = id ? reading.zones(id) : reading.floating
  if (!zone || zone.hasUnknownSummer) reading.unknownZone()
  if (!zone) return { ...written, clock: reading.floating?.clock ?? reading.clinic, doubt: 'DAY' }
  return { ...written, clock: zone.clock, doubt: zone.hasUnknownSummer && 'HOUR' }
}

/** The second half of a period, an end or a duration. */
function periodSpan({ clock, wall }: Moment, text: string): Span {
  const end = parseWrittenTime(text)
  const ms = end ? (end.isUtc ? end.wall : clock.instantOf(end.wall)) - clock.instantOf(wall) : 0
  const span = end ? (ms > 0 ? { days: 0, ms } : undefined) : parseSpan(text)
  if (!span) throw new Unreadable('an invalid period')
  return span
}

/** The periods in a line of a free/busy feed, which are in UTC. */
function busyPeriods({ name, parameters, value }: Property, reading: Reading): Interval[] {
  if (name !== 'FREEBUSY' || parameters.get('FBTYPE')?.toUpperCase() === 'FREE') return []
  const busyPeriod = (period: string) => {
    const [from = '', to = ''] = period.split('/')
    const start = parseWrittenTime(from.trim())
    if (!start || start.isDate) throw new Unreadable('an invalid period')
    const moment = { ...start, clock: utc }
    return [occurrenceAt(moment, periodSpan(moment, to.trim()), reading)]
  }
  return value.split(',').flatMap((period) => readable(reading, () => busyPeriod(period)))
}
