// The service behind PgBouncer, with session pooling in its default configuration and with
// transaction pooling.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../src/base/db/database.ts'
import { failureKind } from '../src/base/db/failures.ts'
import { detectPooling } from '../src/base/db/pooler.ts'
import type { Connection } from '../src/base/db/session.ts'
import { statement } from '../src/base/db/statement.ts'
import { canPoolTransactions, pgbouncerVersion, startPgbouncer } from './pgbouncer.ts'
import { book, type Harness, listSlots, openHarness, slotTimes } from './support/clinic/harness.ts'
import { createMigratedDatabase, queryRows } from './support/database/databases.ts'
import { openNetworkTo } from './support/database/network.ts'
import { connectionUrl } from './support/database/url-of.ts'
import { removeFolder } from './support/processes/abandoned-processes.ts'
import { runClinic, startService } from './support/processes/service-process.ts'
import { afterFile } from './support/run/after-file.ts'
import { runStatement } from './support/run/global-setup.ts'

const skipped = (name: string, _tests: () => void) => it.skip(name)
const withPgbouncer = pgbouncerVersion ? describe : skipped
const withPreparedStatements = canPoolTransactions ? describe : skipped

const timeouts = statement(
  'test_pooled_timeouts',
  { returns: { told: 'text' } },
  "select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('TimeZone')) as told from pg_sleep(0.01)",
)

/**
 * Bookings and readings by many callers at once, with one winner per slot; a change that only a
 * notification announces.
 */
async function worksAsWithoutIt(harness: Harness) {
  const clinic = await harness.clinic()
  const clocks = Array.from(
    { length: 12 },
    (_, n) =>
      `${String(9 + Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`,
  )
  const bookings = await Promise.all(
    clocks.flatMap((clock) =>
      Array.from({ length: 4 }, () => book(clinic, slotTimes(clock)).then(({ status }) => status)),
    ),
  )
  expect(bookings.filter((status) => status === 201)).toHaveLength(clocks.length)
  expect(bookings.filter((status) => status === 400)).toHaveLength(3 * clocks.length)
  const days = await Promise.all(
    Array.from({ length: 20 }, () => listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')),
  )
  expect(new Set(days.map(({ text }) => text)).size).toBe(1)
  expect((await clinic.get('/v2/workspaces')).text).not.toContain('Berlin Mitte')
  await harness.sql("update locations set city = 'Berlin Mitte' where workspace_id = $1", [
    clinic.workspaceId,
  ])
  await expect.poll(async () => (await clinic.get('/v2/workspaces')).text).toContain('Berlin Mitte')
}

/**
 * Runs the same query often enough to reach every connection of the pool, and every session behind
 * a pooler.
 */
async function everySession(
  harness: Harness,
  isInTransaction: boolean,
): Promise<Set<string | undefined>> {
  const { database } = harness.application
  const ask = () =>
    isInTransaction
      ? database.transaction((queries) => queries.rows(timeouts))
      : database.rows(timeouts)
  const told = await Promise.all(Array.from({ length: 40 }, async () => (await ask())[0]?.told))
  return new Set(told)
}

withPgbouncer('behind PgBouncer that pools sessions (needs pgbouncer)', () => {
  it('everything works with its default configuration', async () => {
    const direct = await createMigratedDatabase()
    const harness = await openHarness({ connection: await startPgbouncer(direct), ofTests: direct })
    await worksAsWithoutIt(harness)
    expect(await everySession(harness, false)).toEqual(new Set(['5s 3s UTC']))
  })

  it('a pure read is answered as busy when the pooler loses its server, and a write is not', async () => {
    const direct = await createMigratedDatabase()
    const network = await openNetworkTo(direct)
    const database = openDatabase(await startPgbouncer(network.connection))
    onTestFinished(() => database.close())
    const slow = { returns: {} }
    const read = statement('test_pooled_read', slow, 'select from pg_sleep(2)')
    const write = statement(
      'test_pooled_write',
      slow,
      'update installation set mode = mode returning pg_sleep(2)',
    )
    await runStatement(direct, "insert into installation (mode) values ('sandbox')")
    const asked = [read, write].map((statement) => database.rows(statement).catch(failureKind))
    await expect
      .poll(() =>
        queryRows(
          direct,
          "select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
        ),
      )
      .toEqual(['2'])
    network.reset()
    expect(await Promise.all(asked)).toEqual(['busy', 'lost'])
  })

  it('the service starts, migrates and imports through it', async () => {
    const settings = {
      DATABASE_URL: (await startPgbouncer(await createMigratedDatabase())).connectionString,
      CLINIC_MODE: 'sandbox',
    }
    expect(await runClinic(settings, ['migrate'])).toContain('up to date')
    const { child, ended } = await startService(settings)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await runClinic(settings, ['workspace', 'list'])).toContain('sunrise')
  })
})

/** The output of a refused command. */
function failingClinic(settings: Record<string, string>, words: string[]): Promise<string> {
  const run: Promise<unknown> =
    words[0] === 'serve' ? startService(settings) : runClinic(settings, words)
  return run.then(
    () => 'it went on',
    (error: Error) => error.message,
  )
}

