// Bookings at the desk that are paid immediately, in the same transaction.

import { amountLimits, id, number, optional, text } from '../../../base/contract/schemas.ts'
import type { InWorkspace } from '../../../base/operations/operation.ts'
import { includesRight } from '../../../base/operations/rights.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import type { PayableName } from '../../payments/payable-name.ts'
import { payAtDesk, paymentTaker } from '../desk-payments.ts'
import { problem } from '../problems.ts'

export const paidAtOnceMembers = {
  paidBy: optional(
    text(
      'How it was just paid at the desk: CASH, CARD, UPI, BANK_TRANSFER, OTHER, or a method of the clinic file. If omitted, it is unpaid.',
      'CASH',
    ),
  ),
  paidAmount: optional(
    number(
      'How much of it was just paid, with `paidBy`; default: all of it. The rest is due.',
      200,
      amountLimits,
    ),
  ),
  collectedByUserId: optional(
    id(
      'The staff member who took it; default: the one who is signed in. Only operators may name another.',
      12,
    ),
  ),
}

interface PaidAtOnceInput {
  paidBy?: string | undefined
  paidAmount?: number | undefined
  collectedByUserId?: number | undefined
  /** Where the payment was taken, for a booking without a location. */
  locationId?: number | undefined
}

/**
 * Records the payment if there is one; without the right to take money it is refused, and nothing
 * is booked.
 */
export async function recordPaidAtOnce(
  context: InWorkspace<Configured>,
  payable: PayableName,
  { paidBy, paidAmount, collectedByUserId, locationId }: PaidAtOnceInput,
): Promise<void> {
  if (paidBy === undefined) {
    if (paidAmount !== undefined) throw problem('PAYMENT_METHOD_REQUIRED')
    return
  }
  const { configurations, clock, workspaceId, actor, rights } = context
  if (rights && !includesRight(rights, 'money:write')) throw problem('MONEY_NOT_ALLOWED')
  const { notices } = await configurations.of(workspaceId)
  const payment = {
    method: paidBy,
    amount: paidAmount,
    takenBy: paymentTaker(actor, collectedByUserId),
    locationId,
  }
  await payAtDesk(context, { workspaceId, actor, notices, clock }, payable, payment)
}
