// The command as people run it: in separate processes if that matters, and otherwise the same
// program in this one.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Json } from '../../../test/support/clinic/harness.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  lockWaitersQuery,
  queryRows,
  relations,
} from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { findProcesses, removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { bundleClinic } from '../../../test/support/processes/bundled.ts'
import {
  type CommandResult,
  runCommand,
} from '../../../test/support/processes/in-process-command.ts'
import { connectToDatabase, runStatement } from '../../../test/support/run/global-setup.ts'
import { databaseUser } from '../../base/db/embedded/cluster.ts'
import type { Connection } from '../../base/db/session.ts'

/** What people start; the other processes are started from its bundle. */
const program = fileURLToPath(new URL('../../../bin/clinic.js', import.meta.url))
const bundle = await bundleClinic()
const demoFile = fileURLToPath(new URL('../demo/demo-clinic.yaml', import.meta.url))
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-cli-'))
// Root runs the embedded database as another user, who needs access to the folder.
execFileSync('chmod', ['755', folder])
const data = join(folder, 'data')
const embedded = { CLINIC_DATA: data, PORT: '0' }

interface Started {
  child: ChildProcess
  ended: Promise<CommandResult>
  out(): string
}

const running = new Set<ChildProcess>()
afterEach(async () => {
  await Promise.all(
    [...running].map(
      (child) => new Promise((resolve) => child.once('close', resolve).kill('SIGKILL')),
    ),
  )
})
afterAll(() => removeFolder(folder))

function start(
  settings: Record<string, string>,
  parameters: string[],
  command = [process.execPath, bundle],
): Started {
  const [node = '', ...more] = command
  const child = spawn(node, [...more, ...parameters], {
    env: environment(settings),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let out = ''
  let problem = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8')))
  child.stdin.on('error', () => {})
  const ended = new Promise<CommandResult>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, out, problem })
    }),
  )
  return { child, ended, out: () => out }
}

const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  ...settings,
})

/** Runs a command in this process. */
const clinic = (settings: Record<string, string>, ...parameters: string[]) =>
  runCommand(environment(settings), parameters)

/** The output of a command; throws when it fails. */
async function answer(settings: Record<string, string>, ...parameters: string[]): Promise<string> {
  const { code, out, problem } = await clinic(settings, ...parameters)
  if (code !== 0) throw new Error(`clinic ${parameters.join(' ')} ended with ${code}: ${problem}`)
  return out
}

const answerJson = async (
  settings: Record<string, string>,
  ...parameters: string[]
): Promise<Json> => JSON.parse(await answer(settings, ...parameters, '--json'))

async function serve(settings: Record<string, string>): Promise<Started & { url: string }> {
  const service = start(settings, ['serve'])
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found =
        /is ready at (http:\S+)[\s\S]*(?:book-appointment-unified\n\n|clinic -- ids\n)|is ready at (http:\S+).*production/.exec(
          service.out(),
        )
      if (found) resolve((found[1] ?? found[2]) as string)
    }
    service.child.stdout?.on('data', look)
    void service.ended.then(({ code, problem }) =>
      reject(new Error(`the service ended with ${code}: ${problem}`)),
    )
  })
  return { ...service, url }
}

/** Starts a service whose one line of JSON says where it is ready. */
async function serveJson(settings: Record<string, string>): Promise<Started & { ready: Json }> {
  const service = start(settings, ['serve', '--json'])
  await expect.poll(service.out).toMatch(/\n$/)
  return { ...service, ready: JSON.parse(service.out()) }
}

async function end(
  { child, ended }: Started,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<CommandResult> {
  child.kill(signal)
  return ended
}

const postmaster = () =>
  readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]

