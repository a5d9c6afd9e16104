// Writes a backup: all rows as of one instant, while the service is running.

import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listSequenceNames, listTables, type Table } from '../../base/db/catalog.ts'
import { databaseProblem } from '../../base/db/database-problem.ts'
import { withLongSession } from '../../base/db/long-session.ts'
import { appliedMigrations } from '../../base/db/migrate.ts'
import type { Connection } from '../../base/db/session.ts'
import {
  type BackupHeader,
  jsonLine,
  type RowCounts,
  type SequenceValues,
  streamSealed,
  streamTable,
  sumRows,
} from './backup-file.ts'
import { problem } from './problems.ts'

/** Called occasionally with the progress of a backup or a restore. */
export type Progress = (at: { table: string; rows: number; rowsExpected?: number }) => void

export interface BackupOutcome {
  createdAt: string
  rows: number
  tables: RowCounts
  bytes: number
}

// This takes about half the time of level 6, the default, for a slightly larger file.
const compression = { level: 1, chunkSize: 256 * 1024 }

/** Writes a backup of the database in chunks to `write`, which resolves when it can accept more. */
export async function writeBackup(
  connection: Connection,
  write: (chunk: Buffer) => Promise<void>,
  progress?: Progress,
): Promise<BackupOutcome> {
  return withLongSession(connection, 'clinic backup', (client) =>
    backupWithin(client, write, progress),
  ).catch((error: unknown) => {
    throw databaseProblem(error, 'no backup was made')
  })
}

async function backupWithin(
  client: pg.Client,
  write: (chunk: Buffer) => Promise<void>,
  progress?: Progress,
): Promise<BackupOutcome> {
  await beginSnapshot(client)
  const header = await createHeader(client)
  const rows: RowCounts = {}
  let bytes = 0
  await pipeline(
    streamSealed(streamDatabase(client, header, rows, progress), rows),
    createGzip(compression),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await write(chunk)
        bytes += chunk.length
      }
    },
  )
  await client.query('commit')
  return { createdAt: header.madeAt, rows: sumRows(rows), tables: rows, bytes }
}

/**
 * Begins the transaction whose first snapshot is the instant of the backup. The tables are locked
 * before the snapshot, but only against migrations: in an older snapshot, a table rewritten by a
 * migration would appear empty.
 */
async function beginSnapshot(client: pg.Client) {
  const { rows } = await client.query<{ tables: string | null }>(`
    select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
    from pg_tables
    where schemaname = current_schema()`)
  await client.query('begin isolation level repeatable read, read only')
  if (rows[0]?.tables) await client.query(`lock table ${rows[0].tables} in access share mode`)
}

async function createHeader(client: pg.Client): Promise<BackupHeader> {
  const found = await client.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null and to_regclass('installation') is not null as found`,
  )
  if (!found.rows[0]?.found) throw problem('NO_CLINIC')
  const { rows } = await client.query<Pick<BackupHeader, 'madeAt' | 'mode' | 'clockOffsetMs'>>(`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "madeAt",
      mode, coalesce(clock_offset_ms, 0)::float8 as "clockOffsetMs"
    from (select) as one
    left join installation on true`)
  return {
    format: 'clinic-backup',
    version: 1,
    ...(rows[0] as (typeof rows)[0]),
    migrations: [...(await appliedMigrations(client))],
  }
}

async function* streamDatabase(
  client: pg.Client,
  header: BackupHeader,
  rows: RowCounts,
  progress?: Progress,
): AsyncGenerator<Buffer> {
  yield jsonLine(header)
  const tables = await listTables(client)
  const rowsExpected = progress ? await countExpectedRows(client, tables) : 0
  for (const table of tables) {
    for await (const chunk of streamTable(
      table.name,
      table.columns,
      client.query(copyTo(copyStatement(table))),
      rows,
    )) {
      yield chunk
      progress?.({ table: table.name, rows: sumRows(rows), rowsExpected })
    }
  }
  // Sequences are not transactional. They are read after the rows, so they are never behind them.
  yield jsonLine({ sequences: await readSequenceValues(client) })
}

function copyStatement({ name, columns, primaryKey }: Table): string {
  const quoteNames = (names: string[]) => names.map(pg.escapeIdentifier).join(', ')
  const order = primaryKey.length > 0 ? ` order by ${quoteNames(primaryKey)}` : ''
  return `copy (select ${quoteNames(columns)} from ${pg.escapeIdentifier(name)}${order}) to stdout`
}

async function countExpectedRows(client: pg.Client, tables: Table[]): Promise<number> {
  let expected = 0
  for (const { name, rowsEstimated } of tables) {
    if (rowsEstimated >= 0) expected += rowsEstimated
    else
      expected += Number(
        (
          await client.query<{ count: string }>(
            `select count(*)::text as count from ${pg.escapeIdentifier(name)}`,
          )
        ).rows[0]?.count,
      )
  }
  return expected
}

async function readSequenceValues(client: pg.Client): Promise<SequenceValues> {
  const values: SequenceValues = {}
  for (const name of await listSequenceNames(client)) {
    const { rows } = await client.query<SequenceValues[string]>(
      `select last_value::text as last, is_called as called from ${pg.escapeIdentifier(name)}`,
    )
    if (rows[0]) values[name] = rows[0]
  }
  return values
}
