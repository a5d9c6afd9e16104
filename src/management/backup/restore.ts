// Restores a backup into an empty database: schema and rows in one transaction, completely or not
// at all.

import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  findAnyRelation,
  listForeignKeys,
  listSequenceNames,
  listTables,
  type Table,
} from '../../base/db/catalog.ts'
import { sqlState } from '../../base/db/database.ts'
import { databaseProblem } from '../../base/db/database-problem.ts'
import { withLongSession } from '../../base/db/long-session.ts'
import { applyToEmpty, lockMigrations, migrate } from '../../base/db/migrate.ts'
import {
  firstReleaseMigrationCount,
  isBaseline,
  type Migration,
  migrationsForHistory,
  sinceBaseline,
} from '../../base/db/migration-files.ts'
import type { Connection } from '../../base/db/session.ts'
import type { Progress } from './backup.ts'
import {
  type BackupHeader,
  type BackupReader,
  type RowCounts,
  type SequenceValues,
  sumRows,
} from './backup-file.ts'
import { problem } from './problems.ts'

type Mode = 'sandbox' | 'production'

/** The plan of a restore, made before anything is changed. */
export interface RestorePlan {
  /** The migrations of the backup. */
  migrations: readonly Migration[]
  /** The mode of the backup; null if it has none, so that the first start sets it. */
  mode: Mode | null
}

export interface RestoreOutcome {
  createdAt: string
  mode: Mode | null
  rows: number
  tables: RowCounts
  /**
   * Tables that were created by hand in the original: no migration creates them, so their rows
   * cannot be restored.
   */
  skipped: string[]
  /** Migrations of this release that the backup lacked. */
  applied: string[]
  /** Sessions and links of staff that were ended. */
  sessions: number
  /** Active API keys: keys that were deactivated after the backup are active again. */
  keys: number
}

/**
 * Refuses a backup that this release, or an instance of this mode, cannot restore; `as` is a
 * requested change of mode.
 */
export async function planRestore(
  header: BackupHeader,
  mode: Mode,
  as: Mode | undefined,
): Promise<RestorePlan> {
  const history = sinceBaseline(header.migrations)
  const files = await migrationsForHistory(history)
  const migrations = history.map(({ number, name, checksum }, index) => {
    const file = files.find((candidate) => candidate.number === number)
    if (!file) throw problem('BACKUP_TOO_NEW', { number, name })
    if (file.checksum !== checksum || file !== files[index])
      throw problem('BACKUP_MIGRATION_MISMATCH', { number, name })
    return file
  })
  const [first] = history
  if (first && !isBaseline(first) && history.length < firstReleaseMigrationCount)
    throw problem('BACKUP_MIGRATION_MISMATCH', first)
  return { migrations, mode: plannedMode(header, mode, as) }
}

function plannedMode(header: BackupHeader, mode: Mode, as: Mode | undefined): Mode | null {
  if (as !== undefined && as !== mode) throw problem('MODE_CONFLICT', { as, mode })
  if (header.mode === null || header.mode === mode) return header.mode
  if (as === undefined) throw problem('BACKUP_MODE_MISMATCH', { of: header.mode, mode })
  if (as === 'production' && header.clockOffsetMs > 0) throw problem('CLOCK_WAS_MOVED')
  return as
}

/** Reads a backup to its end; refuses a damaged one. Returns the number of rows in each table. */
export async function checkBackup(reader: BackupReader): Promise<RowCounts> {
  for (let table = await reader.nextTable(); table; table = await reader.nextTable()) {
    for await (const _ of table.copied);
  }
  return (await reader.end()).rows
}

/** Restores into an empty database and brings it up to date. */
export async function restoreBackup(
  connection: Connection,
  reader: BackupReader,
  plan: RestorePlan,
  progress?: Progress,
): Promise<RestoreOutcome> {
  const restored = await withLongSession(connection, 'clinic restore', (client) =>
    restoreWithin(client, reader, plan, progress),
  ).catch((error: unknown) => {
    throw databaseProblem(error, 'nothing was restored')
  })
  // Migrations run in separate transactions, as at every start: even if one fails, the backup is
  // restored.
  const applied = await migrate(connection)
  const keys = await withLongSession(connection, 'clinic restore', async (client) => {
    await analyzeLoaded(client, restored.tables)
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from api_keys where status = 'ACTIVE'",
    )
    return Number(rows[0]?.count)
  })
  return {
    createdAt: reader.header.madeAt,
    mode: plan.mode,
    rows: sumRows(restored.tables),
    ...restored,
    applied,
    keys,
  }
}

