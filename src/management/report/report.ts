// The report of some days: stored sums of days that are over, and current sums of the others, as of
// one moment.

import type { Database, Queries } from '../../base/db/database.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { weekdayNumber } from '../../base/values/calendar-date.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import {
  type CountingServices,
  countDays,
  daysAtOnceMax,
  loadOffered,
  loadZones,
  type ReportScope,
  storePastDays,
} from './count-days.ts'
import { dateRuns, datesBetween, type Period, periodStart } from './days.ts'
import {
  reportNames,
  type StoredDay,
  storedDays,
  storedHours,
  storedMoney,
  storedStarts,
  storedSums,
} from './stored-day-queries.ts'
import { addSums, createMoneySums, emptySums, type MoneySum, type Sums } from './sums.ts'

export interface ReportRequest extends Omit<ReportScope, 'workspaceId'> {
  from: CalendarDate
  to: CalendarDate
  by: Period
}

export interface NamedSums {
  id: number
  name: string
  sums: Sums
}

export interface Report {
  timezone: string
  today: CalendarDate
  total: Sums
  periods: { date: CalendarDate; sums: Sums; money: MoneySum[] }[]
  practitioners: NamedSums[]
  locations: NamedSums[]
  /** Visits by weekday, 1 to 7, and hour of the day. */
  starts: { weekday: number; hour: number; visits: number }[]
  money: MoneySum[]
  /** The last day whose hours were looked up late; null if there is none. */
  hoursEstimatedUntil: CalendarDate | null
}

