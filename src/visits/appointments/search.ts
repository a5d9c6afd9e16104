// POST /v1/appointments/search: the visits of the workspace, by any of many filters, or what
// changed since a caller last asked.

import type { Static } from 'typebox'
import { pageParameters, toPage } from '../../base/contract/paging.ts'
import { type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  flag,
  id,
  ignoredWorkspace,
  integer,
  list,
  namedObject,
  optional,
  text,
  timestamp,
} from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { type Instant, parseInstant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import { modes } from '../../base/values/modes.ts'
import { normalisedFullPhone } from '../../base/values/phone.ts'
import { invalid } from '../../base/values/problem.ts'
import { resolvePatientForRead } from '../../clinic/patients/led-to.ts'
import { dividedNamePatterns, patientTerm } from '../../clinic/patients/search-text.ts'
import { paymentStatuses } from '../../money/payments/payable.ts'
import { bookingTypes } from '../booking/booking-members.ts'
import { changedAfterMember, nextCursorMember, requestedCursor } from '../booking/following.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import { appointmentStatuses, startRange } from './appointment-status.ts'
import { type Filters, findChanges, findVisits } from './find-visits.ts'

const Search = namedObject(
  'AppointmentSearch',
  {
    addressId: optional(id('Visits at this location.')),
    doctorId: optional(id('Visits with this practitioner.')),
    startDate: optional(calendarDate("First date of the visits, in each clinic's own calendar.")),
    endDate: optional(calendarDate('Last date of the visits.', '2026-12-31')),
    statuses: optional(
      list(
        choice(appointmentStatuses, 'A status as it is shown.'),
        'Visits shown with one of these; all when empty.',
        { maxItems: 50 },
      ),
    ),
    patientId: optional(id('Visits of this patient.', 17)),
    patientPhoneNumber: optional(
      text(
        'Visits of patients with this phone number; without a dial code, `+91` is used.',
        '9876543210',
        { maxLength: 40 },
      ),
    ),
    search: optional(
      text('Part of the name, phone or record number of the patient, in any case.', 'meera', {
        maxLength: 100,
      }),
    ),
    bookingReference: optional(
      text('The visit with this reference.', 'BK7Q2M9X4KTD', { maxLength: 40 }),
    ),
    paymentReference: optional(
      text(
        'Visits booked with this transaction id of the caller: shows whether a booking was made if its answer was lost.',
        'TXN-881',
        {
          maxLength: 200,
        },
      ),
    ),
    paymentStatus: optional(choice(paymentStatuses, 'Visits with this payment status.')),
    mode: optional(choice(modes, 'Visits that happen so.')),
    type: optional(text('Visits of this kind.', 'CONSULTATION', { maxLength: 40 })),
    bookingType: optional(choice(bookingTypes, 'Visits with which this was bought.')),
    source: optional(
      text(
        'Visits booked by an API key (DEVELOPER_API), a session (WIDGET) or staff by themselves (DASHBOARD).',
        'DEVELOPER_API',
        { maxLength: 100 },
      ),
    ),
    bookingChannel: optional(
      text('Visits booked through this channel.', 'PHONE_CALL', { maxLength: 40 }),
    ),
    voided: optional(
      flag('True: only voided visits. False: only visits that were not voided.', false),
    ),
    seriesId: optional(id('Visits booked in this series.', 6)),
    updatedFrom: optional(
      timestamp('Visits changed at this time or later.', '2026-11-20T00:00:00+05:30'),
    ),
    updatedTo: optional(
      timestamp('Visits changed at this time or earlier.', '2026-12-31T23:59:59+05:30'),
    ),
    changedAfter: changedAfterMember,
    ...pageParameters,
    workspaceId: ignoredWorkspace,
  },
  { unknown: 'refused' },
)

const FoundAppointments = namedObject('AppointmentPage', {
  count: integer(
    'Number of all visits that match. Exact up to 10,000 beyond the page; with `changedAfter`, up to one beyond it.',
    42,
  ),
  countIsExact: flag('False: there are at least `count`.'),
  page: integer('The number of this page, starting at 0.', 0),
  size: integer('Maximum number of entries per page.', 10),
  list: list(
    appointmentSchema,
    'Visits of the page by their start, then by id; with `changedAfter` in the order of their changes.',
  ),
  nextCursor: nextCursorMember,
})

export function searchAppointmentsRoute({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Route {
  return route({
    method: 'POST',
    path: '/v1/appointments/search',
    name: 'searchAppointments',
    area: 'Booking',
    title: 'Search visits',
    summary:
      'Finds visits by any combination of filters, or the changes since the last call. Unknown filters are refused.',
    policy: { feature: 'devapi_appointments_search' },
    repeatable: true,
    body: Search,
    bodyMayBeAbsent: true,
    exampleBody: {
      startDate: '2026-12-01',
      endDate: '2026-12-31',
      statuses: ['SCHEDULED', 'CONFIRMED'],
      size: 10,
    },
    refusals: ['SEARCH_TOO_BROAD'],
    replies: { 200: FoundAppointments },

    async handle({ caller, body }) {
      const patientId =
        body.patientId === undefined
          ? undefined
          : await resolvePatientForRead(database, caller.workspaceId, body.patientId)
      const filters = toFilters({ ...body, patientId }, caller.workspaceId, clock.now())
      const { page, size, offset } = toPage(body)
      const cursor = requestedCursor(body, page)
      if (cursor === undefined) {
        const { visits, ...found } = await findVisits(database, caller, filters, {
          starts: searchStartRange(filters),
          size,
          offset,
        })
        return { status: 200, body: { ...found, page, size, list: visits.map(appointmentView) } }
      }
      const { visits, ...found } = await findChanges(database, caller, filters, { cursor, size })
      return { status: 200, body: { ...found, page, size, list: visits.map(appointmentView) } }
    },
  })
}

function toFilters(
  body: Omit<Static<typeof Search>, 'patientId'> & { patientId: number | undefined },
  workspaceId: number,
  now: Instant,
): Filters {
  const { startDate = null, endDate = null } = body
  if (startDate !== null && endDate !== null && startDate > endDate)
    throw invalid('startDate must not be after endDate')
  const updatedFrom = toInstantOrNull(body.updatedFrom)
  const updatedTo = toInstantOrNull(body.updatedTo)
  if (updatedFrom !== null && updatedTo !== null && updatedFrom > updatedTo)
    throw invalid('updatedFrom must not be after updatedTo')
  const term = patientTerm(body.search ?? '') || null
  return {
    workspaceId,
    now,
    addressId: body.addressId ?? null,
    doctorId: body.doctorId ?? null,
    patientIds: body.patientId === undefined ? null : [body.patientId],
    phoneNormalised: toPhonePattern(body.patientPhoneNumber),
    term,
    divided: dividedNamePatterns(term ?? ''),
    bookingReference: body.bookingReference ?? null,
    paymentReference: body.paymentReference ?? null,
    startDate,
    endDate,
    statuses: body.statuses?.length ? body.statuses : null,
    paymentStatus: body.paymentStatus ?? null,
    mode: body.mode ?? null,
    type: body.type ?? null,
    bookingType: body.bookingType ?? null,
    source: body.source ?? null,
    bookingChannel: body.bookingChannel ?? null,
    voided: body.voided ?? null,
    seriesId: body.seriesId ?? null,
    updatedFrom,
    updatedTo,
  }
}

const toInstantOrNull = (timestamp: string | undefined): Instant | null =>
  timestamp === undefined ? null : (parseInstant(timestamp) ?? null)

function toPhonePattern(patientPhoneNumber: string | undefined): string | null {
  if (patientPhoneNumber === undefined) return null
  const normalised = normalisedFullPhone(patientPhoneNumber)
  if (normalised === undefined) throw invalid('patientPhoneNumber must have 4 to 15 digits')
  return normalised
}

const dayMs = 86_400_000

/** The range of start times that a search's dates and statuses determine, if they do. */
function searchStartRange({ startDate, endDate, statuses, now }: Filters): Interval {
  // A date in any timezone differs by less than a day from the same date in UTC.
  const from = startDate === null ? -Infinity : Date.parse(startDate) - dayMs
  const to = endDate === null ? Infinity : Date.parse(endDate) + 2 * dayMs
  const statusRanges = (statuses ?? []).map((status) => startRange(status, now))
  if (statusRanges.length === 0) return { from, to }
  return {
    from: Math.max(from, Math.min(...statusRanges.map((starts) => starts.from))),
    to: Math.min(to, Math.max(...statusRanges.map((starts) => starts.to))),
  }
}
