import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { OperatorProblem } from '../values/operator-problem.ts'
import { isLostConnection, sqlState } from './database.ts'
import { type Connection, connectSession, serversOf, unhurried } from './session.ts'

const folder = new URL('./migrations/', import.meta.url)
/** The advisory lock of whoever migrates: any constant of our own. */
export const migrationLock = 7_201_553_119

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

/** How long a migration waits, in milliseconds. */
export interface MigrationPatience {
  /** For a lock: what comes after it in the queue waits as long. */
  lockMs: number
  /** Until it tries again; meanwhile everything passes. */
  pauseMs: number
  /** Until it gives up what others do not let it do. */
  giveUpMs: number
  /** Between saying what it waits for and saying it again. */
  sayMs: number
}

const defaultPatience: MigrationPatience = { lockMs: 1_000, pauseMs: 3_000, giveUpMs: 600_000, sayMs: 10_000 }

/**
 * Brings the schema up to date and returns the names of what it applied. Each migration is one transaction; an advisory lock lets any
 * number of processes start at once (F12), which wait as long as another one migrates. `say` is told what it waits for. A migration that
 * needs a table others are using asks for it briefly, again and again, so that bookings pass in between; throws an OperatorProblem when
 * that leads nowhere.
 */
export async function migrate(connection: Connection, say: (sentence: string) => void = () => {}, patience = defaultPatience): Promise<string[]> {
  const files = await migrationFiles()
  const client = await connectSession(serversOf(connection), unhurried(patience.lockMs), 'clinic migrate').catch(tellLoss)
  try {
    const saying = sayingNowAndThen(say, patience.sayMs)
    while (!(await takeTurn(client))) {
      saying('waiting for another process, which brings the database up to date')
      await sleep(Math.min(patience.pauseMs, 500))
    }
    await createHistory(client)
    const applied = await appliedMigrations(client)
    refuseForeignHistory(files, applied)
    const pending = files.filter((file) => !applied.some((row) => row.number === file.number))
    for (const migration of pending) await applyBetweenOthers(client, migration, say, patience)
    return pending.map(nameOf)
  } catch (error) {
    return tellLoss(error)
  } finally {
    // Ending the session gives back the lock and whatever transaction an error left open.
    await client.end().catch(() => {})
  }
}

function tellLoss(error: unknown): never {
  if (!isLostConnection(error)) throw error
  const nextStep = 'see that the database runs, and do it again: each migration is done whole or not at all'
  throw new OperatorProblem('the connection to the database was lost while it was brought up to date', nextStep)
}

function nameOf({ number, name }: AppliedMigration): string {
  return `${String(number).padStart(4, '0')} ${name}`
}

/** Says nothing of what is over within a second. */
function sayingNowAndThen(say: (sentence: string) => void, everyMs: number): (sentence: string) => void {
  let saidAt = performance.now() + 1_000 - everyMs
  return (sentence) => {
    if (performance.now() - saidAt < everyMs) return
    saidAt = performance.now()
    say(sentence)
  }
}

async function takeTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
  return rows[0]?.taken === true
}

async function applyBetweenOthers(client: pg.Client, migration: Migration, say: (sentence: string) => void, { pauseMs, giveUpMs, sayMs }: MigrationPatience) {
  const giveUpAt = performance.now() + giveUpMs
  const saying = sayingNowAndThen(say, sayMs)
  for (;;) {
    await client.query('begin')
    try {
      await apply(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      // A lock was not to be had, or another transaction and this one waited for each other.
      if (!['55P03', '40P01'].includes(sqlState(error) ?? '')) throw error
      const who = await longestTransaction(client)
      if (performance.now() > giveUpAt) {
        throw new OperatorProblem(
          `migration ${nameOf(migration)} needs tables that others have been using for ${Math.round(giveUpMs / 60_000)} minutes${who}`,
          'let that end, or end it, and start again; nothing of this migration was done, and the service that runs goes on',
        )
      }
      saying(`migration ${nameOf(migration)} waits for tables that others use${who}; it tries again`)
      await sleep(pauseMs)
    }
  }
}

/** Who is most likely in the way: `: session 4711 (pg_dump), for 312 s`. */
async function longestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(`
    select pid, application_name as name, round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start
    limit 1`)
  return rows.map(({ pid, name, seconds }) => `: session ${pid} (${name}), for ${seconds} s`).join()
}

/** Keeps every other process from migrating until the caller's transaction ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
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
