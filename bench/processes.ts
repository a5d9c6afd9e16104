// What the measurements run on: a separate database, and processes other than this one, which sends
// the calls.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openEmbeddedEngine } from '../src/base/db/embedded/engine.ts'
import { connectionUrl } from '../test/support/database/url-of.ts'
import { type Answer, type Caller, openCaller } from './caller.ts'

export interface RunningProcess {
  processId: number
  url: string
  /** The address of its monitoring, if that was requested. */
  monitorUrl: string | undefined
  send(caller: number, request: Buffer): Promise<Answer>
}

export interface BenchProcesses {
  folder: string
  engine: Awaited<ReturnType<typeof openEmbeddedEngine>>
  /** Starts the service on a database, with limits that are never reached. */
  startService(database: string, settings?: Record<string, string>): Promise<RunningProcess>
  inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Creates the tables that the floors need in a database. */
  prepareFloor(database: string): Promise<void>
  /** Starts a floor server: the bare or the fair one. */
  startFloor(
    file: 'floor-server' | 'fair-floor',
    database: string,
    settings?: Record<string, string>,
  ): Promise<RunningProcess>
  /** Ends the database and all processes. */
  close(): Promise<void>
}

const floorRows = `
  create table floor_rows as
  select n as id, now() + n * interval '1 minute' as from_at, now() + n * interval '2 minutes' as to_at from generate_series(1, 20) n`

export async function openBenchProcesses(): Promise<BenchProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-bench-'))
  const engine = await openEmbeddedEngine({
    dataDirectory: folder,
    dataDirectoryIsDefault: false,
    say: () => {},
  })
  const children: ChildProcess[] = []

  /** Starts a process that prints its port in its first line, and opens callers to it. */
  async function start(
    parameters: string[],
    settings: Record<string, string>,
  ): Promise<RunningProcess> {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const child = spawn(process.execPath, parameters, {
      cwd,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(
      /(\d+)(?=\D*$)/.exec(/"url":"[^"]*"/.exec(line.toString())?.[0] ?? line.toString())?.[1],
    )
    const callers: Caller[] = []
    return {
      processId: child.pid ?? 0,
      url: `http://127.0.0.1:${port}`,
      monitorUrl: /"monitorUrl":"([^"]*)"/.exec(line.toString())?.[1],
      send(caller, request) {
        callers[caller] ??= openCaller(port)
        return callers[caller].send(request)
      },
    }
  }

  async function inDatabase<T>(
    database: string,
    work: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({ ...engine.connection, database })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  return {
    folder,
    engine,
    startService: (database, settings = {}) =>
      start(['bin/clinic.js', 'serve', '--json'], {
        DATABASE_URL: connectionUrl({ ...engine.connection, database }),
        CLINIC_DATA: join(folder, database),
        CLINIC_MODE: 'sandbox',
        // Logs each request, like production, to a file that discards the lines.
        CLINIC_LOG_LEVEL: 'info',
        PORT: '0',
        ...settings,
        ...Object.fromEntries(
          ['ADDRESS', 'KEY', 'WORKSPACE', 'READ', 'WRITE', 'SENSITIVE'].map((name) => [
            `CLINIC_LIMIT_${name}`,
            '999999',
          ]),
        ),
      }),
    inDatabase,
    prepareFloor: (database) =>
      inDatabase(database, async (client) => void (await client.query(floorRows))),
    startFloor: (file, database, settings = {}) =>
      start([`bench/${file}.ts`], {
        DATABASE_URL: connectionUrl({ ...engine.connection, database }),
        ...settings,
      }),
    async close() {
      for (const child of children.filter(({ exitCode }) => exitCode === null)) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await engine.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
