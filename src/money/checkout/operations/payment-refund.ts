// An operator refunds a payment that the clinic kept.

import { number, object, optional, text } from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { findPayment } from '../confirm.ts'
import { refundPayment } from '../give-back.ts'
import { paymentsByReference } from '../payment-queries.ts'
import { problem } from '../problems.ts'
import { payment, paymentView } from './payment-view.ts'

type Services = InWorkspace<Configured & { checkouts: CheckoutServices }>

export const paymentsRefund = workspaceOperation({
  name: 'payments-refund',
  once: 'BY_ITSELF',
  right: 'money:write',
  about: 'the whole clinic',
  summary:
    'Refund a payment through its gateway: of a cancelled booking, or of an unused pack. To refund an active visit, cancel it with its refund.',
  input: object({
    reference: text('The sessionRef, or the booking reference.', 'BK7Q2M9X4KTD'),
    percentage: optionalWithDefault(
      number('Percentage to refund.', 100, { minimum: 0, maximum: 100 }),
      100,
    ),
    reason: optional(
      text('The reason; kept with the refund.', 'Doctor was ill', { minLength: 1, maxLength: 500 }),
    ),
  }),
  output: object(payment),
  async run(
    { checkouts, database, configurations, actor, workspaceId }: Services,
    { reference, percentage, reason = null },
  ) {
    const { session } = await findPayment(database, workspaceId, {
      sessionRef: reference,
      appointmentRef: reference,
    })
    if (!session) throw problem('PAYMENT_NOT_FOUND')
    const { notices } = await configurations.of(workspaceId)
    await refundPayment(
      checkouts,
      { workspaceId, actor, notices, clock: checkouts.clock },
      session,
      { percentage, reason },
    )
    const view = await loadPaymentView(
      { checkouts, database, configurations, workspaceId },
      session.sessionRef,
    )
    if (!view) throw problem('PAYMENT_NOT_FOUND')
    return view
  },
  async answerIfDone(services, { reference, percentage }) {
    const { session } = await findPayment(services.database, services.workspaceId, {
      sessionRef: reference,
      appointmentRef: reference,
    })
    const view = session && (await loadPaymentView(services, session.sessionRef))
    return view?.refund?.percentage === percentage ? view : undefined
  },
})

async function loadPaymentView(
  {
    checkouts,
    database,
    configurations,
    workspaceId,
  }: Pick<Services, 'checkouts' | 'database' | 'configurations' | 'workspaceId'>,
  reference: string,
) {
  const { timezone } = await configurations.of(workspaceId)
  const [row] = await database.rows(paymentsByReference, { workspaceId, reference })
  return row && paymentView(row, { now: checkouts.clock.now(), timezone })
}
