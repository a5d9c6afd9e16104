// A visit as shown to staff: with the names of the patient and the practitioner.

import { nullable, object, pickDeclared, text } from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import { patientSummarySchema, withPatient } from '../../clinic/patients/visiting-patient.ts'
import { dueAmount, dueMember } from '../../money/payments/payable.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import type { listedColumns } from './visit-list-queries.ts'

export const listedVisitMembers = {
  ...appointmentSchema.properties,
  dueAmount: dueMember,
  doctor: text('The practitioner.', 'Dr. Asha Rao'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  room: nullable(text('The room, as in the clinic file.', 'room-1')),
  visitType: nullable(text('The visit type, as patients know it.', 'First visit')),
  patient: patientSummarySchema,
}

export const listedVisitSchema = object(listedVisitMembers, { description: 'A visit with a time.' })

/** The instants that bound a date in any timezone, for `visitsOnDate`. */
export function dateBounds(date: CalendarDate): { earliest: Instant; latest: Instant } {
  return {
    earliest: clinicDay('Etc/UTC', addDays(date, -1)).from,
    latest: clinicDay('Etc/UTC', addDays(date, 1)).to,
  }
}

export function listedVisitView(record: RowOf<typeof listedColumns>) {
  const { patient, rest } = withPatient(record)
  const { doctor, location, room, visitType, partPaidMinor, ...visit } = rest
  return {
    ...pickDeclared(appointmentSchema, appointmentView(visit)),
    dueAmount: dueAmount({ ...visit, partPaidMinor }),
    doctor,
    location,
    room,
    visitType,
    patient,
  }
}
