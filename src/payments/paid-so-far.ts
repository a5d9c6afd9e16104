// What was paid for something, and can be refunded: all of it, or what the desk has of it so far.

import type { Queries } from '../db/database.ts'
import { paidAtDesk } from './desk-payment-queries.ts'
import type { Payable } from './payable.ts'
import { type PayableName, payableIds } from './payable-name.ts'

/** In minor units; 0 while a checkout is open, and once it is refunded. */
export async function paidMinorOf(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
  { paymentStatus, chargeMinor, discountMinor }: Pick<Payable, 'paymentStatus' | 'chargeMinor' | 'discountMinor'>,
): Promise<number> {
  if (paymentStatus === 'PAID') return chargeMinor - discountMinor
  if (paymentStatus !== 'UNPAID') return 0
  const [paid] = await queries.rows(paidAtDesk, { workspaceId, ...payableIds(payable) })
  return paid?.minor ?? 0
}
