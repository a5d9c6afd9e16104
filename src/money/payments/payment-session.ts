// A payment session: one attempt to have a visit, token or pack paid online.
// docs/decisions/money.md

import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type PayableName, payableIds } from './payable-name.ts'
import {
  insertSession,
  latestSession,
  makeCheckoutEndDueNow,
  type NewPaymentSession,
  type PaymentSession,
} from './payment-session-queries.ts'

/**
 * Begins a payment session, in the transaction that makes its booking PENDING, and plans its end
 * for when its hold expires.
 */
export async function beginSession(
  queries: Queries,
  session: NewPaymentSession,
): Promise<PaymentSession> {
  const [row] = await queries.rows(insertSession, session)
  if (!row) throw new Error('the new payment session was not found')
  const { contactHash: _, ...shown } = session
  return {
    ...shown,
    ...row,
    gatewayId: null,
    checkoutUrl: null,
    state: 'OPENING',
    isDeclined: false,
  }
}

/** The latest attempt to have something paid, if there was any. */
export async function findLatestSession(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
): Promise<PaymentSession | undefined> {
  const [session] = await queries.rows(latestSession, { workspaceId, ...payableIds(payable) })
  return session
}

/** The payment session through which something was paid, if it was paid online. */
export async function findPaidSession(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
): Promise<PaymentSession | undefined> {
  const session = await findLatestSession(queries, workspaceId, payable)
  return session?.state === 'PAID' ? session : undefined
}

/**
 * Has a cancelled visit's or token's open checkout closed at its gateway, before its hold expires
 * (A-210).
 */
export async function endOpenCheckout(
  queries: Queries,
  workspaceId: number,
  payable: PayableName,
  now: Instant,
): Promise<void> {
  const { appointmentId, visitId } = payableIds(payable)
  await queries.rows(makeCheckoutEndDueNow, { workspaceId, appointmentId, visitId, now })
}
