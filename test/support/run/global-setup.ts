// One PostgreSQL for the whole run: the embedded one, or the server of TEST_DATABASE_URL. A template database is migrated once; each test
// file works in a copy of it.

import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedEngine } from '../../../src/db/embedded/engine.ts'
import { migrate } from '../../../src/db/migrate.ts'
import type { Connection } from '../../../src/db/session.ts'

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
  const { server, stop } = await startServer()
  const template = `clinic_template_${randomBytes(4).toString('hex')}`
  await command(server, `create database ${template}`)
  await migrate(connectionTo(server, template))
  project.provide('server', server)
  project.provide('template', template)
  // Below the project, so that bundled programs find its packages.
  const cache = join(project.config.root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const programs = await mkdtemp(join(cache, 'programs-'))
  project.provide('programs', programs)
  return async () => {
    await rm(programs, { recursive: true, force: true })
    await command(server, `drop database ${template} with (force)`)
    await stop()
  }
}

async function startServer(): Promise<{ server: Connection; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'clinic-test-'))
  const engine = await openEmbeddedEngine({
    dataDirectory: folder,
    dataDirectoryIsDefault: false,
    say: () => {},
    // These tests do not test durability; the crash tests start servers of their own.
    settings: { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_wal_size: '256MB', max_connections: '200' },
  })
  const endAtOnce = () => endInterrupted(folder)
  process.once('exit', endAtOnce)
  // Without a listener a signal ends the process and no one learns of its exit.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  return {
    server: engine.connection,
    async stop() {
      await engine.stop()
      process.off('exit', endAtOnce)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends the server of an interrupted run and removes its folder, synchronously. */
function endInterrupted(folder: string) {
  try {
    process.kill(Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // It has ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** The same server, another database. */
export function connectionTo(server: Connection, database: string): Connection {
  if (!('connectionString' in server)) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement outside any transaction. */
export async function command(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
