// Visits as the people of a clinic look at them: of a date, by time, with the names of who comes and who is come to.

import { narrowed, type RowOf, statement } from '../db/statement.ts'
import type { Mode } from '../values/modes.ts'
import { type AppointmentStatus, statusAt } from './appointment-status.ts'

const listed = {
  id: 'bigint',
  bookingReference: 'text',
  patientId: 'bigint',
  /** Null of an erased patient, and of one who is known by a phone alone. */
  patient: 'text?',
  isErased: 'boolean',
  phone: 'text?',
  doctorId: 'bigint',
  doctor: 'text',
  locationId: 'bigint',
  location: 'text',
  roomId: 'bigint?',
  room: 'text?',
  fromAt: 'timestamptz',
  toAt: 'timestamptz',
  timezone: 'text',
  status: narrowed<AppointmentStatus>('text'),
  mode: narrowed<Mode>('text'),
  type: 'text',
  paymentStatus: 'text',
  currency: 'text',
  payableMinor: 'bigint',
  videoLink: 'text?',
  notes: 'text?',
  cancellationReason: 'text?',
} as const

/** A visit of a list. */
export type ListedVisit = RowOf<typeof listed>

const columns = `a.id, a.booking_reference as "bookingReference", a.patient_id as "patientId",
    nullif(concat_ws(' ', p.first_name, p.last_name), '') as patient, p.erased_at is not null as "isErased", p.phone_normalised as phone,
    a.doctor_id as "doctorId", u.display_name as doctor, a.location_id as "locationId", l.name as location, a.room_id as "roomId", r.name as room,
    a.from_at as "fromAt", a.to_at as "toAt", a.timezone, ${statusAt('a')} as status, a.mode, a.type,
    a.payment_status as "paymentStatus", a.currency, a.charge_minor - a.discount_minor as "payableMinor", a.video_link as "videoLink",
    concat_ws('; ', a.chief_complaint, a.appointment_notes) as notes, a.cancellation_reason as "cancellationReason"`

const joins = `join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id
  join users u on u.workspace_id = a.workspace_id and u.id = a.doctor_id
  join locations l on l.workspace_id = a.workspace_id and l.id = a.location_id
  left join rooms r on r.workspace_id = a.workspace_id and r.id = a.room_id`

/** Visits of a date; of one doctor, of one location, or of all. The instants bound what the date can be in any zone. */
export const visitsOfDate = statement(
  'visits_of_date',
  {
    takes: {
      workspaceId: 'bigint',
      date: 'date',
      earliest: 'timestamptz',
      latest: 'timestamptz',
      doctorId: 'bigint?',
      locationId: 'bigint?',
      now: 'timestamptz',
      limit: 'bigint',
    },
    returns: listed,
  },
  `
  select ${columns}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.from_at >= :earliest and a.from_at < :latest and a.appointment_date = :date
    and (:doctorId::bigint is null or a.doctor_id = :doctorId) and (:locationId::bigint is null or a.location_id = :locationId)
  order by a.from_at, a.id
  limit :limit`,
)

/** The latest visits of a patient, newest first. */
export const visitsOfPatient = statement(
  'latest_visits_of_patient',
  { takes: { workspaceId: 'bigint', patientId: 'bigint', now: 'timestamptz', limit: 'bigint' }, returns: listed },
  `
  select ${columns}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.patient_id = :patientId
  order by a.from_at desc, a.id desc
  limit :limit`,
)

/** The next live visits. Claims are those to come, and few beside all there ever were. */
export const upcomingVisits = statement(
  'upcoming_visits',
  { takes: { workspaceId: 'bigint', now: 'timestamptz', limit: 'bigint' }, returns: listed },
  `
  select ${columns}
  from claims c
  join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
  ${joins}
  where c.workspace_id = :workspaceId and c.from_at > :now and a.status <> 'CANCELLED'
  order by a.from_at, a.id
  limit :limit`,
)

export const listedVisit = statement(
  'listed_visit',
  { takes: { workspaceId: 'bigint', appointmentId: 'bigint', now: 'timestamptz' }, returns: listed },
  `
  select ${columns}
  from appointments a
  ${joins}
  where a.workspace_id = :workspaceId and a.id = :appointmentId`,
)
