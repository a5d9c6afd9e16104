// Finds queue visits and reads them as of one moment. The transaction that reads visits also
// records the access.

import type { Caller } from '../../base/contract/route.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { readWidely } from '../../base/ports/wide-reads.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { invalid } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { findFewPatients } from '../../clinic/patients/few-patients.ts'
import { type ChangesPage, findChangedAfter } from '../booking/changes.ts'
import { problem } from './problems.ts'
import {
  linePositions,
  lockQueueVisitPatients,
  type queueFilters,
  queueSearches,
  queueVisitChanges,
  queueVisitRecords,
  queueVisitsOfDate,
} from './visit-queries.ts'

export type QueueFilters = RowOf<typeof queueFilters>
export type FoundQueueVisit = RowOf<typeof queueVisitRecords.returns> & { position: number | null }

/** The most visits that one search examines; fewer if each visit's patient has to be looked up. */
const examinedMax = 100_000
const examinedWithPatientMax = 20_000
/** The most visits that are counted beyond the page; beyond that, the count is a minimum. */
const countedMax = 10_000
/** The most visits of one date that are listed at once. */
const visitsOfDateMax = 5_000

/**
 * One page of the visits that match, by date and id, and their count, exact or a minimum; throws
 * SEARCH_TOO_BROAD.
 */
export async function findQueueVisits(
  database: Database,
  caller: Caller,
  filters: QueueFilters,
  { size, offset }: { size: number; offset: number },
  now: Instant,
): Promise<{ visits: FoundQueueVisit[]; count: number; countIsExact: boolean }> {
  const patientIds = filters.patientIds ?? (await findFewPatients(database, filters))
  const maxExamined =
    patientIds === null && filters.term !== null ? examinedWithPatientMax : examinedMax
  const countMax = offset + size + countedMax
  const resolvedFilters = { ...filters, patientIds }
  return readQueueVisits(database, caller, now, async (queries) => {
    const [found] = await queries.rows(queueSearches[leadingFilter(resolvedFilters)], {
      ...resolvedFilters,
      limit: size,
      offset,
      countMax,
      examinedMax: maxExamined,
    })
    const { count, ids, isCutShort } = found ?? { count: 0, ids: [], isCutShort: false }
    if (isCutShort && count < offset + size)
      throw problem('SEARCH_TOO_BROAD', { visits: String(maxExamined) })
    return { ids, count, countIsExact: count < countMax && !isCutShort }
  })
}

/**
 * The next visits that changed after a cursor, in the order of their changes, and the cursor that
 * follows them.
 */
export async function findChangedQueueVisits(
  database: Database,
  caller: Caller,
  filters: QueueFilters,
  page: ChangesPage,
  now: Instant,
): Promise<{
  visits: FoundQueueVisit[]
  count: number
  countIsExact: boolean
  nextCursor: string
}> {
  return readQueueVisits(database, caller, now, (queries) =>
    findChangedAfter(queries, queueVisitChanges, filters, page),
  )
}

/** The filter whose index is scanned: the filter that leaves the fewest visits. */
function leadingFilter({
  paymentReference,
  patientIds,
  doctorId,
  addressId,
}: QueueFilters): keyof typeof queueSearches {
  if (paymentReference !== null) return 'payment'
  if (patientIds !== null) return 'patients'
  if (doctorId !== null) return 'doctor'
  return addressId !== null ? 'location' : 'date'
}

/** One visit, as of one moment; it must exist. */
export async function loadQueueVisit(
  database: Database,
  workspaceId: number,
  id: number,
): Promise<FoundQueueVisit> {
  const read = async (queries: Queries) => {
    const [visit] = await queries.rows(queueVisitRecords, { workspaceId, ids: [id] })
    if (!visit) throw new Error('the changed token was not found')
    const [row] = await queries.rows(linePositions, { workspaceId, ids: [id] })
    return { ...visit, position: row?.position ?? null }
  }
  return database.transaction(read, 'repeatable read')
}

/** The visits of a date, by the start of their shift and their number. */
export async function findQueueVisitsOfDate(
  database: Database,
  caller: Caller,
  {
    date,
    addressId,
    doctorId,
  }: { date: CalendarDate; addressId: number | null; doctorId: number | null },
  now: Instant,
): Promise<FoundQueueVisit[]> {
  const { visits } = await readQueueVisits(database, caller, now, async (queries) => {
    const scope = { workspaceId: caller.workspaceId, date, addressId, doctorId }
    const found = await queries.rows(queueVisitsOfDate, { ...scope, limit: visitsOfDateMax + 1 })
    if (found.length > visitsOfDateMax)
      throw invalid(
        `${date} has more than ${visitsOfDateMax} visits: send addressId or doctorId as well`,
      )
    return { ids: found.map(({ id }) => id) }
  })
  return visits
}

/**
 * All statements see one snapshot of the database. If a patient has since been erased, the
 * transaction fails and is retried.
 */
async function readQueueVisits<T extends { ids: readonly number[] }>(
  database: Database,
  caller: Caller,
  now: Instant,
  find: (queries: Queries) => Promise<T>,
): Promise<Omit<T, 'ids'> & { visits: FoundQueueVisit[] }> {
  const { workspaceId } = caller
  const read = async (queries: Queries) => {
    const { ids, ...found } = await find(queries)
    if (ids.length === 0) return { ...found, visits: [] }
    const patients = await queries.rows(lockQueueVisitPatients, { workspaceId, ids })
    const records = await queries.rows(queueVisitRecords, { workspaceId, ids })
    const positions = new Map(
      (await queries.rows(linePositions, { workspaceId, ids })).map(({ id, position }) => [
        id,
        position,
      ]),
    )
    const visits = records.map((visit) => ({ ...visit, position: positions.get(visit.id) ?? null }))
    await recordAccess(queries, workspaceId, caller, {
      action: 'READ',
      patientIds: patients.map(({ id }) => id),
      now,
    })
    return { ...found, visits }
  }
  return readWidely(workspaceId, () => database.transaction(read, 'repeatable read'))
}
