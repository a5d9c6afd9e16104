import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createMigratedDatabase,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { type Network, openNetworkTo } from '../../../test/support/database/network.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import {
  type Database,
  DatabaseReadOnly,
  DatabaseUnavailable,
  defaultLimits,
  openDatabase,
} from './database.ts'
import { failureKind } from './failures.ts'
import { withLongSession } from './long-session.ts'
import { type Connection, createServers } from './session.ts'
import { statement } from './statement.ts'

const one = statement('test_session_one', { returns: { one: 'integer' } }, 'select 1 as one')
const write = statement(
  'test_session_write',
  { returns: {} },
  'update installation set mode = mode',
)
const note = statement(
  'test_session_note',
  { takes: { word: 'text' } },
  'insert into medicine_words_of_test values (:word)',
)
const takeNothing = statement(
  'test_session_take_nothing',
  { returns: {} },
  "select from set_config('default_transaction_read_only', 'on', false)",
)

/** Opens a database with short timeouts, and closes it after the test. */
function openTestDatabase(
  connection: Connection,
  limits: Partial<typeof defaultLimits> = {},
): Database {
  const database = openDatabase(connection, {
    ...defaultLimits,
    connectionWaitMs: 1_500,
    answerMs: 1_000,
    heartbeatMs: 100,
    ...limits,
  })
  onTestFinished(() => database.close())
  return database
}

async function behindNetwork(
  limits: Partial<typeof defaultLimits> = {},
): Promise<{ network: Network; database: Database; direct: Connection }> {
  const direct = await createMigratedDatabase()
  await runStatement(direct, "insert into installation (mode) values ('sandbox')")
  const network = await openNetworkTo(direct)
  return { network, database: openTestDatabase(network.connection, limits), direct }
}

