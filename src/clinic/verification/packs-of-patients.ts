import type { Database } from '../../base/db/database.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { ownedPackView } from '../../money/packs/owned-pack.ts'
import { loadOwnedPacks } from '../../money/packs/wallet.ts'
import type { Configurations } from '../catalogue/configuration.ts'

/**
 * The packs that these patients can use today, in the workspace's calendar: no location has been
 * chosen yet.
 */
export async function loadPatientPacks(
  {
    database,
    configurations,
    clock,
  }: { database: Database; configurations: Configurations; clock: Clock },
  workspaceId: number,
  patients: readonly { id: number }[],
) {
  const { timezone } = await configurations.of(workspaceId)
  const { usable } = await loadOwnedPacks(
    database,
    workspaceId,
    patients.map(({ id }) => id),
    dateAt(timezone, clock.now()),
  )
  return usable.map(ownedPackView)
}
