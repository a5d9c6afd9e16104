// clinic backup and clinic restore as people run them. The content of a backup and its refusals:
// src/management/backup/backup.test.ts.

import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { book, type Harness, openHarness } from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  lockWaitersQuery,
  queryRows,
  readContent,
  relations,
  withClient,
} from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { bundleClinic } from '../../../test/support/processes/bundled.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { runClinic, startService } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { findRunningEngineConnection } from '../../base/db/embedded/running-engine.ts'
import type { Connection } from '../../base/db/session.ts'
import { writeBackup } from '../../management/backup/backup.ts'
import { openApplication } from '../app/application.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-backup-'))
// Root runs the embedded database as another user, who needs access to the folder.
chmodSync(folder, 0o755)
const running = new Set<ChildProcess>()
afterFile(() => {
  for (const child of running) child.kill('SIGKILL')
  removeFolder(folder)
})
const program = await bundleClinic()
const inFolder = (name: string) => join(folder, name)
const embedded = (name: string) => ({ CLINIC_DATA: inFolder(name), CLINIC_LOG_LEVEL: 'fatal' })
const served = (connection: Connection) => ({
  DATABASE_URL: connectionUrl(connection),
  CLINIC_DATA: inFolder('ops'),
  CLINIC_LOG_LEVEL: 'fatal',
})

function start(settings: Record<string, string>, ...parameters: string[]) {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8')))
  child.stdin.on('error', () => {})
  const ended = new Promise<{ code: number | null; problem: string }>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, problem })
    }),
  )
  return { child, ended }
}

let house: Harness
let bytes: Buffer
let rows: Record<string, number>
beforeAll(async () => {
  house = await openHarness({ connection: await createMigratedDatabase() })
  expect((await book(await house.clinic())).status).toBe(201)
  // Written now instead of later by the application, so that the rows stay unchanged.
  await house.application.keys.writeUses()
  const chunks: Buffer[] = []
  rows = (await writeBackup(house.connection, async (chunk) => void chunks.push(chunk))).tables
  bytes = Buffer.concat(chunks)
})

