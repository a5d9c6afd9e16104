import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../audit/audit.ts'
import { notifyPatientChanged } from '../patients/queries.ts'

const deleteUnsignedForms = statement(
  'delete_unsigned_forms',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', before: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  delete from filled_forms
  where workspace_id = :workspaceId and patient_id = :patientId and signed_hash is null and changed_at < :before
  returning id`,
)

/**
 * Deletes what a patient had answered before an instant: not what they fill in while it runs. What
 * they have signed stays as evidence.
 */
export async function deleteAnswers(
  queries: Queries,
  patient: { workspaceId: number; patientId: number },
  { before, now }: { before: Instant; now: Instant },
): Promise<void> {
  const deleted = await queries.rows(deleteUnsignedForms, { ...patient, before })
  if (deleted.length === 0) return
  const { workspaceId, patientId } = patient
  await recordAccess(
    queries,
    workspaceId,
    { kind: 'service' },
    {
      action: 'CHANGED',
      changedMembers: ['forms'],
      patientIds: [patientId],
      now,
    },
  )
  await queries.rows(notifyPatientChanged, patient)
}
