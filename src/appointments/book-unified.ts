// POST /v1/appointments/book-appointment-unified: one call for both booking systems. It does not
// de-duplicate: a retry is a new attempt, and meets its own booking as a taken slot.

import { Type } from 'typebox'
import { type Configurations, practiceOf } from '../catalogue/configuration.ts'
import { type Route, route } from '../http/route.ts'
import { choice, object } from '../http/schemas.ts'
import { appointmentSystems } from '../values/modes.ts'
import { invalid, problem } from '../values/problem.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import { type BookingServices, bookVisit } from './book.ts'
import { addressIdOf, toBookingRequest, toPatientChoice, UnifiedBookingBody } from './booking-body.ts'

const Booked = object({
  system: choice(appointmentSystems, 'Which of the two members is filled.'),
  appointment: appointmentSchema,
  visit: Type.Null({ description: 'The queue visit; null for a scheduled booking.', examples: [null] }),
})

export function bookUnifiedRoute(services: BookingServices): Route {
  return route({
    method: 'POST',
    path: '/v1/appointments/book-appointment-unified',
    name: 'bookAppointment',
    area: 'Booking',
    summary: 'Books a visit: a slot of the scheduled system or a token of the queue system.',
    policy: { sensitive: true, endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
    body: UnifiedBookingBody,
    exampleBody: {
      addressId: 1,
      doctorId: 1,
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
      bookingType: 'ONE_TIME_APPOINTMENT',
      mode: 'OFFLINE',
      fromDateTimeIso: '2026-12-01T09:00:00+05:30',
      toDateTimeIso: '2026-12-01T09:15:00+05:30',
      paymentMode: 'CASH',
      consultationCharge: 500,
      source: 'DEVELOPER_API',
    },
    refusals: [
      'WRONG_APPOINTMENT_SYSTEM',
      'MODE_NOT_OFFERED',
      'SLOT_NOT_OFFERED',
      'SLOT_NOT_AVAILABLE',
      'ROOM_NOT_FOUND',
      'ROOM_NOT_AVAILABLE',
      'DURATION_TIER_NOT_FOUND',
      'SESSION_PACK_NOT_FOUND',
      'SHIFT_NOT_FOUND',
      'TOO_MANY_VISITS',
      'FOLLOW_UP_NOT_ELIGIBLE',
      'DOCTOR_NOT_FOUND',
      'PATIENT_NOT_FOUND',
    ],
    replies: { 201: Booked },

    async handle({ caller, body }) {
      if (caller.kind === 'session' && ![caller.workspaceId, String(caller.workspaceId)].includes(body.workspaceId as number | string)) {
        throw invalid('workspaceId must be the workspace of the session')
      }
      if (body.system === 'QMS') throw await queueRefusal(services.configurations, caller.workspaceId, body)
      const record = await bookVisit(services, caller, toBookingRequest(body))
      return { status: 201, body: { system: 'SCHEDULED', appointment: appointmentView(record), visit: null } }
    },
  })
}

/** A clinic cannot describe shifts yet, so every shift a caller may name is unknown. */
async function queueRefusal(configurations: Configurations, workspaceId: number, body: UnifiedBookingBody) {
  const addressId = addressIdOf(body)
  toPatientChoice(body)
  if (body.qms === undefined) return invalid('qms is required when system is QMS')
  const practice = practiceOf(await configurations.of(workspaceId), body.doctorId, addressId)
  if (!practice?.doctor.isActiveMember) return problem('DOCTOR_NOT_FOUND')
  const { appointmentSystem } = practice.doctor
  return appointmentSystem === 'QMS' ? problem('SHIFT_NOT_FOUND') : problem('WRONG_APPOINTMENT_SYSTEM', { system: appointmentSystem })
}
