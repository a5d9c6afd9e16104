// The rows of a configuration. They come from seventeen tables, so the last process that read these
// stored a snapshot in one row.

import { createHash } from 'node:crypto'
import type { RowsOfParts } from '../../base/db/combined-statement.ts'
import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type configurationParts, fullConfiguration } from './queries.ts'

export type ConfigurationRows = RowsOfParts<typeof configurationParts>

const configurationSnapshot = statement(
  'configuration_snapshot',
  { takes: { workspaceId: 'bigint', shape: 'text' }, returns: { rows: 'json' }, isShort: true },
  `
  select s.rows
  from configuration_snapshots s
  join workspaces w on w.id = s.workspace_id and w.configuration_version = s.version
  where s.workspace_id = :workspaceId and s.shape = :shape`,
)

const storeConfigurationSnapshot = statement(
  'store_configuration_snapshot',
  { takes: { workspaceId: 'bigint', version: 'bigint', shape: 'text', rows: 'json' } },
  `
  insert into configuration_snapshots (workspace_id, version, shape, rows)
  values (:workspaceId, :version, :shape, :rows)
  on conflict (workspace_id) do update set version = excluded.version, shape = excluded.shape, rows = excluded.rows`,
)

/** Another release may read other columns: it must not use the snapshots of this one. */
export const shape = createHash('sha256').update(fullConfiguration.text).digest('base64url')

/**
 * All rows as of one instant: the snapshot, if it has the present version and is from this release;
 * otherwise the tables.
 */
export async function configurationRows(
  database: Queries,
  workspaceId: number,
): Promise<ConfigurationRows> {
  const [snapshot] = await database.rows(configurationSnapshot, { workspaceId, shape })
  if (snapshot) return snapshot.rows as ConfigurationRows
  const rows = await fullConfiguration.rows(database, { workspaceId })
  const [workspace] = rows.workspace
  // Not awaited; if it fails, the next reading tries again.
  if (workspace)
    database
      .rows(storeConfigurationSnapshot, { workspaceId, version: workspace.version, shape, rows })
      .catch(() => {})
  return rows
}