/** Runs a command as it was printed. */
function sh(text: string): string {
  return execFileSync('/bin/sh', ['-c', text], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
}

/** The curl commands that a first start prints: one lists, one books. */
function printedCommands(out: string): string[] {
  return out
    .split(/\n(?= {2}curl)/)
    .slice(1)
    .map((part) => part.split('\n\n')[0] as string)
}

const keyIn = (out: string) => /clinic_dev_[\w-]+/.exec(out)?.[0] as string

/** Books a free slot on the day of the demo's; held in the database until `release`. */
async function heldBooking(url: string, curl: string) {
  const body = JSON.parse(/-d '(.*)'/.exec(curl)?.[1] as string)
  const { addressId, doctorId, fromDateTimeIso } = body
  const free = await fetch(
    `${url}/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${fromDateTimeIso.slice(0, 10)}&mode=OFFLINE`,
    { headers: { 'x-api-key': keyIn(curl) } },
  )
  held += 1
  const { fromDateTimeIso: from, toDateTimeIso: to } = ((await free.json()) as Json).slots.at(-held)
  const hold = new pg.Client({
    host: join(data, 'run'),
    port: 5432,
    user: databaseUser,
    database: 'clinic',
  })
  hold.on('error', () => {})
  await hold.connect()
  await hold.query('begin')
  await hold.query('lock table appointments in access exclusive mode')
  const reply = fetch(`${url}/v1/appointments/book-appointment-unified`, {
    method: 'POST',
    headers: { 'x-api-key': keyIn(curl), 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, fromDateTimeIso: from, toDateTimeIso: to }),
  })
  await expect.poll(async () => (await hold.query(lockWaitersQuery)).rowCount).toBeGreaterThan(0)
  return { reply, release: () => hold.end() }
}
let held = 0

/** Sends a signal and waits until the service has begun to end. */
async function beginEnding({ child, out }: Started, signal: NodeJS.Signals) {
  child.kill(signal)
  await expect.poll(out).toContain(`${signal}: finishing what is in flight`)
}