withPgbouncer('a pooler that gives each transaction another session (needs pgbouncer)', () => {
  const pooling = {
    pool_mode: 'transaction',
    default_pool_size: 3,
    max_prepared_statements: canPoolTransactions ? 200 : undefined,
  }
  const waits = (direct: Connection) =>
    queryRows(
      direct,
      "select count(*) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )

  it.each(['lifo', 'round robin', 'a single session'])(
    'is refused without a bypass, with an explanation, and the command does not wait: %s',
    async (how) => {
      const direct = await createMigratedDatabase()
      const settings = {
        ...pooling,
        server_round_robin: how === 'round robin' ? 1 : 0,
        default_pool_size: how === 'a single session' ? 1 : 3,
      }
      const DATABASE_URL = (await startPgbouncer(direct, settings)).connectionString
      for (const words of [['migrate'], ['workspace', 'list'], ['serve']]) {
        const refused = await failingClinic({ DATABASE_URL, CLINIC_MODE: 'sandbox' }, words)
        expect(refused).toMatch(
          canPoolTransactions
            ? /DATABASE_URL leads to a pooler that gives each transaction/
            : /keeps no prepared statements/,
        )
        expect(refused).toMatch(/\nnext: .*CLINIC_DATABASE_DIRECT_URL/)
      }
      expect(await waits(direct)).toEqual(['0'])
      expect(
        await runClinic({ DATABASE_URL: connectionUrl(direct), CLINIC_MODE: 'sandbox' }, [
          'migrate',
        ]),
      ).toContain('up to date')
    },
  )

  it('is refused as the bypass itself', async () => {
    const direct = await createMigratedDatabase()
    const { connectionString } = await startPgbouncer(direct, pooling)
    const settings = {
      DATABASE_URL: connectionUrl(direct),
      CLINIC_DATABASE_DIRECT_URL: connectionString,
      CLINIC_MODE: 'sandbox',
    }
    expect(await failingClinic(settings, ['migrate'])).toContain(
      'CLINIC_DATABASE_DIRECT_URL leads to a pooler that gives each transaction',
    )
  })

  it('is refused if it keeps no prepared statements, even with the bypass', async () => {
    const direct = await createMigratedDatabase()
    const settings = { ...pooling, max_prepared_statements: canPoolTransactions ? 0 : undefined }
    const { connectionString } = await startPgbouncer(direct, settings)
    const refused = await failingClinic(
      {
        DATABASE_URL: connectionString,
        CLINIC_DATABASE_DIRECT_URL: connectionUrl(direct),
        CLINIC_MODE: 'sandbox',
      },
      ['migrate'],
    )
    expect(refused).toMatch(/keeps no prepared statements.*\nnext: .*PgBouncer 1\.21/)
  })

  it('is recognized, and not mistaken for session pooling or a direct connection', async () => {
    const direct = await createMigratedDatabase()
    expect(await detectPooling(direct)).toBe('sessions')
    expect(await detectPooling(await startPgbouncer(direct))).toBe('sessions')
    expect(
      await detectPooling(await startPgbouncer(direct, { pool_mode: 'statement' })).catch(
        () => 'refused by the pooler',
      ),
    ).not.toBe('sessions')
  })
})

withPreparedStatements(
  'behind PgBouncer that pools transactions (needs pgbouncer 1.21 or later)',
  () => {
    const pooling = { pool_mode: 'transaction', default_pool_size: 3, max_prepared_statements: 200 }

    it('everything works when CLINIC_DATABASE_DIRECT_URL bypasses it, and transactions have their timeouts', async () => {
      const direct = await createMigratedDatabase()
      const harness = await openHarness({
        connection: await startPgbouncer(direct, pooling),
        directConnection: direct,
        ofTests: direct,
        databaseConnections: 20,
      })
      await worksAsWithoutIt(harness)
      expect(await everySession(harness, true)).toEqual(new Set(['5s 3s UTC']))
      const sessions = await harness.sql(
        "select from pg_stat_activity where datname = current_database() and application_name = 'clinic'",
      )
      expect(sessions.length).toBeLessThanOrEqual(3)
    })

    it('a transaction has its timeouts in a session that kept no settings', async () => {
      const direct = await createMigratedDatabase()
      const forgetting = {
        ...pooling,
        server_reset_query: 'reset all',
        server_reset_query_always: 1,
      }
      const database = openDatabase(await startPgbouncer(direct, forgetting), undefined, direct)
      onTestFinished(() => database.close())
      const [row] = await database.transaction((queries) => queries.rows(timeouts))
      expect(row?.told).toMatch(/^5s 3s /)
    })

    it('the service starts, migrates, imports and backs up', async () => {
      const direct = await createMigratedDatabase()
      const settings = {
        DATABASE_URL: (await startPgbouncer(direct, pooling)).connectionString,
        CLINIC_DATABASE_DIRECT_URL: connectionUrl(direct),
        CLINIC_MODE: 'sandbox',
      }
      const { child, ended } = await startService(settings)
      expect(
        await runClinic(settings, ['workspace', 'import', 'src/doors/demo/demo-clinic.yaml']),
      ).toContain('nothing changes in sunrise')
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      const folder = mkdtempSync(join(tmpdir(), 'clinic-pooled-'))
      afterFile(() => removeFolder(folder))
      expect(await runClinic(settings, ['backup', join(folder, 'all.gz')])).toContain('all.gz')
    })
  },
)
