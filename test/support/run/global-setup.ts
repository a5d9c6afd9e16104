// One PostgreSQL for the whole run: the embedded one, or the server of TEST_DATABASE_URL. Each test
// file works in a copy of a migrated template database. The embedded server starts from a copy of a
// cluster that already has the template, which saves three of the four seconds that a single file
// takes.

import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import about from '../../../package.json' with { type: 'json' }
import { type EmbeddedEngine, openEmbeddedEngine } from '../../../src/base/db/embedded/engine.ts'
import { migrate } from '../../../src/base/db/migrate.ts'
import { migrationFiles } from '../../../src/base/db/migration-files.ts'
import type { Connection } from '../../../src/base/db/session.ts'
import { buildPages } from '../processes/built.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection to the maintenance database of the server under test. */
    server: Connection
    template: string
    /** The folder for bundled programs. */
    programs: string
  }
}

export default async function setup(project: TestProject) {
  // The folder is inside the project, so that bundled programs find its packages.
  const cache = join(project.config.root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  // The services under test serve these pages.
  buildPages()
  const { server, template, stop } = await startServer(cache)
  project.provide('server', server)
  project.provide('template', template)
  const programs = await mkdtemp(join(cache, 'programs-'))
  project.provide('programs', programs)
  return async () => {
    await rm(programs, { recursive: true, force: true })
    await stop()
  }
}

interface TestServer {
  server: Connection
  template: string
  stop(): Promise<void>
}

async function startServer(cache: string): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return startEmbedded(cache)
  const server = { connectionString: url }
  const template = `clinic_template_${randomBytes(4).toString('hex')}`
  await createTemplate(server, template)
  const stop = () => runStatement(server, `drop database ${template} with (force)`)
  return { server, template, stop }
}

async function createTemplate(server: Connection, template: string) {
  await runStatement(server, `create database ${template}`)
  await migrate(connectToDatabase(server, template))
}

const template = 'clinic_template'

async function startEmbedded(cache: string): Promise<TestServer> {
  const prepared = await prepareCluster(cache)
  const folder = await mkdtemp(join(tmpdir(), 'clinic-test-'))
  // The files belong to the server's account; only `cp` preserves that.
  execFileSync('cp', ['-a', join(prepared, 'postgres'), folder])
  const stopImmediately = () => cleanUpInterruptedRun(folder)
  process.once('exit', stopImmediately)
  // Without a listener, a signal ends the process and no exit handler runs.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(1))
  }
  const engine = await openEngine(folder)
  return {
    server: engine.connection,
    template,
    async stop() {
      await engine.stop()
      process.off('exit', stopImmediately)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function openEngine(dataDirectory: string): Promise<EmbeddedEngine> {
  return openEmbeddedEngine({
    dataDirectory,
    dataDirectoryIsDefault: false,
    say: () => {},
    // These tests do not test durability; the crash tests start their own servers.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_wal_size: '256MB',
      max_connections: '200',
      // Otherwise a statement is planned again at each of its first five runs on a connection, which
      // is a third of this server's work: files have databases of their own.
      plan_cache_mode: 'force_generic_plan',
    },
  })
}

/**
 * The folder of a stopped cluster with the migrated template, created once for each schema and
 * engine. Clusters for other schemas are removed.
 */
async function prepareCluster(cache: string): Promise<string> {
  const name = `test-cluster-${await computeSchemaHash()}`
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  for (const earlier of await readdir(cache)) {
    if (earlier.startsWith('test-cluster-')) await rm(join(cache, earlier), { recursive: true })
  }
  const draft = await mkdtemp(join(tmpdir(), 'clinic-draft-'))
  const engine = await openEngine(draft)
  await createTemplate(engine.connection, template)
  await engine.stop()
  const ours = await mkdtemp(join(cache, 'draft-'))
  execFileSync('cp', ['-a', join(draft, 'postgres'), ours])
  await rm(draft, { recursive: true })
  // Another run may have created it first.
  await rename(ours, folder).catch(() => rm(ours, { recursive: true, force: true }))
  return folder
}

/** What the template depends on: the migrations, and the engine that creates the files. */
async function computeSchemaHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await migrationFiles()) hash.update(checksum)
  hash.update(JSON.stringify(about.optionalDependencies))
  return hash.digest('hex').slice(0, 16)
}

/** Ends the server of an interrupted run and removes its folder, synchronously. */
function cleanUpInterruptedRun(folder: string) {
  try {
    process.kill(
      Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGQUIT',
    )
  } catch {
    // The server has ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** Another database on the same server. */
export function connectToDatabase(server: Connection, database: string): Connection {
  if (!('connectionString' in server)) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement outside any transaction. */
export async function runStatement(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
