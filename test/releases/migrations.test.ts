import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/base/db/database.ts'
import { applyToEmpty, migrate, migrationLock } from '../../src/base/db/migrate.ts'
import {
  firstReleaseMigrationCount,
  MigrationError,
  migrationFiles,
  migrationsBeforeBaseline,
} from '../../src/base/db/migration-files.ts'
import { findNeededTables } from '../../src/base/db/migration-locks.ts'
import type { Connection } from '../../src/base/db/session.ts'
import { statement } from '../../src/base/db/statement.ts'
import { Problem } from '../../src/base/values/problem.ts'
import { openHarness } from '../support/clinic/harness.ts'
import {
  copyDatabase,
  createEmptyDatabase,
  createMigratedDatabase,
  createOwnedDatabase,
  lockWaitersQuery,
  relations,
  withClient,
} from '../support/database/databases.ts'
import { describeSchema } from '../support/database/schema-of.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { runCommand } from '../support/processes/in-process-command.ts'
import { startService } from '../support/processes/service-process.ts'
import { runStatement } from '../support/run/global-setup.ts'

function queryRows(connection: Connection, text: string) {
  return withClient(connection, async (client) => (await client.query(text)).rows)
}

/** A database that has had the first of the migrations before the baseline. */
async function databaseBeforeBaseline(had: number): Promise<Connection> {
  const connection = await createEmptyDatabase()
  const files = await migrationsBeforeBaseline()
  await withClient(connection, (client) => applyToEmpty(client, files.slice(0, had)))
  return connection
}

/**
 * Every migration that has its own file: all that a database of release 0.1.0 runs, after its
 * schema.
 */
async function numberedMigrations() {
  const [, ...later] = await migrationFiles()
  return [...(await migrationsBeforeBaseline()), ...later]
}

