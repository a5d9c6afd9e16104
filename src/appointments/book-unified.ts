// POST /v1/appointments/book-appointment-unified: one call for both booking systems. It does not
// de-duplicate: a retry is a new attempt, and meets its own booking as a taken slot.

import { Type } from 'typebox'
import { toPatientChoice } from '../booking/booked-patient.ts'
import { addressIdOf, checkWorkspace } from '../booking/booking-members.ts'
import { type Configurations, practiceOf } from '../catalogue/configuration.ts'
import { type Route, route } from '../http/route.ts'
import { choice, named } from '../http/schemas.ts'
import { appointmentSystems } from '../values/modes.ts'
import { invalid, problem } from '../values/problem.ts'
import { appointmentSchema, appointmentView } from './appointment-record.ts'
import { type BookingServices, bookingRefusals, bookVisit } from './book.ts'
import { exampleBooking, toBookingRequest, UnifiedBookingBody } from './booking-body.ts'

const Booked = named('Booked', {
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
    title: 'Book a visit',
    summary: 'Books a visit: a slot of the scheduled system or a token of the queue system.',
    policy: { sensitive: true, endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
    body: UnifiedBookingBody,
    exampleBody: exampleBooking,
    refusals: [...bookingRefusals, 'SHIFT_NOT_FOUND'],
    replies: { 201: Booked },

    async handle({ caller, body }) {
      checkWorkspace(caller, body)
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
