// Everything that is encrypted with the secret of the installation, table by table.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'

/** The key of a row; an account of staff is of no workspace: 0. */
export interface RowKey {
  workspaceId: number
  id: number
}

export interface SealedRow extends RowKey {
  sealed: Buffer
}

export interface SealedTable {
  table: string
  /** The rows after a key, in the order of keys, at most `limit`. */
  list(queries: Queries, after: RowKey, limit: number): Promise<readonly SealedRow[]>
  /** Replaces what a row contains; empty if it has changed since it was read. */
  renew(queries: Queries, row: SealedRow & { before: Buffer }): Promise<readonly { id: number }[]>
}

function tableInWorkspaces(table: string): SealedTable {
  const listRows = statement(
    `sealed_${table}`,
    {
      takes: { workspaceId: 'bigint', id: 'bigint', limit: 'bigint' },
      returns: { workspaceId: 'bigint', id: 'bigint', sealed: 'bytea' },
    },
    `
  select workspace_id as "workspaceId", id, sealed
  from ${table}
  where (workspace_id, id) > (:workspaceId, :id)
  order by workspace_id, id
  limit :limit`,
  )
  const renewRow = statement(
    `renew_sealed_${table}`,
    {
      takes: { workspaceId: 'bigint', id: 'bigint', before: 'bytea', sealed: 'bytea' },
      returns: { id: 'bigint' },
    },
    `
  update ${table}
  set sealed = :sealed
  where workspace_id = :workspaceId and id = :id and sealed = :before
  returning id`,
  )
  return {
    table,
    list: (queries, after, limit) => queries.rows(listRows, { ...after, limit }),
    renew: (queries, row) => queries.rows(renewRow, row),
  }
}

export const sealedForms = tableInWorkspaces('filled_forms')
export const sealedMessages = tableInWorkspaces('patient_messages')

const listCodeSecrets = statement(
  'sealed_staff_code_secrets',
  { takes: { id: 'bigint', limit: 'bigint' }, returns: { id: 'bigint', sealed: 'bytea' } },
  `
  select account_id as id, sealed
  from staff_code_secrets
  where account_id > :id
  order by account_id
  limit :limit`,
)

const renewCodeSecret = statement(
  'renew_sealed_staff_code_secrets',
  { takes: { id: 'bigint', before: 'bytea', sealed: 'bytea' }, returns: { id: 'bigint' } },
  `
  update staff_code_secrets
  set sealed = :sealed
  where account_id = :id and sealed = :before
  returning account_id as id`,
)

export const sealedCodeSecrets: SealedTable = {
  table: 'staff_code_secrets',
  list: async (queries, { id }, limit) =>
    (await queries.rows(listCodeSecrets, { id, limit })).map((row) => ({ workspaceId: 0, ...row })),
  renew: (queries, { workspaceId: _, ...row }) => queries.rows(renewCodeSecret, row),
}
