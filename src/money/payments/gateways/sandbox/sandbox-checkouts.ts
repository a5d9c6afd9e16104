// The state of a checkout at the sandbox gateway, and the payer's choices. Nothing runs in the
// background here: whatever has become due is written, exactly once, by the next call that reads
// it.

import type { Database } from '../../../../base/db/database.ts'
import type { Clock } from '../../../../base/ports/clock.ts'
import type { Instant } from '../../../../base/values/clinic-time.ts'
import type { CheckoutName, RefundState } from '../gateway.ts'
import {
  captureLatePayment,
  declineSandboxCheckout,
  endSandboxCheckout,
  failDueRefunds,
  newestSandboxCheckouts,
  paySandboxCheckout,
  paySandboxCheckoutLate,
  type SandboxCheckout,
  sandboxCheckout,
  sandboxRefundByKey,
} from './sandbox-queries.ts'

export interface SandboxServices {
  database: Database
  clock: Clock
}

/** The buttons of the page. */
export type Choice = 'pay' | 'decline' | 'pay-late'

/** How long after the clinic's hold a late payment arrives, and how long a delayed refund takes. */
export const lateMs = 120_000

/** The present state of a checkout; undefined if it does not exist. */
export async function loadSandboxCheckout(
  { database, clock }: SandboxServices,
  { workspaceId, gatewayId }: CheckoutName,
): Promise<SandboxCheckout | undefined> {
  const now = clock.now()
  const [found] = await database.rows(sandboxCheckout, { workspaceId, gatewayId })
  if (!found || !isDue(found, now)) return found
  await settle(database, found, now)
  const [settled] = await database.rows(sandboxCheckout, { workspaceId, gatewayId })
  return settled
}

/**
 * The newest checkouts of a workspace in their present state, with captured and refunded amounts.
 */
export async function listSandboxCheckouts(
  { database, clock }: SandboxServices,
  workspaceId: number,
  limit: number,
) {
  const now = clock.now()
  await database.rows(failDueRefunds, { workspaceId, now })
  const found = await database.rows(newestSandboxCheckouts, { workspaceId, limit })
  const due = found.filter((checkout) => isDue(checkout, now))
  for (const checkout of due) await settle(database, checkout, now)
  return due.length === 0 ? found : database.rows(newestSandboxCheckouts, { workspaceId, limit })
}

function isDue({ state, lateAt, expiresAt }: SandboxCheckout, now: Instant): boolean {
  const arrives = lateAt !== null && lateAt <= now && (state === 'OPEN' || state === 'EXPIRED')
  return arrives || (state === 'OPEN' && expiresAt <= now)
}

async function settle(database: Database, { workspaceId, gatewayId }: CheckoutName, now: Instant) {
  await database.rows(captureLatePayment, { workspaceId, gatewayId, now })
  await database.rows(endSandboxCheckout, { workspaceId, gatewayId, now })
}

function refundState(settlesAt: Instant | null, fails: boolean | null, now: Instant): RefundState {
  if (settlesAt === null) return 'DONE'
  if (settlesAt > now) return 'PENDING'
  return fails ? 'FAILED' : 'DONE'
}

/** The present state of a refund by its key, with its checkout; undefined if it does not exist. */
export async function loadSandboxRefund(
  { database, clock }: SandboxServices,
  { workspaceId, key }: { workspaceId: number; key: string },
) {
  const now = clock.now()
  await database.rows(failDueRefunds, { workspaceId, now })
  const [refund] = await database.rows(sandboxRefundByKey, { workspaceId, key })
  if (!refund) return undefined
  const { settlesAt, fails, ...terms } = refund
  return { terms, state: refundState(settlesAt, fails, now) }
}

/** Records the payer's choice for an undecided checkout; a decided one is unchanged. */
export async function decideCheckout(
  { database, clock }: SandboxServices,
  { workspaceId, gatewayId }: CheckoutName,
  choice: Choice,
): Promise<void> {
  const parameters = { workspaceId, gatewayId, now: clock.now() }
  if (choice === 'pay') await database.rows(paySandboxCheckout, parameters)
  if (choice === 'decline') await database.rows(declineSandboxCheckout, parameters)
  if (choice === 'pay-late') await database.rows(paySandboxCheckoutLate, { ...parameters, lateMs })
}
