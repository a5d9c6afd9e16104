// POST /v1/appointments/reserve-slot: holds a slot or a token before it is paid, with a checkout at
// the clinic's gateway if the caller asks for one. The only booking route that is safe to retry:
// docs/decisions/money.md

import type { Static } from 'typebox'
import { type Caller, type Route, route } from '../../base/contract/route.ts'
import { id, namedObject, optional, text } from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { invalid, Problem } from '../../base/values/problem.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { newAppointmentRecord } from '../../visits/appointments/appointment-record.ts'
import {
  book,
  bookingRefusals,
  bookOptimistically,
  planVisit,
  type RunBookingStatement,
} from '../../visits/appointments/book/book.ts'
import { BookingReply } from '../../visits/appointments/book/book-unified.ts'
import { exampleBooking } from '../../visits/appointments/booking-body.ts'
import type { BookingRequest } from '../../visits/appointments/booking-request.ts'
import { checkWorkspace } from '../../visits/booking/booking-members.ts'
import { lock } from '../../visits/occupancy/locks.ts'
import { planToken, takeNumber, tokenRefusals } from '../../visits/queue/book-token.ts'
import { tokenDisplay } from '../../visits/queue/queue-visit.ts'
import type { TokenRequest } from '../../visits/queue/token-body.ts'
import { sessionById } from '../payments/payment-session-queries.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { detectTiedKey, type IdempotencyKey, toIdempotencyKey } from './idempotency.ts'
import { leaveCheckout } from './leave-checkout.ts'
import { bookSlotForKey, findFailedReservation } from './queries.ts'
import { ReservationBody, toReservationRequest, toReturnUrl } from './reservation-body.ts'
import { type Answer, findConcurrentOutcome, type Reservation, reserve } from './reserve.ts'
import { releaseFailed } from './settle.ts'
import { tokenAnswer, visitAnswer } from './shown-payable.ts'

export interface ReservationServices extends CheckoutServices {
  gate: ConsentGate
  /** The installation's mode: in a sandbox, patients may be sent to pages on this machine. */
  mode: 'sandbox' | 'production'
}

/** The additional members of a response if a checkout was opened. */
export const checkoutMembers = {
  checkoutUrl: optional(
    text(
      'Where the patient is sent to pay.',
      'https://clinic.example/sandbox-gateway/checkout/7q2m9x4ktd5w8hbnz3rvy6cjfa',
    ),
  ),
  provider: optional(text("The gateway's name.", 'sandbox')),
  sessionRef: optional(
    text(
      'Identifies the payment when you confirm it; store it before you redirect the patient.',
      'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
    ),
  ),
  patientId: optional(id('The patient.', 17)),
}

/** Further refusals that are possible for a reservation with a checkout. */
export const checkoutRefusals = [
  'GATEWAY_NOT_CONFIGURED',
  'GATEWAY_NOT_REACHED',
  'BOOKED_WITHOUT_CHECKOUT',
  'CHECKOUT_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'RESERVATION_ENDED',
  'RESERVATION_IN_PROGRESS',
  'TOO_MANY_RESERVATIONS',
] as const

const ReservationReply = namedObject('Reserved', {
  ...BookingReply.properties,
  ...checkoutMembers,
  appointmentRef: optional(text('The booking reference, or the displayed token.', 'BK7Q2M9X4KTD')),
})