describe('clinic serve, and commands while it runs', () => {
  let first = ''

  it('ends with a message when its port is in use, and keeps the key for the start that shows it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const refused = await start({ ...embedded, PORT: String(port) }, ['serve']).ended
    other.close()
    expect(refused).toEqual({
      code: 1,
      out: '',
      problem: `port ${port} is in use\nnext: stop what uses it, or choose another: PORT=3001 npm start\n`,
    })
    expect(findProcesses(data)).toEqual([])
    expect(existsSync(data), 'nothing was made for a service that cannot be reached').toBe(false)
    expect(await start({ ...embedded, HOST: '203.0.113.1' }, ['serve']).ended).toMatchObject({
      code: 1,
      problem: expect.stringMatching(
        /^HOST 203\.0\.113\.1 is not an address of this machine\nnext: /,
      ),
    })
  })

  it('does not start with an invalid file of locations, and creates no database for it [A-099]', async () => {
    expect(
      await start({ ...embedded, CLINIC_LOCATION_DATABASE: program }, ['serve']).ended,
    ).toEqual({
      code: 1,
      out: '',
      problem: `the file of locations ${program} cannot be read (it is not a MaxMind DB file)\nnext: name an .mmdb file in CLINIC_LOCATION_DATABASE, or off\n`,
    })
    expect(existsSync(data)).toBe(false)
  })

  it('prints an address, a key and two commands that work as printed [BOOK-01]', async () => {
    const service = await serve(embedded)
    first = service.out()
    const [list = '', book = ''] = printedCommands(first)
    expect(first.split(keyIn(first)).length - 1, 'the key alone, and in both commands').toBe(3)
    const { fromDateTimeIso } = JSON.parse(/-d '(.*)'/.exec(book)?.[1] as string)
    expect(JSON.parse(sh(list)).slots[0]).toMatchObject({
      fromDateTimeIso,
      modes: expect.arrayContaining(['OFFLINE']),
    })
    expect(sh(book.replace('curl -s', "curl -s -w ' %{http_code}'"))).toMatch(
      /"bookingReference":"BK.* 201$/,
    )
    expect(sh(book)).toContain('SLOT_NOT_AVAILABLE')
    expect(JSON.parse(sh(list)).slots[0].fromDateTimeIso).not.toBe(fromDateTimeIso)

    // Commands run in the service: no second database server, and the same answers as without it.
    const before = postmaster()
    const [ids, shown, migrated] = await Promise.all([
      answerJson(embedded, 'ids'),
      answerJson(embedded, 'key', 'list'),
      answerJson(embedded, 'migrate'),
    ])
    expect(ids.practitioner['asha-rao']).toBeGreaterThan(0)
    expect(shown).toMatchObject([
      { name: 'Booking page', kind: 'WIDGET', status: 'ACTIVE' },
      { name: 'Demo key', status: 'ACTIVE', lastUsedAt: expect.any(String) },
    ])
    expect(migrated).toEqual({ applied: [], running: true, made: null })
    expect(await clinic(embedded, 'workspace', 'import', program)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('the clinic file has errors, and nothing was imported\n'),
    })
    expect(postmaster()).toBe(before)
    expect(statSync(join(data, 'run')).mode & 0o777).toBe(0o700)
    expect(statSync(join(data, 'run', 'operator.sock')).mode & 0o777).toBe(0o600)

    const second = await start(embedded, ['serve']).ended
    expect(second.code).toBe(1)
    expect(second.problem).toMatch(/is in use by another service \(process \d+\).*\nnext: /)
    expect(postmaster()).toBe(before)

    const booking = await heldBooking(service.url, book)
    await beginEnding(service, 'SIGTERM')
    await booking.release()
    expect((await booking.reply).status, 'the booking in flight').toBe(201)
    expect(await service.ended).toMatchObject({
      code: 0,
      problem: '',
      out: expect.stringMatching(/SIGTERM: finishing what is in flight\nstopped\n$/),
    })
    expect(findProcesses(data)).toEqual([])

    expect(await answerJson(embedded, 'ids')).toEqual(ids)
    expect(await answerJson(embedded, 'key', 'list')).toMatchObject([
      shown[0],
      { ...shown[1], lastUsedAt: expect.any(String) },
    ])
    expect(findProcesses(data)).toEqual([])
  })

  it('is ready at once the second time, makes no new key, and Ctrl-C lets a booking in flight finish', async () => {
    const creationTime = () => statSync(join(data, 'postgres', 'PG_VERSION')).ctimeMs
    const before = creationTime()
    const service = await serve(embedded)
    expect(creationTime(), 'the database was not made again').toBe(before)
    expect(keyIn(service.out())).toBeUndefined()
    expect(service.out()).toContain('npm run clinic -- key list')
    const booking = await heldBooking(service.url, printedCommands(first)[1] as string)
    await beginEnding(service, 'SIGINT')
    await booking.release()
    expect((await booking.reply).status).toBe(201)
    expect((await service.ended).code).toBe(0)
    expect(findProcesses(data)).toEqual([])
  })

  it('does not wait for connections that say nothing or have sent half a header, and ends as it should', async () => {
    const service = await serve(embedded)
    const silent = ['', 'GET /v2/workspaces HTTP/1.1\r\nx-api-'].map((sent) => {
      const connection = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        connection.write(sent),
      ).on('error', () => {})
      return connection
    })
    await Promise.all(silent.map((connection) => once(connection, 'connect')))
    // Answered after the other connections were accepted.
    expect((await fetch(`${service.url}/v2/workspaces`)).status).toBe(401)
    const ended = await end(service)
    for (const connection of silent) connection.destroy()
    expect(ended).toMatchObject({
      code: 0,
      problem: '',
      out: expect.stringMatching(/SIGTERM: finishing what is in flight\nstopped\n$/),
    })
    expect(findProcesses(data)).toEqual([])
  })

  it('leaves nothing that blocks the next one when it is killed', async () => {
    const killed = await serve(embedded)
    await end(killed, 'SIGKILL')
    expect(existsSync(join(data, 'run', 'operator.sock'))).toBe(true)
    expect(await answerJson(embedded, 'key', 'list')).toHaveLength(2)
    expect(findProcesses(data)).toEqual([])
    const next = await serve(embedded)
    expect(await answerJson(embedded, 'key', 'list')).toHaveLength(2)
    expect((await end(next)).code).toBe(0)
  })

  it('leaves no process behind when a command is interrupted', async () => {
    const interrupted = start(embedded, ['ids'])
    await expect.poll(() => findProcesses(data).length, { interval: 5 }).toBeGreaterThan(0)
    expect((await end(interrupted)).code).toBe(1)
    expect(findProcesses(data)).toEqual([])
  })

  it('reports that it is not ready before it turns requests away, for the configured time', async () => {
    const service = await serve({
      ...embedded,
      CLINIC_DRAIN_SECONDS: '300',
      CLINIC_MONITOR_PORT: '0',
    })
    const [, monitor] = /Monitoring: (http:\S+)\/readyz/.exec(service.out()) ?? []
    const ready = async () => (await fetch(`${monitor}/readyz`)).status
    expect(await ready()).toBe(200)
    service.child.kill('SIGTERM')
    await expect.poll(ready).toBe(503)
    expect((await fetch(`${service.url}/v2/workspaces`)).status).toBe(401)
    expect(service.out()).toContain('SIGTERM: not ready any more, and still serving for 300 s')
    // A second signal ends the process at once.
    expect((await end(service)).code).toBe(1)
    expect(await answerJson(embedded, 'key', 'list')).toHaveLength(2)
  })

  it('lets concurrent commands take turns, and a service wait for them', async () => {
    const [ids, clock] = await Promise.all([
      answerJson(embedded, 'ids'),
      answerJson(embedded, 'clock', 'show'),
    ])
    expect([ids.workspace.sunrise, clock.mode]).toEqual([1, 'sandbox'])
    const [keys, service] = await Promise.all([
      answerJson(embedded, 'key', 'list'),
      serve(embedded),
    ])
    expect(keys).toHaveLength(2)
    expect((await end(service)).code).toBe(0)
    expect(findProcesses(data)).toEqual([])
  })
})

