// A series of visits (DAY-16): booked as a whole or not at all. Its upcoming visits can be moved or
// cancelled together. Each change is one transaction, with locks in order: patient, doctor, room,
// pack, and then visits by their ids.

import type { Queries } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import type { CalendarDate } from '../../../base/values/calendar-date.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import { Problem } from '../../../base/values/problem.ts'
import type { Configuration } from '../../../clinic/catalogue/configuration.ts'
import { withCurrentConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import { findPracticeOfVisit } from '../../../clinic/catalogue/visit-types.ts'
import { lockPack } from '../../../money/packs/wallet.ts'
import { resolvePatient } from '../../booking/booked-patient.ts'
import type { Booker } from '../../booking/booker.ts'
import { lock } from '../../occupancy/locks.ts'
import { listRoomChoices } from '../../occupancy/rooms-of-type.ts'
import type { AppointmentRecord } from '../appointment-record.ts'
import { canMove } from '../appointment-status.ts'
import {
  type BookingServices,
  book,
  type PlannedVisit,
  planVisit,
  withoutPatientRules,
} from '../book/book.ts'
import type { BookingRequest } from '../booking-request.ts'
import { problem } from '../problems.ts'
import { addSeries, lockVisits, seriesVisits } from './series-queries.ts'

/** Books all visits as one series; if it throws a problem, nothing was written. */
export async function bookSeries(
  services: BookingServices,
  caller: Booker,
  requests: (configuration: Configuration) => BookingRequest[],
): Promise<AppointmentRecord[]> {
  const { database, configurations, clock } = services
  const { workspaceId } = caller
  return withCurrentConfiguration(configurations, workspaceId, async (configuration) => {
    const sortedRequests = requests(configuration).toSorted((a, b) => a.from - b.from)
    const plannedVisits: PlannedVisit[] = []
    for (const request of sortedRequests)
      plannedVisits.push(
        await withFailedTime(request.from, () =>
          withoutPatientRules(planVisit(services, configuration, caller, request)),
        ),
      )
    const [first] = plannedVisits
    if (!first) throw new Error('a series needs at least one visit')
    return database.transaction(async (queries) => {
      const patientId = await resolvePatient(queries, first)
      const lockedKinds = await lock(queries, workspaceId, {
        patient: patientId,
        doctor: first.request.doctorId,
        room: plannedVisits.flatMap(({ practice, request }) => listRoomChoices(practice, request)),
      })
      if (!lockedKinds.has('patient')) throw problem('PATIENT_NOT_FOUND')
      const [series] = await queries.rows(addSeries, {
        workspaceId,
        patientId,
        createdAt: clock.now(),
      })
      if (!series) throw new Error('the new series was not found')
      const visits: AppointmentRecord[] = []
      for (const visit of plannedVisits)
        visits.push(
          await withFailedTime(visit.request.from, () =>
            book(queries, withSeries(visit, patientId, series.id)),
          ),
        )
      return visits
    })
  })
}

function withSeries(visit: PlannedVisit, patientId: number, seriesId: number): PlannedVisit {
  return { ...visit, seriesId, request: { ...visit.request, patient: { id: patientId } } }
}

/** If a time cannot be booked, adds that time to the problem. */
export async function withFailedTime<T>(at: Instant, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !singleTimeProblems.some((code) => code === error.code))
      throw error
    throw problem('SERIES_TIME_REFUSED', { time: new Date(at).toISOString(), why: error.sentence })
  }
}

const singleTimeProblems = [
  'SLOT_NOT_OFFERED',
  'SLOT_NOT_AVAILABLE',
  'ROOM_NOT_AVAILABLE',
  'SESSION_PACK_NOT_USABLE',
  'VALIDATION_ERROR',
] as const

export type SeriesVisit = RowOf<typeof seriesVisits.returns>

/** Visits of a series that can still be moved or cancelled, from a date on, by their start. */
export async function upcomingSeriesVisits(
  queries: Queries,
  workspaceId: number,
  seriesId: number,
  { fromDate, now }: { fromDate: CalendarDate; now: Instant },
) {
  const visits = await queries.rows(seriesVisits, { workspaceId, seriesId })
  if (visits.length === 0) throw problem('SERIES_NOT_FOUND', { id: seriesId })
  return visits.filter(
    ({ storedStatus, appointmentDate, fromAt }) =>
      canMove(storedStatus) && appointmentDate >= fromDate && fromAt > now,
  )
}

/** Locks visits of one series, and everything that changing them requires, in the lock order. */
export async function lockSeries(
  queries: Queries,
  configuration: Configuration,
  visits: readonly SeriesVisit[],
): Promise<void> {
  const { workspaceId } = configuration
  const [first] = visits
  if (!first) return
  await lock(queries, workspaceId, {
    doctor: first.doctorId,
    room: visits.flatMap((visit) =>
      listRoomChoices(findPracticeOfVisit(configuration, visit), visit),
    ),
  })
  if (first.patientPackageId !== null) await lockPack(queries, workspaceId, first.patientPackageId)
  await queries.rows(lockVisits, { workspaceId, ids: visits.map(({ id }) => id) })
}
