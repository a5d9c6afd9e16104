// GET /v1/qms-appointments/visits and /day-visits: queue visits by any filters, and those of one
// date. Only for the clinic's own servers, since the answers identify patients.

import { pageParameters, toPage } from '../../base/contract/paging.ts'
import { type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  flag,
  id,
  integer,
  list,
  namedObject,
  object,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { resolvePatientForRead } from '../../clinic/patients/led-to.ts'
import { dividedNamePatterns, patientTerm } from '../../clinic/patients/search-text.ts'
import { visitingPatientMembers } from '../../clinic/patients/visiting-patient.ts'
import { changedAfterMember, nextCursorMember, requestedCursor } from '../booking/following.ts'
import {
  type FoundQueueVisit,
  findChangedQueueVisits,
  findQueueVisits,
  findQueueVisitsOfDate,
} from './find-queue-visits.ts'
import { queueVisitMembers, queueVisitView } from './queue-visit.ts'
import { internalStatuses, shownVisitStatuses } from './visit-status.ts'

const VisitOfPatient = namedObject('QueueVisitOfPatient', {
  ...queueVisitMembers,
  patient: object(visitingPatientMembers),
})

function visitView({ firstName, lastName, countryCode, phoneNumber, ...visit }: FoundQueueVisit) {
  return {
    ...queueVisitView(visit),
    patient: { id: visit.patientId, firstName, lastName, countryCode, phoneNumber },
  }
}

const FoundVisits = namedObject('QueueVisitPage', {
  count: integer('Number of all matching visits. Exact up to 10,000 beyond the page.', 42),
  countIsExact: flag('False: there are at least `count`.'),
  page: integer('The number of this page, starting at 0.', 0),
  size: integer('Maximum number of entries per page.', 10),
  list: list(
    VisitOfPatient,
    'Visits of the page by date, then by id; with `changedAfter` in the order of their changes.',
  ),
  nextCursor: nextCursorMember,
})

export function visitRoutes({
  database,
  configurations,
  clock,
}: {
  database: Database
  configurations: Configurations
  clock: Clock
}): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/qms-appointments/visits',
      name: 'listQueueVisits',
      area: 'Queue',
      title: 'List queue visits',
      summary:
        'Finds queue visits of any date by any combination of filters, or the changes since the last call.',
      policy: { feature: 'devapi_qms_visits' },
      query: object({
        addressId: optional(id('Visits at this location.')),
        doctorId: optional(id('Visits with this practitioner.', 3)),
        patientId: optional(id('Visits of this patient.', 17)),
        search: optional(
          text('Part of the name, phone or record number of the patient, in any case.', 'meera', {
            maxLength: 100,
          }),
        ),
        startDate: optional(
          calendarDate("First date of the visits, in each clinic's own calendar."),
        ),
        endDate: optional(calendarDate('Last date of the visits.', '2026-12-31')),
        status: optional(choice(shownVisitStatuses, 'Visits that stand there.')),
        paymentReference: optional(
          text(
            'Visits booked with this transaction id of the caller: shows whether a booking was made if its answer was lost.',
            'TXN-881',
            {
              maxLength: 200,
            },
          ),
        ),
        changedAfter: changedAfterMember,
        ...pageParameters,
      }),
      refusals: ['SEARCH_TOO_BROAD'],
      replies: { 200: FoundVisits },

      async handle({ caller, query }) {
        const { startDate = null, endDate = null, status } = query
        if (startDate !== null && endDate !== null && startDate > endDate)
          throw invalid('startDate must not be after endDate')
        const { page, size, offset } = toPage(query)
        const term = patientTerm(query.search ?? '') || null
        const filters = {
          workspaceId: caller.workspaceId,
          addressId: query.addressId ?? null,
          doctorId: query.doctorId ?? null,
          patientIds:
            query.patientId === undefined
              ? null
              : [await resolvePatientForRead(database, caller.workspaceId, query.patientId)],
          term,
          divided: dividedNamePatterns(term ?? ''),
          paymentReference: query.paymentReference ?? null,
          startDate,
          endDate,
          statuses: status === undefined ? null : internalStatuses(status),
        }
        const cursor = requestedCursor(query, page)
        const now = clock.now()
        const { visits, ...found } =
          cursor === undefined
            ? await findQueueVisits(database, caller, filters, { size, offset }, now)
            : await findChangedQueueVisits(database, caller, filters, { cursor, size }, now)
        return { status: 200, body: { ...found, page, size, list: visits.map(visitView) } }
      },
    }),

    route({
      method: 'GET',
      path: '/v1/qms-appointments/day-visits',
      name: 'listQueueVisitsOfDay',
      area: 'Queue',
      title: 'List queue visits of a day',
      summary: 'All queue visits on one date.',
      policy: { feature: 'devapi_qms_day_visits' },
      query: object({
        addressId: optional(id('Visits at this location.')),
        date: optional(
          calendarDate(
            "The date; when omitted today in the location's zone, without a location in the workspace's.",
          ),
        ),
        doctorId: optional(id('Visits with this practitioner.', 3)),
      }),
      refusals: [],
      replies: {
        200: list(VisitOfPatient, 'Visits by the start of their shift, then by their number.'),
      },

      async handle({ caller, query: { addressId, doctorId, date } }) {
        const now = clock.now()
        const { locations, timezone } = await configurations.of(caller.workspaceId)
        const zone = locations.find(({ id }) => id === addressId)?.timezone ?? timezone
        const scope = {
          date: date ?? dateAt(zone, now),
          addressId: addressId ?? null,
          doctorId: doctorId ?? null,
        }
        return {
          status: 200,
          body: (await findQueueVisitsOfDate(database, caller, scope, now)).map(visitView),
        }
      },
    }),
  ]
}
