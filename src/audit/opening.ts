// The opening of a record: noted once, however often the page that it was opened on asks for it again (DASH-14).

import type { Queries } from '../db/database.ts'
import { type Actor, actorValues } from '../operations/actor.ts'
import type { Instant } from '../values/clinic-time.ts'
import { noteOpened, openingNoted } from './queries.ts'

/** How long an opening counts; a page that is still open then is noted as opened again. */
const openMs = 3_600_000

interface Opening {
  /** Everyone whose data are shown. */
  patientIds: readonly number[]
  /** The entry of an earlier answer to the same actor, where the page has one. */
  opened?: number | undefined
  now: Instant
}

/**
 * Notes that records were read, in the transaction that reads them, and returns the audit entry that says so: the one named, where it is
 * of the same actor, is about everyone who is shown, and less than an hour old.
 */
export async function noteOpening(queries: Queries, workspaceId: number, actor: Actor, { patientIds, opened, now }: Opening): Promise<number> {
  const { keyId, bySession, actingUserId, operator, ...who } = actorValues(actor)
  const asked = { workspaceId, patientIds, keyId, bySession, actingUserId, operator }
  const [known] = opened === undefined ? [] : await queries.rows(openingNoted, { ...asked, entry: opened, since: now - openMs })
  const [entry] = known ? [known] : await queries.rows(noteOpened, { ...asked, ...who, now })
  if (!entry) throw new Error('a record was opened but nothing says so')
  return entry.id
}
