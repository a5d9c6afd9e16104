// The body of a reservation: the unified booking's members, the return URL after the checkout, and
// a token's shift.

import { type Static, Type } from 'typebox'
import {
  calendarDate,
  flag,
  id,
  namedObject,
  nullable,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { parseInstant } from '../../base/values/clinic-time.ts'
import { invalid } from '../../base/values/problem.ts'
import { returnUrlProblem } from '../../base/values/return-url.ts'
import { toBookingRequest, UnifiedBookingBody } from '../../visits/appointments/booking-body.ts'
import type { BookingRequest } from '../../visits/appointments/booking-request.ts'
import { toTokenOfBooking } from '../../visits/appointments/token-of-booking.ts'
import { requireMember } from '../../visits/booking/booking-members.ts'
import type { TokenRequest } from '../../visits/queue/token-body.ts'

/** Where the patient is sent after a checkout. */
export const returnUrlMember = Type.Optional(
  nullable(
    text(
      'Where the patient goes after the checkout, which is opened when this is sent: an absolute https URL; in a sandbox also http to the local machine, such as `http://localhost:3000/paid`.',
      'https://clinic.example/paid',
    ),
  ),
)

export const ReservationBody = namedObject(
  'Reservation',
  {
    ...UnifiedBookingBody.properties,
    returnUrl: returnUrlMember,
    withoutCheckout: optional(
      flag(
        'Repeats a reservation with its Idempotency-Key: its checkout is closed, and it is kept and paid at the clinic.',
        false,
      ),
    ),
    qmsWorkShiftId: optional(
      id('The shift of a token; its presence makes this a queue reservation.', 5),
    ),
    appointmentDate: optional(
      calendarDate(
        'Date of a token; where omitted that of `fromDateTimeIso`. One of the two, or `qms.appointmentDate`, is required.',
      ),
    ),
  },
  { unknown: 'refused' },
)
export type ReservationBody = Static<typeof ReservationBody>

/** The validated return URL after the checkout; null if no checkout is opened. */
export function toReturnUrl(
  value: string | null | undefined,
  allowed: Parameters<typeof returnUrlProblem>[1],
): string | null {
  if (value === undefined || value === null) return null
  const reason = returnUrlProblem(value, allowed)
  if (reason !== undefined) throw invalid(`returnUrl ${reason}`)
  return value
}

/** The booking to reserve. The route determines its payment, not the body. */
export type ReservationRequest = { slot: BookingRequest } | { token: TokenRequest }

/** Reads a reservation from the body; throws a problem that names the first error in it. */
export function toReservationRequest(
  body: Omit<ReservationBody, 'withoutCheckout'>,
  paysOnline: boolean,
): ReservationRequest {
  const { returnUrl: _, qmsWorkShiftId, appointmentDate, system, ...booking } = body
  const payment = { paymentStatus: 'UNPAID', paysOnline } as const
  if (qmsWorkShiftId !== undefined && system === 'SCHEDULED')
    throw invalid('qmsWorkShiftId cannot be sent with system SCHEDULED')
  if (qmsWorkShiftId === undefined && system !== 'QMS') {
    const slot = toBookingRequest(booking)
    if (paysOnline && slot.bookingType === 'USE_ACTIVE_PACKAGE')
      throw invalid('returnUrl cannot be sent with USE_ACTIVE_PACKAGE: the pack pays')
    return { slot: { ...slot, ...payment } }
  }
  const { qms, mode, bookingChannel, fromDateTimeIso } = booking
  const token = toTokenOfBooking(booking, {
    qmsWorkShiftId: requireMember(qmsWorkShiftId ?? qms?.qmsWorkShiftId, 'qmsWorkShiftId'),
    appointmentDate: (qms?.appointmentDate ?? appointmentDate) as CalendarDate | undefined,
    mode: qms?.mode ?? mode,
    bookingChannel: qms?.bookingChannel ?? bookingChannel ?? 'ONLINE',
  })
  return {
    token: {
      ...token,
      ...payment,
      dateOf: fromDateTimeIso === undefined ? null : (parseInstant(fromDateTimeIso) ?? null),
    },
  }
}
