import type { Queries } from '../../base/db/database.ts'
import { problem } from './problems.ts'
import { tillLocation } from './till-queries.ts'

/**
 * The name and timezone of a till's location, or of the workspace if it has none; throws if the
 * workspace has no such location.
 */
export async function loadTillLocation(
  queries: Queries,
  workspaceId: number,
  locationId: number | null,
) {
  const [row] = await queries.rows(tillLocation, { workspaceId, locationId })
  if (!row) throw problem('ADDRESS_NOT_FOUND')
  return row
}
