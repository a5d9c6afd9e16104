// The one definition of a queue visit: its columns, and its API view.

import {
  calendarDate,
  choice,
  exampleNull,
  flag,
  id,
  integer,
  namedObject,
  nullable,
  text,
  timestamp,
} from '../../base/contract/schemas.ts'
import { aliasedColumns } from '../../base/db/columns.ts'
import { narrowType, type RowOf } from '../../base/db/statement.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { type ShiftMode, shiftModes } from '../../base/values/modes.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import {
  payableColumns,
  payableMembers,
  payableView,
  refundMembers,
} from '../../money/payments/payable.ts'
import {
  type ShownVisitStatus,
  shownStatus,
  shownVisitStatuses,
  type VisitStatus,
} from './visit-status.ts'

/**
 * What a booking sets, in the order of its INSERT; the statement itself makes id and number. Times
 * are instants.
 */
export const newVisitColumns = {
  workspaceId: 'bigint',
  workShiftId: 'bigint',
  appointmentDate: 'date',
  doctorId: 'bigint',
  locationId: 'bigint',
  mode: narrowType<ShiftMode>('text'),
  patientId: 'bigint',
  tokenLetter: 'text',
  /** Opens the patient's status page without a key: 130 random bits. */
  publicStatusToken: 'text',
  source: 'text',
  bookingChannel: 'text',
  ...payableColumns,
  /** The contact of the session that booked it; never shown. */
  contactHash: 'bytea?',
  siteHash: 'bytea?',
  /** The link of an online visit, as it was at booking. */
  videoLink: 'text?',
  /** The video room, if this service opens it; never shown. */
  videoRoom: 'text?',
  chiefComplaint: 'text?',
  appointmentNotes: 'text?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

const { contactHash: _, siteHash: __, videoRoom: ___, ...shownColumns } = newVisitColumns

const ownColumns = {
  id: 'bigint',
  tokenNumber: 'integer',
  status: narrowType<VisitStatus>('text'),
  ...shownColumns,
  cancellationReason: 'text?',
  voided: 'boolean',
  /** When the patient came; null until then. */
  arrivedAt: 'timestamptz?',
} as const

/** A visit as read, with its refund if one is in progress or done. */
export const queueVisitColumns = {
  ...ownColumns,
  refundPercentage: 'double precision?',
  refundMinor: 'bigint?',
  refundOverrideReason: 'text?',
} as const

/** SQL for these columns, of `queue_visits v`; `refundJoin` goes into the FROM clause. */
export const queueVisitSelectList = `${aliasedColumns('v', ownColumns)}, r.percentage as "refundPercentage", r.amount_minor as "refundMinor",
    r.override_reason as "refundOverrideReason"`
export const refundJoin =
  "left join refunds r on r.workspace_id = v.workspace_id and r.visit_id = v.id and r.state in ('PENDING', 'DONE')"

/** The values of a token that was just booked. */
export const newTokenDefaults = {
  status: 'WAITING',
  cancellationReason: null,
  voided: false,
  arrivedAt: null,
  refundPercentage: null,
  refundMinor: null,
  refundOverrideReason: null,
} as const

/**
 * A visit with its position in the waiting line: 1 for the first, null if it no longer waits. Times
 * are shown in `timezone`.
 */
export interface QueueVisit extends RowOf<typeof queueVisitColumns> {
  position: number | null
  timezone: string
}

/** The token as people see and hear it: `A-12`. */
export function tokenDisplay({
  tokenLetter,
  tokenNumber,
}: Pick<QueueVisit, 'tokenLetter' | 'tokenNumber'>): string {
  return `${tokenLetter}-${tokenNumber}`
}

export const queueVisitMembers = {
  visitId: id('The visit.', 43),
  patientId: id('The patient.', 17),
  addressId: id('The location.'),
  doctorId: id('The practitioner.', 3),
  qmsWorkShiftId: id('The shift.', 5),
  appointmentDate: calendarDate("The shift's date in the clinic's zone."),
  mode: choice(shiftModes, 'How the visit happens: as the shift does.'),
  tokenNumber: integer('Number in the shift of this date, from 1 and never given twice.', 12),
  tokenDisplay: text(
    'The token as people see it; others of another shift or date look the same.',
    'A-12',
  ),
  position: nullable(
    integer('Place in line: 1 is next. Null once the patient no longer waits.', 3),
  ),
  publicStatusToken: text(
    'Shows the place in line to anyone who has it, at /queue/ followed by this token.',
    '7q2m9x4ktd5w8hbnz3rvy6cjfa',
  ),
  status: choice(shownVisitStatuses, 'Status of the visit.'),
  videoLink: exampleNull(
    text(
      'Where an ONLINE visit happens, once the patient is called; null for every other mode.',
      'https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa',
    ),
  ),
  arrivedAt: exampleNull(
    timestamp(
      'When the patient arrived, with the clinic offset; null until the arrival is recorded.',
      '2026-12-01T08:52:00+05:30',
    ),
  ),
  bookingChannel: text('Channel given by the caller.', 'PHONE_CALL'),
  source: text(
    'DEVELOPER_API: booked with an API key. WIDGET: booked in a session. DASHBOARD: booked by staff.',
    'DEVELOPER_API',
  ),
  ...payableMembers,
  chiefComplaint: nullable(text('The patient’s complaint.', 'Fever since Monday')),
  appointmentNotes: nullable(text('Notes of the booking.', 'Wheelchair access needed')),
  cancellationReason: exampleNull(
    text('Why it was cancelled.', 'The shift ended before your turn'),
  ),
  voided: flag('Cancelled as if it had never been booked.', false),
  ...refundMembers,
  createdAt: timestamp('When it was booked, with the clinic offset.', '2026-12-01T08:40:00+05:30'),
  updatedAt: timestamp(
    'When it was last changed, with the clinic offset.',
    '2026-12-01T08:40:00+05:30',
  ),
}

export const queueVisitSchema = namedObject('QueueVisit', queueVisitMembers)

export function queueVisitView(visit: QueueVisit) {
  const {
    id,
    workspaceId: _,
    locationId,
    workShiftId,
    tokenLetter: __,
    timezone,
    status,
    arrivedAt,
    createdAt,
    updatedAt,
    refundMinor,
    ...same
  } = visit
  return {
    ...same,
    visitId: id,
    addressId: locationId,
    qmsWorkShiftId: workShiftId,
    tokenDisplay: tokenDisplay(visit),
    status: shownStatus(status) satisfies ShownVisitStatus,
    arrivedAt: arrivedAt === null ? null : isoAt(timezone, arrivedAt),
    ...payableView(visit),
    refundAmount: refundMinor === null ? null : fromMinorUnits(refundMinor, visit.currency),
    createdAt: isoAt(timezone, createdAt),
    updatedAt: isoAt(timezone, updatedAt),
  }
}
