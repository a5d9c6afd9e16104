// Counts days in their present state, and stores the sums of days that are over. docs/decisions/screens.md

import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type CalendarDate, dayNumber } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Configuration, Configurations } from '../../clinic/catalogue/configuration.ts'
import { blockedTimes, type MoneyOfDay, type OfDays, sumsOfMoney, sumsOfVisits } from './day-queries.ts'
import { aroundDates, datesBetween, lastDateOver, runsOf } from './days.ts'
import {
  daysBehind,
  forgetDays,
  holdCounting,
  keepDays,
  keepMoney,
  keepOfferedDays,
  keepOfferedHours,
  keepSums,
  keptDays,
  staleDays,
  zonesOfWorkspace,
} from './kept-queries.ts'
import { type Offered, offeredOn } from './offered.ts'
import { columnOf, dayKey, keptCounts, type waitCounts } from './sums.ts'
import { sumsOfWait, waitsOfDays } from './waits.ts'

export interface CountingServices {
  database: Database
  configurations: Configurations
  clock: { now(): Instant }
}

/** Days that one statement counts: for a million visits a year, some twenty thousand visits. */
export const daysAtOnceMax = 7
// So that a request for the days of 1900 does not fill the tables.
const daysKeptMax = 3_700
// Hours that are looked up later than this may differ from those that applied.
const soonMs = 48 * 3_600_000

type Waits = Record<keyof typeof waitCounts, number>
/** A day of a practitioner at a location. */
export type CountedDay = RowOf<typeof sumsOfVisits.returns> & Waits

/** Which days; of all practitioners and locations if null. */
export interface Whose {
  workspaceId: number
  doctorId: number | null
  locationId: number | null
}

/** The sums of consecutive days, by date, practitioner and location, and their money. */
export async function countDays(
  queries: Queries,
  whose: Whose,
  run: readonly CalendarDate[],
  now: Instant,
): Promise<{ sums: CountedDay[]; money: MoneyOfDay[] }> {
  const [firstDate, lastDate] = [run[0], run.at(-1)]
  if (!firstDate || !lastDate) return { sums: [], money: [] }
  const of: OfDays = { ...whose, firstDate, lastDate, ...aroundDates(firstDate, lastDate) }
  const noWaits: Waits = { waits: 0, waitedSeconds: 0, toldFromMinutes: 0, toldToMinutes: 0, waitsAsTold: 0 }
  const sums = (await queries.rows(sumsOfVisits, { ...of, now })).map((row): CountedDay => ({ ...row, ...noWaits }))
  const byKey = new Map(sums.map((row) => [dayKey(row), row]))
  for (const wait of await waitsOfDays(queries, of)) {
    const row = byKey.get(dayKey(wait))
    if (!row) continue
    for (const [name, value] of Object.entries(sumsOfWait(wait)) as [keyof typeof waitCounts, number][]) row[name] += value
  }
  return { sums, money: await queries.rows(sumsOfMoney, of) }
}

/** What the present configuration offers on some dates. */
export async function offeredNow(queries: Queries, configuration: Configuration, dates: readonly CalendarDate[], now: Instant): Promise<Offered[]> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const { earliest, latest } = aroundDates(first, last)
  const blocked = await queries.rows(blockedTimes, { workspaceId: configuration.workspaceId, from: earliest, to: latest })
  return offeredOn(configuration, dates, blocked, now)
}

/** The timezones of a workspace and of its locations; the first is its own. */
export async function zonesOf(queries: Queries, workspaceId: number): Promise<[string, ...string[]]> {
  const rows = await queries.rows(zonesOfWorkspace, { workspaceId })
  const own = rows.find((row) => row.own)
  if (!own) throw new Error('the workspace of a report does not exist')
  return [own.timezone, ...rows.filter((row) => !row.own).map(({ timezone }) => timezone)]
}

/**
 * Counts and stores those of some ascending dates that are over and not yet stored, or have changed since. Dates that another process is
 * counting are left to it.
 */
