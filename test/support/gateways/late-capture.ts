import type { Clinic, Harness } from '../clinic/harness.ts'

/**
 * Captures a payment that the patient made in time only this much later, whatever the state of the
 * checkout is by then.
 */
export async function delayCapture(
  harness: Harness,
  { workspaceId }: Clinic,
  ms: number,
): Promise<void> {
  const at = new Date(harness.application.clock.now() + ms)
  await harness.sql(
    "update sandbox_gateway_checkouts set late_at = $2 where workspace_id = $1 and state = 'OPEN'",
    [workspaceId, at],
  )
}
