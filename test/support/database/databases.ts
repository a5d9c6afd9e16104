// Databases seen from outside the service: empty ones, and everything stored in one.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connection } from '../../../src/base/db/session.ts'
import { afterFile } from '../run/after-file.ts'
import { connectToDatabase, runStatement } from '../run/global-setup.ts'
import { connectionUrl } from './url-of.ts'

/** An empty database; `options` are those of CREATE DATABASE. */
export async function createEmptyDatabase(options = ''): Promise<Connection> {
  const server = inject('server')
  const name = `clinic_${randomBytes(6).toString('hex')}`
  await runStatement(server, `create database ${name} ${options}`)
  afterFile(() => runStatement(server, `drop database ${name} with (force)`))
  return connectToDatabase(server, name)
}

/** A database with the schema and no rows. */
export function createMigratedDatabase(): Promise<Connection> {
  return createEmptyDatabase(`template ${inject('template')} strategy file_copy`)
}

/**
 * A copy of a database that no one is using, with the same owner and the same connection options.
 */
export async function copyDatabase(connection: Connection): Promise<Connection> {
  const [name, owner] = await queryRows(
    connection,
    'select current_database() union all select current_user',
  )
  const copy = await createEmptyDatabase(`template ${name} strategy file_copy owner ${owner}`)
  if (!('connectionString' in connection)) return copy
  const url = new URL(connectionUrl(copy))
  for (const [option, value] of new URL(connection.connectionString).searchParams)
    url.searchParams.set(option, value)
  return { connectionString: url.href }
}

/** A database owned by a role that has no other rights, and a connection as that role. */
export async function createOwnedDatabase(): Promise<{ connection: Connection; owner: string }> {
  const server = inject('server')
  const owner = `clinic_owner_${randomBytes(6).toString('hex')}`
  await runStatement(server, `create role ${owner}`)
  afterFile(() => runStatement(server, `drop role ${owner}`))
  const url = new URL(connectionUrl(await createEmptyDatabase(`owner ${owner}`)))
  url.searchParams.set('options', `-c role=${owner}`)
  return { connection: { connectionString: url.href }, owner }
}

export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  await client.connect()
  return work(client).finally(() => client.end())
}

export async function queryRows(connection: Connection, text: string): Promise<string[]> {
  return withClient(connection, async (client) =>
    (await client.query({ text, rowMode: 'array' })).rows.map((row) => row.join(' | ')),
  )
}

/**
 * Connections that wait for a lock in this database. Other tests have databases on the same server,
 * with tables that have the same number.
 */
export const lockWaitersQuery =
  'select pid from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'

/** Everything in a database. */
export const relations = `
  select c.relname from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v')`

/**
 * Every row of every table as PostgreSQL writes it, without unlogged tables and without what
 * restoring changes.
 */
export function readContent(connection: Connection): Promise<Record<string, string[]>> {
  const ofTheServer: Record<string, string> = {
    workspaces: 'configuration_version',
    appointments: 'changed_in',
    queue_visits: 'changed_in',
    installation: 'changes_since',
  }
  return withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations' order by 1",
    )
    const content: Record<string, string[]> = {}
    for (const { name } of tables) {
      const row = ofTheServer[name] ? `(to_jsonb(t) - '${ofTheServer[name]}')::text` : 't::text'
      // Databases may have different collations.
      const { rows } = await client.query<{ row: string }>(
        `select ${row} as row from ${pg.escapeIdentifier(name)} t order by ${row} collate "C"`,
      )
      content[name] = rows.map((each) => each.row)
    }
    return content
  })
}