describe('a connection that dies silently', () => {
  it('is closed, and statements that changed nothing are retried on another one', async () => {
    const { network, database } = await behindNetwork()
    await database.rows(one)
    network.goSilent()
    network.restore()
    expect(await database.rows(one)).toEqual([{ one: 1 }])
    // The first connection, the connection that asks the server to cancel, and the replacement.
    expect(network.made()).toBe(3)
    network.goSilent()
    network.restore()
    expect(await database.transaction((queries) => queries.rows(one))).toEqual([{ one: 1 }])
    expect([network.made(), database.connections().open]).toEqual([5, 1])
  })

  it('leaves it unknown whether a write was done, and nothing behind it waits', async () => {
    const { network, database, direct } = await behindNetwork()
    await runStatement(direct, 'create table medicine_words_of_test (word text)')
    await database.rows(note, { word: 'known' })
    network.goSilentAfter('unknown')
    expect(await database.rows(note, { word: 'unknown' }).catch(failureKind)).toBe('lost')
    // Here it was done; the answer never came.
    await expect
      .poll(() => queryRows(direct, 'select word from medicine_words_of_test'))
      .toEqual(['known', 'unknown'])
    network.goSilentAfter('commit\0')
    expect(
      await database
        .transaction((queries) => queries.rows(note, { word: 'committed' }))
        .catch(failureKind),
    ).toBe('lost')
    await expect
      .poll(() => queryRows(direct, 'select word from medicine_words_of_test'))
      .toEqual(['known', 'unknown', 'committed'])
    expect(await database.rows(one)).toEqual([{ one: 1 }])
  })

  it('leaves nothing that the server still works on', async () => {
    const { network, database, direct } = await behindNetwork({ statementMs: 60_000 })
    const endless = statement(
      'test_session_endless',
      { takes: { word: 'text' }, returns: {} },
      'select from pg_sleep(60) where :word::text is not null',
    )
    const running =
      "select from pg_stat_activity where datname = current_database() and state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid()"
    await database.rows(one)
    network.goSilentAfter('hush')
    const pending = database
      .transaction((queries) => queries.rows(endless, { word: 'hush' }))
      .catch(failureKind)
    await expect.poll(() => queryRows(direct, running)).toHaveLength(1)
    expect(await pending).toBe('busy')
    await expect.poll(() => queryRows(direct, running)).toHaveLength(0)
  })

  it('is reported as busy while the network is silent, and the first request after that is served', async () => {
    const { network, database } = await behindNetwork()
    await database.rows(one)
    network.goSilent()
    const meanwhile = await Promise.all(
      Array.from({ length: 12 }, () => database.rows(one).catch((error: unknown) => error)),
    )
    for (const error of meanwhile) expect(error).toBeInstanceOf(DatabaseUnavailable)
    network.restore()
    expect(await database.rows(one)).toEqual([{ one: 1 }])
  })

  it('listens again, and reports that it had missed notifications', async () => {
    const { network, database, direct } = await behindNetwork()
    const heard: string[] = []
    database.listen('clinic_test', {
      heard: (payload) => heard.push(payload),
      connected: () => heard.push('connected'),
      lost: () => heard.push('lost'),
    })
    await expect.poll(() => heard).toEqual(['connected'])
    network.goSilent()
    await expect.poll(() => heard).toContain('lost')
    network.restore()
    await expect.poll(() => heard.at(-1)).toBe('connected')
    await runStatement(direct, "select pg_notify('clinic_test', 'news')")
    await expect.poll(() => heard.at(-1)).toBe('news')
  })

  it('is reported as lost once, when it breaks before it listens', async () => {
    const { network, database, direct } = await behindNetwork({ heartbeatMs: 5_000 })
    const heard: string[] = []
    database.listen('clinic_test; select pg_sleep(0.5)', {
      heard: () => {},
      connected: () => heard.push('connected'),
      lost: () => heard.push('lost'),
    })
    await expect
      .poll(() =>
        queryRows(
          direct,
          "select wait_event from pg_stat_activity where datname = current_database() and application_name = 'clinic listener'",
        ),
      )
      .toEqual(['PgSleep'])
    network.reset()
    network.restore()
    await expect.poll(() => heard).toEqual(['lost', 'connected'])
  })

  it('is not reported as lost if this process was late, and not the server', async () => {
    // With the service's own timeouts: the test machine may be late as well.
    const { database, direct } = await behindNetwork({
      heartbeatMs: 60_000,
      answerMs: defaultLimits.answerMs,
    })
    const heard: string[] = []
    database.listen('clinic_test', {
      heard: (payload) => heard.push(payload),
      connected: () => heard.push('connected'),
      lost: () => heard.push('lost'),
    })
    // Longer than a connection may take; what the server has sent in the meantime waits to be read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_200)
    await expect.poll(() => heard).toContain('connected')
    await runStatement(direct, "select pg_notify('clinic_test', 'news')")
    await expect.poll(() => heard.at(-1)).toBe('news')
    expect(heard).not.toContain('lost')
  })

  it('does not delay a process that stops', async () => {
    const network = await openNetworkTo(await createMigratedDatabase())
    const database = openDatabase(network.connection)
    const heard: string[] = []
    database.listen('clinic_test', {
      heard: () => {},
      connected: () => heard.push('connected'),
      lost: () => {},
    })
    await database.rows(one)
    await expect.poll(() => heard).toEqual(['connected'])
    // The network keeps its own ends open.
    const sockets = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    const before = sockets()
    network.goSilent()
    const from = performance.now()
    await database.close()
    expect(performance.now() - from).toBeLessThan(3_000)
    await expect.poll(() => before - sockets()).toBe(2)
  })

  it('does not interrupt statements without a time limit', async () => {
    const { database, direct } = await behindNetwork({ statementMs: 200 })
    const slow = statement('test_session_slow', { returns: {} }, 'select from pg_sleep(0.6)')
    expect(await database.rows(slow).catch(failureKind)).toBe('busy')
    expect(await database.transaction((queries) => queries.rows(slow), 'unhurried')).toEqual([{}])
    const deferred = statement(
      'test_session_deferred',
      { takes: { word: 'text' } },
      'insert into medicine_words_of_test values (:word)',
    )
    await runStatement(
      direct,
      `create table medicine_words_of_test (word text);
      create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(1.5); return null; end';
      create constraint trigger slowly after insert on medicine_words_of_test deferrable initially deferred for each row execute function slowly()`,
    )
    expect(
      await database.transaction(
        (queries) => queries.rows(deferred, { word: 'at the commit' }),
        'unhurried',
      ),
    ).toEqual([])
    expect(await database.transaction((queries) => queries.rows(slow)).catch(failureKind)).toBe(
      'busy',
    )
  })
})

