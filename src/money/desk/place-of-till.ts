import type { Queries } from '../../base/db/database.ts'
import { problem } from '../../base/values/problem.ts'
import { placeOfTill } from './till-queries.ts'

/** The name and timezone of a till's location, or those of the workspace for none; throws if the workspace has no such location. */
export async function placeOf(queries: Queries, workspaceId: number, locationId: number | null) {
  const [place] = await queries.rows(placeOfTill, { workspaceId, locationId })
  if (!place) throw problem('ADDRESS_NOT_FOUND')
  return place
}
