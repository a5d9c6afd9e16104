import type { Clinic, Harness } from '../clinic/harness.ts'

/**
 * The patient's bank returns a refund from a clinic's sandbox gateway, as a bank may days after it
 * was made.
 */
export async function returnRefundByBank(harness: Harness, { workspaceId }: Clinic): Promise<void> {
  await harness.sql(
    `insert into sandbox_gateway_waiting_refunds (workspace_id, gateway_id, key, settles_at, fails)
     select workspace_id, gateway_id, key, $2, true from sandbox_gateway_movements where workspace_id = $1 and kind = 'REFUNDED'`,
    [workspaceId, new Date(harness.application.clock.now())],
  )
}
