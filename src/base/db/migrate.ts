import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isLostConnection, sqlState } from './database.ts'
import {
  type AppliedMigration,
  baselineStamp,
  firstReleaseMigrationCount,
  isBaseline,
  type Migration,
  MigrationError,
  migrationFiles,
  migrationsForHistory,
  sinceBaseline,
} from './migration-files.ts'
import {
  describeHolders,
  findNeededTables,
  type Holder,
  listAdvisoryLockHolders,
  lockTables,
  watchBlockers,
} from './migration-locks.ts'
import { problem } from './problems.ts'
import { type Connection, connectSession, createServers, untimedSettings } from './session.ts'

/** The advisory lock of migrations: an arbitrary constant. */
export const migrationLock = 7_201_553_119

/** Time limits of a migration, in milliseconds. */
export interface MigrationPatience {
  /**
   * How long a migration waits for the locks of all its tables together: at most half the deadlock
   * timeout, because everything behind it in the queue waits just as long.
   */
  lockMs: number
  /** The pause between two attempts, in which others proceed. */
  pauseMs: number
  /** How long others may delay the migration before it gives up. */
  giveUpMs: number
  /** The time between two messages about what the migration waits for. */
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
  /** Holds the migration lock, and sees who blocks `client`. */
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
    const pending = await migrationsAfter(applied)
    if (pending.length === 0 && (await uncheckedRules(observer)).length === 0) return []
    const client = await openSession()
    const { rows } = await client.query<{ pid: number; deadlockMs: number }>(
      `select pg_backend_pid() as pid, setting::int as "deadlockMs" from pg_settings where name = 'deadlock_timeout'`,
    )
    const [{ pid = 0, deadlockMs = 1_000 } = {}] = rows
    const migrating = { client, pid, observer, deadlockMs, say, patience }
    for (const migration of pending) await applyWhenUnblocked(migrating, migration)
    for (const rule of await uncheckedRules(client)) await validateWhenUnblocked(migrating, rule)
    return pending.map(migrationName)
  } catch (error) {
    return rethrowLoss(error)
  } finally {
    // Ending a session rolls back a transaction that an error left open, and releases the migration
    // lock.
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
 * The migration lock belongs to a transaction that stays open and does nothing: a session-level
 * lock would stay with a pooler's connection.
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
    async (client, { tries, isBlockedByServer }) => {
      const tables = findNeededTables(migration.text, tries)
      // Gives up before the server checks for a deadlock, whatever the order in which others lock
      // the tables. Autovacuum gives way only after that check.
      await lockTables(
        client,
        tables,
        isBlockedByServer
          ? migrating.deadlockMs + lockMs
          : Math.min(lockMs, migrating.deadlockMs / 2),
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
  // An attempt is short, and on a busy machine may end before the holders of the tables are known.
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
  for (const migration of migrations) await apply(client, migration)
}

/** The migrations applied to a database, in order, from the baseline on if it has one. */
export async function appliedMigrations(client: pg.Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from migrations order by number',
  )
  return sinceBaseline(rows)
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

async function apply(client: pg.Client, { number, name, text, checksum }: Migration) {
  await client.query(text)
  await client.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}

/**
 * What a database with this history still needs; refuses a history that is not of this release or
 * an earlier one.
 */
async function migrationsAfter(applied: readonly AppliedMigration[]): Promise<Migration[]> {
  const files = await migrationsForHistory(applied)
  // A newer release may have migrated while this process was starting: migrations only add, so an
  // older process can continue.
  const known = applied.filter(({ number }) => number <= (files.at(-1)?.number ?? 0))
  for (const [index, { number, name, checksum }] of known.entries()) {
    const file = files[index]
    if (file?.number === number && file.checksum === checksum) continue
    throw new MigrationError(
      `migration ${number} (${name}) was applied in another form than this release carries. ` +
        'Released migrations never change: start the release that wrote this database, or restore a backup.',
    )
  }
  const pending = files.slice(known.length)
  const [first] = files
  if (!first || isBaseline(first)) return pending
  if (known.length < applied.length || known.length < firstReleaseMigrationCount) {
    throw new MigrationError(
      'this database was written by a version that was never released: start that version, or restore a backup.',
    )
  }
  const [baseline, ...later] = await migrationFiles()
  return [...pending, baselineStamp(baseline), ...later]
}
