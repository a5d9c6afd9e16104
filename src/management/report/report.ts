// The report of some days: stored sums of days that are over, and present sums of the others, as of one moment.

import type { Database, Queries } from '../../base/db/database.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { weekdayNumber } from '../../base/values/calendar-date.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { type CountingServices, countDays, daysAtOnceMax, keepPastDays, offeredNow, type Whose, zonesOf } from './count-days.ts'
import { datesBetween, type Period, periodOf, runsOf } from './days.ts'
import { type KeptDay, keptDays, keptHours, keptMoney, keptStarts, keptSums, namesOfReport } from './kept-queries.ts'
import { addSums, type MoneySum, moneySums, noSums, type Sums } from './sums.ts'

export interface AskedReport extends Omit<Whose, 'workspaceId'> {
  from: CalendarDate
  to: CalendarDate
  by: Period
}

export interface Named {
  id: number
  name: string
  sums: Sums
}

export interface Report {
  timezone: string
  today: CalendarDate
  total: Sums
  periods: { date: CalendarDate; sums: Sums; money: MoneySum[] }[]
  practitioners: Named[]
  locations: Named[]
  /** Visits by weekday, 1 to 7, and hour of the day. */
  starts: { weekday: number; hour: number; visits: number }[]
  money: MoneySum[]
  /** The last of the days whose hours were looked up late; null if there is none. */
  hoursEstimatedUntil: CalendarDate | null
}

/** The report of a workspace; days that are over are stored for the next report. */
export async function reportOf(services: CountingServices, workspaceId: number, asked: AskedReport): Promise<Report> {
  const { database, configurations, clock } = services
  const dates = datesBetween(asked.from, asked.to)
  await keepPastDays(services, workspaceId, dates)
  const configuration = await configurations.of(workspaceId)
  const now = clock.now()
  const whose = { workspaceId, doctorId: asked.doctorId, locationId: asked.locationId }
  const [timezone] = await zonesOf(database, workspaceId)
  return inOneMoment(database, async (queries) => {
    const pages = gathering(asked)
    const kept = await queries.rows(keptDays, { workspaceId, dates })
    await addKept(queries, whose, kept, asked.by, pages)
    const hasSums = new Set(kept.filter((day) => day.hasSums).map(({ date }) => date))
    const today = dateAt(timezone, now)
    for (const run of runsOf(
      dates.filter((date) => !hasSums.has(date)),
      daysAtOnceMax,
    )) {
      const { sums, money } = await countDays(queries, whose, run, now)
      for (const row of sums) {
        pages.add(row, row)
        row.starts.forEach((visits, hour) => void pages.addStarts(weekdayNumber(row.date), hour, visits))
      }
      for (const row of money) pages.addMoney(periodOf(row.date, asked.by), row)
    }
    const hasHours = new Set(kept.filter((day) => day.hasHours).map(({ date }) => date))
    const withoutHours = dates.filter((date) => !hasHours.has(date))
    const isAsked = ({ doctorId, locationId }: { doctorId: number; locationId: number }) =>
      (asked.doctorId === null || asked.doctorId === doctorId) && (asked.locationId === null || asked.locationId === locationId)
    for (const offered of (await offeredNow(queries, configuration, withoutHours, now)).filter(isAsked)) pages.add(offered, offered)
    const names = await queries.rows(namesOfReport, { workspaceId })
    const named = (sums: Map<number, Sums>, isLocation: boolean): Named[] =>
      [...sums]
        .map(([id, sum]) => ({ id, name: names.find((one) => one.id === id && one.isLocation === isLocation)?.name ?? String(id), sums: sum }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
    const estimated = kept.filter(({ hoursAreEstimated }) => hoursAreEstimated).map(({ date }) => date)
    return {
      ...{ timezone, today, total: pages.total, money: pages.money.list(), starts: pages.starts() },
      periods: [...pages.periods].map(([date, { sums, money }]) => ({ date, sums, money: money.list() })),
      practitioners: named(pages.practitioners, false),
      locations: named(pages.locations, true),
      hoursEstimatedUntil: estimated.toSorted().at(-1) ?? null,
    }
  })
}

function inOneMoment<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction(work, 'repeatable read')
}

type Gathering = ReturnType<typeof gathering>

/** The groups to which sums are added. */
function gathering({ from, to, by }: AskedReport) {
  const firstDates = [...new Set(datesBetween(from, to).map((date) => periodOf(date, by)))]
  const periods = new Map(firstDates.map((date) => [date, { sums: noSums(), money: moneySums() }]))
  const practitioners = new Map<number, Sums>()
  const locations = new Map<number, Sums>()
  const total = noSums()
  const money = moneySums()
  const starts = new Map<number, number>()
  const addTo = (sums: Map<number, Sums>, id: number, more: Partial<Sums>) => {
    const known = sums.get(id) ?? noSums()
    addSums(known, more)
    sums.set(id, known)
  }
  return {
    ...{ periods, practitioners, locations, total, money },
    /** Sums of one day, practitioner and location. */
    add({ date, doctorId, locationId }: { date: CalendarDate; doctorId: number; locationId: number }, sums: Partial<Sums>) {
      this.addGrouped({ period: periodOf(date, by), doctorId: null, locationId: null }, sums)
      this.addGrouped({ period: null, doctorId, locationId: null }, sums)
      this.addGrouped({ period: null, doctorId: null, locationId }, sums)
    },
    /** Sums of a period, a practitioner or a location: exactly one is set. */
    addGrouped({ period, doctorId, locationId }: { period: CalendarDate | null; doctorId: number | null; locationId: number | null }, sums: Partial<Sums>) {
      if (doctorId !== null) return addTo(practitioners, doctorId, sums)
      if (locationId !== null) return addTo(locations, locationId, sums)
      const known = period === null ? undefined : periods.get(period)
      if (!known) throw new Error('a sum does not belong to any period of the report')
      addSums(known.sums, sums)
      addSums(total, sums)
    },
    addMoney(period: CalendarDate, sum: MoneySum) {
      periods.get(period)?.money.add(sum)
      money.add(sum)
    },
    addStarts(weekday: number, hour: number, visits: number) {
      if (visits > 0) starts.set(weekday * 24 + hour, (starts.get(weekday * 24 + hour) ?? 0) + visits)
    },
    starts: () => [...starts].sort(([a], [b]) => a - b).map(([place, visits]) => ({ weekday: Math.floor(place / 24), hour: place % 24, visits })),
  }
}

async function addKept(queries: Queries, whose: Whose, kept: readonly KeptDay[], by: Period, pages: Gathering): Promise<void> {
  const datesOf = (what: 'hasSums' | 'hasHours') => kept.filter((day) => day[what]).map(({ date }) => date)
  const sums = { ...whose, dates: datesOf('hasSums') }
  for (const row of await queries.rows(keptSums, { ...sums, period: by })) pages.addGrouped(row, row)
  for (const { weekday, hour, visits } of await queries.rows(keptStarts, sums)) pages.addStarts(weekday, hour, visits)
  for (const { period, ...row } of await queries.rows(keptMoney, { ...sums, period: by })) pages.addMoney(period, row)
  for (const row of await queries.rows(keptHours, { ...whose, dates: datesOf('hasHours'), period: by })) pages.addGrouped(row, row)
}
