// POST /v1/qms-appointments/pre/book and /immediate/book: book a token of a shift that has not
// started, or of a running shift. The unified route books either. None of these routes
// de-duplicates: a retry takes another token.

import { Type } from 'typebox'
import { type Route, route } from '../../base/contract/route.ts'
import { choice, namedObject } from '../../base/contract/schemas.ts'
import { checkWorkspace } from '../booking/booking-members.ts'
import { bookToken, type TokenServices, tokenRefusals } from './book-token.ts'
import { queueVisitSchema, queueVisitView } from './queue-visit.ts'
import { exampleTokenBooking, TokenBookingBody, toTokenRequest } from './token-body.ts'

const BookedToken = namedObject('BookedToken', {
  system: choice(['QMS'], 'Tokens belong to the queue system.'),
  appointment: Type.Null({ description: 'The appointment; null for a token.', examples: [null] }),
  visit: queueVisitSchema,
})

const bookingRoutes = [
  {
    path: '/v1/qms-appointments/pre/book',
    name: 'prebookToken',
    title: 'Book a token ahead',
    summary:
      'Books a token of a shift that has not started; `position` is the place in line when the queue starts.',
    takenWhile: 'NOT_STARTED',
  },
  {
    path: '/v1/qms-appointments/immediate/book',
    name: 'bookTokenNow',
    title: 'Book a token now',
    summary: 'Books a token of a running shift; `position` is the current place in line.',
    takenWhile: 'RUNNING',
  },
] as const

export function tokenRoutes(services: TokenServices): Route[] {
  return bookingRoutes.map(({ takenWhile, ...bookingRoute }) =>
    route({
      ...bookingRoute,
      method: 'POST',
      area: 'Queue',
      policy: { sensitive: true, endUser: 'verified for sessions', unusableBody: 'fieldErrors' },
      body: TokenBookingBody,
      exampleBody: exampleTokenBooking,
      refusals: tokenRefusals,
      replies: { 201: BookedToken },

      async handle({ caller, body }) {
        checkWorkspace(caller, body)
        const visit = await bookToken(services, caller, toTokenRequest(body), takenWhile)
        return {
          status: 201,
          body: { system: 'QMS', appointment: null, visit: queueVisitView(visit) },
        }
      },
    }),
  )
}
