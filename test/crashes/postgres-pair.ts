// A primary and a synchronous standby, made with the machine's own PostgreSQL, which can be killed,
// promoted and rebuilt.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Json } from '../support/clinic/harness.ts'
import { removeFolder } from '../support/processes/abandoned-processes.ts'
import { findFreePort } from '../support/processes/free-port.ts'
import { afterFile } from '../support/run/after-file.ts'

/**
 * The folder of the newest server programs; undefined if the machine has none that can make a
 * standby.
 */
export const serverPrograms = listProgramFolders().find(
  (folder) => spawnSync(join(folder, 'pg_basebackup'), ['--version']).status === 0,
)

function listProgramFolders(): string[] {
  const named = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = '/usr/lib/postgresql'
  const versions =
    spawnSync('ls', [debian], { encoding: 'utf8' }).status === 0 ? readdirSync(debian) : []
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  return [...newestFirst, ...(named ? [named] : [])]
}

interface Server {
  folder: string
  port: number
  child: ChildProcess | undefined
}

export interface PostgresPair {
  /** Names both hosts. */
  url: string
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>
  /** Turns the killed server into a synchronous standby of the other one. */
  rebuild(): Promise<void>
  /** Kills the standby; commits then wait for it. */
  killStandby(): Promise<void>
  /** Kills the primary, and starts and promotes the standby that was killed before. */
  promoteKilledStandby(): Promise<void>
  /** Stops the primary from waiting for a standby. */
  stopWaitingForStandby(): Promise<void>
  /** Rows of the primary. */
  rowsOf(text: string): Promise<Json[]>
}

/** Starts both; they end with the file. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const programs = serverPrograms
  if (programs === undefined) throw new Error('there is no PostgreSQL server here')
  // A server refuses to run as root.
  const account =
    process.getuid?.() === 0 ? { uid: readAccountId('-u'), gid: readAccountId('-g') } : undefined
  const home = mkdtempSync(join(tmpdir(), 'clinic-pair-'))
  if (account) chownSync(home, account.uid, account.gid)
  const run = (name: string, ...parameters: string[]) =>
    execFileSync(join(programs, name), parameters, { ...account, cwd: home, stdio: 'pipe' })
  const [first, second]: [Server, Server] = [
    { folder: join(home, 'one'), port: await findFreePort(), child: undefined },
    { folder: join(home, 'two'), port: await findFreePort(), child: undefined },
  ]
  let primary = first
  let standby = second
  afterFile(async () => {
    await Promise.all([first, second].map(kill))
    removeFolder(home)
  })

  async function queryRows(text: string, server = primary): Promise<Json[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user: 'clinic',
      database: 'postgres',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  async function start(server: Server) {
    const settings = {
      port: server.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 120,
      log_min_messages: 'fatal',
    }
    const parameters = Object.entries(settings).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    server.child = spawn(
      join(programs as string, 'postgres'),
      ['-D', server.folder, ...parameters],
      { ...account, cwd: home, stdio: 'ignore' },
    )
    while (!(await queryRows('select', server).catch(() => undefined))) await sleep(50)
  }

  async function waitFor(names: string) {
    await queryRows(`alter system set synchronous_standby_names = ${names}`)
    await queryRows('select pg_reload_conf()')
  }

  async function createStandby() {
    rmSync(standby.folder, { recursive: true, force: true })
    run(
      'pg_basebackup',
      '-D',
      standby.folder,
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'clinic',
      '-R',
      '--checkpoint=fast',
    )
    // After its promotion it has no standby yet, for which every commit would wait.
    appendFileSync(join(standby.folder, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n")
    await start(standby)
    await waitFor("'*'")
    while (
      (await queryRows("select from pg_stat_replication where sync_state = 'sync'")).length === 0
    )
      await sleep(50)
  }

  run('initdb', '-D', primary.folder, '-U', 'clinic', '-A', 'trust', '-E', 'UTF8')
  await start(primary)
  await createStandby()

  return {
    url: `postgres://clinic@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres`,
    rowsOf: (text) => queryRows(text),
    async failOver() {
      await kill(primary)
      run('pg_ctl', 'promote', '-D', standby.folder, '--wait')
      ;[primary, standby] = [standby, primary]
    },
    rebuild: createStandby,
    killStandby: () => kill(standby),
    async promoteKilledStandby() {
      await kill(primary)
      await start(standby)
      run('pg_ctl', 'promote', '-D', standby.folder, '--wait')
      ;[primary, standby] = [standby, primary]
    },
    stopWaitingForStandby: () => waitFor("''"),
  }
}

async function kill(server: Server) {
  const { child } = server
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** The system account of the server. */
function readAccountId(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}
