/**
 * One database directory and its postmaster (PostgreSQL's first process): find, start and end it.
 * creation.ts creates it; engine.ts decides who may use it, and when.
 *
 *   <dataDirectory>/postgres        what PostgreSQL calls the data directory
 *   <dataDirectory>/postgres.log    its log, at most two files of about 10 MB
 *   <dataDirectory>/run             its socket, unless that path would be too long
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, programEnvironment } from './binaries.ts'
import { type Account, canEnter, EngineError, isPrivate, makePrivate } from './data-folder.ts'
import { isAlive } from './process.ts'

export interface Cluster {
  dataDirectory: string
  /** `<dataDirectory>/postgres` without symbolic links: identifies the postmaster. */
  directory: string
  /** Runs the programs; undefined: the account of this process. */
  account: Account | undefined
  binaries: Binaries
  /** Further server settings by name. */
  settings: Record<string, string>
}

/** The only database user. The socket's folder decides who may connect. */
export const databaseUser = 'clinic'

export const databaseName = 'clinic'

/** There is no TCP: the number is only part of the socket's file name. */
export const socketPort = 5432

const socketName = `.s.PGSQL.${socketPort}`
/** The kernel's limit for a socket's path, without its final zero byte. */
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 107
const logBytesMax = 10_000_000
/** Far longer than a postmaster takes between creating a lock file and writing its id into it. */
const lockFileWriteMs = 5_000
const pollMs = 20

// ── Finding
// ─────────────────────────────────────────────────────────────────────────────────────────

/** What a postmaster writes about itself into its data directory. */
interface PostmasterFile {
  processId: number
  /** '' until the postmaster has opened its socket. */
  socketDirectory: string
}

/**
 * The postmaster.pid of this cluster; undefined if there is none, or if it was copied along with
 * another directory.
 */
export function readPostmasterFile(directory: string): PostmasterFile | undefined {
  try {
    const [processId, ownDirectory, , , socketDirectory, , , status] = readFileSync(
      join(directory, 'postmaster.pid'),
      'utf8',
    ).split('\n')
    if (!ownDirectory || realpathSync(ownDirectory) !== directory) return undefined
    return { processId: Number(processId), socketDirectory: (status && socketDirectory) || '' }
  } catch {
    return undefined
  }
}

/**
 * True if this process is a postmaster of this directory. A process that has ended but was not yet
 * reaped by its parent does not count. The working directory would be safer evidence, but root in a
 * container may not read it.
 */
export function isPostmaster(processId: number, directory: string): boolean {
  if (!isAlive(processId)) return false
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(processId)], {
      encoding: 'utf8',
    }).stdout.includes(`-D ${directory} `)
  }
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0').includes(directory)
  } catch {
    return false
  }
}

/**
 * A private folder for the socket: in the data directory or, if that path is too long, a new one in
 * the system's temporary folder. A folder that an earlier postmaster used there is reused.
 */
export function socketDirectoryFor(cluster: Cluster): string {
  const { account } = cluster
  const inside = join(cluster.dataDirectory, 'run')
  if (fitsSocket(inside)) return inside
  const earlier = readPostmasterFile(cluster.directory)?.socketDirectory
  if (earlier && fitsSocket(earlier) && isPrivate(earlier, account)) return earlier
  const temporary = [tmpdir(), '/tmp'].find(
    (folder) => fitsSocket(join(folder, 'clinic-XXXXXX')) && canEnter(folder, account),
  )
  if (!temporary)
    throw new EngineError(
      'No folder for temporary files is usable for the database. Set TMPDIR to one with a short path.',
    )
  const folder = mkdtempSync(join(temporary, 'clinic-'))
  makePrivate(folder, account)
  return folder
}

/**
 * Removes a temporary folder that a stopped or failed postmaster has left; a folder in use is kept.
 */
export function removeSocketDirectory(cluster: Cluster, folder: string): void {
  if (folder === join(cluster.dataDirectory, 'run')) return
  try {
    rmdirSync(folder)
  } catch {
    // The folder is in use, and so not empty, or no longer exists.
  }
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= socketPathBytesMax
}

// ── Starting and ending
// ─────────────────────────────────────────────────────────────────────────────

export interface StartAttempt {
  processId: number | undefined
  /** Why it failed; absent if its socket is open, or the attempt was aborted. */
  failure?: string
  /** True for temporary causes: another server still uses the data, or this one was killed. */
  mayPass?: boolean
}

/**
 * PostgreSQL's messages if another server, or its remains, still uses the data, and if two starts
 * find the same stale lock file: the second can no longer remove it.
 */
const stillInUse = /lock file|shared memory block .* still in use/

/**
 * Starts a postmaster and waits until its socket is open, it has failed, or `signal` is aborted. It
 * may still be recovering then, and refuse connections.
 */
