import type { Queries } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../audit/audit.ts'
import { notifyPatientChanged } from '../patients/queries.ts'
import { problem } from './problems.ts'
import { markSignatureWithdrawn } from './queries.ts'

/**
 * Records that a patient has withdrawn a signature, and returns since when; the form and its
 * evidence stay. Throws SIGNATURE_NOT_FOUND.
 */
export async function withdrawSignature(
  queries: Queries,
  {
    workspaceId,
    actor,
    ...filled
  }: { workspaceId: number; actor: Actor; patientId: number; id: number },
  now: Instant,
): Promise<Instant> {
  const { patientId } = filled
  const [withdrawn] = await queries.rows(markSignatureWithdrawn, { workspaceId, ...filled, now })
  if (!withdrawn) throw problem('SIGNATURE_NOT_FOUND', filled)
  const { withdrawnAt, visitId, isToken } = withdrawn
  await recordAccess(queries, workspaceId, actor, {
    action: 'CHANGED',
    changedMembers: ['forms'],
    patientIds: [patientId],
    ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
    now,
  })
  await queries.rows(notifyPatientChanged, { workspaceId, patientId })
  return withdrawnAt
}
