// What is booked at the desk and paid there at once, in the transaction that books it.

import type { Configured } from '../../catalogue/configuration.ts'
import { id, optional, text } from '../../contract/schemas.ts'
import type { InWorkspace } from '../../operations/operation.ts'
import { includes } from '../../operations/rights.ts'
import type { PayableName } from '../../payments/payable-name.ts'
import { problem } from '../../values/problem.ts'
import { payAtDesk, takerOf } from '../desk.ts'

export const payingMembers = {
  paidBy: optional(
    text('How it was paid at the desk just now: CASH, CARD, UPI, BANK_TRANSFER, OTHER, or a method of the clinic file. Unpaid when omitted.', 'CASH'),
  ),
  takenByUserId: optional(id('The member of staff who took it; the one who is signed in when omitted.', 12)),
}

interface Paid {
  paidBy?: string | undefined
  takenByUserId?: number | undefined
  /** Where it was taken, of what is booked at no location. */
  locationId?: number | undefined
}

/** Notes the payment where there is one; whoever may not take money is refused, and then nothing is booked either. */
export async function paidAtOnce(context: InWorkspace<Configured>, payable: PayableName, { paidBy, takenByUserId, locationId }: Paid): Promise<void> {
  if (paidBy === undefined) return
  const { configurations, clock, workspaceId, actor, rights } = context
  if (rights && !includes(rights, 'money:write')) throw problem('MONEY_NOT_ALLOWED')
  const { notices } = await configurations.of(workspaceId)
  const taken = { method: paidBy, amount: undefined, takenBy: takerOf(actor, takenByUserId), locationId }
  await payAtDesk(context, { workspaceId, actor, notices, clock }, payable, taken)
}
