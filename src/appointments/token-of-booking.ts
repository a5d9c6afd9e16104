// A token that is requested with the members of a booking.

import { type TokenRequest, toTokenRequest, type WhichToken } from '../queue/token-body.ts'
import { invalid } from '../values/problem.ts'
import type { UnifiedBookingBody } from './booking-body.ts'

// Members that have a price or a place of their own, and so cannot be ignored.
const ofSlotsOnly = ['packageConfigId', 'patientPackageId', 'consultationDurationTierId', 'roomId'] as const

/** The token that a booking asks for. Other members of its `qms` are dropped, since nothing has validated them. */
export function tokenOfBooking({ qms, ...body }: Omit<UnifiedBookingBody, 'system'>, token: WhichToken): TokenRequest {
  const foreign = ofSlotsOnly.find((member) => body[member] !== undefined)
  if (foreign) throw invalid(`${foreign} does not go with a token`)
  if (body.followUp) throw invalid('followUp does not go with a token')
  if (body.discountAmount) throw invalid('discountAmount cannot be sent for a token: it always costs the fee of its shift')
  if (body.bookingType !== undefined && body.bookingType !== 'ONE_TIME_APPOINTMENT') throw invalid(`bookingType ${body.bookingType} does not go with a token`)
  return {
    ...toTokenRequest(body, token),
    paymentMode: body.paymentMode ?? qms?.paymentMode ?? 'CASH',
    paymentStatus: body.paymentStatus ?? qms?.paymentStatus,
    paymentReference: body.paymentReference ?? qms?.paymentReference ?? null,
    consultationCharge: body.consultationCharge,
    currency: body.currency,
  }
}
