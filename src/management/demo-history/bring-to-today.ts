// Gives the demo clinic sixty days behind it and a fortnight ahead: made by statements that write
// many rows each, under the same constraints as everything else. What is there already stays, so
// that the same statements bring the clinic to a later day.

import type { Database, Queries } from '../../base/db/database.ts'
import { analyzeTable } from '../../base/db/statistics.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import {
  closeTills,
  countTills,
  returnDeskPayments,
  takeDeskPayments,
  takeOnlinePayments,
} from './money-queries.ts'
import {
  addBlocks,
  addNotices,
  addSeries,
  addWaiting,
  announceLateness,
  sellPacks,
} from './office-queries.ts'
import { addPatients, lockDemo } from './patient-queries.ts'
import { giveTokens, openQueueDays, seePatients, tokensToday } from './token-queries.ts'
import { addVisits, advanceVisits } from './visit-queries.ts'

const demoZone = 'Asia/Kolkata'

export interface HistoryServices {
  database: Database
  clock: { now(): Instant }
  publicUrl(): string
}

export interface Brought {
  today: CalendarDate
  /** How many visits were added, and how many of those before have become something else. */
  added: number
  changed: number
  /** The days whose queue was added. */
  queueDayIds: number[]
}

/** Brings the demo clinic to the present day, in one transaction. */
export function bringToToday(
  { database, clock, publicUrl }: HistoryServices,
  workspaceId: number,
): Promise<Brought> {
  return database.transaction(async (queries) => {
    await queries.rows(lockDemo, { workspaceId })
    const now = clock.now()
    const today = dateAt(demoZone, now)
    const clinic = { workspaceId, now }
    const clinicDay = { workspaceId, today }
    await queries.rows(addPatients, clinic)
    await analyzeTable(queries, 'patients')
    await queries.rows(addBlocks, { ...clinic, today })
    await queries.rows(announceLateness, clinicDay)
    await queries.rows(addSeries, { ...clinic, today })
    await queries.rows(sellPacks, clinicDay)
    const [changed] = await queries.rows(advanceVisits, clinic)
    const [added] = await queries.rows(addVisits, { ...clinic, today, follows: false })
    await analyzeTable(queries, 'appointments')
    const [followed] = await queries.rows(addVisits, { ...clinic, today, follows: true })
    const queueDays = await queries.rows(openQueueDays, { ...clinic, today })
    const queueDayIds = queueDays.map(({ id }) => id)
    await runQueues(queries, { ...clinic, today, queueDayIds })
    await moveMoney(queries, clinic)
    await queries.rows(takeOnlinePayments, { ...clinic, publicUrl: publicUrl() })
    await queries.rows(countTills, clinicDay)
    await queries.rows(closeTills, clinicDay)
    await queries.rows(addWaiting, { ...clinic, today })
    await queries.rows(addNotices, { ...clinic, today })
    return {
      today,
      added: (added?.count ?? 0) + (followed?.count ?? 0),
      changed: changed?.count ?? 0,
      queueDayIds,
    }
  }, 'unhurried')
}

async function runQueues(
  queries: Queries,
  days: { workspaceId: number; queueDayIds: number[]; today: CalendarDate; now: Instant },
): Promise<void> {
  if (days.queueDayIds.length === 0) return
  for (let number = 1; number <= tokensToday; number += 1)
    await queries.rows(giveTokens, { ...days, number })
  await analyzeTable(queries, 'queue_visits')
  await queries.rows(seePatients, days)
}

const dayMs = 86_400_000
const fortnightMs = 14 * dayMs
/** The first of the evenings of `nextSettlement`. */
const firstSettlement = Date.parse('2020-01-04T20:30:00+05:30')

/**
 * Takes and refunds money from one settlement to the next, because a till numbers its entries in
 * the order in which they are written.
 */
async function moveMoney(
  queries: Queries,
  { workspaceId, now }: { workspaceId: number; now: Instant },
): Promise<void> {
  const settlements = Math.floor((now - firstSettlement) / fortnightMs)
  const evenings = [5, 4, 3, 2, 1, 0].map(
    (before) => firstSettlement + (settlements - before) * fortnightMs,
  )
  for (const until of [...evenings, now]) {
    await queries.rows(takeDeskPayments, { workspaceId, now, until })
    await analyzeTable(queries, 'desk_payments')
    await queries.rows(returnDeskPayments, { workspaceId, now, until })
  }
}
