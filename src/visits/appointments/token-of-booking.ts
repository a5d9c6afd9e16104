// A token that is requested with the members of a booking.

import { type TokenRequest, toTokenRequest, type WhichToken } from '../queue/token-body.ts'
import type { UnifiedBookingBody } from './booking-body.ts'

/** The token that a booking asks for. Other members of its `qms` are dropped, since nothing has validated them. */
export function tokenOfBooking({ qms, ...body }: Omit<UnifiedBookingBody, 'system'>, token: WhichToken): TokenRequest {
  return {
    ...toTokenRequest(body, token),
    paymentMode: body.paymentMode ?? qms?.paymentMode ?? 'CASH',
    paymentStatus: body.paymentStatus ?? qms?.paymentStatus,
    paymentReference: body.paymentReference ?? qms?.paymentReference ?? null,
  }
}