/** The report of a workspace; days that are over are stored for the next report. */
export async function buildReport(
  services: CountingServices,
  workspaceId: number,
  request: ReportRequest,
): Promise<Report> {
  const { database, configurations, clock } = services
  const dates = datesBetween(request.from, request.to)
  await storePastDays(services, workspaceId, dates)
  const configuration = await configurations.of(workspaceId)
  const now = clock.now()
  const scope = { workspaceId, doctorId: request.doctorId, locationId: request.locationId }
  const [timezone] = await loadZones(database, workspaceId)
  return inSnapshot(database, async (queries) => {
    const pages = createCollector(request)
    const stored = await queries.rows(storedDays, { workspaceId, dates })
    await addStored(queries, scope, stored, request.by, pages)
    const hasSums = new Set(stored.filter((day) => day.hasSums).map(({ date }) => date))
    const today = dateAt(timezone, now)
    for (const dateRun of dateRuns(
      dates.filter((date) => !hasSums.has(date)),
      daysAtOnceMax,
    )) {
      const { sums, money } = await countDays(queries, scope, dateRun, now)
      for (const row of sums) {
        pages.add(row, row)
        row.starts.forEach(
          (visits, hour) => void pages.addStarts(weekdayNumber(row.date), hour, visits),
        )
      }
      for (const row of money) pages.addMoney(periodStart(row.date, request.by), row)
    }
    const hasHours = new Set(stored.filter((day) => day.hasHours).map(({ date }) => date))
    const withoutHours = dates.filter((date) => !hasHours.has(date))
    const isRequested = ({ doctorId, locationId }: { doctorId: number; locationId: number }) =>
      (request.doctorId === null || request.doctorId === doctorId) &&
      (request.locationId === null || request.locationId === locationId)
    for (const offered of (await loadOffered(queries, configuration, withoutHours, now)).filter(
      isRequested,
    ))
      pages.add(offered, offered)
    const names = await queries.rows(reportNames, { workspaceId })
    const nameSums = (sums: Map<number, Sums>, isLocation: boolean): NamedSums[] =>
      [...sums]
        .map(([id, sum]) => ({
          id,
          name:
            names.find((one) => one.id === id && one.isLocation === isLocation)?.name ?? String(id),
          sums: sum,
        }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
    const estimated = stored
      .filter(({ hoursAreEstimated }) => hoursAreEstimated)
      .map(({ date }) => date)
    return {
      timezone,
      today,
      total: pages.total,
      money: pages.money.list(),
      starts: pages.starts(),
      periods: [...pages.periods].map(([date, { sums, money }]) => ({
        date,
        sums,
        money: money.list(),
      })),
      practitioners: nameSums(pages.practitioners, false),
      locations: nameSums(pages.locations, true),
      hoursEstimatedUntil: estimated.toSorted().at(-1) ?? null,
    }
  })
}

function inSnapshot<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.transaction(work, 'repeatable read')
}

type SumsCollector = ReturnType<typeof createCollector>

/** The groups to which sums are added. */
function createCollector({ from, to, by }: ReportRequest) {
  const firstDates = [...new Set(datesBetween(from, to).map((date) => periodStart(date, by)))]
  const periods = new Map(
    firstDates.map((date) => [date, { sums: emptySums(), money: createMoneySums() }]),
  )
  const practitioners = new Map<number, Sums>()
  const locations = new Map<number, Sums>()
  const total = emptySums()
  const money = createMoneySums()
  const starts = new Map<number, number>()
  const addTo = (sums: Map<number, Sums>, id: number, added: Partial<Sums>) => {
    const existing = sums.get(id) ?? emptySums()
    addSums(existing, added)
    sums.set(id, existing)
  }
  return {
    periods,
    practitioners,
    locations,
    total,
    money,
    /** Adds the sums of one day, practitioner and location. */
    add(
      { date, doctorId, locationId }: { date: CalendarDate; doctorId: number; locationId: number },
      sums: Partial<Sums>,
    ) {
      this.addGrouped({ period: periodStart(date, by), doctorId: null, locationId: null }, sums)
      this.addGrouped({ period: null, doctorId, locationId: null }, sums)
      this.addGrouped({ period: null, doctorId: null, locationId }, sums)
    },
    /** Adds the sums of a period, a practitioner or a location: exactly one is set. */
    addGrouped(
      {
        period,
        doctorId,
        locationId,
      }: { period: CalendarDate | null; doctorId: number | null; locationId: number | null },
      sums: Partial<Sums>,
    ) {
      if (doctorId !== null) return addTo(practitioners, doctorId, sums)
      if (locationId !== null) return addTo(locations, locationId, sums)
      const existing = period === null ? undefined : periods.get(period)
      if (!existing) throw new Error('a sum does not belong to any period of the report')
      addSums(existing.sums, sums)
      addSums(total, sums)
    },
    addMoney(period: CalendarDate, sum: MoneySum) {
      periods.get(period)?.money.add(sum)
      money.add(sum)
    },
    addStarts(weekday: number, hour: number, visits: number) {
      if (visits > 0)
        starts.set(weekday * 24 + hour, (starts.get(weekday * 24 + hour) ?? 0) + visits)
    },
    starts: () =>
      [...starts]
        .sort(([a], [b]) => a - b)
        .map(([hourIndex, visits]) => ({
          weekday: Math.floor(hourIndex / 24),
          hour: hourIndex % 24,
          visits,
        })),
  }
}

async function addStored(
  queries: Queries,
  scope: ReportScope,
  stored: readonly StoredDay[],
  by: Period,
  pages: SumsCollector,
): Promise<void> {
  const datesWith = (flag: 'hasSums' | 'hasHours') =>
    stored.filter((day) => day[flag]).map(({ date }) => date)
  const sums = { ...scope, dates: datesWith('hasSums') }
  for (const row of await queries.rows(storedSums, { ...sums, period: by }))
    pages.addGrouped(row, row)
  for (const { weekday, hour, visits } of await queries.rows(storedStarts, sums))
    pages.addStarts(weekday, hour, visits)
  for (const { period, ...row } of await queries.rows(storedMoney, { ...sums, period: by }))
    pages.addMoney(period, row)
  for (const row of await queries.rows(storedHours, {
    ...scope,
    dates: datesWith('hasHours'),
    period: by,
  }))
    pages.addGrouped(row, row)
}
