// The opening of a record: recorded once, however often its page loads it again (DASH-14).

import type { Queries } from '../../base/db/database.ts'
import { type Actor, actorValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { findOpening, insertOpening } from './queries.ts'

/** How long an opening counts; if the page is still open then, another opening is recorded. */
const openMs = 3_600_000

interface PatientOpening {
  /** Everyone whose data is shown. */
  patientIds: readonly number[]
  /** The entry of an earlier answer to the same actor, if the page has one. */
  opened?: number | undefined
  now: Instant
}

/**
 * Records that records were read, in the transaction that reads them, and returns the audit entry:
 * the given one if it is of the same actor, covers everyone who is shown, and is less than an hour
 * old.
 */
export async function recordOpening(
  queries: Queries,
  workspaceId: number,
  actor: Actor,
  { patientIds, opened, now }: PatientOpening,
): Promise<number> {
  const { keyId, bySession, actingUserId, operator, ...who } = actorValues(actor)
  const openingKey = { workspaceId, patientIds, keyId, bySession, actingUserId, operator }
  const [existing] =
    opened === undefined
      ? []
      : await queries.rows(findOpening, { ...openingKey, entry: opened, since: now - openMs })
  const [entry] = existing
    ? [existing]
    : await queries.rows(insertOpening, { ...openingKey, ...who, now })
  if (!entry) throw new Error('the access to a record was not audited')
  return entry.id
}