export async function startPostmaster(
  cluster: Cluster,
  socketDirectory: string,
  signal: AbortSignal,
): Promise<StartAttempt> {
  makePrivate(socketDirectory, cluster.account)
  removeBrokenLockFile(join(cluster.directory, 'postmaster.pid'))
  removeBrokenLockFile(join(socketDirectory, `${socketName}.lock`))
  const log = openLog(cluster)
  const logStart = fstatSync(log).size
  const child = spawn(cluster.binaries.postgres, serverOptions(cluster, socketDirectory), {
    ...cluster.account,
    cwd: '/',
    env: { ...programEnvironment, ...allowForeignProcess(cluster.directory) },
    // In its own process group: Ctrl-C in the terminal goes to the service, which shuts it down
    // properly.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  let spawnProblem: string | undefined
  let killedBy: NodeJS.Signals | null = null
  child.once('exit', (_status, killer) => {
    ended = true
    killedBy = killer
  })
  child.once('error', (error) => {
    ended = true
    spawnProblem = error.message
  })

  const isOpen = () => {
    const file = readPostmasterFile(cluster.directory)
    return file?.processId === child.pid && file?.socketDirectory !== ''
  }
  while (!ended && !isOpen() && !signal.aborted) await sleep(pollMs)
  if (!ended) return { processId: child.pid }
  if (killedBy)
    return { processId: child.pid, failure: `it was killed by ${killedBy}`, mayPass: true }
  const failure =
    spawnProblem ??
    (findErrorLine(readLog(cluster, logStart, child.pid)) || 'it ended without a word')
  return { processId: child.pid, failure, mayPass: stillInUse.test(failure) }
}

/**
 * Ends a postmaster of this cluster and waits until it is gone; does nothing if it is already gone.
 * @throws {EngineError} if it is still running after 40 s.
 */
export async function endPostmaster(cluster: Cluster, processId: number): Promise<void> {
  // SIGINT: rolls back open transactions and writes everything. SIGQUIT: ends immediately; the next
  // start recovers.
  for (const [signal, patienceMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isPostmaster(processId, cluster.directory)) return
    try {
      process.kill(processId, signal)
    } catch {
      return // It ended at this moment.
    }
    const giveUpAt = performance.now() + patienceMs
    while (performance.now() < giveUpAt) {
      if (!isPostmaster(processId, cluster.directory)) return
      await sleep(pollMs)
    }
  }
  throw new EngineError(
    `The database server (process ${processId}) does not end. End it with: kill -9 ${processId}`,
  )
}

function serverOptions(cluster: Cluster, socketDirectory: string): string[] {
  const settings = {
    listen_addresses: '',
    // A list; quotes protect commas and blanks in the path.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    cluster_name: 'clinic',
    max_connections: '60',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log must not contain patient data: no statements, no parameters, no DETAIL with a row's
    // values, and no error messages, some of which quote a value. The service's own log has the
    // failures.
    log_min_messages: 'log',
    // Deadlocks are still reported.
    log_lock_waits: 'on',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    ...cluster.settings,
  }
  return [
    '-D',
    cluster.directory,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * The variable that lets PostgreSQL start after a kill, when the process id in postmaster.pid may
 * belong to another program. PostgreSQL ignores an id that this variable names, and still refuses
 * while a process of the earlier server is attached to its shared memory; deleting postmaster.pid
 * would remove that second protection.
 */
function allowForeignProcess(directory: string): Record<string, string> {
  let processId: number
  try {
    processId = Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return {}
  }
  return isPostmaster(processId, directory) ? {} : { PG_GRANDPARENT_PID: String(processId) }
}

/**
 * A power failure can leave an empty lock file, which PostgreSQL would treat as another start in
 * progress for ever.
 */
function removeBrokenLockFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file || Date.now() - file.mtimeMs < lockFileWriteMs) return
  if (!(Number.parseInt(readFileSync(path, 'utf8'), 10) > 0)) rmSync(path, { force: true })
}

// ── The log
// ─────────────────────────────────────────────────────────────────────────────────────────

export function logFile(cluster: Cluster): string {
  return join(cluster.dataDirectory, 'postgres.log')
}

/**
 * Keeps the log small: beyond 10 MB, its last 10 MB become `postgres.log.1` and replace the
 * previous one.
 */
export function trimLog(cluster: Cluster): void {
  const log = openLog(cluster)
  try {
    const { size } = fstatSync(log)
    if (size <= logBytesMax) return
    const last = Buffer.alloc(logBytesMax)
    const length = readSync(log, last, 0, logBytesMax, size - logBytesMax)
    const previousLog = `${logFile(cluster)}.1`
    rmSync(previousLog, { force: true })
    writeFileSync(previousLog, last.subarray(0, length), { flag: 'wx', mode: 0o600 })
    // The server has the file open in append mode, so it continues at the new end.
    ftruncateSync(log)
  } finally {
    closeSync(log)
  }
}

/** We write the log ourselves: the server's logging collector has no limit for the total size. */
function openLog(cluster: Cluster): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const log = openSync(logFile(cluster), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  if (cluster.account) fchownSync(log, cluster.account.uid, cluster.account.gid)
  return log
}

/**
 * The output of a process in the log since `start` (a byte offset); everything since then if its
 * lines have no id.
 */
function readLog(cluster: Cluster, start: number, processId: number | undefined): string {
  const log = openSync(logFile(cluster), 'r')
  const buffer = Buffer.alloc(16_384)
  const text = buffer.toString('utf8', 0, readSync(log, buffer, 0, buffer.length, start))
  closeSync(log)
  const lines = text.split('\n')
  const own = lines.filter((line) => line.includes(`[${processId}]`))
  return (own.length > 0 ? own : lines).join('\n')
}

/** The line of a program's output that explains why it ended. */
export function findErrorLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((candidate) => /FATAL|PANIC|error:/.test(candidate)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC): +/, '').trim()
}