describe('a command on a PostgreSQL server', () => {
  const name = `clinic_cli_${randomBytes(6).toString('hex')}`
  const url = connectionUrl(connectToDatabase(inject('server'), name))
  const settings = {
    DATABASE_URL: url,
    CLINIC_MODE: 'sandbox',
    CLINIC_DATA: join(folder, 'server'),
    PORT: '0',
  }
  afterAll(() => runStatement(inject('server'), `drop database if exists ${name} with (force)`))

  it('does its work without a service and answers in JSON on request', async () => {
    await runStatement(inject('server'), `create database ${name}`)
    expect(await answerJson(settings, 'migrate')).toEqual({
      applied: expect.arrayContaining(['0090 baseline']),
      running: false,
      made: 'sandbox',
    })
    expect(await answer(settings, 'migrate')).toBe('the database is up to date\n')
    const imported = await answerJson(settings, 'workspace', 'import', demoFile)
    expect(imported.workspace).toBe('sunrise')
    const piped = start(settings, ['workspace', 'import', '-', '--json'])
    piped.child.stdin?.end(readFileSync(demoFile))
    expect(JSON.parse((await piped.ended).out)).toEqual({
      ...imported,
      outcome: 'UNCHANGED',
      changes: [],
    })
    const [ids, made, clock] = await Promise.all([
      answerJson(settings, 'ids'),
      answerJson(settings, 'key', 'create', '--allow', '203.0.113.7,::1', '--name', 'Server'),
      answerJson(settings, 'clock', 'show'),
    ])
    expect(ids).toEqual(imported.ids)
    expect(clock).toMatchObject({ mode: 'sandbox', advancedMs: 0 })
    const id = String(made.id)
    const key = (...parameters: string[]) => answerJson(settings, 'key', ...parameters)
    expect((await key('allow', id, '198.51.100.0/24', '--remove', '::1')).allowedAddresses).toEqual(
      ['203.0.113.7', '198.51.100.0/24'],
    )
    const rotated = await key('rotate', id, '--overlap', '90m')
    expect(Date.parse(rotated.oldKeyExpiresAt) - Date.now()).toBeGreaterThan(80 * 60_000)
    const [advanced] = await Promise.all([
      answerJson(settings, 'clock', 'advance', '30m'),
      key('deactivate', id),
      key('delete', String(rotated.id)),
    ])
    expect(advanced.advancedMs).toBe(1_800_000)
    expect((await key('list', '--all')).map(({ status }: Json) => status)).toEqual([
      'ACTIVE',
      'DEACTIVATED',
      'DELETED',
    ])
    expect(JSON.parse(await answer({}, 'schema', '--json')).title).toBe('Clinic file')
  })

  it('answers people too', async () => {
    const [ids, made, clock, migrated] = await Promise.all([
      answer(settings, 'ids'),
      answer(settings, 'key', 'create', '--allow', '203.0.113.7'),
      answer(settings, 'clock', 'show'),
      answer(settings, 'migrate'),
    ])
    expect(ids).toMatch(/^kind +name +id\n[- ]+\n(.*\n)*practitioner +asha-rao +\d+\n/)
    expect(made).toMatch(
      /^key \d+, shown this once:\n\n {2}clinic_dev_\S+\n\nallowed from: 203\.0\.113\.7\n$/,
    )
    expect(clock).toMatch(/^20\S+ \(sandbox, 1800 s ahead of the real clock\)\n$/)
    expect(migrated).toBe('the database is up to date\n')
  })

  it('accepts a pack’s price with decimals, and negative sessions', async () => {
    const patients = join(folder, 'one-patient.csv')
    writeFileSync(patients, 'firstName,phoneNumber\nMeera,9876543210\n')
    await answer(settings, 'patient', 'import', patients)
    expect(await answer(settings, 'packs', 'grant', '1', 'skin-5', '--amount', '1999.50')).toMatch(
      /^patient 1 has pack 1, which pays for visits until 20/,
    )
    expect(
      await answer(settings, 'packs', 'correct', '--reason', 'Came in vain', '--', '1', '-1'),
    ).toBe('pack 1 has 1 session fewer\n')
    expect(await answer(settings, 'packs', 'show', '1')).toMatch(
      /^pack 1, Five visits for the skin: 4 of 5 sessions left, until 20.*\n\n.*CORRECTED/s,
    )
    expect(
      await clinic(settings, 'packs', 'grant', '1', 'skin-5', '--amount', 'much'),
    ).toMatchObject({
      code: 2,
      problem: expect.stringContaining("'much' is not a number"),
    })
  })

  it('tells a person at a terminal what it acts on, and asks before what cannot be undone', async () => {
    const { id } = await answerJson(settings, 'key', 'create', '--allow', '203.0.113.7')
    const atTerminal = (typed: string, ...parameters: string[]) =>
      runCommand(environment(settings), parameters, typed)
    const status = async () =>
      (await answerJson(settings, 'key', 'list', '--all')).find((key: Json) => key.id === id).status
    const refused = await atTerminal('no\n', 'key', 'delete', String(id))
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.problem).toMatch(
      /^key \d+ would stop working for good\. Do it\? Type yes: nothing was done\nnext: answer yes to do it\n$/,
    )
    expect(await status()).toBe('ACTIVE')
    const done = await atTerminal('yes\n', 'key', 'delete', String(id))
    expect(done).toMatchObject({
      code: 0,
      out: `key ${id} is deleted; it stops working everywhere within seconds\n`,
    })
    expect(done.problem).toMatch(/Type yes: on PostgreSQL \S+ at \S+, sandbox\n$/)
    expect(await status()).toBe('DELETED')
  })

  it('works while two services run on one database and one folder, of which one listens for operators', async () => {
    const one = await serve(settings)
    const two = await serveJson(settings)
    expect(two.ready).toMatchObject({
      url: expect.stringMatching(/^http:/),
      mode: 'sandbox',
      demo: null,
    })
    const ids = await answerJson(settings, 'ids')
    expect((await fetch(`${one.url}/v2/workspaces`)).status).toBe(401)
    expect((await fetch(`${two.ready.url}/v2/workspaces`)).status).toBe(401)
    expect((await end(one)).code).toBe(0)
    expect(await answerJson(settings, 'ids')).toEqual(ids)
    expect((await fetch(`${two.ready.url}/v2/workspaces`)).status).toBe(401)
    expect((await end(two)).code).toBe(0)
  })

  it('never reaches the service of another database', async () => {
    const service = await serve({ ...embedded, CLINIC_DATA: data })
    // The same folder, another database: this one's clock has been moved forward.
    expect((await answerJson({ ...settings, CLINIC_DATA: data }, 'clock', 'show')).advancedMs).toBe(
      1_800_000,
    )
    expect((await answerJson(embedded, 'clock', 'show')).advancedMs).toBe(0)
    await end(service)
  })

  it('does not open a sandbox in another mode', async () => {
    const { CLINIC_MODE, ...production } = settings
    expect(await clinic(production, 'clock', 'advance', '1h')).toEqual({
      code: 1,
      out: '',
      problem:
        'this database belongs to a sandbox instance, and CLINIC_MODE is production\nnext: set CLINIC_MODE to match, or use another database; clinic config shows what is set\n',
    })
    expect(await clinic(production, 'migrate')).toMatchObject({
      code: 1,
      out: '',
      problem: expect.stringMatching(/^this database belongs to a sandbox instance/),
    })
  })
})

