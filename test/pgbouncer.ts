// PgBouncer in front of the tests' database, if the machine has it.

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../src/base/db/session.ts'
import { connectionUrl } from './support/database/url-of.ts'
import { removeFolder } from './support/processes/abandoned-processes.ts'
import { findFreePort } from './support/processes/free-port.ts'
import { afterFile } from './support/run/after-file.ts'

/** `[1, 24]`; undefined if there is none. */
export const pgbouncerVersion = /PgBouncer (\d+)\.(\d+)/
  .exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '')
  ?.slice(1)
  .map(Number)

/**
 * Whether it keeps prepared statements for each caller, without which transaction pooling cannot
 * work.
 */
export const canPoolTransactions =
  pgbouncerVersion !== undefined &&
  Number(pgbouncerVersion[0]) * 1_000 + Number(pgbouncerVersion[1]) >= 1_021

/**
 * Starts it with its defaults and the options given here, such as `pool_mode`; it ends with the
 * file. Returns a connection through it.
 */
export async function startPgbouncer(
  database: Connection,
  settings: Record<string, string | number | undefined> = {},
): Promise<{ connectionString: string }> {
  const target = new URL(connectionUrl(database))
  const host = target.searchParams.get('host') ?? target.hostname
  const folder = mkdtempSync(join(tmpdir(), 'clinic-pgbouncer-'))
  afterFile(() => removeFolder(folder))
  const port = await findFreePort()
  const name = target.pathname.slice(1)
  const file = join(folder, 'pgbouncer.ini')
  const allSettings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const lines = Object.entries(allSettings)
    .filter(([, value]) => value !== undefined)
    .map(([setting, value]) => `${setting} = ${value}`)
  writeFileSync(
    file,
    `[databases]\n${name} = host=${host} port=${target.port || 5432} user=${target.username}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  // PgBouncer refuses to run as root, and only the owner can use the socket of the tests' server.
  const account = process.getuid?.() === 0 ? readAccount(host) : undefined
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const child = spawn('pgbouncer', ['-q', file], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  afterFile(() => child.kill('SIGKILL'))
  const connection = { connectionString: `postgres://${target.username}@127.0.0.1:${port}/${name}` }
  while (!(await isAnswering(connection))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${complaint}`)
    await sleep(20)
  }
  return connection
}

function readAccount(host: string): { uid: number; gid: number } {
  // Not needed for a server that is reached over a network.
  return host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 }
}

async function isAnswering(connection: { connectionString: string }): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
