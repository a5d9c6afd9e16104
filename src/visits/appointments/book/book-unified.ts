// POST /v1/appointments/book-appointment-unified: one call for both booking systems. It does not
// de-duplicate: a retry is a new attempt, which finds the slot taken by its own booking, or gets
// one more token.

import { type Route, route } from '../../../base/contract/route.ts'
import { choice, namedObject, nullable } from '../../../base/contract/schemas.ts'
import { appointmentSystems } from '../../../base/values/modes.ts'
import { invalid } from '../../../base/values/problem.ts'
import { checkWorkspace, requireMember } from '../../booking/booking-members.ts'
import { bookToken, tokenRefusals } from '../../queue/book-token.ts'
import { queueVisitSchema, queueVisitView } from '../../queue/queue-visit.ts'
import type { TokenRequest } from '../../queue/token-body.ts'
import { appointmentSchema, appointmentView } from '../appointment-record.ts'
import { exampleBooking, toBookingRequest, UnifiedBookingBody } from '../booking-body.ts'
import { toTokenOfBooking } from '../token-of-booking.ts'
import { type BookingServices, bookingRefusals, bookVisit } from './book.ts'

export const BookingReply = namedObject('Booked', {
  system: choice(appointmentSystems, 'Which of the two members is filled.'),
  appointment: nullable(appointmentSchema),
  visit: nullable(queueVisitSchema),
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
    refusals: [...new Set([...bookingRefusals, ...tokenRefusals])],
    replies: { 201: BookingReply },

    async handle({ caller, body }) {
      checkWorkspace(caller, body)
      if (body.system === 'QMS') {
        const visit = await bookToken(services, caller, tokenInBody(body), 'EITHER')
        return {
          status: 201,
          body: { system: 'QMS', appointment: null, visit: queueVisitView(visit) },
        }
      }
      const record = await bookVisit(services, caller, toBookingRequest(body))
      return {
        status: 201,
        body: { system: 'SCHEDULED', appointment: appointmentView(record), visit: null },
      }
    },
  })
}

/**
 * The token that a request body asks for. Ids at the top take precedence over those in `qms`; mode
 * and channel in `qms` take precedence over those at the top.
 */
function tokenInBody(body: UnifiedBookingBody): TokenRequest {
  const { qms } = body
  if (qms === undefined) throw invalid('qms is required when system is QMS')
  return toTokenOfBooking(body, {
    qmsWorkShiftId: requireMember(qms.qmsWorkShiftId, 'qms.qmsWorkShiftId'),
    appointmentDate: requireMember(qms.appointmentDate, 'qms.appointmentDate'),
    mode: requireMember(qms.mode, 'qms.mode'),
    bookingChannel: requireMember(qms.bookingChannel, 'qms.bookingChannel'),
  })
}