describe('a command that fails', () => {
  const latin = join(folder, 'latin.yaml')
  writeFileSync(latin, Buffer.from('workspace: {title: Stra\xdfe}', 'latin1'))

  // A sparse file of a terabyte: reading it whole would end the process.
  const endless = join(folder, 'endless.yaml')
  closeSync(openSync(endless, 'w'))
  truncateSync(endless, 2 ** 40)

  const people = join(folder, 'people.csv')
  writeFileSync(people, 'firstName,phoneNumber\nMeera,9876543210\n')

  const server = (name: string) => connectionUrl(connectToDatabase(inject('server'), name))
  let blank: string
  let readOnly: string
  beforeAll(async () => {
    // Not template1, where a connection waits for every database that another test creates.
    blank = connectionUrl(await createEmptyDatabase())
    const database = await createEmptyDatabase()
    readOnly = connectionUrl(database)
    const [name] = await queryRows(database, 'select current_database()')
    await runStatement(database, `alter database ${name} set default_transaction_read_only = on`)
  })
  /** Wrong input exits with 2, other failures with 1. */
  const cases: [string, () => Record<string, string>, string[], RegExp, code?: number][] = [
    [
      'an unreachable server',
      () => ({ DATABASE_URL: 'postgres://clinic:s3cret@127.0.0.1:1/clinic' }),
      ['ids'],
      /^the database of DATABASE_URL cannot be reached at 127\.0\.0\.1:1 \(.*ECONNREFUSED.*\)\nnext: check that the server runs/,
    ],
    [
      'a database that does not exist',
      () => ({ DATABASE_URL: server('nowhere') }),
      ['ids'],
      /^there is no database of the name in DATABASE_URL at .* \(database "nowhere" does not exist\)\nnext: make it there with createdb/,
    ],
    [
      'a user that does not exist',
      () => ({ DATABASE_URL: server('postgres').replace(/\/\/[^@/]*@/, '//stranger@') }),
      ['ids'],
      /^the login of DATABASE_URL is refused at .* \(role "stranger" does not exist\)\nnext: check the user and the password/,
    ],
    [
      'two databases where one is meant',
      () => ({ DATABASE_URL: server('postgres'), CLINIC_DATABASE_DIRECT_URL: blank }),
      ['backup', join(folder, 'of-another.gz')],
      /^DATABASE_URL and CLINIC_DATABASE_DIRECT_URL lead to different databases\nnext: name one database in both/,
    ],
    [
      'a database that takes no writes',
      () => ({ DATABASE_URL: readOnly }),
      ['ids'],
      /^\S+ of DATABASE_URL is a standby, or takes no writes\nnext: name the primary/,
    ],
    [
      'a setting there is not',
      () => ({ CLINIC_POTR: '1', PORT: 'x' }),
      ['ids'],
      /^CLINIC_POTR is not a setting.*\nPORT must be a whole number from 0 to 65535\nnext: clinic config --help\n$/,
    ],
    ['a command there is not', () => ({}), ['fly'], /unknown command 'fly'[\s\S]*workspace/, 2],
    [
      'an option there is not',
      () => ({}),
      ['ids', '--fly'],
      /unknown option '--fly'[\s\S]*--workspace/,
      2,
    ],
    [
      'an argument that is missing',
      () => ({}),
      ['key', 'delete'],
      /missing required argument 'id'/,
      2,
    ],
    [
      'a database there is not',
      () => ({}),
      ['key', 'list'],
      /^there is no database in \S+unused\nnext: name the one that is meant as its service does, its server in DATABASE_URL or its folder in CLINIC_DATA; npm start makes a new one\n$/,
    ],
    [
      'a database there is not',
      () => ({}),
      ['workspace', 'import', demoFile],
      /^there is no database in/,
    ],
    ['a database there is not', () => ({}), ['migrate'], /^there is no database in/],
    [
      'a file there is not',
      () => ({}),
      ['workspace', 'import', '/nowhere'],
      /^the file \/nowhere cannot be read \(ENOENT\)\nnext: .*clinic workspace import/,
    ],
    [
      'a file that is too long',
      () => ({}),
      ['workspace', 'import', endless],
      /^the file \S+ has more than 2097152 bytes, which is too long\nnext: .*clinic workspace import/,
    ],
    [
      'a folder',
      () => ({}),
      ['workspace', 'import', folder],
      /cannot be read \(EISDIR\)\nnext: .*clinic workspace import/,
    ],
    [
      'a file in Latin 1',
      () => ({}),
      ['workspace', 'import', latin],
      /latin\.yaml is not text in UTF-8\nnext: .*clinic workspace import/,
    ],
    [
      'an id that is none',
      () => ({}),
      ['key', 'delete', 'seven'],
      /^'seven' is not the id of a key\nnext: look it up: clinic key list\n$/,
      2,
    ],
    [
      'a limit that is none',
      () => ({}),
      ['key', 'limit', '1', 'seven'],
      /^'seven' is not a limit\nnext: name whole requests a minute, or 'default'\n$/,
      2,
    ],
    [
      'an invalid duration',
      () => ({}),
      ['clock', 'advance', '--', '-5m'],
      /^'-5m' is not a duration\nnext: write a number and s, m, h or d/,
      2,
    ],
  ]

  /** Commands that open the application, and commands that use the database directly. */
  it.each([
    [['workspace', 'list']],
    [['workspace', 'import', demoFile]],
    [['workspace', 'delete', 'sunrise', '--yes']],
    [['patient', 'import', people, '--dry-run']],
  ])(
    'on a server database without an installation says so and makes nothing there: %s',
    async (parameters) => {
      const blank = await createEmptyDatabase()
      const migrated = await createMigratedDatabase()
      const unused = (connection: Connection) => ({
        DATABASE_URL: connectionUrl(connection),
        CLINIC_DATA: join(folder, 'unused'),
      })
      for (const connection of [blank, migrated]) {
        const { code, out, problem } = await clinic(unused(connection), ...parameters)
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(problem).toMatch(
          /^this database has no installation yet, and nothing was created in it\nnext: .*clinic serve, migrate and restore create an installation/,
        )
      }
      expect(await queryRows(blank, relations)).toEqual([])
      expect(await queryRows(migrated, 'select mode from installation')).toEqual([])
      expect(existsSync(join(folder, 'unused'))).toBe(false)
    },
  )

  // A command that ends by itself and a command that fails show how the process ends.
  const ownProcess = ['serve', 'fly']
  it.each(cases)(
    'because of %s says so and names the next step',
    async (_, settings, parameters, problem, code = 1) => {
      const unused = { CLINIC_DATA: join(folder, 'unused'), ...settings() }
      const ended = ownProcess.includes(parameters[0] as string)
        ? await start(unused, parameters).ended
        : await clinic(unused, ...parameters)
      expect(ended).toMatchObject({ code, out: '' })
      expect(ended.problem).toMatch(problem)
      expect(ended.problem).not.toMatch(/s3cret|\n\s+at /)
      expect(existsSync(join(folder, 'unused')), 'no database was made').toBe(false)
    },
  )
})

