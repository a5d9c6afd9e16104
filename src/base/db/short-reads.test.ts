import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createMigratedDatabase,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { openNetworkTo } from '../../../test/support/database/network.ts'
import { runStatement } from '../../../test/support/run/global-setup.ts'
import {
  type Database,
  DatabaseReadOnly,
  defaultLimits,
  openDatabase,
  sqlState,
} from './database.ts'
import { failureKind } from './failures.ts'
import { type Connection, createServers, SessionClient } from './session.ts'
import { openShortReads } from './short-reads.ts'
import { statement } from './statement.ts'

const session = { name: 'text', pid: 'integer' } as const
const thisSession = `current_setting('application_name') as name, pg_backend_pid() as pid`
const short = statement('test_short', { returns: session, isShort: true }, `select ${thisSession}`)
const long = statement('test_short_not', { returns: session }, `select ${thisSession}`)
const slow = statement(
  'test_short_slow',
  { takes: { seconds: 'double precision' }, returns: session, isShort: true },
  `select ${thisSession} from pg_sleep(:seconds)`,
)
const failing = statement(
  'test_short_failing',
  { takes: { by: 'integer' }, returns: { n: 'integer' }, isShort: true },
  'select 1 / :by::integer as n',
)
const write = statement('test_short_write', { returns: {} }, 'update installation set mode = mode')
const takeNothing = statement(
  'test_short_take_nothing',
  { returns: {} },
  "select from set_config('default_transaction_read_only', 'on', false)",
)

function openTestDatabase(
  connection: Connection,
  limits: Partial<typeof defaultLimits> = {},
  direct?: Connection,
): Database {
  const database = openDatabase(connection, { ...defaultLimits, ...limits }, direct)
  onTestFinished(() => database.close())
  return database
}

/** Which session answered each of this many concurrent reads. */
const askedAtOnce = (database: Database, count: number) =>
  Promise.all(Array.from({ length: count }, () => database.rows(short))).then((all) => all.flat())
const names = (sessions: { name: string }[]) => sessions.map(({ name }) => name)

/** Reads until both connections answer; returns the process ids of their sessions. */
async function whenShared(database: Database): Promise<number[]> {
  let pids: number[] = []
  async function namesOfTwo() {
    const sessions = await askedAtOnce(database, 2)
    pids = sessions.map(({ pid }) => pid)
    // While one of them is being opened, the other one answers both.
    return { names: names(sessions), connections: new Set(pids).size }
  }
  await expect.poll(namesOfTwo).toEqual({ names: ['clinic reads', 'clinic reads'], connections: 2 })
  return pids
}

const endShared = (connection: Connection) =>
  queryRows(
    connection,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'clinic reads'",
  )
const runningShared =
  "select from pg_stat_activity where datname = current_database() and application_name = 'clinic reads' and state = 'active'"