/** Makes the database refuse writes from the next connection on; returns its name. */
async function takeNoWrites(direct: Connection): Promise<string> {
  const [name = ''] = await queryRows(direct, 'select current_database()')
  await runStatement(direct, `alter database ${name} set default_transaction_read_only = on`)
  return name
}

describe('an unusable server', () => {
  it('that sends unknown messages makes callers retry', async () => {
    // The server requests an authentication method that the library does not know.
    const server = createServer(
      (socket) =>
        void socket
          .on('error', () => {})
          .once('data', () => socket.write(Buffer.from('R\0\0\0\x08\0\0\0\x07'))),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const database = openTestDatabase({
      connectionString: `postgres://clinic@127.0.0.1:${(server.address() as AddressInfo).port}/clinic`,
    })
    const refused = await database.rows(one).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseUnavailable)
    expect((refused as Error).cause).toMatchObject({
      message: expect.stringContaining('authentication'),
    })
  })

  it('with a bad certificate counts as down, and waiting callers are told', async () => {
    const { connection } = await openNetworkTo(await createMigratedDatabase())
    const certificate = join(mkdtempSync(join(tmpdir(), 'clinic-certificate-')), 'ca.pem')
    onTestFinished(() => removeFolder(dirname(certificate)))
    writeFileSync(certificate, 'none')
    const database = openTestDatabase(
      {
        connectionString: `${connection.connectionString}?sslmode=verify-full&sslrootcert=${certificate}`,
      },
      { connectionsMax: 1 },
    )
    const pending = [database.rows(one), database.rows(one)].map((asking) =>
      asking.catch((error: unknown) => error),
    )
    rmSync(certificate)
    for (const refused of await Promise.all(pending))
      expect(refused).toBeInstanceOf(DatabaseUnavailable)
  })
})

