// POST /v1/appointments/book-appointment: books a slot and returns only the record. Everything else
// works as in the unified route.

import { type Route, route } from '../../../base/contract/route.ts'
import { checkWorkspace } from '../../booking/booking-members.ts'
import { appointmentSchema, appointmentView } from '../appointment-record.ts'
import { exampleBooking, PlainBookingBody, toBookingRequest } from '../booking-body.ts'
import { type BookingServices, bookingRefusals, bookVisit } from './book.ts'

export function bookPlainRoute(services: BookingServices): Route {
  return route({
    method: 'POST',
    path: '/v1/appointments/book-appointment',
    name: 'bookSlot',
    area: 'Booking',
    title: 'Book a slot',
    summary: 'Books a slot and returns the appointment itself.',
    policy: { sensitive: true, endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
    body: PlainBookingBody,
    exampleBody: exampleBooking,
    refusals: bookingRefusals,
    replies: { 201: appointmentSchema },

    async handle({ caller, body: { system: _, ...body } }) {
      checkWorkspace(caller, body)
      const record = await bookVisit(
        services,
        caller,
        toBookingRequest({ bookingType: 'ONE_TIME_APPOINTMENT', ...body }),
      )
      return { status: 201, body: appointmentView(record) }
    },
  })
}
