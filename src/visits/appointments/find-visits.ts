// Finds visits and reads them as of one moment: a page ordered by start, or the changes after a
// cursor. The transaction that reads visits also records the access.

import type { Caller } from '../../base/contract/route.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { readWidely } from '../../base/ports/wide-reads.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { findFewPatients } from '../../clinic/patients/few-patients.ts'
import { type ChangesPage, findChangedAfter } from '../booking/changes.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { problem } from './problems.ts'
import {
  appointmentChanges,
  type filters,
  type Leader,
  lockVisitPatients,
  searches,
  visitRecords,
} from './search-queries.ts'
import { seriesPatient } from './series/series-queries.ts'

export type Filters = RowOf<typeof filters>

/** The most visits that one search examines; fewer if each visit's patient has to be looked up. */
const examinedMax = 100_000
const examinedWithPatientMax = 20_000
/** The most visits that are counted beyond the page; beyond that, the count is a minimum. */
const countedMax = 10_000
const earliest = Date.parse('1900-01-01T00:00:00Z')
const latest = Date.parse('2200-01-02T00:00:00Z')

export interface FoundVisits {
  visits: AppointmentRecord[]
  /** Number of all visits that match; a minimum unless `countIsExact`. */
  count: number
  countIsExact: boolean
}

/** One page of the visits that match. `starts` limits when they begin; throws SEARCH_TOO_BROAD. */
export async function findVisits(
  database: Database,
  caller: Caller,
  filters: Filters,
  { starts, size, offset }: { starts: Interval; size: number; offset: number },
): Promise<FoundVisits> {
  const patientIds =
    filters.patientIds ??
    (await findSeriesPatientIds(database, filters)) ??
    (await findFewPatients(database, filters))
  const resolvedFilters = { ...filters, patientIds }
  const countMax = offset + size + countedMax
  const examinesPatients =
    patientIds === null && (filters.phoneNormalised !== null || filters.term !== null)
  const maxExamined = examinesPatients ? examinedWithPatientMax : examinedMax
  return readVisits(database, caller, filters.now, async (queries) => {
    const [found] = await queries.rows(searches[leadingFilter(resolvedFilters)], {
      ...resolvedFilters,
      startsFrom: Math.max(starts.from, earliest),
      startsBefore: Math.min(starts.to, latest),
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
export async function findChanges(
  database: Database,
  caller: Caller,
  filters: Filters,
  page: ChangesPage,
): Promise<FoundVisits & { nextCursor: string }> {
  return readVisits(database, caller, filters.now, (queries) =>
    findChangedAfter(queries, appointmentChanges, filters, page),
  )
}

/**
 * Reads the visits with the ids that were found. All statements see the database at one moment, so
 * what is shown matches the search. If a patient has since been erased, the transaction fails and
 * runs again.
 */
function readVisits<T extends { ids: readonly number[] }>(
  database: Database,
  caller: Caller,
  now: Instant,
  find: (queries: Queries) => Promise<T>,
): Promise<Omit<T, 'ids'> & { visits: AppointmentRecord[] }> {
  const { workspaceId } = caller
  const read = async (queries: Queries) => {
    const { ids, ...found } = await find(queries)
    if (ids.length === 0) return { ...found, visits: [] }
    const patients = await queries.rows(lockVisitPatients, { workspaceId, ids })
    const visits = await queries.rows(visitRecords, { workspaceId, ids, now })
    await recordAccess(queries, workspaceId, caller, {
      action: 'READ',
      patientIds: patients.map(({ id }) => id),
      now,
    })
    return { ...found, visits }
  }
  return readWidely(workspaceId, () => database.transaction(read, 'repeatable read'))
}

/** A series' visits are found through its patient; null if no series is asked for. */
async function findSeriesPatientIds(
  queries: Queries,
  { workspaceId, seriesId }: Filters,
): Promise<number[] | null> {
  return seriesId === null
    ? null
    : (await queries.rows(seriesPatient, { workspaceId, seriesId })).map(
        ({ patientId }) => patientId,
      )
}

/** The filter whose index is scanned: the filter that leaves the fewest visits. */
function leadingFilter({
  bookingReference,
  paymentReference,
  patientIds,
  doctorId,
  addressId,
}: Filters): Leader {
  if (bookingReference !== null) return 'reference'
  if (paymentReference !== null) return 'payment'
  if (patientIds !== null) return 'patients'
  if (doctorId !== null) return 'doctor'
  return addressId !== null ? 'location' : 'start'
}
