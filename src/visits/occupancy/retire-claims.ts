import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'

const deleteClaimsBefore = statement(
  'delete_claims_before',
  { takes: { before: 'timestamptz' }, returns: { appointmentId: 'bigint' } },
  `
  delete from claims
  where (workspace_id, appointment_id) in (
    select workspace_id, appointment_id
    from claims
    where to_at < :before
    order by to_at
    limit 1000
  )
  returning appointment_id as "appointmentId"`,
)

// No host's clock is wrong by more than a day.
const marginMs = 86_400_000

/**
 * Deletes the claims of visits that are over in real time, so that the exclusion constraints only
 * cover the future and stay small for ever (building one over 1 M rows took 66 s).
 */
export async function retirePastClaims(queries: Queries, realNow: Instant): Promise<void> {
  // Deletes a thousand at a time, so that a service that was down for months catches up within the
  // statement timeout.
  while ((await queries.rows(deleteClaimsBefore, { before: realNow - marginMs })).length > 0);
}