describe('short reads', () => {
  it('share two connections, and those beyond their capacity use the rest of the pool', async () => {
    const database = openTestDatabase(await createMigratedDatabase())
    await whenShared(database)
    const sessions = await askedAtOnce(database, 100)
    const shared = sessions.filter(({ name }) => name === 'clinic reads')
    // Fewer if the server is slow.
    expect(shared.length).toBeLessThanOrEqual(32)
    expect(new Set(shared.map(({ pid }) => pid)).size).toBe(2)
    expect(new Set(sessions.map(({ pid }) => pid)).size).toBe(10)
    expect(database.connections()).toMatchObject({ open: 10, waiting: 0 })
    await expect.poll(() => database.connections().idle).toBe(10)
  })

  it('are only statements declared so, outside a transaction', async () => {
    const database = openTestDatabase(await createMigratedDatabase())
    await whenShared(database)
    const elsewhere = [
      await database.rows(long),
      await database.transaction((queries) => queries.rows(short)),
      await database.inOneTransaction((parts) => parts.rows(short)),
    ]
    expect(names(elsewhere.flat())).toEqual(['clinic', 'clinic', 'clinic'])
    expect(() =>
      statement(
        'test_short_update',
        { isShort: true, returns: {} },
        'update installation set mode = mode',
      ),
    ).toThrow('is not a short read')
    expect(() =>
      statement(
        'test_short_lock',
        { isShort: true, returns: {} },
        'select from installation for share',
      ),
    ).toThrow('is not a short read')
  })

  it('have no connections of their own behind a pooler, or if there are few', async () => {
    const connection = await createMigratedDatabase()
    for (const database of [
      openTestDatabase(connection, {}, connection),
      openTestDatabase(connection, { connectionsMax: 7 }),
    ]) {
      for (const _ of [1, 2, 3])
        expect(new Set(names(await askedAtOnce(database, 20)))).toEqual(new Set(['clinic']))
    }
  })

  it('that the server refuses are refused as on the pool, and the others are answered on the same connection', async () => {
    const database = openTestDatabase(await createMigratedDatabase())
    const pids = await whenShared(database)
    const pendingReads = [1, 2, 3, 4, 5, 6].map((n) =>
      n % 3 === 0 ? database.rows(failing, { by: 0 }).catch(sqlState) : database.rows(short),
    )
    const answered = await Promise.all(pendingReads)
    expect(answered.filter((answer) => answer === '22012')).toHaveLength(2)
    expect(new Set(await whenShared(database))).toEqual(new Set(pids))
  })

  it('are prepared again when a migration changed what they return', async () => {
    const connection = await createMigratedDatabase()
    await runStatement(
      connection,
      'create table changing (id bigint); insert into changing values (1)',
    )
    const database = openTestDatabase(connection)
    await whenShared(database)
    const changing = statement(
      'test_short_changing',
      { returns: { id: 'bigint' }, isShort: true },
      'select * from changing',
    )
    expect(await Promise.all([1, 2].map(() => database.rows(changing)))).toEqual([
      [{ id: 1 }],
      [{ id: 1 }],
    ])
    await runStatement(connection, 'alter table changing add column more text')
    expect(await Promise.all([1, 2].map(() => database.rows(changing)))).toEqual([
      [{ id: 1, more: null }],
      [{ id: 1, more: null }],
    ])
  })

  it('keep the process alive only while they run', async () => {
    const servers = createServers(await createMigratedDatabase())
    const clients: SessionClient[] = []
    const reads = openShortReads(() => {
      const client = new SessionClient(servers, {}, { pipeline: true })
      clients.push(client)
      return client
    })
    onTestFinished(async () => void (await reads.close()))
    const ask = (text: string) => reads.rows({ text }, async () => [])
    await ask('select')
    await expect.poll(() => reads.connections()).toEqual({ open: 2, idle: 2 })
    const keepAlive = () =>
      clients.map(({ connection }) =>
        (connection.stream as unknown as { _handle: { hasRef(): boolean } })._handle.hasRef(),
      )
    expect(keepAlive()).toEqual([false, false])
    const pendingRead = ask('select pg_sleep(0.1)')
    expect(keepAlive()).toEqual([true, false])
    await pendingRead
    expect(keepAlive()).toEqual([false, false])
  })
})

describe('a slow read', () => {
  it('delays none of those behind it, and later ones use the pool at once', async () => {
    const database = openTestDatabase(await createMigratedDatabase())
    await whenShared(database)
    // If it has free connections.
    await askedAtOnce(database, 100)
    const order: string[] = []
    const recordAnswer = (name: string, asking: Promise<{ name: string }[]>) =>
      asking.then(([answer]) => order.push(`${name} on ${answer?.name}`))
    const slowOnes = [1, 2].map(() => recordAnswer('slow', database.rows(slow, { seconds: 0.5 })))
    await Promise.all([1, 2].map(() => recordAnswer('fast', database.rows(short))))
    const later = askedAtOnce(database, 20)
    expect(database.connections().waiting).toBe(20)
    await later
    await Promise.all(slowOnes)
    expect(order).toEqual([
      'fast on clinic',
      'fast on clinic',
      'slow on clinic reads',
      'slow on clinic reads',
    ])
    await whenShared(database)
  })

  it('that takes longer than a second is moved to the pool, and the server does not continue with the first one', async () => {
    const connection = await createMigratedDatabase()
    const database = openTestDatabase(connection)
    await whenShared(database)
    const pendingRead = database.rows(slow, { seconds: 2 })
    await expect.poll(() => queryRows(connection, runningShared)).toHaveLength(1)
    await expect.poll(() => queryRows(connection, runningShared)).toHaveLength(0)
    expect(names(await pendingRead)).toEqual(['clinic'])
  })

  it('is not one that only seems slow because this process is late', async () => {
    const database = openTestDatabase(await createMigratedDatabase())
    await whenShared(database)
    const pendingReads = askedAtOnce(database, 20)
    // What was asked is sent by then, and has been answered.
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200))
    expect(new Set(names(await pendingReads))).toEqual(new Set(['clinic reads']))
    expect(new Set(names(await askedAtOnce(database, 20)))).toEqual(new Set(['clinic reads']))
  })
})

