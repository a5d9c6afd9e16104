// The one definition of an appointment: its columns, its row, how an erasure treats it, and its API
// view. All code that reads appointments selects these columns and shows them in this view.

import {
  anyObject,
  calendarDate,
  choice,
  exampleNull,
  flag,
  id,
  namedObject,
  nullable,
  text,
  timestamp,
  zone,
} from '../../base/contract/schemas.ts'
import { aliasedColumns, withoutColumns } from '../../base/db/columns.ts'
import { narrowType, type RowOf } from '../../base/db/statement.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { type Mode, modes } from '../../base/values/modes.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import {
  payableColumns,
  payableMembers,
  payableView,
  refundMembers,
} from '../../money/payments/payable.ts'
import { type BookingType, bookingTypes } from '../booking/booking-members.ts'
import {
  type AppointmentStatus,
  appointmentStatuses,
  type StoredStatus,
  statusSql,
} from './appointment-status.ts'

/** The columns that store the request as it was sent. */
export const requestedColumns = {
  mode: narrowType<Mode>('text'),
  type: 'text',
  bookingType: narrowType<BookingType>('text'),
  bookingChannel: 'text?',
  /** How the payment is collected, in the caller's words. */
  paymentCollectionType: 'text?',
  /** The visit type as which it was booked. */
  visitTypeId: 'bigint?',
  roomId: 'bigint?',
  /** The address of a home visit, if the caller sent one; otherwise the address in the record. */
  visitAddress: narrowType<object>('jsonb?'),
  patientTimezone: 'text?',
  chiefComplaint: 'text?',
  appointmentNotes: 'text?',
} as const

/**
 * What a booking sets, in the order of its INSERT; the statement itself makes `id`. Times are
 * instants.
 */
export const bookingColumns = {
  workspaceId: 'bigint',
  bookingReference: 'text',
  patientId: 'bigint',
  doctorId: 'bigint',
  locationId: 'bigint',
  appointmentDate: 'date',
  fromAt: 'timestamptz',
  toAt: 'timestamptz',
  timezone: 'text',
  /** The first moment after the clinic's day; null for visits from before the column existed. */
  dayEndsAt: 'timestamptz?',
  status: narrowType<StoredStatus>('text'),
  source: 'text',
  ...requestedColumns,
  ...payableColumns,
  followUp: 'boolean',
  parentAppointmentId: 'bigint?',
  durationTierId: 'bigint?',
  /** The pack that pays, or that was bought with the visit. */
  patientPackageId: 'bigint?',
  /** The contact of the session that booked it; never shown. */
  contactHash: 'bytea?',
  siteHash: 'bytea?',
  /** The link of an online visit, as it was at booking. */
  videoLink: 'text?',
  /** The video room, if this service opens it; never shown. */
  videoRoom: 'text?',
  /** Why staff booked a time that was not on offer; null if it was. */
  unofferedReason: 'text?',
  /** The series that it was booked in. */
  seriesId: 'bigint?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
} as const

export type BookedAppointment = RowOf<typeof bookingColumns>

const readColumns = withoutColumns(
  bookingColumns,
  'status',
  'contactHash',
  'siteHash',
  'dayEndsAt',
  'videoRoom',
)

/**
 * Which columns an erasure clears and which it keeps, and how merges and exports treat the table.
 */
export const appointmentsTable: PatientTable = {
  table: 'appointments',
  ofPatient: 't.patient_id = :patientId',
  erased: [
    'chief_complaint',
    'appointment_notes',
    'cancellation_reason',
    'reschedule_reason',
    'discount_reason',
    'payment_reference',
    'payment_collection_type',
    'patient_timezone',
    'contact_hash',
    'site_hash',
    'video_link',
    'video_room',
    'unoffered_reason',
    'visit_address',
  ],
  kept: {
    'what the clinic calls the visit': ['booking_reference'],
    'when it was': ['appointment_date', 'timezone'],
    'one of a few, or a word in capitals': [
      'appointment_system',
      'status',
      'mode',
      'type',
      'booking_type',
      'source',
      'booking_channel',
      'payment_mode',
      'payment_status',
    ],
    'what it cost': ['currency'],
  },
  merged: { column: 'patient_id', counted: 'visits' },
  exported: { as: 'appointments', orderedBy: 'id' },
}

/** An appointment as read at an instant, with its refund if one is in progress or done. */
export const recordColumns = {
  id: 'bigint',
  ...readColumns,
  status: narrowType<AppointmentStatus>('text'),
  /** When the patient came; null until then. */
  arrivedAt: 'timestamptz?',
  /** When the patient said that they will come; null until then, and after a move. */
  patientConfirmedAt: 'timestamptz?',
  cancellationReason: 'text?',
  rescheduleReason: 'text?',
  voided: 'boolean',
  refundPercentage: 'double precision?',
  refundMinor: 'bigint?',
  refundOverrideReason: 'text?',
} as const

export type AppointmentRecord = RowOf<typeof recordColumns>

/** SQL for these columns, of `appointments a` at `:now`; `refundJoin` goes into the FROM clause. */
export const recordSelectList = `a.id, ${aliasedColumns('a', readColumns)}, ${statusSql('a')} as status, a.arrived_at as "arrivedAt", a.patient_confirmed_at as "patientConfirmedAt", a.cancellation_reason as "cancellationReason", a.reschedule_reason as "rescheduleReason", a.voided,
    r.percentage as "refundPercentage", r.amount_minor as "refundMinor", r.override_reason as "refundOverrideReason"`
