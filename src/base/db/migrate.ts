import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { problem } from '../values/problem.ts'
import { isLostConnection, sqlState } from './database.ts'
import {
  describeHolders,
  findNeededTables,
  type Holder,
  listAdvisoryLockHolders,
  lockTables,
  watchBlockers,
} from './migration-locks.ts'
import { type Connection, connectSession, createServers, untimedSettings } from './session.ts'

const folder = new URL('./migrations/', import.meta.url)
/** The advisory lock of migrations: an arbitrary constant. */
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

/**
 * Files whose text has changed: their rules were once checked while their tables were locked. By
 * the SHA-256 of the present text: the checksum of the earlier text, which they keep. Both texts
 * lead to the same schema, so this release and earlier ones treat databases with either alike.
 */
const formerChecksums: Readonly<Record<string, string>> = {
  // 0026
  '85e5dac2f1b36fd1394abfaec7835c2f3539e4281e4f29156d0715d8fdf26353':
    'aad9df2101cf5b1be7cc98f214b1a0663979c9fb7e55175e0afebc6fdf900e92',
  // 0028
  '9dd1d629856af973554570b2dd98dc4232d559ec8544ac39d1ac1c33447802fb':
    '9da8f51d2b5bc39fa19ff4ad32ea5d354ca8084b69b9bec7d8983ac394308569',
  // 0029
  '768aadf558434507c6b8eb0455b26ae608b2be590bbc530966f8f84d6f6c9207':
    '15198dc5522664a9e18dcf94518ea457b767e1543e025ebc667364afcc750b4e',
  // 0030
  a61373b9e3b5744ee3e35cad9ab87806e732d9c0a7407b1d338d8f0cb2c696fa:
    'f476e4e1d7b5a888b9f29997f239ca56e43c85220e429a932efe516b8a65ec8b',
  // 0032
  c7899859ea49df41591c8637825e35391ffe32fb32d64698b3d1c059cbd5fc29:
    'cd5978331a7808a464e748c65d80ca689e12accf91419e90f2ba56db6c5c0b0d',
  // 0034
  '36c3ae3d4892b4a855aa8e91e95bd6d89ab92437f61befcdcd57bc5524cbaa6f':
    'dcda5b674d2824f348f17e9ade0e624d0068d45762e0b50043b554f7a54e34d2',
}

/** The numbered files in order. */
export async function migrationFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file, index) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      const number = Number(file.slice(0, 4))
      if (number !== index + 1)
        throw new MigrationError(
          `migration ${file} is out of order: numbers run from 0001 without a gap`,
        )
      const checksum = createHash('sha256').update(text).digest('hex')
      return {
        number,
        name: file.slice(5, -4),
        text,
        checksum: formerChecksums[checksum] ?? checksum,
      }
    }),
  )
}

/** Time limits of a migration, in milliseconds. */
export interface MigrationPatience {
  /**
   * For all its tables together, and at most half the deadlock timeout: everything behind it in the
   * queue waits just as long.
   */
  lockMs: number
  /** Between two attempts; others proceed during this time. */
  pauseMs: number
  /** Until it gives up because of others. */
  giveUpMs: number
  /** Between two messages about what it waits for. */
  sayMs: number
}

const defaultPatience: MigrationPatience = {
  lockMs: 500,
  pauseMs: 3_000,
  giveUpMs: 600_000,
  sayMs: 10_000,
}
/** Checking a rule blocks only autovacuum, which gives way after `deadlock_timeout`. */
const checkLockMs = 10_000

/** The sessions and the output of a run. */
interface MigrationRun {
  /** Runs the migrations. */
  client: pg.Client
  pid: number
  /** Holds the turn, and sees who blocks the client. */
  observer: pg.Client
  /** How long two transactions may wait for each other before the server ends one. */
  deadlockMs: number
  say: (sentence: string) => void
  patience: MigrationPatience
}

/**
 * Brings the schema up to date and returns the names of the migrations it applied. Each migration
 * is one transaction, which locks its tables first; rules of existing tables are validated
 * afterwards, while they can be written to. A lock lets any number of processes start at once
 * (F12); they wait while another one migrates. `say` receives what it waits for, and who holds
 * that. If others are using a table, a migration requests its lock briefly and repeatedly, so that
 * bookings proceed in between; throws a Problem when it gives up.
 */
export async function migrate(
  connection: Connection,
  say: (sentence: string) => void = () => {},
  patience = defaultPatience,
): Promise<string[]> {
  const files = await migrationFiles()
  const servers = createServers(connection)
  const sessions: pg.Client[] = []
  const openSession = async () => {
    const session = await connectSession(servers, untimedSettings(0), 'clinic migrate')
    sessions.push(session)
    return session
  }
  try {
    const observer = await openSession()
    const reportWaiting = throttleMessages(say, patience.sayMs)
    while (!(await takeTurn(observer))) {
      reportWaiting(
        `waiting for another process, which brings the database up to date${describeHolders(await listAdvisoryLockHolders(observer, migrationLock))}`,
      )
      await sleep(Math.min(patience.pauseMs, 500))
    }
    const applied = (await hasHistory(observer)) ? await appliedMigrations(observer) : []
    refuseForeignHistory(files, applied)
    const pending = files.filter((file) => !applied.some((row) => row.number === file.number))
    if (pending.length === 0 && (await uncheckedRules(observer)).length === 0) return []
    const client = await openSession()
    const { rows } = await client.query<{ pid: number; deadlockMs: number }>(
      `select pg_backend_pid() as pid, setting::int as "deadlockMs" from pg_settings where name = 'deadlock_timeout'`,
    )
    const [{ pid = 0, deadlockMs = 1_000 } = {}] = rows
    const migrating = { client, pid, observer, deadlockMs, say, patience }
    await createHistory(client)
    for (const migration of pending) await applyWhenUnblocked(migrating, migration)
    for (const rule of await uncheckedRules(client)) await validateWhenUnblocked(migrating, rule)
    return pending.map(migrationName)
  } catch (error) {
    return rethrowLoss(error)
  } finally {
    // Ending a session rolls back a transaction that an error left open, and releases the turn.
    await Promise.all(sessions.map((session) => session.end().catch(() => {})))
  }
}

