// The busy times of a feed's events: every occurrence within a window, and nothing about their
// content.

import type { Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { type Component, type Property, propertyText, propertyValue } from './content-lines.ts'
import type { FeedZone, FeedZoneLookup } from './feed-zones.ts'
import { FeedTooComplex, recurrenceWallTimes, UnreadablePart } from './recurrence.ts'
import {
  dayMs,
  minuteMs,
  type ParsedTime,
  parseSpan,
  parseTime,
  type Span,
  spanEnd,
  utc,
  type WallClock,
  type WallTime,
} from './wall-clock.ts'

/** The context for reading the times of a feed. */
export interface FeedContext {
  zones: FeedZoneLookup
  /** The zone for times that state none; undefined if the feed names an unknown default zone. */
  floating: FeedZone | undefined
  /** The clock for dates: days are those of the clinic's timezone. */
  clinic: WallClock
  window: Interval
  /**
   * Addresses of the calendar's owner, in lower case: what the owner has declined takes no time.
   */
  owners: ReadonlySet<string>
  /** Called for each event that cannot be read, or only in part. */
  unreadable(): void
  /** Called for each time whose timezone is unknown. */
  unknownZone(): void
}

/** A parsed time, with the clock in which it is written. */
interface Moment extends ParsedTime {
  clock: WallClock
  /**
   * How far an uncertain time may be off, which also counts as busy: the whole day, or an hour
   * before.
   */
  doubt?: 'DAY' | 'HOUR' | undefined
}

interface Occurrence extends Interval {
  /** The start as written, without the possible deviation. */
  at: Instant
  /** The date in the event's own timezone, as the wall time of its midnight. */
  date: WallTime
}

const occurrencesMax = 200_000

/** All busy times of a feed's components, unordered. */
export function findBusyTimes(components: readonly Component[], context: FeedContext): Interval[] {
  const events = latestVersions(
    components.filter(({ name }) => name === 'VEVENT'),
    context,
  )
  const replaced = replacements(events, context)
  const busyTimes: Interval[] = []
  const add = (busy: readonly Interval[]) => {
    for (const interval of busy)
      if (
        interval.from < interval.to &&
        interval.from < context.window.to &&
        interval.to > context.window.from
      )
        busyTimes.push(interval)
    if (busyTimes.length > occurrencesMax) throw new FeedTooComplex('has too many busy times')
  }
  for (const event of events)
    add(keepReadable(context, () => eventBusyTimes(event, replaced, context)))
  for (const { name, properties } of components)
    if (name === 'VFREEBUSY') add(properties.flatMap((property) => busyPeriods(property, context)))
  return busyTimes
}

/** Occurrences of an event that do not take place, or are replaced by separate events. */
interface ReplacedOccurrences {
  /** The instants, for events with a time of day. */
  instants: Set<number>
  /** The dates, for events of whole days. */
  dates: Set<WallTime>
  /**
   * Dates of the occurrences that were given as instants: some servers write a day of an all-day
   * event as its midnight.
   */
  midnights: Set<WallTime>
}

const noOccurrences = (): ReplacedOccurrences => ({
  instants: new Set(),
  dates: new Set(),
  midnights: new Set(),
})

/** The replaced occurrences, by the UID of their event. */
function replacements(
  events: readonly Component[],
  context: FeedContext,
): Map<string, ReplacedOccurrences> {
  const replaced = new Map<string, ReplacedOccurrences>()
  for (const event of events) {
    const property = event.properties.find(({ name }) => name === 'RECURRENCE-ID')
    if (!property || !isReadable(event)) continue
    const uid = propertyValue(event, 'UID') ?? ''
    const existing = replaced.get(uid) ?? noOccurrences()
    addReplaced(existing, property, context)
    replaced.set(uid, existing)
  }
  return replaced
}

/** An event that cannot be read, and is not cancelled, replaces nothing. */
const isReadable = (event: Component) =>
  parseTime(propertyValue(event, 'DTSTART') ?? '') !== undefined || isCancelled(event)

/**
 * Returns the latest version of each event in a feed (RFC 5546, 2.1.5). Some programs give all
 * events of a feed the same UID: without version numbers, a later DTSTAMP alone replaces nothing.
 */
function latestVersions(events: readonly Component[], context: FeedContext): Component[] {
  const uids = Map.groupBy(events, (event) => propertyText(event, 'UID'))
  return [...uids].flatMap(([uid, sameUid]) =>
    uid && sameUid.length > 1 ? dropEarlierVersions(sameUid, context) : sameUid,
  )
}

/** Drops earlier versions among the events with one UID. */
function dropEarlierVersions(events: readonly Component[], context: FeedContext): Component[] {
  const occurrenceKey = ({ properties }: Component) => {
    const property = properties.find(({ name }) => name === 'RECURRENCE-ID')
    const moment = property && parseMoment(property, context)
    return moment ? moment.clock.toInstant(moment.wall) : property?.value
  }
  return [...Map.groupBy(events, occurrenceKey).values()].flatMap((versions) => {
    const [latest] = versions
      .filter(isReadable)
      .toSorted((a, b) => Number(isLater(b, a)) - Number(isLater(a, b)))
    return versions.filter((event) => !latest || !isLater(latest, event))
  })
}

function isLater(one: Component, other: Component): boolean {
  const [version, before] = [one, other].map((event) =>
    Number(propertyValue(event, 'SEQUENCE') ?? Number.NaN),
  ) as [number, number]
  if (version === before)
    return (propertyValue(one, 'DTSTAMP') ?? '') > (propertyValue(other, 'DTSTAMP') ?? '')
  // An event without a number has the first.
  return (version || 0) > (before || 0)
}

function addReplaced(
  { instants, dates, midnights }: ReplacedOccurrences,
  property: Property,
  context: FeedContext,
): void {
  for (const text of property.value.split(',')) {
    const moment = parseMoment({ ...property, value: text }, context)
    if (!moment) continue
    if (moment.isDate) {
      dates.add(moment.wall)
      continue
    }
    const instant = moment.clock.toInstant(moment.wall)
    instants.add(instant)
    // A time in UTC is midnight in some timezone, which is the clinic's or near it.
    midnights.add(
      moment.isUtc
        ? Math.round(context.clinic.wallTimeAt(instant) / dayMs) * dayMs
        : startOfDay(moment.wall),
    )
  }
}

const startOfDay = (wallTime: WallTime): WallTime => Math.floor(wallTime / dayMs) * dayMs

function eventBusyTimes(
  event: Component,
  replaced: ReadonlyMap<string, ReplacedOccurrences>,
  context: FeedContext,
): Interval[] {
  if (
    isCancelled(event) ||
    propertyValue(event, 'TRANSP')?.toUpperCase() === 'TRANSPARENT' ||
    isDeclined(event, context)
  )
    return []
  const startProperty = event.properties.find(({ name }) => name === 'DTSTART')
  const fullMoment = startProperty && parseMoment(startProperty, context)
  const { start, span } =
    (fullMoment && eventSpan(event, fullMoment, context)) ??
    fallbackWholeDay(startProperty, fullMoment, context)
  if (span === undefined) return []
  // An occurrence that was moved or changed: it counts separately.
  const recurrenceId = event.properties.find(({ name }) => name === 'RECURRENCE-ID')
  if (recurrenceId) {
    // A change of all later occurrences is very rare. They are treated as unchanged, and the
    // operator is informed.
    if (recurrenceId.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE')
      context.unreadable()
    return [toOccurrence(start, span, context)]
  }

  const excluded = noOccurrences()
  for (const property of event.properties)
    if (property.name === 'EXDATE') addReplaced(excluded, property, context)
  const others = replaced.get(propertyValue(event, 'UID') ?? '') ?? noOccurrences()
  const isReplaced = ({ at, date }: Occurrence) =>
    [excluded, others].some(
      ({ instants, dates, midnights }) =>
        dates.has(date) || (start.isDate ? midnights.has(date) : instants.has(at)),
    )
  return listOccurrences(event, start, span, context).filter(
    (occurrence) => !isReplaced(occurrence),
  )
}

/** Whether the owner of the calendar has declined; attendees who have not are never read. */
const isDeclined = ({ properties }: Component, { owners }: FeedContext) =>
  properties.some(({ name, parameters, value }) => {
    const addresses = [value.replace(/^mailto:/i, ''), parameters.get('EMAIL') ?? '']
    return (
      name === 'ATTENDEE' && addresses.some((address) => owners.has(address.trim().toLowerCase()))
    )
  })

/** How long an event lasts, if that can be read. */
function eventSpan(
  event: Component,
  start: Moment,
  context: FeedContext,
): { start: Moment; span: Span | undefined } | undefined {
  try {
    return { start, span: parseEventSpan(event, start, context) }
  } catch (error) {
    if (error instanceof UnreadablePart) return undefined
    throw error
  }
}

/**
 * The whole day of an event if nothing but its day can be read: when in doubt, the time is busy.
 */
function fallbackWholeDay(
  property: Property | undefined,
  moment: Moment | undefined,
  context: FeedContext,
): { start: Moment; span: Span } {
  const date =
    moment ?? parseTime((property?.value.trim().slice(0, 10) ?? '').replaceAll('-', '').slice(0, 8))
  if (!date) throw new UnreadablePart('no start')
  context.unreadable()
  return { start: { clock: context.clinic, ...date, doubt: 'DAY' }, span: { days: 0, ms: 1 } }
}

const isCancelled = (event: Component) =>
  propertyValue(event, 'STATUS')?.toUpperCase() === 'CANCELLED'

function listOccurrences(
  event: Component,
  start: Moment,
  span: Span,
  context: FeedContext,
): Occurrence[] {
  const { clock } = start
  const lengthMs = span.days * dayMs + span.ms
  // One more day if the whole day counts as busy.
  const searchWindow = {
    from: clock.wallTimeAt(context.window.from) - lengthMs - 2 * dayMs,
    to: clock.wallTimeAt(context.window.to) + dayMs,
  }
  const wallTimes = new Set([start.wall])
  const single: Occurrence[] = []
  for (const { name, parameters, value } of event.properties) {
    if (name === 'RRULE')
      for (const wallTime of keepReadable(context, () =>
        recurrenceWallTimes(value, start.wall, clock, searchWindow),
      ))
        wallTimes.add(wallTime)
    if (name !== 'RDATE') continue
    const parseAddedDate = (text: string) => {
      const [from = '', to] = text.split('/')
      const moment = parseMoment({ name, parameters, value: from }, context)
      if (!moment) throw new UnreadablePart('an invalid date')
      return [toOccurrence(moment, to === undefined ? span : periodSpan(moment, to), context)]
    }
    for (const text of value.split(','))
      single.push(...keepReadable(context, () => parseAddedDate(text)))
  }
  return [
    ...[...wallTimes].map((wallTime) => toOccurrence({ ...start, wall: wallTime }, span, context)),
    ...single,
  ]
}

/** The readable part of an event counts, even if the rest cannot be read. */
function keepReadable<T>(context: FeedContext, readItems: () => T[]): T[] {
  try {
    return readItems()
  } catch (error) {
    if (!(error instanceof UnreadablePart)) throw error
    context.unreadable()
    return []
  }
}

function toOccurrence(
  { clock, wall: wallTime, doubt }: Moment,
  span: Span,
  { clinic }: FeedContext,
): Occurrence {
  const at = clock.toInstant(wallTime)
  const to = spanEnd(clock, wallTime, span)
  const occurrence = { at, from: at, to, date: startOfDay(wallTime) }
  if (doubt === 'HOUR') return { ...occurrence, from: at - 60 * minuteMs }
  if (doubt === undefined) return occurrence
  return {
    ...occurrence,
    from: clinic.toInstant(startOfDay(clinic.wallTimeAt(at))),
    to: clinic.toInstant(startOfDay(clinic.wallTimeAt(to - 1)) + dayMs),
  }
}

/** How long an event lasts; undefined if it takes no time. */
function parseEventSpan(event: Component, start: Moment, context: FeedContext): Span | undefined {
  const endProperty = event.properties.find(({ name }) => name === 'DTEND')
  const duration = propertyValue(event, 'DURATION')
  if (!endProperty && duration !== undefined) {
    const span = parseSpan(duration)
    if (!span && !/^\+?P(T?0+[WDHMS])+$/.test(duration))
      throw new UnreadablePart('an invalid duration')
    return span
  }
  if (!endProperty) return start.isDate ? { days: 1, ms: 0 } : undefined
  const end = parseMoment(endProperty, context)
  if (!end) throw new UnreadablePart('an invalid end')
  if (start.isDate && end.isDate) {
    // An end equal to the start is not allowed, but often written for a single day.
    const days = Math.max((end.wall - start.wall) / dayMs, end.wall === start.wall ? 1 : 0)
    if (days <= 0) throw new UnreadablePart('an end before the start')
    return { days, ms: 0 }
  }
  const ms = end.clock.toInstant(end.wall) - start.clock.toInstant(start.wall)
  if (ms < 0) throw new UnreadablePart('an end before the start')
  return ms === 0 ? undefined : { days: 0, ms }
}

/** The time in a property, with the clock it is written in. */
function parseMoment({ parameters, value }: Property, context: FeedContext): Moment | undefined {
  const parsedTime = parseTime(value.trim())
  if (!parsedTime) return undefined
  if (parsedTime.isUtc) return { ...parsedTime, clock: utc }
  if (parsedTime.isDate) return { ...parsedTime, clock: context.clinic }
  const id = parameters.get('TZID')
  const zone = id ? context.zones(id) : context.floating
  if (!zone || zone.hasUnknownSummer) context.unknownZone()
  if (!zone)
    return { ...parsedTime, clock: context.floating?.clock ?? context.clinic, doubt: 'DAY' }
  return { ...parsedTime, clock: zone.clock, doubt: zone.hasUnknownSummer && 'HOUR' }
}

/** The second half of a period, an end or a duration. */
function periodSpan({ clock, wall: wallTime }: Moment, text: string): Span {
  const end = parseTime(text)
  let span: Span | undefined
  if (end) {
    const endAt = end.isUtc ? end.wall : clock.toInstant(end.wall)
    const ms = endAt - clock.toInstant(wallTime)
    if (ms > 0) span = { days: 0, ms }
  } else span = parseSpan(text)
  if (!span) throw new UnreadablePart('an invalid period')
  return span
}

/** The periods in a line of a free/busy feed, which are in UTC. */
function busyPeriods({ name, parameters, value }: Property, context: FeedContext): Interval[] {
  if (name !== 'FREEBUSY' || parameters.get('FBTYPE')?.toUpperCase() === 'FREE') return []
  const busyPeriod = (period: string) => {
    const [from = '', to = ''] = period.split('/')
    const start = parseTime(from.trim())
    if (!start || start.isDate) throw new UnreadablePart('an invalid period')
    const moment = { ...start, clock: utc }
    return [toOccurrence(moment, periodSpan(moment, to.trim()), context)]
  }
  return value.split(',').flatMap((period) => keepReadable(context, () => busyPeriod(period)))
}