async function restoreWithin(
  client: pg.Client,
  reader: BackupReader,
  plan: RestorePlan,
  progress: Progress = () => {},
) {
  await client.query('begin')
  await lockMigrations(client)
  await refuseUnlessEmpty(client)
  await applyToEmpty(client, plan.migrations)
  const tables = await listTables(client)
  const raiseGuards = await removeGuards(client, tables)
  const { loaded, skipped } = await loadTables(client, reader, tables, progress)
  const { sequences, rows } = await reader.end()
  for (const [table, count] of Object.entries(loaded)) {
    if (count !== rows[table])
      throw new Error(`the database inserted ${count} of the ${rows[table]} rows of ${table}`)
  }
  await setSequences(client, sequences)
  await adoptServer(client)
  const sessions = await endCredentials(client, tables)
  await raiseGuards()
  // The triggers are active here: they drop a sandbox's data that production must not have.
  await client.query('update installation set mode = $1 where mode <> $1', [plan.mode])
  await commit(client)
  return { tables: loaded, skipped, sessions }
}

async function commit(client: pg.Client) {
  try {
    await client.query('commit')
  } catch (error) {
    if (sqlState(error) !== undefined) throw error
    throw problem('RESTORE_OUTCOME_UNKNOWN')
  }
}

async function refuseUnlessEmpty(client: pg.Client) {
  const found = await findAnyRelation(client)
  if (found !== undefined) throw problem('DATABASE_NOT_EMPTY', { found })
}

/**
 * Removes, during loading, the triggers and foreign keys that would write or look up something for
 * each row; returns a function that restores them. The foreign keys are then checked for all rows
 * at once. Our own triggers are not needed: they guard changes, and the rows were checked when
 * first written.
 */
async function removeGuards(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  // Runs checks that migrations have deferred: until then, their tables cannot be altered.
  await client.query('set constraints all immediate')
  const keys = await listForeignKeys(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables)
    await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
  // Rows that migrations insert are also in the backup.
  await client.query(`truncate ${quotedNames(tables)}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name } of tables)
      await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`)
  }
}

async function loadTables(
  client: pg.Client,
  reader: BackupReader,
  tables: Table[],
  progress: Progress,
) {
  const loaded: RowCounts = {}
  const skipped: string[] = []
  let rowsBefore = 0
  for (let next = await reader.nextTable(); next; next = await reader.nextTable()) {
    const { table, columns, copied, rowsRead } = next
    const tableColumns = tables.find(({ name }) => name === table)
    if (!tableColumns) {
      skipped.push(table)
      for await (const _ of copied);
      continue
    }
    const strange = columns.filter((column) => !tableColumns.columns.includes(column))
    if (strange.length > 0) throw problem('BACKUP_HAS_UNKNOWN_COLUMNS', { table, columns: strange })
    const target = client.query(
      copyFrom(
        `copy ${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join(', ')}) from stdin`,
      ),
    )
    await pipeline(async function* () {
      for await (const chunk of copied) {
        yield chunk
        progress({ table, rows: rowsBefore + rowsRead() })
      }
    }, target)
    loaded[table] = target.rowCount
    rowsBefore += target.rowCount
  }
  return { loaded, skipped }
}

async function setSequences(client: pg.Client, sequences: SequenceValues) {
  for (const name of await listSequenceNames(client)) {
    const value = sequences[name]
    if (value)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        pg.escapeIdentifier(name),
        value.last,
        value.called,
      ])
  }
}

/** Updates values that refer to the original server. */
async function adoptServer(client: pg.Client) {
  // The version is a transaction number: this server will reuse the other's numbers, and a
  // configuration change that happened to get the same number would go unnoticed.
  await client.query(
    'update workspaces set configuration_version = pg_current_xact_id()::text::bigint',
  )
}

/**
 * Temporary access ends: it may have been revoked after the backup was made, which the backup
 * cannot show. Patients' links to their visits remain valid, as do API keys, without which every
 * integration would stop.
 */
const credentials = [
  'staff_sessions',
  'staff_links',
  'staff_challenges',
  'session_visitors',
  'widget_sessions',
  'verification_codes',
  'verified_contacts',
]

/**
 * Ends sessions and links while the triggers are disabled; an earlier release may lack some of
 * these tables. Returns how many belonged to staff.
 */
async function endCredentials(client: pg.Client, tables: Table[]): Promise<number> {
  let sessions = 0
  for (const { name } of tables.filter(({ name }) => credentials.includes(name))) {
    const { rowCount } = await client.query(`delete from ${pg.escapeIdentifier(name)}`)
    if (name === 'staff_sessions' || name === 'staff_links') sessions += rowCount ?? 0
  }
  return sessions
}

/**
 * Analyses the loaded tables; otherwise the first requests would be planned for small tables. Empty
 * tables are left out: PostgreSQL assumes ten pages for a table that was never analysed, but none
 * for a table that was analysed while empty, which it then scans completely even as it grows.
 */
async function analyzeLoaded(client: pg.Client, loaded: RowCounts) {
  const tables = (await listTables(client)).filter(({ name }) => loaded[name])
  if (tables.length > 0) await client.query(`analyze ${quotedNames(tables)}`)
}

function quotedNames(tables: Table[]): string {
  return tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
}