describe('a server that takes no writes', () => {
  it('that becomes read-only is left, and work continues where writes are accepted', async () => {
    const { database, network } = await behindNetwork({ connectionsMax: 1 })
    await database.rows(takeNothing)
    expect(network.made()).toBe(1)
    await database.rows(write)
    await database.rows(takeNothing)
    await database.transaction((queries) => queries.rows(write))
    expect(network.made()).toBe(3)
  })

  it('is not connected to, and is busy for callers', async () => {
    const { database, direct } = await behindNetwork()
    const name = await takeNoWrites(direct)
    const refused = await database.rows(one).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseReadOnly)
    expect(failureKind(refused)).toBe('busy')
    await withClient(direct, (client) =>
      client.query(
        `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
      ),
    )
    expect(await database.rows(one)).toEqual([{ one: 1 }])
  })
})

describe('several hosts', () => {
  it('are tried in turn, and the writable one is kept', async () => {
    const direct = await createMigratedDatabase()
    const first = await openNetworkTo(direct)
    const second = await openNetworkTo(direct)
    const url = first.connection.connectionString.replace(
      first.host,
      `${first.host},${second.host}`,
    )
    const database = openTestDatabase({ connectionString: url })
    first.reset()
    expect(await database.rows(one)).toEqual([{ one: 1 }])
    const tried = first.made()
    expect(await Promise.all(Array.from({ length: 5 }, () => database.rows(one)))).toHaveLength(5)
    expect(first.made()).toBe(tried)
    first.restore()
    second.reset()
    // Two of its connections may be found dead in a row, and a read is retried only once: that is
    // busy, and soon over.
    await expect.poll(() => database.rows(one).catch(() => undefined)).toEqual([{ one: 1 }])
    expect(
      await withLongSession({ connectionString: url }, 'test', (client) =>
        client.query('select').then(({ rowCount }) => rowCount),
      ),
    ).toBe(1)
  })

  it('of which one is down and the other read-only are reported as such, in either order', async () => {
    const direct = await createMigratedDatabase()
    const gone = await openNetworkTo(direct)
    const standby = await openNetworkTo(direct)
    await takeNoWrites(direct)
    gone.reset()
    const database = openTestDatabase({
      connectionString: gone.connection.connectionString.replace(
        gone.host,
        `${gone.host},${standby.host}`,
      ),
    })
    for (const _ of [1, 2, 3])
      await expect(database.rows(one)).rejects.toBeInstanceOf(DatabaseReadOnly)
  })

  it('switch once for all that fail together', () => {
    const servers = createServers({
      connectionString: 'postgres://clinic@one,two:5433,three/clinic',
    })
    const one = servers.current()
    servers.failed(one)
    servers.failed(one)
    expect(servers.current()).toEqual({ connectionString: 'postgres://clinic@two:5433/clinic' })
    servers.failed(servers.current())
    servers.failed(servers.current())
    expect(servers.current()).toBe(one)
  })
})

describe('the settings of a session', () => {
  const settingsQuery = `select string_agg(current_setting(name), ' ' order by at) as told
    from unnest(array['TimeZone', 'DateStyle', 'IntervalStyle', 'jit', 'statement_timeout', 'lock_timeout', 'search_path']) with ordinality as wanted (name, at)`
  const odd =
    '-c TimeZone=Asia/Kolkata -c DateStyle=German -c IntervalStyle=iso_8601 -c statement_timeout=400 -c lock_timeout=400 -c search_path=public,pg_temp'

  async function oddlyConnected(): Promise<Connection> {
    const url = new URL(connectionUrl(await createMigratedDatabase()))
    url.searchParams.set('options', odd)
    return { connectionString: url.href }
  }

  it('are those of the service regardless of the URL, and other settings in the URL apply', async () => {
    const database = openTestDatabase(await oddlyConnected())
    const settingsStatement = statement(
      'test_session_settings',
      { returns: { told: 'text' } },
      settingsQuery,
    )
    expect(await database.rows(settingsStatement)).toEqual([
      { told: 'UTC ISO, DMY postgres off 5s 3s public,pg_temp' },
    ])
    const instant = statement(
      'test_session_instant',
      { returns: { at: 'timestamptz' } },
      "select '2030-01-07T10:00:00+05:30'::timestamptz as at",
    )
    expect(await database.rows(instant)).toEqual([{ at: Date.parse('2030-01-07T04:30:00Z') }])
  })

  it('of a long session write every value the same way on any server', async () => {
    const rows = await withLongSession(
      await oddlyConnected(),
      'test',
      async (client) => (await client.query<{ told: string }>(settingsQuery)).rows,
    )
    expect(rows).toEqual([{ told: 'UTC ISO, DMY postgres on 0 10s public,pg_temp' }])
  })

  it('that someone changed make an instant an error, not a wrong one', async () => {
    const database = openTestDatabase(await createMigratedDatabase(), { connectionsMax: 1 })
    const move = statement(
      'test_session_move',
      { takes: { zone: 'text' }, returns: {} },
      "select from set_config('TimeZone', :zone, false)",
    )
    const instant = statement(
      'test_session_moved',
      { returns: { at: 'timestamptz' } },
      "select '2030-01-07T10:00:00Z'::timestamptz as at",
    )
    for (const zone of ['Asia/Karachi', 'Asia/Kolkata']) {
      await database.rows(move, { zone })
      await expect(database.rows(instant)).rejects.toThrow(
        'an instant from the database is not in UTC',
      )
    }
  })
})
