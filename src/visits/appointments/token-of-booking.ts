// A token that is requested with the members of a booking.

import { type TokenChoice, type TokenRequest, toTokenRequest } from '../queue/token-body.ts'
import type { UnifiedBookingBody } from './booking-body.ts'

/**
 * The token that a booking asks for. Other members of its `qms` are dropped, since nothing has
 * validated them.
 */
export function toTokenOfBooking(
  { qms, ...body }: Omit<UnifiedBookingBody, 'system'>,
  token: TokenChoice,
): TokenRequest {
  return {
    ...toTokenRequest(body, token),
    paymentMode: body.paymentMode ?? qms?.paymentMode ?? 'CASH',
    paymentStatus: body.paymentStatus ?? qms?.paymentStatus,
    paymentReference: body.paymentReference ?? qms?.paymentReference ?? null,
  }
}
