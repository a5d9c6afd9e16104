// POST /v1/appointments/confirm-payments and /v1/session/packs/confirm: the outcome of a payment.
// Both requests are safe to repeat.

import { Type } from 'typebox'
import { type Route, route } from '../../base/contract/route.ts'
import {
  choice,
  exampleNull,
  flag,
  integer,
  namedObject,
  nullable,
  text,
  timestamp,
} from '../../base/contract/schemas.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { paymentStatuses } from '../payments/payable.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { confirmPayment, overReasons, type PaymentOutcome } from './confirm.ts'

const outcomeSchema = namedObject('PaymentOutcome', {
  status: choice(
    ['SUCCESS', 'FAILED', 'PENDING'],
    'SUCCESS: paid. FAILED: offer a new attempt. PENDING: ask again, unless it is `over`.',
  ),
  appointmentRef: exampleNull(
    text(
      'The booking reference, or the displayed token; null for a separately sold pack.',
      'BK7Q2M9X4KTD',
    ),
  ),
  paymentStatus: choice(paymentStatuses, 'Whether it is paid.', 'PAID'),
  walletBalanceAfter: exampleNull(
    integer('Sessions left in the pack that the payment bought; null if it bought none.', 9),
  ),
  message: text('The state in words.', 'The payment has arrived.'),
  over: flag(
    'True only with PENDING: the outcome is final, so stop polling. A payment that arrives later is refunded automatically.',
    false,
  ),
  reason: exampleNull(
    choice(
      overReasons,
      'Why it is `over`, null otherwise. NOT_PAID_IN_TIME: the booking was released. CANCELLED: it was cancelled before it was paid. FEE_KEPT: it was cancelled after it was paid, and the clinic keeps the fee. REFUND_IN_PROGRESS, REFUNDED: the refund is in progress or complete. PART_REFUNDED: a part of the money was refunded, and the clinic keeps the rest. REFUND_FAILED: the gateway could not make the refund; ask the clinic. NO_CHECKOUT: the booking is valid and can be paid at the clinic.',
    ),
  ),
  heldUntil: exampleNull(
    timestamp('Until when the place is held for the payment; null unless its checkout is open.'),
  ),
})

/** An outcome as the routes return it. */
const outcomeView = ({ heldUntil, ...others }: PaymentOutcome) => ({
  ...others,
  heldUntil: heldUntil === null ? null : isoAt('UTC', heldUntil),
})

// Null and the empty string count as not sent.
const referenceMember = (description: string, example: string) =>
  Type.Optional(nullable(text(description, example, { maxLength: 200 })))
const sessionRef = referenceMember(
  'The one returned by the reservation; it identifies the payment on its own.',
  'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa',
)
const provider = referenceMember(
  'The provider returned by the reservation; it has no effect.',
  'sandbox',
)
const presentValue = (value: string | null | undefined) => value || undefined

const commonRoute = {
  method: 'POST',
  area: 'Payments',
  policy: { sensitive: true, evenWhenLate: true, unusableBody: 'fieldErrors' },
  passesOn: 'the payment gateway',
  repeatable: true,
  replies: { 200: outcomeSchema },
} as const
const refusals = ['GATEWAY_NOT_CONFIGURED', 'GATEWAY_NOT_REACHED', 'PAYMENT_NOT_FOUND'] as const

export function confirmRoutes(services: CheckoutServices): Route[] {
  return [
    route({
      ...commonRoute,
      path: '/v1/appointments/confirm-payments',
      name: 'confirmPayment',
      title: 'Confirm a payment',
      summary:
        'Reads a payment at its gateway and returns its state. Once the payment is made, the booking is PAID.',
      body: namedObject('PaymentReference', {
        sessionRef,
        appointmentRef: referenceMember(
          'The booking reference, if there is no sessionRef; not for tokens.',
          'BK7Q2M9X4KTD',
        ),
        gatewayReferenceId: referenceMember(
          "The gateway's own id of the checkout, if there is neither of them.",
          '7q2m9x4ktd5w8hbnz3rvy6cjfa',
        ),
        provider,
      }),
      needsOneOf: ['sessionRef', 'appointmentRef', 'gatewayReferenceId'],
      exampleBody: { sessionRef: 'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa' },
      refusals: [...refusals, 'SESSION_REF_REQUIRED'],
      async handle({ caller, body: { sessionRef, appointmentRef, gatewayReferenceId } }) {
        const references = {
          sessionRef: presentValue(sessionRef),
          appointmentRef: presentValue(appointmentRef),
          gatewayReferenceId: presentValue(gatewayReferenceId),
        }
        return {
          status: 200,
          body: outcomeView(await confirmPayment(services, caller, references)),
        }
      },
    }),
    route({
      ...commonRoute,
      path: '/v1/session/packs/confirm',
      name: 'confirmSessionPack',
      title: 'Confirm the payment of a session pack',
      summary:
        'Reads the payment of a session pack at its gateway and returns its state. Once the payment is made, the pack is active.',
      body: namedObject('SessionPackPaymentReference', { sessionRef, provider }),
      needsOneOf: ['sessionRef'],
      exampleBody: { sessionRef: 'ps_7q2m9x4ktd5w8hbnz3rvy6cjfa' },
      refusals,
      async handle({ caller, body: { sessionRef } }) {
        return {
          status: 200,
          body: outcomeView(
            await confirmPayment(services, caller, { sessionRef: presentValue(sessionRef) }),
          ),
        }
      },
    }),
  ]
}
