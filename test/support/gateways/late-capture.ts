import type { Clinic, House } from '../clinic/harness.ts'

/** A payment that the patient made in time is captured only this much later, whatever the state of the checkout by then. */
export async function capturesLater(house: House, { workspaceId }: Clinic, ms: number): Promise<void> {
  const at = new Date(house.application.clock.now() + ms)
  await house.sql("update sandbox_gateway_checkouts set late_at = $2 where workspace_id = $1 and state = 'OPEN'", [workspaceId, at])
}