describe('a lost connection of short reads', () => {
  it('with its session leaves no read unanswered, and is replaced later', async () => {
    const connection = await createMigratedDatabase()
    const database = openTestDatabase(connection)
    await whenShared(database)
    const pendingReads = Promise.all([1, 2].map(() => database.rows(slow, { seconds: 0.3 })))
    await expect.poll(() => queryRows(connection, runningShared)).toHaveLength(2)
    await endShared(connection)
    expect(names((await pendingReads).flat())).toEqual(['clinic', 'clinic'])
    expect(names(await askedAtOnce(database, 20))).not.toContain('clinic reads')
    await whenShared(database)
  })

  it('while it is idle affects no one', async () => {
    const connection = await createMigratedDatabase()
    const database = openTestDatabase(connection)
    const before = await whenShared(database)
    await endShared(connection)
    expect(await askedAtOnce(database, 20)).toHaveLength(20)
    for (const pid of await whenShared(database)) expect(before).not.toContain(pid)
  })

  it('that is silent is closed, and the pool answers its reads', async () => {
    const network = await openNetworkTo(await createMigratedDatabase())
    const database = openTestDatabase(network.connection, { answerMs: 300 })
    await whenShared(database)
    network.goSilent()
    network.restore()
    const sessions = await askedAtOnce(database, 20)
    expect(sessions).toHaveLength(20)
    expect(new Set(names(sessions))).toEqual(new Set(['clinic']))
    await whenShared(database)
  })

  it('with its host is replaced by one to the next host', async () => {
    const direct = await createMigratedDatabase()
    const first = await openNetworkTo(direct)
    const second = await openNetworkTo(direct)
    const database = openTestDatabase({
      connectionString: first.connection.connectionString.replace(
        first.host,
        `${first.host},${second.host}`,
      ),
    })
    await whenShared(database)
    expect(second.made()).toBe(0)
    first.reset()
    // A read that meets two connections before they have noticed the reset is refused as busy.
    await expect.poll(() => database.rows(short).catch(() => [])).toHaveLength(1)
    await whenShared(database)
    expect(second.made()).toBeGreaterThanOrEqual(2)
  })
})

describe('a server that takes no writes', () => {
  it('is left by short reads once a write was refused there', async () => {
    const connection = await createMigratedDatabase()
    const database = openTestDatabase(connection)
    const before = await whenShared(database)
    await database.rows(takeNothing)
    await database.rows(write)
    expect(names(await askedAtOnce(database, 2))).not.toContain('clinic reads')
    for (const pid of await whenShared(database)) expect(before).not.toContain(pid)
  })

  it('is not read from, and callers get the same answer as for every other read', async () => {
    const connection = await createMigratedDatabase()
    const database = openTestDatabase(connection)
    await whenShared(database)
    const [name] = await queryRows(connection, 'select current_database()')
    await runStatement(connection, `alter database ${name} set default_transaction_read_only = on`)
    await queryRows(
      connection,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'clinic%'",
    )
    await expect
      .poll(() => database.rows(short).catch((error: unknown) => error))
      .toBeInstanceOf(DatabaseReadOnly)
    await withClient(connection, (client) =>
      client.query(
        `begin; set transaction read write; alter database ${name} reset default_transaction_read_only; commit`,
      ),
    )
    await whenShared(database)
  })
})

describe('closing', () => {
  it('waits for short reads in progress, and leaves no session', async () => {
    const connection = await createMigratedDatabase()
    const database = openDatabase(connection)
    await whenShared(database)
    const pendingReads = Promise.all([database.rows(slow, { seconds: 0.3 }), database.rows(short)])
    await database.close()
    expect(names((await pendingReads).flat())).toEqual(['clinic reads', 'clinic reads'])
    await expect
      .poll(() =>
        queryRows(
          connection,
          "select from pg_stat_activity where datname = current_database() and application_name = 'clinic reads'",
        ),
      )
      .toHaveLength(0)
    expect(await database.rows(short).catch(failureKind)).toBe('busy')
  })

  it('while the connections open leaves none of them', async () => {
    const connection = await createMigratedDatabase()
    const database = openDatabase(connection)
    const pendingRead = database.rows(short)
    await database.close()
    expect(names(await pendingRead)).toEqual(['clinic'])
    expect(database.connections()).toEqual({ open: 0, idle: 0, waiting: 0 })
    await expect
      .poll(() =>
        queryRows(
          connection,
          "select from pg_stat_activity where datname = current_database() and application_name = 'clinic reads'",
        ),
      )
      .toHaveLength(0)
  })

  it('abandons what a silent network keeps in progress', async () => {
    const network = await openNetworkTo(await createMigratedDatabase())
    const database = openDatabase(network.connection, {
      ...defaultLimits,
      connectionWaitMs: 500,
      answerMs: 300,
    })
    await whenShared(database)
    network.goSilent()
    const pendingRead = database.rows(short).catch(failureKind)
    await database.close()
    expect(await pendingRead).toBe('busy')
  })
})