function rethrowLoss(error: unknown): never {
  if (!isLostConnection(error)) throw error
  throw problem('CONNECTION_LOST_IN_MIGRATION')
}

function migrationName({ number, name }: AppliedMigration): string {
  return `${String(number).padStart(4, '0')} ${name}`
}

/** Reports nothing that is over within a second. */
function throttleMessages(
  say: (sentence: string) => void,
  everyMs: number,
): (sentence: string) => void {
  let reportedAt = performance.now() + 1_000 - everyMs
  return (sentence) => {
    if (performance.now() - reportedAt < everyMs) return
    reportedAt = performance.now()
    say(sentence)
  }
}

/**
 * The turn belongs to a transaction that stays open and does nothing: a session-level lock would
 * stay with a pooler's connection.
 */
async function takeTurn(observer: pg.Client): Promise<boolean> {
  await observer.query('begin isolation level read committed')
  const { rows } = await observer.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as taken',
    [migrationLock],
  )
  if (rows[0]?.taken) return true
  await observer.query('rollback')
  return false
}

function applyWhenUnblocked(migrating: MigrationRun, migration: Migration): Promise<void> {
  const { lockMs } = migrating.patience
  return retryUntilUnblocked(
    migrating,
    `migration ${migrationName(migration)}`,
    async (client, { tries, isBlockedByServer: ofTheServer }) => {
      const tables = findNeededTables(migration.text, tries)
      // Gives up before the server looks for a deadlock, whatever the order in which others lock
      // the tables. Autovacuum gives way only after that look.
      await lockTables(
        client,
        tables,
        ofTheServer ? migrating.deadlockMs + lockMs : Math.min(lockMs, migrating.deadlockMs / 2),
      )
      await client.query(`set local lock_timeout = ${lockMs}`)
      await apply(client, migration)
    },
  )
}

function validateWhenUnblocked(migrating: MigrationRun, { table, name }: Rule): Promise<void> {
  return retryUntilUnblocked(migrating, `the check of the rule ${name}`, async (client) => {
    await client.query(
      `set local lock_timeout = ${checkLockMs}; alter table ${table} validate constraint ${name}`,
    )
  })
}

/** The previous attempts: how many, and whether autovacuum blocked the last one. */
interface Attempts {
  tries: number
  isBlockedByServer: boolean
}

/** Runs `work` in a transaction, and retries it while others hold its locks. */
async function retryUntilUnblocked(
  { client, pid, observer, say, patience: { lockMs, pauseMs, giveUpMs, sayMs } }: MigrationRun,
  what: string,
  work: (client: pg.Client, previousAttempts: Attempts) => Promise<void>,
) {
  const giveUpAt = performance.now() + giveUpMs
  const reportWaiting = throttleMessages(say, sayMs)
  let isBlockedByServer = false
  // A try is short, and on a busy machine may end before anyone has looked who holds the tables.
  let lastSeen: Holder[] = []
  for (let tries = 0; ; tries += 1) {
    await client.query('begin')
    const working = work(client, { tries, isBlockedByServer }).then(() => client.query('commit'))
    const holders = await watchBlockers(observer, pid, lockMs / 5, working)
    try {
      await working
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      // A lock was not available, or another transaction and this one deadlocked.
      if (!['55P03', '40P01'].includes(sqlState(error) ?? '')) throw error
    }
    isBlockedByServer = holders.some(({ isServer }) => isServer)
    if (holders.length > 0) lastSeen = holders
    const blockers = describeHolders(lastSeen)
    if (performance.now() > giveUpAt)
      throw problem('TABLES_IN_USE', {
        what,
        minutes: Math.round(giveUpMs / 60_000),
        who: blockers,
      })
    reportWaiting(`${what} waits for tables that others use${blockers}; it tries again`)
    await sleep(pauseMs)
  }
}

/** Keeps every other process from migrating until the caller's transaction ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
}

/** Applies migrations to an empty database within the caller's transaction. */
export async function applyToEmpty(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<void> {
  await createHistory(client)
  for (const migration of migrations) await apply(client, migration)
}

/** The migrations applied to a database, in order. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from migrations order by number',
  )
  return rows
}

async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null as found`,
  )
  return rows[0]?.found === true
}

/** Quoted for SQL. */
interface Rule {
  table: string
  name: string
}

/**
 * Rules that apply to new rows and have not been validated for existing ones: a migration adds them
 * in that state, and its process may have died right after it.
 */
async function uncheckedRules(client: pg.Client): Promise<Rule[]> {
  const { rows } = await client.query<Rule>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name
    from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace and contype in ('c', 'f')
    order by oid`)
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
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}

function refuseForeignHistory(files: Migration[], applied: AppliedMigration[]) {
  for (const row of applied) {
    const file = files.find((candidate) => candidate.number === row.number)
    // A newer release may have migrated while this process was starting: migrations only add, so an
    // older process can continue.
    if (!file) continue
    if (file.checksum !== row.checksum) {
      throw new MigrationError(
        `migration ${file.number} (${file.name}) was applied in another form than this release carries. ` +
          'Released migrations never change: start the release that wrote this database, or restore a backup.',
      )
    }
  }
}