export const refundJoin =
  "left join refunds r on r.workspace_id = a.workspace_id and r.appointment_id = a.id and r.state in ('PENDING', 'DONE')"

/** A visit that was just booked. */
export function newAppointmentRecord(
  { contactHash: _, siteHash: __, dayEndsAt: ___, videoRoom: ____, ...booked }: BookedAppointment,
  id: number,
): AppointmentRecord {
  return {
    ...booked,
    id,
    arrivedAt: null,
    patientConfirmedAt: null,
    cancellationReason: null,
    rescheduleReason: null,
    voided: false,
    refundPercentage: null,
    refundMinor: null,
    refundOverrideReason: null,
  }
}

export const appointmentSchema = namedObject('Appointment', {
  id: id('The appointment.', 42),
  appointmentId: id('The same as `id`, under the name of the path parameter.', 42),
  workspaceId: id('The workspace.'),
  patientId: id('The patient.', 17),
  addressId: id('The location.'),
  doctorId: id('The practitioner.'),
  bookingReference: text(
    'The reference that people quote; unique across all workspaces.',
    'BK7Q2M9X4KTD',
  ),
  appointmentDate: calendarDate("The visit's date in the clinic's zone."),
  fromDateTimeTs: timestamp('Start with the clinic offset.'),
  toDateTimeTs: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
  appointmentTimezone: zone("The clinic's zone."),
  status: choice(
    appointmentStatuses,
    'Status of the visit; OVERDUE and MISSED are derived from the time.',
  ),
  arrivedAt: exampleNull(
    timestamp(
      'When the patient arrived, with the clinic offset; null until the arrival is recorded.',
      '2026-12-01T08:52:00+05:30',
    ),
  ),
  patientConfirmedAt: exampleNull(
    timestamp(
      'When the patient said that they will come, with the clinic offset; null until then, and after a move.',
      '2026-11-30T18:20:00+05:30',
    ),
  ),
  mode: choice(modes, 'How the visit happens.'),
  type: text('Kind of visit.', 'CONSULTATION'),
  bookingType: choice(bookingTypes, 'The kind of booking.'),
  system: choice(['SCHEDULED'], 'Appointments belong to the scheduled system.'),
  source: text(
    'DEVELOPER_API: booked with an API key. WIDGET: booked in a session. DASHBOARD: booked by staff.',
    'DEVELOPER_API',
  ),
  bookingChannel: nullable(text('Channel given by the caller.', 'PHONE_CALL')),
  ...payableMembers,
  paymentCollectionType: nullable(
    text('How the payment is collected, in the words of the caller.', 'AT_COUNTER'),
  ),
  followUp: flag('A follow-up of an earlier visit.', false),
  parentAppointmentId: exampleNull(id('The visit that this one follows up.', 12)),
  patientPackageId: exampleNull(
    id('The session pack that pays, or that was bought with the visit.', 5),
  ),
  consultationDurationTierId: exampleNull(id('The duration tier booked.', 2)),
  visitTypeId: exampleNull(id('The visit type as which it was booked.', 2)),
  roomId: exampleNull(id('The room.', 4)),
  visitAddress: exampleNull(
    anyObject(
      'Where a visit at home is: as it was sent, otherwise the address of the patient at booking.',
      { city: 'Jaipur' },
    ),
  ),
  chiefComplaint: nullable(text('The patient’s complaint.', 'Rash on the left arm')),
  appointmentNotes: nullable(text('Notes of the booking.', 'Wheelchair access needed')),
  videoLink: exampleNull(
    text(
      'Where an ONLINE visit happens; null for every other mode.',
      'https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa',
    ),
  ),
  patientTimezone: exampleNull(zone('Zone of confirmations and reminders.', 'Asia/Dubai')),
  cancellationReason: exampleNull(text('Why it was cancelled.', 'Patient is travelling')),
  rescheduleReason: exampleNull(text('Why it was last moved.', 'Patient is travelling')),
  unofferedReason: exampleNull(
    text(
      'Why staff chose a time that was not offered: off the grid, already begun or outside working hours; null if it was offered.',
      'Patient came late',
    ),
  ),
  seriesId: exampleNull(id('The series of visits that it belongs to.', 6)),
  voided: flag('Cancelled as if it had never been booked.', false),
  ...refundMembers,
  createdAt: timestamp('When it was booked, with the clinic offset.', '2026-11-21T10:00:00+05:30'),
  updatedAt: timestamp(
    'When it was last changed, with the clinic offset.',
    '2026-11-21T10:00:00+05:30',
  ),
})

export function appointmentView(record: AppointmentRecord) {
  const {
    id,
    fromAt,
    toAt,
    timezone,
    locationId,
    durationTierId,
    arrivedAt,
    patientConfirmedAt,
    createdAt,
    updatedAt,
    refundMinor,
    ...same
  } = record
  return {
    ...same,
    id,
    appointmentId: id,
    addressId: locationId,
    fromDateTimeTs: isoAt(timezone, fromAt),
    toDateTimeTs: isoAt(timezone, toAt),
    appointmentTimezone: timezone,
    system: 'SCHEDULED' as const,
    arrivedAt: arrivedAt === null ? null : isoAt(timezone, arrivedAt),
    patientConfirmedAt: patientConfirmedAt === null ? null : isoAt(timezone, patientConfirmedAt),
    ...payableView(record),
    consultationDurationTierId: durationTierId,
    refundAmount: refundMinor === null ? null : fromMinorUnits(refundMinor, record.currency),
    createdAt: isoAt(timezone, createdAt),
    updatedAt: isoAt(timezone, updatedAt),
  }
}
