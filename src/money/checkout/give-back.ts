// An operator has the gateway refund a payment that the clinic kept: for a cancelled visit or
// token, for an unused pack, or after an earlier refund failed at the gateway.

import { problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import { suspendPack } from '../packs/wallet.ts'
import { payableIds, payableOf } from '../payments/payable-name.ts'
import { holdSession, type PaymentSession } from '../payments/payment-session-queries.ts'
import { beginRefund, pursueRefund } from '../payments/pursue-refund.ts'
import { refundMinor } from '../payments/refund-amount.ts'
import { type CheckoutServices, holdPayable, type SettledBy } from './checkout-services.ts'
import { payableAt } from './queries.ts'

/** A share of a payment, above 0 to 100 percent, and the reason for the refund. */
export interface GivenBack {
  percentage: number
  reason: string | null
}

/** Refunds a share of a payment; throws a problem if it cannot, and throws like `pursueRefund`. */
export async function giveBack(services: CheckoutServices, by: SettledBy, seen: PaymentSession, { percentage, reason }: GivenBack): Promise<void> {
  const { database, clock } = services
  const { workspaceId, id } = seen
  const payable = payableOf(seen)
  const requested = await database.transaction(async (queries) => {
    const now = clock.now()
    const { standing, whyKept } = await holdPayable(queries, by, payable)
    const [session] = await queries.rows(holdSession, { workspaceId, id })
    const [shown] = await queries.rows(payableAt, { workspaceId, ...payableIds(payable) })
    if (!session || !shown) throw problem('PAYMENT_NOT_FOUND')
    if (shown.isRefunding) throw problem('REFUND_UNDER_WAY')
    const isKept = (session.state === 'PAID' || session.state === 'RETURNING') && standing.paymentStatus === 'PAID'
    if (!isKept) throw problem('NOTHING_TO_GIVE_BACK', { reference: session.sessionRef })
    // A late payment never belonged to the clinic.
    const isLate = session.state === 'RETURNING'
    if (whyKept && !isLate) throw whyKept
    if (isLate && percentage !== 100) throw problem('GOES_BACK_WHOLE')
    const amountMinor = refundMinor(session.amountMinor, percentage)
    if (amountMinor === 0) throw problem('REFUND_OF_NOTHING', { percentage })
    const begun = await beginRefund(queries, clock, session, { percentage, amountMinor, overrideReason: reason, cancellationReason: reason, now })
    if (payable.kind === 'SESSION_PACK') await suspendPack(queries, workspaceId, payable.id, true)
    const { appointmentId } = payableIds(payable)
    await note(queries, workspaceId, by.actor, { action: 'REFUND_REQUESTED', patientIds: [shown.patientId], ...(appointmentId && { appointmentId }), now })
    return begun
  })
  await pursueRefund(services, requested, (queries) => holdPayable(queries, by, payable))
}