describe('clinic --version', () => {
  it('says which release this is', async () => {
    expect(await clinic({}, '--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })
})

describe('clinic config', () => {
  it('shows the settings in force, with secrets masked', async () => {
    const environment = {
      DATABASE_URL: 'postgres://clinic:s3cret@db.example.org/clinic',
      CLINIC_LOG_LEVEL: 'debug',
    }
    const [text, rows, help] = await Promise.all([
      answer(environment, 'config'),
      answerJson(environment, 'config'),
      answer({}, 'config', '--help'),
    ])
    expect(text + JSON.stringify(rows)).not.toContain('s3cret')
    expect(text).toMatch(
      /\nDATABASE_URL +postgres:\/\/clinic:\*\*\*@db\.example\.org\/clinic +environment /,
    )
    expect(rows.find(({ name }: Json) => name === 'CLINIC_LOG_LEVEL')).toMatchObject({
      value: 'debug',
      from: 'environment',
    })
    expect(help).toContain('DATABASE_URL or DATABASE_URL_FILE')
    expect(text).toMatch(
      /^of a service or a command started from here; no service answers at \S+\n\n/,
    )
  })

  it("shows what the running service uses, regardless of the shell's environment", async () => {
    const service = await serve({ ...embedded, CLINIC_LIMIT_KEY: '77' })
    const [text, rows] = await Promise.all([
      answer({ ...embedded, CLINIC_LIMIT_KEY: '5' }, 'config'),
      answerJson(embedded, 'config'),
    ])
    expect(text).toMatch(
      /^of the running service, on PostgreSQL \S+, embedded, in \S+, sandbox\n\n/,
    )
    expect(text).toMatch(/\nCLINIC_LIMIT_KEY +77 +environment /)
    expect(rows.find(({ name }: Json) => name === 'CLINIC_LIMIT_KEY')).toMatchObject({
      value: '77',
      from: 'environment',
    })
    await end(service)
  })
})

describe('a Node that is too old', () => {
  const sentence = (version: string) =>
    new RegExp(
      `^Clinic Scheduling needs Node 24\\.7 or later, and this is ${version.replaceAll('.', '\\.')}\\.\\nnext: run it through npm`,
    )

  it.each(['20.20.2', '24.6.1', '18.0.0'])('%s is rejected', async (version) => {
    const fake = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`
    const ended = await start({}, ['ids'], [process.execPath, '--import', fake, program]).ended
    expect(ended).toMatchObject({
      code: 1,
      out: '',
      problem: expect.stringMatching(sentence(version)),
    })
  })

  it('is rejected with the oldest Node of this machine, if that is too old', async () => {
    const found = (process.env.PATH ?? '')
      .split(':')
      .map((path) => join(path, 'node'))
      .filter((path) => existsSync(path))
    for (const node of new Set(
      ['/usr/bin/node', '/usr/local/bin/node', ...found]
        .filter((path) => existsSync(path))
        .map((path) => realpathSync(path)),
    )) {
      const version = execFileSync(node, ['-p', 'process.versions.node'], {
        encoding: 'utf8',
      }).trim()
      const [major = 0, minor = 0] = version.split('.').map(Number)
      const ended = await start({}, ['--version'], [node, program]).ended
      if (major > 24 || (major === 24 && minor >= 7)) expect(ended.code).toBe(0)
      else
        expect(ended).toMatchObject({
          code: 1,
          out: '',
          problem: expect.stringMatching(sentence(version)),
        })
    }
  })
})
