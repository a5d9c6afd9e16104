// An operator has the gateway refund a payment that the clinic kept: for a cancelled visit or
// token, for an unused pack, or after an earlier refund failed at the gateway.

import { recordAccess } from '../../clinic/audit/audit.ts'
import { suspendPack } from '../packs/wallet.ts'
import { payableIds, toPayableName } from '../payments/payable-name.ts'
import { lockSessionRow, type PaymentSession } from '../payments/payment-session-queries.ts'
import { beginRefund, pursueRefund } from '../payments/pursue-refund.ts'
import { refundMinor } from '../payments/refund-amount.ts'
import { type CheckoutServices, lockPayable, type SettlementContext } from './checkout-services.ts'
import { problem } from './problems.ts'
import { payableById } from './queries.ts'

/** A share of a payment, above 0 to 100 percent, and the reason for the refund. */
export interface RefundShare {
  percentage: number
  reason: string | null
}

/** Refunds a share of a payment; throws a problem if it cannot, and throws like `pursueRefund`. */
export async function refundPayment(
  services: CheckoutServices,
  context: SettlementContext,
  sessionBefore: PaymentSession,
  { percentage, reason }: RefundShare,
): Promise<void> {
  const { database, clock } = services
  const { workspaceId, id } = sessionBefore
  const payable = toPayableName(sessionBefore)
  const requested = await database.transaction(async (queries) => {
    const now = clock.now()
    const { standing, whyKept } = await lockPayable(queries, context, payable)
    const [session] = await queries.rows(lockSessionRow, { workspaceId, id })
    const [payableState] = await queries.rows(payableById, { workspaceId, ...payableIds(payable) })
    if (!session || !payableState) throw problem('PAYMENT_NOT_FOUND')
    if (payableState.isRefunding) throw problem('REFUND_IN_PROGRESS')
    const isKept =
      (session.state === 'PAID' || session.state === 'RETURNING') &&
      standing.paymentStatus === 'PAID'
    if (!isKept) throw problem('NOTHING_TO_REFUND', { reference: session.sessionRef })
    // A late payment never belonged to the clinic.
    const isLate = session.state === 'RETURNING'
    if (whyKept && !isLate) throw whyKept
    if (isLate && percentage !== 100) throw problem('REFUND_MUST_BE_FULL')
    const amountMinor = refundMinor(session.amountMinor, percentage)
    if (amountMinor === 0) throw problem('REFUND_ROUNDS_TO_ZERO', { percentage })
    const begunRefund = await beginRefund(queries, clock, session, {
      percentage,
      amountMinor,
      overrideReason: reason,
      cancellationReason: reason,
      now,
    })
    if (payable.kind === 'SESSION_PACK') await suspendPack(queries, workspaceId, payable.id, true)
    const { appointmentId } = payableIds(payable)
    await recordAccess(queries, workspaceId, context.actor, {
      action: 'REFUND_REQUESTED',
      patientIds: [payableState.patientId],
      ...(appointmentId && { appointmentId }),
      now,
    })
    return begunRefund
  })
  await pursueRefund(services, requested, (queries) => lockPayable(queries, context, payable))
}