export async function keepPastDays(services: CountingServices, workspaceId: number, dates: readonly CalendarDate[]): Promise<void> {
  const { database, configurations, clock } = services
  const zones = await zonesOf(database, workspaceId)
  const over = lastDateOver(zones, clock.now())
  const past = dates.filter((date) => date <= over && isRecent(date, over))
  const kept = await database.rows(keptDays, { workspaceId, dates: past })
  const hasSums = new Set(kept.filter((day) => day.hasSums).map(({ date }) => date))
  const missing = past.filter((date) => !hasSums.has(date))
  for (const run of runsOf(missing, daysAtOnceMax)) {
    const configuration = await configurations.of(workspaceId)
    const isHeld = await database.transaction(async (queries) => {
      const [lock] = await queries.rows(holdCounting, { workspaceId })
      if (!lock?.isHeld) return false
      await keepRun(queries, configuration, run, clock.now())
      return true
    }, 'repeatable read')
    if (!isHeld) return
  }
}

const isRecent = (date: CalendarDate, over: CalendarDate) => dayNumber(over) - dayNumber(date) <= daysKeptMax

async function keepRun(queries: Queries, configuration: Configuration, asked: readonly CalendarDate[], now: Instant) {
  const { workspaceId } = configuration
  // Read in the same snapshot, while no timezone changes.
  const zones = await zonesOf(queries, workspaceId)
  const [over, soon] = [lastDateOver(zones, now), lastDateOver(zones, now - soonMs)]
  const run = asked.filter((date) => date <= over)
  const kept = await queries.rows(keptDays, { workspaceId, dates: run })
  const withHours = new Set(kept.filter(({ hasHours }) => hasHours).map(({ date }) => date))
  const withoutHours = run.filter((date) => !withHours.has(date))
  if (withoutHours.length > 0) {
    await queries.rows(keepOfferedDays, { workspaceId, dates: withoutHours, estimated: withoutHours.filter((date) => date <= soon) })
    await queries.rows(keepOfferedHours, { workspaceId, hours: await offeredNow(queries, configuration, withoutHours, now) })
  }
  const { sums, money } = await countDays(queries, { workspaceId, doctorId: null, locationId: null }, run, now)
  for (const statement of forgetDays) await queries.rows(statement, { workspaceId, dates: run })
  await queries.rows(keepDays, { workspaceId, dates: run })
  await queries.rows(keepSums, { workspaceId, sums: sums.map(rowOf) })
  await queries.rows(keepMoney, { workspaceId, money })
}

function rowOf({ date, doctorId, locationId, starts, ...counts }: CountedDay) {
  const named = Object.keys(keptCounts) as (keyof typeof keptCounts)[]
  return { date, doctor_id: doctorId, location_id: locationId, starts, ...Object.fromEntries(named.map((name) => [columnOf(name), counts[name]])) }
}

/** Stores the days of every workspace that have ended since the last run, and recounts those that have changed; a periodic job. */
export async function keepAllPastDays(services: CountingServices): Promise<void> {
  const { database, clock } = services
  for (const { workspaceId, lastKept, firstDay } of await database.rows(daysBehind)) {
    const first = lastKept ?? firstDay
    // By the timezone in which tomorrow begins first, no later days can be over.
    if (first === null || (lastKept !== null && lastKept >= lastDateOver(['Pacific/Kiritimati'], clock.now()))) continue
    const over = lastDateOver(await zonesOf(database, workspaceId), clock.now())
    if (first < over || (lastKept === null && first === over)) await keepPastDays(services, workspaceId, datesBetween(first, over))
  }
  const stale = Map.groupBy(await database.rows(staleDays), ({ workspaceId }) => workspaceId)
  for (const [workspaceId, days] of stale) {
    await keepPastDays(
      services,
      workspaceId,
      days.map(({ date }) => date),
    )
  }
}
