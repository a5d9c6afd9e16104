// An appointment inside, and how it looks from outside.

import { calendarDate, choice, currency, flag, id, nullable, number, object, text, timestamp, zone } from '../http/schemas.ts'
import { type Instant, isoAt } from '../values/clinic-time.ts'
import { type Mode, modes } from '../values/modes.ts'
import { fromMinorUnits } from '../values/money.ts'
import { type BookingType, bookingTypes, type PaymentStatus } from './booking-body.ts'

export const appointmentStatuses = [
  'SCHEDULED',
  'CONFIRMED',
  'IN_CONSULTATION',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
  'RESCHEDULED',
  'OVERDUE',
  'MISSED',
] as const

/** Times are instants, money is in minor units of `currency`. */
export interface AppointmentRecord {
  id: number
  workspaceId: number
  bookingReference: string
  patientId: number
  doctorId: number
  addressId: number
  roomId: number | null
  appointmentDate: string
  from: Instant
  to: Instant
  timezone: string
  status: (typeof appointmentStatuses)[number]
  mode: Mode
  type: string
  bookingType: BookingType
  source: string
  bookingChannel: string | null
  paymentMode: string
  paymentStatus: PaymentStatus
  paymentReference: string | null
  currency: string
  chargeMinor: number
  discountMinor: number
  discountReason: string | null
  followUp: boolean
  parentAppointmentId: number | null
  durationTierId: number | null
  patientTimezone: string | null
  chiefComplaint: string | null
  appointmentNotes: string | null
  cancellationReason: string | null
  voided: boolean
  createdAt: Instant
  updatedAt: Instant
}

export const appointmentSchema = object({
  id: id('The appointment.', 42),
  appointmentId: id('The same, under the name path parameters have.', 42),
  workspaceId: id('The workspace.'),
  patientId: id('The patient.', 17),
  addressId: id('The location.'),
  doctorId: id('The practitioner.', 3),
  bookingReference: text('What people quote; unique over all workspaces.', 'BK7Q2M9X4KTD'),
  appointmentDate: calendarDate("The visit's date in the clinic's zone."),
  fromDateTimeTs: timestamp('Start with the clinic offset.'),
  toDateTimeTs: timestamp('End with the clinic offset.', '2026-12-01T09:15:00+05:30'),
  appointmentTimezone: zone("The clinic's zone."),
  status: choice(appointmentStatuses, 'Where the visit stands; OVERDUE and MISSED are derived from the time.'),
  mode: choice(modes, 'How the visit happens.'),
  type: text('Kind of visit.', 'CONSULTATION'),
  bookingType: choice(bookingTypes, 'What was bought.'),
  system: choice(['SCHEDULED'], 'Appointments belong to the scheduled system.'),
  source: text('DEVELOPER_API for whatever an API key booked, WIDGET for whatever a session did.', 'DEVELOPER_API'),
  bookingChannel: nullable(text('Channel the caller named.', 'PHONE_CALL')),
  paymentMode: text('How it is paid.', 'CASH'),
  paymentStatus: choice(['UNPAID', 'PENDING', 'PAID', 'REFUNDED'], 'Whether it is paid.'),
  paymentReference: nullable(text("The caller's own transaction id.", 'TXN-881')),
  consultationCharge: number('Fee before the discount, in `currency`.', 500),
  discountAmount: number('Taken off the fee, in `currency`.', 0),
  discountReason: nullable(text('Why.', 'Staff family')),
  payableAmount: number('Fee less discount, in `currency`; what a refund is a percentage of.', 500),
  currency: currency('ISO 4217 code of every amount here.'),
  followUp: flag('A follow-up of an earlier visit.', false),
  parentAppointmentId: nullable(id('The visit this one follows up.', 12)),
  patientPackageId: nullable(id('The session pack that pays.', 5)),
  consultationDurationTierId: nullable(id('The duration tier booked.', 2)),
  roomId: nullable(id('The room.', 4)),
  chiefComplaint: nullable(text('What the patient comes with.', 'Rash on the left arm')),
  appointmentNotes: nullable(text('Notes of the booking.', 'Wheelchair access needed')),
  patientTimezone: nullable(zone('Zone of confirmations and reminders.', 'Asia/Dubai')),
  cancellationReason: nullable(text('Why it was cancelled.', 'Patient is travelling')),
  voided: flag('Cancelled as if it had never been.', false),
  refundPercentage: nullable(number('Share of the payable amount refunded, 0 to 100.', 50)),
  refundAmount: nullable(number('Amount refunded, in `currency`.', 250)),
  refundOverrideReason: nullable(text("Why the clinic's refund policy was not followed.", 'Doctor was ill')),
  createdAt: timestamp('When it was booked, with the clinic offset.', '2026-11-21T10:00:00+05:30'),
  updatedAt: timestamp('When it was last changed, with the clinic offset.', '2026-11-21T10:00:00+05:30'),
})

export function appointmentView(record: AppointmentRecord) {
  const { id, from, to, timezone, chargeMinor, discountMinor, durationTierId, createdAt, updatedAt, ...same } = record
  const amount = (minor: number) => fromMinorUnits(minor, record.currency)
  return {
    ...same,
    id,
    appointmentId: id,
    fromDateTimeTs: isoAt(timezone, from),
    toDateTimeTs: isoAt(timezone, to),
    appointmentTimezone: timezone,
    system: 'SCHEDULED' as const,
    consultationCharge: amount(chargeMinor),
    discountAmount: amount(discountMinor),
    payableAmount: amount(chargeMinor - discountMinor),
    consultationDurationTierId: durationTierId,
    patientPackageId: null,
    refundPercentage: null,
    refundAmount: null,
    refundOverrideReason: null,
    createdAt: isoAt(timezone, createdAt),
    updatedAt: isoAt(timezone, updatedAt),
  }
}
