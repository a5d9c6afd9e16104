// Refunds as they are asked for. One of a payment that never went through a gateway is done as it is asked for; one that a gateway does is
// noted first, and is done when the gateway has said so. docs/decisions/0045-refunds.md

import type { Queries } from '../db/database.ts'
import { type Actor, memberOf } from '../operations/actor.ts'
import type { Instant } from '../values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid } from '../values/problem.ts'
import { randomBase32 } from '../values/random-text.ts'
import { type PayableName, payableIds, payableOf } from './payable-name.ts'
import type { PaymentSession } from './payment-session-queries.ts'
import { refundMinor } from './refund-amount.ts'
import { insertRefund, insertRequest, type Refund } from './refund-queries.ts'

/** The kind of due work that follows refunds; its subject is the refund. */
export const refundKind = 'refund'

/** The kind that looks at those that are done, which a bank may send back for a while; its subject is the refund too. */
export const doneRefundKind = 'done-refund'

/** What is to go back. */
export interface AskedRefund {
  payableMinor: number
  currency: string
  percentage: number
  /** What the caller works out, in `currency`. */
  amount: number
}

/** The amount of a refund in minor units; throws unless it is the payable amount times the percentage, rounded half up (STAT-20, A-202). */
export function agreedMinor({ payableMinor, currency, percentage, amount }: AskedRefund): number {
  const amountMinor = refundMinor(payableMinor, percentage)
  if (toMinorUnits(amount, currency) === amountMinor) return amountMinor
  const [payable, expected] = [payableMinor, amountMinor].map((minor) => fromMinorUnits(minor, currency))
  throw invalid(`refundAmount must be ${expected} ${currency}, which is ${percentage} % of the payable amount ${payable}`)
}

/** What is said of a refund. */
interface RefundTerms {
  percentage: number
  amountMinor: number
  currency: string
  overrideReason: string | null
}

/** Records a refund that no gateway has to do, of something that becomes REFUNDED in the same transaction. A trigger takes it out of the till. */
export async function recordRefund(
  queries: Queries,
  payable: PayableName,
  { actor, ...refund }: RefundTerms & { workspaceId: number; actor: Actor; now: Instant },
): Promise<void> {
  await queries.rows(insertRefund, { ...refund, ...payableIds(payable), givenBy: memberOf(actor) })
}

/** What is asked for of a payment. */
export type RequestTerms = Omit<RefundTerms, 'currency'> & { cancellationReason: string | null; now: Instant }

/** Notes, before its gateway is asked, that money of a payment is to go back; the caller plans the work that follows it. */
export async function requestRefund(queries: Queries, session: PaymentSession, terms: RequestTerms): Promise<Refund> {
  const { workspaceId, id: paymentSessionId, currency } = session
  const gatewayKey = `rf_${randomBase32(26).toLowerCase()}`
  const [requested] = await queries.rows(insertRequest, {
    ...{ workspaceId, ...payableIds(payableOf(session)), paymentSessionId, gatewayKey, currency },
    ...terms,
  })
  if (!requested) throw new Error('a refund was written but is not there')
  const { amountMinor, cancellationReason, now: requestedAt } = terms
  return { ...requested, workspaceId, paymentSessionId, gatewayKey, state: 'REQUESTED', amountMinor, currency, cancellationReason, requestedAt }
}