describe('clinic backup and clinic restore', () => {
  it('move a running embedded sandbox to a server as production, and back, with its keys and every row', async () => {
    const service = await startService(embedded('one'))
    const file = createSunriseFile()
    await runClinic(
      embedded('one'),
      ['workspace', 'import', '-'],
      JSON.stringify({ ...file, workspace: { ...file.workspace, name: 'moving' } }),
    )
    const { key } = JSON.parse(
      await runClinic(embedded('one'), [
        'key',
        'create',
        '-w',
        'moving',
        '--allow',
        '127.0.0.1',
        '--json',
      ]),
    )
    const made = JSON.parse(
      await runClinic(embedded('one'), ['backup', inFolder('one.gz'), '--json']),
    )
    expect(made).toMatchObject({
      file: inFolder('one.gz'),
      bytes: statSync(inFolder('one.gz')).size,
      tables: { workspaces: 2 },
    })
    expect(statSync(inFolder('one.gz')).mode & 0o777).toBe(0o600)
    const original = await readContent(findRunningEngineConnection(inFolder('one')) as Connection)
    const server = await createEmptyDatabase()
    const [occupied, mismatch] = await Promise.all([
      runCommand(embedded('one'), ['restore', inFolder('one.gz')]),
      runCommand(served(server), ['restore', inFolder('one.gz')]),
    ])
    expect(mismatch.problem).toBe(
      'the backup comes from a sandbox instance, but CLINIC_MODE is production\nnext: set CLINIC_MODE=sandbox, or restore it as a production instance: --as production\n',
    )
    expect(occupied).toMatchObject({
      code: 1,
      problem: expect.stringMatching(
        /^a service or a command works on .*\nnext: set CLINIC_DATA to an unused folder/,
      ),
    })
    service.child.kill('SIGTERM')
    await service.ended

    expect(
      await runClinic(served(server), ['restore', inFolder('one.gz'), '--as', 'production']),
    ).toMatch(
      /^restored \d+ rows of \d+ tables as of \S+Z \(production\)\nended: sessions and open links of staff \(1\).*\nactive API keys: 3;.*\nbefore the first start: stop .*\nnext: start the service/,
    )
    const { installation, ...others } = original
    // The owner's invitation is ended, and a production instance has no sandbox gateway.
    const rest = {
      ...others,
      staff_links: [],
      sandbox_gateway_checkouts: [],
      sandbox_gateway_movements: [],
    }
    // With the secret of its hashes, so that verified contacts stay verified.
    expect(await readContent(server)).toEqual({
      ...rest,
      installation: installation?.map((row) => row.replace('sandbox', 'production')),
    })
    const production = await openApplication({ connection: server, mode: 'production' })
    const door = production.frontDoor()
    const answer = await door.inject({ url: '/v2/workspaces', headers: { 'x-api-key': key } })
    expect(answer.statusCode, 'a key of the sandbox').toBe(200)
    await door.close()
    await production.close()

    const second = JSON.parse(
      await runClinic(served(server), ['backup', inFolder('two.gz'), '--json']),
    )
    const back = JSON.parse(
      await runClinic(embedded('two'), [
        'restore',
        inFolder('two.gz'),
        '--as',
        'sandbox',
        '--json',
      ]),
    )
    expect(back).toMatchObject({ mode: 'sandbox', rows: second.rows, tables: second.tables })
    expect(
      JSON.parse(await runClinic(embedded('two'), ['key', 'list', '-w', 'moving', '--json'])),
    ).toHaveLength(1)
  })

  it('leave nothing after kill -9 in the middle of a restore, and the next restore works', async () => {
    const file = inFolder('killed.gz')
    writeFileSync(file, bytes)
    const killed = start({ ...embedded('killed') }, 'restore', '-')
    // Enough for the tables to be made and some to be filled; the rest never comes.
    killed.child.stdin?.write(bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    const loading =
      "select count(*) from pg_stat_activity where application_name = 'clinic restore' and query like 'copy %'"
    const connection = () => findRunningEngineConnection(inFolder('killed'))
    await expect
      .poll(async () =>
        connection() ? queryRows(connection() as Connection, loading).catch(() => []) : [],
      )
      .toEqual(['1'])
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await queryRows(connection() as Connection, relations)).toEqual([])
    await runClinic(embedded('killed'), ['restore', file])
    expect(
      JSON.parse(await runClinic(embedded('killed'), ['backup', inFolder('again.gz'), '--json']))
        .tables,
    ).toEqual(rows)
  })

  it('never overwrite a file, and remove an incomplete one when they are interrupted', async () => {
    const settings = { ...served(house.connection), CLINIC_MODE: 'sandbox' }
    writeFileSync(inFolder('mine.gz'), 'mine')
    expect(await runCommand(settings, ['backup', inFolder('mine.gz')])).toMatchObject({
      code: 1,
      problem: expect.stringContaining('mine.gz exists already\nnext: '),
    })
    expect(readFileSync(inFolder('mine.gz'), 'utf8')).toBe('mine')
    await withClient(house.connection, async (client) => {
      await client.query('begin')
      await client.query('lock table rooms in access exclusive mode')
      const interrupted = start(settings, 'backup', inFolder('interrupted.gz'))
      await expect.poll(async () => (await client.query(lockWaitersQuery)).rowCount).toBe(1)
      expect(existsSync(inFolder('interrupted.gz.partial'))).toBe(true)
      interrupted.child.kill('SIGINT')
      expect((await interrupted.ended).code).toBe(1)
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([])
  })

  it('use standard input and output, so that a pipe moves a database', async () => {
    const target = await createEmptyDatabase()
    const sandbox = (connection: Connection) => ({ ...served(connection), CLINIC_MODE: 'sandbox' })
    const sender = start(sandbox(house.connection), 'backup', '-')
    const receiver = start(sandbox(target), 'restore', '-')
    sender.child.stdout?.pipe(receiver.child.stdin as NodeJS.WritableStream)
    expect(await Promise.all([sender.ended, receiver.ended])).toMatchObject([
      { code: 0, problem: expect.stringMatching(/^backed up \d+ rows/) },
      { code: 0 },
    ])
    expect(await readContent(target)).toEqual(await readContent(house.connection))
    const refused = start(served(target), 'restore', '-')
    refused.child.stdin?.write(bytes)
    expect(await refused.ended, 'although the pipe stays open').toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^the backup comes from a sandbox instance/),
    })
    const cut = start(sandbox(house.connection), 'backup', '-')
    cut.child.stdout?.destroy()
    expect(await cut.ended).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^standard output cannot be written \(EPIPE\)\nnext: /),
    })
  })

  it('create no database where there is none', async () => {
    const damaged = inFolder('damaged.gz')
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 9))
    const blank = await createEmptyDatabase()
    const ended = await Promise.all([
      runCommand(embedded('absent'), ['backup', inFolder('absent.gz')]),
      runCommand(embedded('absent'), ['restore', inFolder('nowhere.gz')]),
      runCommand(embedded('absent'), ['restore', damaged]),
      runCommand(served(blank), ['backup', inFolder('absent too.gz')]),
    ])
    expect(
      ended.map(({ code, problem }) => [
        code,
        problem.replaceAll(`${folder}/`, '').split('\nnext: ')[0],
      ]),
    ).toEqual([
      [1, 'there is no database in absent'],
      [1, 'nowhere.gz cannot be read (ENOENT)'],
      [1, 'damaged.gz is damaged: it stops before its end'],
      [1, 'there is no clinic in this database'],
    ])
    expect(readdirSync(folder).filter((name) => name.startsWith('absent'))).toEqual([])
  })
})
