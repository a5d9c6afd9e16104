import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from './session.ts'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7_201_553_119 // any constant of our own; all processes that migrate wait on it

export interface Migration {
  number: number
  name: string
  text: string
  checksum: string
}

export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>

/** A migration that cannot be applied; the message says what to do. */
export class MigrationError extends Error {}

/** The numbered files in order. */
export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file, index) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      const number = Number(file.slice(0, 4))
      if (number !== index + 1) throw new MigrationError(`migration ${file} is out of order: numbers run from 0001 without a gap`)
      return { number, name: file.slice(5, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Brings the schema up to date and returns the names of what it applied. Each migration is one
 * transaction; an advisory lock lets any number of processes start at once (F12).
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const files = await migrationFiles()
  const client = new pg.Client({ ...connection, application_name: 'clinic migrate', options: '-c timezone=UTC -c lock_timeout=10000' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await createHistory(client)
    const applied = await appliedMigrations(client)
    refuseForeignHistory(files, applied)
    const pending = files.filter((file) => !applied.some((row) => row.number === file.number))
    for (const migration of pending) {
      await client.query('begin')
      await apply(client, migration)
      await client.query('commit')
    }
    return pending.map(({ number, name }) => `${String(number).padStart(4, '0')} ${name}`)
  } finally {
    // Ending the session gives back the lock and whatever transaction an error left open.
    await client.end()
  }
}

/** Keeps every other process from migrating until the caller's transaction ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
}

/** Applies migrations to an empty database within the caller's transaction. */
export async function applyToEmpty(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await createHistory(client)
  for (const migration of migrations) await apply(client, migration)
}

/** The migrations a database has had, in order. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select number, name, checksum from migrations order by number')
  return rows
}

async function createHistory(client: pg.Client) {
  await client.query(`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default clock_timestamp()
    )`)
}

async function apply(client: pg.Client, { number, name, text, checksum }: Migration) {
  await client.query(text)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum])
}

function refuseForeignHistory(files: Migration[], applied: AppliedMigration[]) {
  for (const row of applied) {
    const file = files.find((candidate) => candidate.number === row.number)
    // A newer release may have migrated while this process was starting: it only adds, so an older
    // process can go on working.
    if (!file) continue
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `migration ${file.number} (${file.name}) was applied in another form than this release carries. ` +
          'Released migrations never change: start the release that wrote this database, or restore a backup.',
      )
    }
  }
}