describe('migrations', () => {
  it('are applied once each, in order, and a second run finds nothing to do', async () => {
    const connection = await createEmptyDatabase()
    const files = await migrationFiles()
    expect(await migrate(connection)).toHaveLength(files.length)
    expect(await migrate(connection)).toEqual([])
    expect(
      (await queryRows(connection, 'select number from migrations order by number')).map(
        ({ number }) => number,
      ),
    ).toEqual(files.map(({ number }) => number))
  })

  it('are applied once when eight connections start together', async () => {
    const connection = await createEmptyDatabase()
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(connection)))
    expect(applied.flat()).toHaveLength((await migrationFiles()).length)
  })

  it('let four services start at once on an empty database', async () => {
    const connection = await createEmptyDatabase()
    const settings = {
      DATABASE_URL: connectionUrl(connection),
      CLINIC_MODE: 'sandbox',
      CLINIC_DATABASE_CONNECTIONS: '4',
    }
    const services = await Promise.all(Array.from({ length: 4 }, () => startService(settings)))
    for (const { child } of services) child.kill('SIGTERM')
    expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
    // Exactly one of the services created the demo clinic.
    expect(await queryRows(connection, 'select name from workspaces')).toEqual([
      { name: 'sunrise' },
    ])
  })

  it.each([firstReleaseMigrationCount, 77, 90])(
    'bring a database that has the first %i of before the baseline to the schema of a new one',
    async (had) => {
      const connection = await databaseBeforeBaseline(had)
      const applied = await migrate(connection)
      expect(applied).toHaveLength(90 - had + (await migrationFiles()).length)
      expect(applied).toContain('0090 baseline')
      expect(await describeSchema(connection)).toEqual(
        await describeSchema(await createMigratedDatabase()),
      )
      expect(await migrate(connection)).toEqual([])
      // A process of release 0.1.0 may still start: it finds its own migrations, and an unknown
      // one.
      const history = await queryRows(
        connection,
        'select number from migrations where number <= 90 order by number',
      )
      expect(history.map(({ number }) => number)).toEqual([
        ...Array.from({ length: firstReleaseMigrationCount }, (_, index) => index + 1),
        90,
      ])
    },
  )

  it('keep what earlier ones have changed when one of before the baseline fails, and go on from there', async () => {
    const connection = await databaseBeforeBaseline(82)
    await runStatement(connection, 'create table desk_changes (in_the_way integer)')
    await expect(migrate(connection)).rejects.toThrow(/already exists/)
    expect(await queryRows(connection, 'select max(number)::int as last from migrations')).toEqual([
      { last: 83 },
    ])
    await runStatement(connection, 'drop table desk_changes')
    expect(await migrate(connection)).toContain('0084 changes-at-the-desk')
  })

  it('refuse a database that was migrated by other means, and change nothing', async () => {
    const connection = await createMigratedDatabase()
    await runStatement(
      connection,
      "update migrations set checksum = 'something else' where number = 90",
    )
    await expect(migrate(connection)).rejects.toThrow(
      /^migration 90 \(baseline\) was applied in another form/,
    )
  })

  let made90: Promise<Connection> | undefined
  const lastBeforeBaseline = () => (made90 ??= databaseBeforeBaseline(90))
  it.each([
    [
      'another checksum',
      "update migrations set checksum = 'something else' where number = 2",
      /^migration 2 \(bookings\) was applied in another form/,
    ],
    [
      'one too few',
      'delete from migrations where number = 40',
      /^migration 41 \(configuration-snapshots\) was applied in another form/,
    ],
    [
      'fewer than were released',
      `delete from migrations where number >= ${firstReleaseMigrationCount}`,
      /^this database was written by a version that was never released/,
    ],
    [
      'one that no release had',
      "insert into migrations values (91, 'unknown', 'x')",
      /^this database was written by a version that was never released/,
    ],
  ])(
    'refuse a history of before the baseline that has %s, and change nothing',
    async (_, change, sentence) => {
      const connection = await copyDatabase(await lastBeforeBaseline())
      await runStatement(connection, change)
      const before = await queryRows(connection, 'table migrations')
      const problem = await migrate(connection).catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(MigrationError)
      expect((problem as MigrationError).message).toMatch(sentence)
      expect(await queryRows(connection, 'table migrations')).toEqual(before)
    },
  )

  it('wait while another process migrates, and say so', async () => {
    const connection = await createEmptyDatabase()
    await withClient(connection, async (other) => {
      await other.query("set application_name = 'a process that hangs'")
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock($1)', [migrationLock])
      const messages: string[] = []
      const migrating = migrate(connection, (sentence) => messages.push(sentence), {
        lockMs: 50,
        pauseMs: 50,
        giveUpMs: 100,
        sayMs: 200,
      })
      // Longer than the lock timeout, and than any retry.
      await expect.poll(() => messages.length).toBeGreaterThan(2)
      const [{ pid }] = (await other.query('select pg_backend_pid() as pid')).rows
      const sentence = new RegExp(
        `^waiting for another process, which brings the database up to date: session ${pid} \\(a process that hangs\\), for \\d+ s$`,
      )
      for (const each of messages) expect(each).toMatch(sentence)
      await other.query('commit')
      expect(await migrating).toHaveLength((await migrationFiles()).length)
    })
  })

  it('hold their lock in a transaction, so that no pooled connection keeps it', async () => {
    await readWhileMigrating(async ({ connection, reader, pending }) => {
      const migrating = migrate(connection, () => {}, {
        lockMs: 50,
        pauseMs: 50,
        giveUpMs: 60_000,
        sayMs: 60_000,
      })
      const turn = `
        select a.state from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())`
      await withClient(connection, async (other) => {
        await other.query('set role none')
        await expect
          .poll(async () => (await other.query(turn)).rows)
          .toEqual([{ state: 'idle in transaction' }])
      })
      await reader.query('commit')
      expect(await migrating).toHaveLength(pending)
    })
  })

  it('are waited for with a message by a command that migrates first', async () => {
    const connection = await createMigratedDatabase()
    const { problem } = await withClient(connection, async (other) => {
      await other.query("insert into installation (mode) values ('sandbox')")
      await other.query('select pg_advisory_lock($1)', [migrationLock])
      const running = runCommand(
        {
          PATH: process.env.PATH ?? '',
          CLINIC_MODE: 'sandbox',
          DATABASE_URL: connectionUrl(connection),
        },
        ['workspace', 'delete', 'nobody'],
      )
      const asking =
        "select from pg_stat_activity where application_name = 'clinic migrate' and query_start > backend_start + interval '4 s'"
      await expect
        .poll(
          async () => (await other.query(`${asking} and datname = current_database()`)).rowCount,
          { interval: 200 },
        )
        .toBe(1)
      await other.query('select pg_advisory_unlock($1)', [migrationLock])
      return running
    })
    expect(problem).toContain('waiting for another process, which brings the database up to date')
  })

  it('let a process that waits for them report itself alive but not ready, with what it waits for', async () => {
    const connection = await createMigratedDatabase()
    const port = await findFreePort()
    const settings = {
      CLINIC_MODE: 'sandbox',
      DATABASE_URL: connectionUrl(connection),
      CLINIC_MONITOR_PORT: String(port),
    }
    const fetchStatus = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
      return (
        reply && {
          status: reply.status,
          ...(path === '/readyz' && { ...((await reply.json()) as object) }),
        }
      )
    }
    const service = await withClient(connection, async (other) => {
      await other.query("set application_name = 'a process that hangs'")
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock($1)', [migrationLock])
      const starting = startService(settings)
      await expect
        .poll(() => fetchStatus('/readyz'), { interval: 200 })
        .toMatchObject({
          status: 'not ready',
          reason: expect.stringMatching(/^waiting for another process.*a process that hangs/),
        })
      expect([await fetchStatus('/healthz'), await fetchStatus('/metrics')]).toEqual([
        { status: 200 },
        { status: 200 },
      ])
      await other.query('commit')
      return starting
    })
    expect(await fetchStatus('/readyz')).toMatchObject({ status: 'ready' })
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('that lose their connection end with an explanation', async () => {
    const connection = await createEmptyDatabase()
    await withClient(connection, async (other) => {
      await other.query('select pg_advisory_lock($1)', [migrationLock])
      const migrating = migrate(connection, () => {}).catch((error: unknown) => error)
      const end =
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clinic migrate' and datname = current_database()"
      await expect.poll(async () => (await other.query(end)).rowCount).toBe(1)
      expect(await migrating).toBeInstanceOf(Problem)
    })
  })

  let made: Promise<{ owned: Connection; had: number; pending: number }> | undefined
  /**
   * A database whose owner may not see what other roles do, without the last migration that changes
   * `payment_sessions`; made once and copied.
   */
  const beforeLastChange = () => (made ??= makeBeforeLastChange())
  async function makeBeforeLastChange() {
    const { connection: owned, owner } = await createOwnedDatabase()
    const files = await migrationsBeforeBaseline()
    const had = files.findLastIndex(({ text }) => /alter table payment_sessions/.test(text))
    await withClient(owned, async (client) => {
      await client.query(`begin; set role ${owner}`)
      await applyToEmpty(client, files.slice(0, had))
      await client.query('commit; reset role')
    })
    return { owned, had, pending: files.length - had + (await migrationFiles()).length }
  }

  /**
   * Migrates a copy of the database, while a session of another role reads that table, and an older
   * session blocks nothing.
   */
  async function readWhileMigrating(
    work: (given: {
      connection: Connection
      reader: pg.Client
      had: number
      pending: number
    }) => Promise<void>,
  ) {
    const { owned, had, pending } = await beforeLastChange()
    const connection = await copyDatabase(owned)
    const asOther = { connectionString: connectionUrl(connection).replace(/options=[^&]*/, '') }
    await withClient(asOther, (bystander) =>
      withClient(asOther, async (reader) => {
        await bystander.query(
          "set application_name = 'older and harmless'; begin; select from hour_exceptions",
        )
        await reader.query(
          "set application_name = 'a long reader'; begin; select from payment_sessions",
        )
        await work({ connection, reader, had, pending })
      }),
    )
  }

  it('let requests pass while a reader blocks them on a table, and continue when it ends', async () => {
    await readWhileMigrating(async ({ connection, reader, pending }) => {
      const messages: string[] = []
      const migrating = migrate(connection, (sentence) => messages.push(sentence), {
        lockMs: 200,
        pauseMs: 300,
        giveUpMs: 60_000,
        sayMs: 500,
      })
      await withClient(connection, async (request) => {
        // A request waits for the waiting migration, and no longer than that waits.
        await request.query("set lock_timeout = '3s'")
        while (messages.length < 2) {
          await request.query('insert into payment_sessions select from payment_sessions limit 0')
          await sleep(20)
        }
      })
      expect(messages[0]).toMatch(
        /^migration \d{4} [a-z-]+ waits for tables that others use: session \d+ \(a long reader\); it tries again$/,
      )
      await reader.query('commit')
      expect(await migrating).toHaveLength(pending)
    })
  })

  it('block no request between two tries', async () => {
    await readWhileMigrating(async ({ connection, reader, pending }) => {
      const messages: string[] = []
      const migrating = migrate(connection, (sentence) => messages.push(sentence), {
        lockMs: 500,
        pauseMs: 5_000,
        giveUpMs: 60_000,
        sayMs: 0,
      })
      await expect.poll(() => messages).toHaveLength(1)
      await withClient(connection, async (request) => {
        // Less than the migration would wait if it were still in the queue.
        await request.query("set lock_timeout = '250ms'")
        for (let attempt = 0; attempt < 20; attempt += 1) {
          await request.query('insert into payment_sessions select from payment_sessions limit 0')
          await sleep(50)
        }
      })
      await reader.query('commit')
      expect(await migrating).toHaveLength(pending)
    })
  })

  it('give up after a while with a message that names the blocking session, and change nothing', async () => {
    await readWhileMigrating(async ({ connection, had }) => {
      const problem = await migrate(connection, () => {}, {
        lockMs: 50,
        pauseMs: 50,
        giveUpMs: 300,
        sayMs: 60_000,
      }).catch((error: unknown) => error)
      expect(problem).toBeInstanceOf(Problem)
      expect((problem as Problem).sentence).toMatch(
        /^migration \d{4} [a-z-]+ needs tables that others have been using for \d+ minutes: session \d+ \(a long reader\)$/,
      )
      expect(
        await queryRows(connection, 'select max(number)::int as last from migrations'),
      ).toEqual([{ last: had }])
    })
  })

  it('lock every existing table before they begin, as strongly as they need it', async () => {
    const connection = await createEmptyDatabase()
    const held = `
      select c.relname::text as name, c.oid::int, l.mode from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`
    await withClient(connection, async (client) => {
      for (const { number, text } of await numberedMigrations()) {
        const { rows: there } = await client.query(
          "select oid::int from pg_class where relnamespace = 'public'::regnamespace",
        )
        await client.query('begin')
        await client.query(text)
        const ofOthers = (await client.query(held)).rows.filter(({ oid }) =>
          there.some((table) => table.oid === oid),
        )
        await client.query('commit')
        const takenFirst = findNeededTables(text)
        const gateIsThere =
          takenFirst.length < 2 ||
          takenFirst[0]?.name === 'patients' ||
          /create table patients/.test(text)
        expect(gateIsThere, `of ${number}`).toBe(true)
        // Readers and writers are compatible with all of these; a comment takes the last.
        const passed = [
          'AccessShareLock',
          'RowShareLock',
          'RowExclusiveLock',
          'ShareUpdateExclusiveLock',
        ]
        const waitedFor = ofOthers.filter(({ mode }) => !passed.includes(mode))
        const alone = ofOthers
          .filter(({ mode }) => mode === 'AccessExclusiveLock')
          .map(({ name }) => name)
        expect(
          takenFirst.map(({ name }) => name),
          `of ${number}`,
        ).toEqual(expect.arrayContaining([...new Set(waitedFor.map(({ name }) => name))]))
        expect(
          takenFirst
            .filter(({ mode }) => mode === 'access exclusive')
            .map(({ name }) => name)
            .sort(),
          `of ${number}`,
        ).toEqual([...new Set(alone)].sort())
      }
    })
  })

  it('add constraints to existing tables without checking their rows, which are validated once others can continue', async () => {
    const connection = await createEmptyDatabase()
    const rules =
      "select oid::int, conname::text as name, conrelid::int as table, convalidated as checked from pg_constraint where contype in ('c', 'f')"
    await withClient(connection, async (client) => {
      for (const migration of await numberedMigrations()) {
        const tables = new Set(
          (await client.query("select oid::int from pg_class where relkind = 'r'")).rows.map(
            ({ oid }) => oid,
          ),
        )
        const before = new Set((await client.query(rules)).rows.map(({ oid }) => oid))
        if (migration.number <= 90) await applyToEmpty(client, [migration])
        else {
          // Those since the baseline are tried here, and made by `migrate` below.
          if (migration.number === 91) await client.query('begin')
          await client.query(migration.text)
        }
        const looked = (await client.query(rules)).rows.filter(
          ({ oid, table, checked }) => !before.has(oid) && tables.has(table) && checked,
        )
        expect(
          looked.map(({ name }) => name),
          `of ${migration.number}`,
        ).toEqual([])
      }
      await client.query('rollback')
    })
    const unchecked = 'select count(*)::int from pg_constraint where not convalidated'
    expect(await queryRows(connection, unchecked)).not.toEqual([{ count: 0 }])
    expect(await migrate(connection)).toContain('0090 baseline')
    expect(await queryRows(connection, unchecked)).toEqual([{ count: 0 }])
  })

  it('neither deadlock with a booking that holds their last table and needs their first, nor make it fail', async () => {
    const connection = await createEmptyDatabase()
    const files = await migrationsBeforeBaseline()
    await withClient(connection, async (booking) => {
      await booking.query('begin')
      await applyToEmpty(booking, files.slice(0, 87))
      await booking.query('commit; begin')
      // 0088 changes appointments, then claims.
      await booking.query('insert into claims select from claims limit 0')
      // Longer than PostgreSQL lets a deadlock last.
      const migrating = migrate(connection, () => {}, {
        lockMs: 3_000,
        pauseMs: 100,
        giveUpMs: 60_000,
        sayMs: 60_000,
      })
      migrating.catch(() => {})
      await withClient(connection, async (other) => {
        const waiting = `${lockWaitersQuery} and relation = 'claims'::regclass`
        await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
        await booking.query('insert into appointments select from appointments limit 0; commit')
        expect(await migrating).toHaveLength(3 + (await migrationFiles()).length)
      })
    })
    expect(
      await queryRows(
        connection,
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      ),
    ).toEqual([{ deadlocks: 0 }])
  })

  it('let a transaction that has audited a reading go on to the patient, and wait only for that', async () => {
    const connection = await createEmptyDatabase()
    const files = await migrationsBeforeBaseline()
    // So that it does not give up before the reader does.
    const [{ name }] = await withClient(
      connection,
      async (client) => (await client.query('select current_database() as name')).rows,
    )
    await runStatement(connection, `alter database ${name} set deadlock_timeout = '60s'`)
    await withClient(connection, async (reader) => {
      await reader.query('begin')
      await applyToEmpty(reader, files.slice(0, 83))
      await reader.query('commit; begin')
      await reader.query(
        "set local lock_timeout = '2s'; insert into audit_entries select from audit_entries limit 0",
      )
      const migrating = migrate(connection, () => {}, {
        lockMs: 60_000,
        pauseMs: 100,
        giveUpMs: 60_000,
        sayMs: 60_000,
      })
      migrating.catch(() => {})
      await withClient(connection, async (other) => {
        const waiting = `${lockWaitersQuery} and relation = 'audit_entries'::regclass`
        await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
        await reader.query('select from patients for key share; commit')
        expect(await migrating).toHaveLength(7 + (await migrationFiles()).length)
      })
    })
  })

  it('leave nothing behind when one fails', async () => {
    const connection = await createEmptyDatabase()
    await runStatement(connection, 'create table claims (in_the_way integer)')
    await expect(migrate(connection)).rejects.toThrow(/already exists/)
    expect(await queryRows(connection, relations)).toEqual([{ relname: 'claims' }])
  })
})

