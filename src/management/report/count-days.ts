// Counts days as they are now, and stores the sums of days that are over. docs/decisions/screens.md

import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type CalendarDate, dayNumber } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Configuration, Configurations } from '../../clinic/catalogue/configuration.ts'
import {
  blockedTimes,
  type DayMoney,
  type DayRange,
  sumsOfMoney,
  sumsOfVisits,
} from './day-queries.ts'
import { dateBounds, dateRuns, datesBetween, lastFinishedDate } from './days.ts'
import { computeOffered, type OfferedTime } from './offered.ts'
import {
  deleteStoredDays,
  lockCounting,
  staleDays,
  storeDays,
  storedDays,
  storeMoney,
  storeOfferedDays,
  storeOfferedHours,
  storeSums,
  workspacesBehind,
  workspaceZones,
} from './stored-day-queries.ts'
import { dayKey, storedCounts, toColumnName, type waitCounts } from './sums.ts'
import { loadWaits, waitSums } from './waits.ts'

export interface CountingServices {
  database: Database
  configurations: Configurations
  clock: { now(): Instant }
}

/** Days that one statement counts: for a million visits a year, some twenty thousand visits. */
export const daysAtOnceMax = 7
// The limit on days, so that a request for the days of 1900 does not fill the tables.
const daysKeptMax = 3_700
// Hours that are looked up later than this may differ from the hours that applied then.
const soonMs = 48 * 3_600_000

type WaitSums = Record<keyof typeof waitCounts, number>
/** A day of a practitioner at a location. */
export type CountedDay = RowOf<typeof sumsOfVisits.returns> & WaitSums

/** The days to count; a null practitioner or location means all. */
export interface ReportScope {
  workspaceId: number
  doctorId: number | null
  locationId: number | null
}

/** The sums of consecutive days, by date, practitioner and location, and their payments. */
export async function countDays(
  queries: Queries,
  scope: ReportScope,
  dateRun: readonly CalendarDate[],
  now: Instant,
): Promise<{ sums: CountedDay[]; money: DayMoney[] }> {
  const firstDate = dateRun[0]
  const lastDate = dateRun.at(-1)
  if (!firstDate || !lastDate) return { sums: [], money: [] }
  const range: DayRange = { ...scope, firstDate, lastDate, ...dateBounds(firstDate, lastDate) }
  const noWaits: WaitSums = {
    waits: 0,
    waitedSeconds: 0,
    toldFromMinutes: 0,
    toldToMinutes: 0,
    waitsAsTold: 0,
  }
  const sums = (await queries.rows(sumsOfVisits, { ...range, now })).map(
    (row): CountedDay => ({ ...row, ...noWaits }),
  )
  const byKey = new Map(sums.map((row) => [dayKey(row), row]))
  for (const wait of await loadWaits(queries, range)) {
    const row = byKey.get(dayKey(wait))
    if (!row) continue
    for (const [name, value] of Object.entries(waitSums(wait)) as [
      keyof typeof waitCounts,
      number,
    ][])
      row[name] += value
  }
  return { sums, money: await queries.rows(sumsOfMoney, range) }
}

/** What the current configuration offers on some dates. */
export async function loadOffered(
  queries: Queries,
  configuration: Configuration,
  dates: readonly CalendarDate[],
  now: Instant,
): Promise<OfferedTime[]> {
  const first = dates[0]
  const last = dates.at(-1)
  if (!first || !last) return []
  const { earliest, latest } = dateBounds(first, last)
  const blocked = await queries.rows(blockedTimes, {
    workspaceId: configuration.workspaceId,
    from: earliest,
    to: latest,
  })
  return computeOffered(configuration, dates, blocked, now)
}

/** The timezones of a workspace and its locations; the first is the workspace's own. */
export async function loadZones(
  queries: Queries,
  workspaceId: number,
): Promise<[string, ...string[]]> {
  const rows = await queries.rows(workspaceZones, { workspaceId })
  const ownZone = rows.find((row) => row.own)
  if (!ownZone) throw new Error('the workspace of a report does not exist')
  return [ownZone.timezone, ...rows.filter((row) => !row.own).map(({ timezone }) => timezone)]
}

/**
 * Counts and stores the past days among some ascending dates that are not yet stored, or have
 * changed since. Dates that another process is counting are left to it.
 */
