import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'

// A thousand at a time, so that no run holds locks for long.

const expiryColumns = {
  takes: { before: 'timestamptz' },
  returns: { workspaceId: 'bigint' },
} as const

const deleteCodesExpiredBefore = statement(
  'delete_codes_expired_before',
  expiryColumns,
  `
  delete from verification_codes
  where (workspace_id, key_id, end_user_hash, destination_hash) in (
    select workspace_id, key_id, end_user_hash, destination_hash
    from verification_codes
    where expires_at < :before
    order by expires_at
    limit 1000
    for update skip locked
  )
  returning workspace_id as "workspaceId"`,
)

const deleteContactsExpiredBefore = statement(
  'delete_contacts_expired_before',
  expiryColumns,
  `
  delete from verified_contacts
  where (workspace_id, key_id, end_user_hash) in (
    select workspace_id, key_id, end_user_hash
    from verified_contacts
    where expires_at < :before
    order by expires_at
    limit 1000
    for update skip locked
  )
  returning workspace_id as "workspaceId"`,
)

const deleteSendsBefore = statement(
  'delete_sends_before',
  expiryColumns,
  `
  delete from verification_sends
  where (workspace_id, id) in (
    select workspace_id, id
    from verification_sends
    where sent_at < :before
    order by sent_at
    limit 1000
    for update skip locked
  )
  returning workspace_id as "workspaceId"`,
)

const deleteFailuresBefore = statement(
  'delete_failures_before',
  expiryColumns,
  `
  delete from verification_failures
  where (workspace_id, id) in (
    select workspace_id, id
    from verification_failures
    where failed_at < :before
    order by failed_at
    limit 1000
    for update skip locked
  )
  returning workspace_id as "workspaceId"`,
)

// The longest window of any limit.
const limitsWindowMs = 24 * 3_600_000

/**
 * Deletes codes and verified contacts that ended before these instants, and records that no limit
 * counts any more.
 */
export async function deleteExpiredVerification(
  queries: Queries,
  { codesBefore, gatesBefore, now }: { codesBefore: Instant; gatesBefore: Instant; now: Instant },
): Promise<void> {
  const deletions = [
    [deleteCodesExpiredBefore, codesBefore],
    [deleteContactsExpiredBefore, gatesBefore],
    [deleteSendsBefore, now - limitsWindowMs],
    [deleteFailuresBefore, now - limitsWindowMs],
  ] as const
  for (const [deleteBefore, before] of deletions)
    while ((await queries.rows(deleteBefore, { before })).length > 0);
}