describe('the connection pool', () => {
  const threeColumns = statement(
    'test_three_columns',
    { returns: { id: 'bigint' } },
    'select * from changing',
  )

  it('prepares a statement again when a migration changed what it returns', async () => {
    const connection = await createEmptyDatabase()
    await runStatement(
      connection,
      'create table changing (id bigint); insert into changing values (1)',
    )
    const database = openDatabase(connection)
    // On every connection of the pool; short reads have two more.
    await Promise.all(
      Array.from({ length: 8 }, () =>
        database.transaction((queries) => queries.rows(threeColumns)),
      ),
    )
    expect(database.connections()).toMatchObject({ open: 8, idle: 8 })
    await runStatement(connection, 'alter table changing add column more text')
    expect(await database.rows(threeColumns)).toEqual([{ id: 1, more: null }])
    await database.close()
  })

  it('keeps its connections through refusals and recovers after losing all of them', async () => {
    const harness = await openHarness()
    const pids = () =>
      harness.sql(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'clinic' order by 1",
      )
    const clinic = await harness.clinic()
    for (let attempt = 0; attempt < 5; attempt += 1)
      await clinic.get(
        '/v1/appointments/available-slots?addressId=1&doctorId=999999&appointmentDate=2030-01-07',
      )
    const before = await pids()
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await clinic.post('/v1/appointments/book-appointment-unified', {
        doctorId: 999_999,
        addressId: 1,
      })
    }
    expect(await pids()).toEqual(before)
    await harness.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'clinic%'",
    )
    harness.application.configurations.forgetAll()
    const replies = []
    for (let attempt = 0; attempt < 10; attempt += 1)
      replies.push((await clinic.get('/v2/workspaces')).status)
    expect(replies.at(-1)).toBe(200)
  })
})