export async function storePastDays(
  services: CountingServices,
  workspaceId: number,
  dates: readonly CalendarDate[],
): Promise<void> {
  const { database, configurations, clock } = services
  const zones = await loadZones(database, workspaceId)
  const lastOver = lastFinishedDate(zones, clock.now())
  const pastDates = dates.filter((date) => date <= lastOver && isRecent(date, lastOver))
  const stored = await database.rows(storedDays, { workspaceId, dates: pastDates })
  const hasSums = new Set(stored.filter((day) => day.hasSums).map(({ date }) => date))
  const missing = pastDates.filter((date) => !hasSums.has(date))
  for (const dateRun of dateRuns(missing, daysAtOnceMax)) {
    const configuration = await configurations.of(workspaceId)
    const isHeld = await database.transaction(async (queries) => {
      const [lock] = await queries.rows(lockCounting, { workspaceId })
      if (!lock?.isHeld) return false
      await storeRun(queries, configuration, dateRun, clock.now())
      return true
    }, 'repeatable read')
    if (!isHeld) return
  }
}

const isRecent = (date: CalendarDate, lastOver: CalendarDate) =>
  dayNumber(lastOver) - dayNumber(date) <= daysKeptMax

async function storeRun(
  queries: Queries,
  configuration: Configuration,
  dates: readonly CalendarDate[],
  now: Instant,
) {
  const { workspaceId } = configuration
  // Timezones are read in the same snapshot, while none can change.
  const zones = await loadZones(queries, workspaceId)
  const lastOver = lastFinishedDate(zones, now)
  const lastOverSoon = lastFinishedDate(zones, now - soonMs)
  const dateRun = dates.filter((date) => date <= lastOver)
  const stored = await queries.rows(storedDays, { workspaceId, dates: dateRun })
  const withHours = new Set(stored.filter(({ hasHours }) => hasHours).map(({ date }) => date))
  const withoutHours = dateRun.filter((date) => !withHours.has(date))
  if (withoutHours.length > 0) {
    await queries.rows(storeOfferedDays, {
      workspaceId,
      dates: withoutHours,
      estimated: withoutHours.filter((date) => date <= lastOverSoon),
    })
    await queries.rows(storeOfferedHours, {
      workspaceId,
      hours: await loadOffered(queries, configuration, withoutHours, now),
    })
  }
  const { sums, money } = await countDays(
    queries,
    { workspaceId, doctorId: null, locationId: null },
    dateRun,
    now,
  )
  for (const statement of deleteStoredDays)
    await queries.rows(statement, { workspaceId, dates: dateRun })
  await queries.rows(storeDays, { workspaceId, dates: dateRun })
  await queries.rows(storeSums, { workspaceId, sums: sums.map(toRow) })
  await queries.rows(storeMoney, { workspaceId, money })
}

function toRow({ date, doctorId, locationId, starts, ...counts }: CountedDay) {
  const countNames = Object.keys(storedCounts) as (keyof typeof storedCounts)[]
  return {
    date,
    doctor_id: doctorId,
    location_id: locationId,
    starts,
    ...Object.fromEntries(countNames.map((name) => [toColumnName(name), counts[name]])),
  }
}

/**
 * A periodic job: stores every workspace's days that have ended since the last run, and recounts
 * days that have changed.
 */
export async function storeAllPastDays(services: CountingServices): Promise<void> {
  const { database, clock } = services
  for (const { workspaceId, lastKept, firstDay } of await database.rows(workspacesBehind)) {
    const first = lastKept ?? firstDay
    // Uses the timezone in which tomorrow begins first: no later days can be over anywhere.
    if (
      first === null ||
      (lastKept !== null && lastKept >= lastFinishedDate(['Pacific/Kiritimati'], clock.now()))
    )
      continue
    const lastOver = lastFinishedDate(await loadZones(database, workspaceId), clock.now())
    if (first < lastOver || (lastKept === null && first === lastOver))
      await storePastDays(services, workspaceId, datesBetween(first, lastOver))
  }
  const stale = Map.groupBy(await database.rows(staleDays), ({ workspaceId }) => workspaceId)
  for (const [workspaceId, days] of stale) {
    await storePastDays(
      services,
      workspaceId,
      days.map(({ date }) => date),
    )
  }
}