export function reserveSlotRoute(services: ReservationServices): Route {
  const path = '/v1/appointments/reserve-slot'
  return route({
    method: 'POST',
    path,
    name: 'reserveSlot',
    area: 'Payments',
    title: 'Reserve a visit',
    summary:
      'Holds a slot or token until it is paid and, with `returnUrl`, opens a checkout for it. Safe to retry with the same Idempotency-Key; repeated with `withoutCheckout`, it is kept and paid at the clinic.',
    policy: {
      sensitive: true,
      idempotent: true,
      endUser: 'verified for sessions',
      unusableBody: 'fieldErrors',
    },
    body: ReservationBody,
    exampleBody: {
      ...exampleBooking,
      paymentMode: 'ONLINE',
      returnUrl: 'https://clinic.example/paid',
    },
    passesOn: 'the payment gateway',
    refusals: [...new Set([...bookingRefusals, ...tokenRefusals, ...checkoutRefusals])],
    replies: { 201: ReservationReply },

    async handle({ caller, body: { withoutCheckout = false, ...body }, idempotencyKey }) {
      checkWorkspace(caller, body)
      const returnUrl = toReturnUrl(body.returnUrl, {
        allowsLoopback: services.mode === 'sandbox',
        origins: caller.origins,
      })
      const request = toReservationRequest(body, returnUrl !== null)
      const key = toIdempotencyKey(caller, idempotencyKey, {
        path,
        body,
        meaning: { ...request, returnUrl },
      })
      if (withoutCheckout && !(key && returnUrl !== null))
        throw invalid('withoutCheckout requires the returnUrl and Idempotency-Key of a reservation')
      const make =
        'slot' in request ? () => reserveVisit(request.slot) : () => reserveToken(request.token)
      const answer =
        withoutCheckout && key ? await leaveCheckout(services, caller, key) : await make()
      return { status: 201, body: answer as Static<typeof ReservationReply> }

      async function reserveVisit(slot: BookingRequest): Promise<Answer> {
        const reservationReplacing = (failed?: FailedReservation): Reservation => ({
          caller,
          key,
          returnUrl,
          paymentMode: slot.paymentMode,
          make: visitMaker(services, caller, slot, failed),
          ...(failed
            ? {}
            : {
                makeAtOnce: (configuration) =>
                  bookVisitAtOnce(services, configuration, { caller, key, request: slot }),
              }),
        })
        return reserve(services, reservationReplacing()).catch(async (error: unknown) => {
          // A patient's own reservation whose checkout has failed does not block a new one, and
          // does not count as another visit.
          const isBlockedByReservation =
            error instanceof Problem &&
            ['SLOT_NOT_AVAILABLE', 'TOO_MANY_VISITS', 'TOO_MANY_VISITS_FROM_NETWORK'].includes(
              error.code,
            )
          const { doctorId, from: fromAt } = slot
          const [failed] = isBlockedByReservation
            ? await services.database.rows(findFailedReservation, {
                workspaceId: caller.workspaceId,
                doctorId,
                fromAt,
              })
            : []
          if (failed) return reserve(services, reservationReplacing(failed))
          // The blocking reservation may since have been released for this very request, if it was
          // sent a moment earlier as well.
          const answer = isBlockedByReservation
            ? await findConcurrentOutcome(services, reservationReplacing())
            : undefined
          if (!answer) throw error
          return answer
        })
      }

      async function reserveToken(token: TokenRequest): Promise<Answer> {
        return reserve(services, {
          caller,
          key,
          returnUrl,
          paymentMode: token.paymentMode,
          make: tokenMaker(services, caller, token),
        })
      }
    },
  })
}

type FailedReservation = RowOf<typeof findFailedReservation.returns>

/** Books the visit; a `failed` reservation of the same patient is released first. */
function visitMaker(
  services: ReservationServices,
  caller: Caller,
  request: BookingRequest,
  failed: FailedReservation | undefined,
): Reservation['make'] {
  return async (queries, configuration) => {
    const { clock } = services
    const { workspaceId } = caller
    const visit = planVisit(services, configuration, caller, request)
    const record = await book(queries, visit, async (patientId) => {
      if (patientId !== failed?.patientId) return
      await lock(queries, workspaceId, { patient: patientId })
      const [session] = await queries.rows(sessionById, {
        workspaceId,
        id: failed.paymentSessionId,
      })
      if (session)
        await releaseFailed(
          queries,
          { workspaceId, actor: { kind: 'service' }, notices: configuration.notices, clock },
          session,
        )
    })
    const {
      id,
      bookingReference,
      patientId,
      locationId,
      paymentStatus,
      chargeMinor,
      discountMinor,
      currency,
    } = record
    return {
      payable: { kind: 'APPOINTMENT', id },
      reference: bookingReference,
      patientId,
      locationId,
      paymentStatus,
      currency,
      dueMinor: chargeMinor - discountMinor,
      shown: visitAnswer(record),
    }
  }
}

/**
 * Books the visit and stores its answer with the key, in one statement; undefined if that needs a
 * transaction.
 */
async function bookVisitAtOnce(
  services: ReservationServices,
  configuration: Configuration,
  {
    caller,
    key,
    request,
  }: { caller: Caller; key: IdempotencyKey | undefined; request: BookingRequest },
): Promise<Answer | undefined> {
  const runStatement: RunBookingStatement | undefined =
    key &&
    ((queries, parameters, appointment) =>
      // The statement puts the id and the address into the answer.
      detectTiedKey(
        queries.rows(bookSlotForKey, {
          ...parameters,
          ...key,
          answer: visitAnswer(newAppointmentRecord(appointment, 0)),
        }),
      ))
  const record = await bookOptimistically(
    services.database,
    planVisit(services, configuration, caller, request),
    runStatement,
  )
  return record && visitAnswer(record)
}

/** Takes the token, in a shift that is running or is still to come. */
function tokenMaker(
  services: ReservationServices,
  caller: Caller,
  request: TokenRequest,
): Reservation['make'] {
  return async (queries, configuration) => {
    const visit = await takeNumber(
      queries,
      planToken(services, configuration, caller, request),
      'EITHER',
    )
    const { id, patientId, locationId, paymentStatus, chargeMinor, discountMinor, currency } = visit
    return {
      payable: { kind: 'VISIT', id },
      reference: tokenDisplay(visit),
      patientId,
      locationId,
      paymentStatus,
      currency,
      dueMinor: chargeMinor - discountMinor,
      shown: tokenAnswer(visit),
    }
  }
}
