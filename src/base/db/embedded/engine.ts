/**
 * The embedded database: PostgreSQL from npm, running on our own data directory.
 *
 * One service owns a data directory at a time. Ownership is an advisory lock on a dedicated
 * connection: it ends with the process that holds it, however that ends, and the name of the
 * connection identifies the owner. The postmaster may outlive its service (`kill -9`); the next
 * process that gets the lock takes it over. If the postmaster dies first, that connection breaks,
 * and the owner immediately starts another one; in between there is no lock, and the owner's mark
 * in `<dataDirectory>/postgres.owner` replaces it.
 */
import { readFileSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runnableBinaries } from './binaries.ts'
import {
  type Cluster,
  databaseName,
  databaseUser,
  endPostmaster,
  isPostmaster,
  logFile,
  readPostmasterFile,
  removeSocketDirectory,
  socketDirectoryFor,
  socketPort,
  startPostmaster,
  trimLog,
} from './cluster.ts'
import { createIfMissing } from './creation.ts'
import {
  EngineError,
  EngineInUse,
  isPrivate,
  prepareDataDirectory,
  reachableDataDirectory,
  serverAccount,
} from './data-folder.ts'
import { hasEnded, isAlive, ownMark } from './process.ts'

export { EngineError, EngineInUse, reachableDataDirectory }

export interface EmbeddedEngine {
  /**
   * The parameters for `pg`. The host is the folder of the socket; the port is only part of its
   * file name, since there is no TCP.
   */
  connection: { host: string; port: number; user: string; database: string }
  /** The name of the engine for display, such as 'PostgreSQL 18.4, embedded'. */
  description: string
  /** The actual location of the data; the requested one may have been inaccessible. */
  dataDirectory: string
  /** True when this start created the database. */
  created: boolean
  /** Process id of the postmaster; changes after a restart. */
  postmasterId(): number
  /**
   * Shuts the postmaster down, waits until it is gone and releases ownership. Can be called
   * repeatedly.
   */
  stop(): Promise<void>
}

export interface EmbeddedEngineOptions {
  /**
   * The requested location, as an absolute path. Other code may put files next to the database, but
   * only once it is open.
   */
  dataDirectory: string
  /** True: another location may be used if it is inaccessible. False: the operator chose it. */
  dataDirectoryIsDefault: boolean
  /**
   * Receives facts that people should know, a sentence each, such as data in another location or a
   * restart.
   */
  say: (sentence: string) => void
  /** Further server settings by name, for example `fsync: 'off'` in tests. */
  settings?: Record<string, string>
}

interface Ownership {
  /** Holds the lock. */
  client: Client
  /** The socket of the client. */
  socket: Socket
  /** Settles when the connection, and with it the lock, has ended. Never rejects. */
  lost: Promise<void>
  socketDirectory: string
  postmasterId: number
  serverVersion: string
}

/** The answer of the postmaster, if there is one, to a process that wants to own it. */
type PostmasterAnswer =
  | { is: 'ours'; ownership: Ownership }
  | { is: 'taken'; holder: number }
  /** The server is recovering after a crash, or shutting down. */
  | { is: 'busy' }
  | { is: 'silent'; reason: string }

/**
 * The two numbers of the lock, in the database `postgres`, where the application has no locks:
 * 'clin', 1.
 */
const ownerLock = '1668049262, 1'

const pollMs = 20
const connectTimeoutMs = 5_000
/** How long to wait for another start, or for the remains of a killed postmaster to end. */
const patienceMs = 15_000
/** How long to wait until the lock of a dead process is released. */
const deadHolderPatienceMs = 3_000
const sayBusyAfterMs = 5_000
const sayDownAfterMs = 30_000
const startPauseMsMax = 250
const restartPauseMsMax = 2_000
const trimLogEveryMs = 60_000

/**
 * Opens the embedded database in a data directory and becomes its only owner. Creates the database
 * at the first start (about 1 s); takes over the server that a killed service left running.
 * @throws {EngineError} if that is impossible: in use by another service, inaccessible, or unable to run here.
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  if (process.platform === 'win32') {
    throw new EngineError(
      'The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to use a PostgreSQL server (version 15 or later).',
    )
  }
  try {
    const cluster = prepareCluster(options)
    const created = await createIfMissing(cluster)
    refuseOtherVersion(cluster)
    const first = await takeFirstOwnership(cluster, options.say)
    return {
      connection: {
        host: first.socketDirectory,
        port: socketPort,
        user: databaseUser,
        database: databaseName,
      },
      description: `PostgreSQL ${first.serverVersion}, embedded`,
      dataDirectory: cluster.dataDirectory,
      created,
      ...superviseOwnership(cluster, first, options.say),
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error
    // Errors of the file system: disk full, read-only, no permission.
    throw new EngineError(
      `The data directory ${options.dataDirectory} cannot be used (${(error as Error).message}). ` +
        'Make room there and let this user write, or set CLINIC_DATA to another directory.',
    )
  }
}

function prepareCluster(options: EmbeddedEngineOptions): Cluster {
  const dataDirectory = reachableDataDirectory(
    options.dataDirectory,
    options.dataDirectoryIsDefault,
  )
  const account = serverAccount(dataDirectory)
  prepareDataDirectory(dataDirectory, account)
  if (dataDirectory !== options.dataDirectory) {
    options.say(
      `The data is kept in ${dataDirectory}, because the user under which root runs the database cannot reach ${options.dataDirectory}.`,
    )
  }
  return {
    dataDirectory,
    directory: join(realpathSync(dataDirectory), 'postgres'),
    account,
    binaries: runnableBinaries(dataDirectory, account),
    settings: options.settings ?? {},
  }
}

function refuseOtherVersion(cluster: Cluster): void {
  const storedVersion = Number(readFileSync(join(cluster.directory, 'PG_VERSION'), 'utf8'))
  const { majorVersion } = cluster.binaries
  if (storedVersion === majorVersion) return
  throw new EngineError(
    `The data in ${cluster.dataDirectory} was written by PostgreSQL ${storedVersion}, and this release brings PostgreSQL ${majorVersion}. ` +
      'Make a backup with the release that wrote it, and restore that into a new data directory.',
  )
}

async function takeFirstOwnership(
  cluster: Cluster,
  say: (sentence: string) => void,
): Promise<Ownership> {
  let chosen: string | undefined
  let used: string | undefined
  const mayNotStop = new AbortController().signal
  try {
    const before = readPostmasterFile(cluster.directory)?.processId
    const ownership = await takeOwnership(
      cluster,
      'first',
      () => (chosen ??= socketDirectoryFor(cluster)),
      say,
      mayNotStop,
    )
    used = ownership.socketDirectory
    if (ownership.postmasterId === before)
      say(`Took over the database server that an earlier service left running (process ${before}).`)
    return ownership
  } finally {
    if (chosen && chosen !== used) removeSocketDirectory(cluster, chosen)
  }
}

/**
 * Keeps our postmaster running until `stop`: when it dies, the owner's connection ends, and we
 * start another one.
 */
function superviseOwnership(
  cluster: Cluster,
  first: Ownership,
  say: (sentence: string) => void,
): Pick<EmbeddedEngine, 'postmasterId' | 'stop'> {
  const stopping = new AbortController()
  let current = first
  let owning = true
  let healing = Promise.resolve()
  let stopped: Promise<void> | undefined
  const trimming = setInterval(() => trimLogQuietly(cluster), trimLogEveryMs)
  trimming.unref()
  watch()
  return { postmasterId: () => current.postmasterId, stop: () => (stopped ??= stop()) }

  function watch(): void {
    // This connection alone must not keep the process alive.
    current.socket.unref()
    const replace = () => {
      if (stopping.signal.aborted) return
      owning = false
      healing = heal()
    }
    current.lost.then(replace, replace)
  }

  async function heal(): Promise<void> {
    const downSince = performance.now()
    let saidDown = false
    for (let pauseMs = pollMs; ; pauseMs = Math.min(pauseMs * 2, restartPauseMsMax)) {
      try {
        const regained = await takeOwnership(
          cluster,
          'again',
          () => first.socketDirectory,
          say,
          stopping.signal,
        )
        if (regained.postmasterId !== current.postmasterId) {
          say(
            `The database server ended unexpectedly (process ${current.postmasterId}); another runs in its place (process ${regained.postmasterId}).`,
          )
        }
        current = regained
        owning = true
        return watch()
      } catch (error) {
        if (stopping.signal.aborted) return
        if (!saidDown && performance.now() - downSince >= sayDownAfterMs) {
          saidDown = true
          say(
            `The database has been down for ${sayDownAfterMs / 1000} s, and the service keeps trying. ${(error as Error).message}`,
          )
        }
        await sleep(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(
          () => undefined,
        )
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearInterval(trimming)
    await healing
    removeOwnMark(cluster)
    if (!owning) return
    await endPostmaster(cluster, current.postmasterId)
    current.client.end().catch(ignoreError)
    removeSocketDirectory(cluster, current.socketDirectory)
  }
}

/**
 * Repeats until a postmaster is running and its lock is ours: takes over a running one, or starts
 * one. Any number of processes may try at once; PostgreSQL's lock files and the lock decide between
 * them.
 */
async function takeOwnership(
  cluster: Cluster,
  time: 'first' | 'again',
  socketDirectory: () => string,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<Ownership> {
  const startedAt = performance.now()
  let giveUpAt = startedAt + patienceMs
  let saidBusy = false
  let started: number | undefined
  let pauseMs = pollMs
  for (;;) {
    let reason = ''
    if (time === 'first') refuseIfMarked(cluster)
    const answer = await requestOwnership(cluster)
    const waitedMs = performance.now() - startedAt
    if (answer.is === 'ours') {
      return writeMark(cluster, time, answer.ownership)
    } else if (answer.is === 'taken') {
      if (isAlive(answer.holder) || waitedMs > deadHolderPatienceMs)
        throw createInUseError(cluster, answer.holder)
    } else if (answer.is === 'busy') {
      // Recovery has no time limit: it takes minutes after a crash during heavy writing.
      giveUpAt = performance.now() + patienceMs
      if (!saidBusy && waitedMs > sayBusyAfterMs)
        say('The database is recovering, or ending an earlier run; waiting for it.')
      saidBusy ||= waitedMs > sayBusyAfterMs
    } else {
      const running = runningPostmaster(cluster)
      if (running !== undefined) {
        reason = `process ${running} does not answer: ${answer.reason}`
      } else if (!signal.aborted) {
        const attempt = await startPostmaster(cluster, socketDirectory(), signal)
        started = attempt.processId
        reason = attempt.failure ?? ''
        if (reason && !attempt.mayPass) {
          throw new EngineError(
            `The database could not start (${reason}). Its log is ${logFile(cluster)}.`,
          )
        }
        pauseMs = reason ? Math.min(pauseMs * 2, startPauseMsMax) : pollMs
      }
    }
    if (signal.aborted) {
      if (started !== undefined) await endPostmaster(cluster, started)
      throw signal.reason
    }
    if (performance.now() > giveUpAt) {
      throw new EngineError(
        `The database in ${cluster.dataDirectory} did not come up within ${patienceMs / 1000} s (${reason}). ` +
          `End the PostgreSQL processes that still use it, and start again. Its log is ${logFile(cluster)}.`,
      )
    }
    await sleep(pauseMs)
  }
}

/** A connection that is no longer needed may be broken. */
const ignoreError = () => {}

/**
 * Writes our mark while we hold the lock; releases the lock if its real owner is only between two
 * postmasters.
 */
function writeMark(cluster: Cluster, time: 'first' | 'again', ownership: Ownership): Ownership {
  try {
    if (time === 'first') refuseIfMarked(cluster)
    rmSync(markFile(cluster), { force: true })
    symlinkSync(ownMark, markFile(cluster))
    return ownership
  } catch (error) {
    ownership.client.end().catch(ignoreError)
    throw error
  }
}

function refuseIfMarked(cluster: Cluster): void {
  const mark = readMark(cluster)
  if (mark && !hasEnded(mark)) throw createInUseError(cluster, Number.parseInt(mark, 10))
}

function removeOwnMark(cluster: Cluster): void {
  if (readMark(cluster) === ownMark) rmSync(markFile(cluster), { force: true })
}

function readMark(cluster: Cluster): string | undefined {
  try {
    return readlinkSync(markFile(cluster))
  } catch {
    return undefined
  }
}

/** A symbolic link without a target: its text is written and read in one step. */
function markFile(cluster: Cluster): string {
  return join(cluster.dataDirectory, 'postgres.owner')
}

function createInUseError(cluster: Cluster, holder: number): EngineInUse {
  return new EngineInUse(
    `The data directory ${cluster.dataDirectory} is in use by another service (process ${holder}). ` +
      'Stop that one first, or set CLINIC_DATA to another directory for this one.',
  )
}

/** A process that has the data open, whether or not it answers. */
function runningPostmaster(cluster: Cluster): number | undefined {
  const file = readPostmasterFile(cluster.directory)
  return file && isPostmaster(file.processId, cluster.directory) ? file.processId : undefined
}

/**
 * Connects to the postmaster in postmaster.pid, and requests the lock; once it has it, completes
 * the database.
 */
async function requestOwnership(cluster: Cluster): Promise<PostmasterAnswer> {
  const host = readPostmasterFile(cluster.directory)?.socketDirectory
  // The temporary folder may have been emptied since, and the name reused by another process.
  if (!host || !isPrivate(host, cluster.account))
    return { is: 'silent', reason: 'there is no socket to reach it' }
  const socket = new Socket()
  const client = new Client({
    stream: () => socket,
    host,
    port: socketPort,
    user: databaseUser,
    database: 'postgres',
    application_name: `clinic owner ${process.pid}`,
    connectionTimeoutMillis: connectTimeoutMs,
    ssl: false,
  })
  const connectionEnd = new Promise<void>((resolve) => client.once('end', resolve))
  // An error also ends the connection, which is the event we wait for.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{
      locked: boolean
      postmaster_id: number
      version: string
    }>(
      `select pg_try_advisory_lock(${ownerLock}) as locked,
              split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as postmaster_id,
              current_setting('server_version') as version`,
    )
    const [row] = rows
    if (row?.locked) {
      await createDatabaseIfMissing(client)
      const ownership = {
        client,
        socket,
        lost: connectionEnd,
        socketDirectory: host,
        postmasterId: row.postmaster_id,
        serverVersion: row.version,
      }
      return { is: 'ours', ownership }
    }
    const holder = await findLockHolder(client)
    client.end().catch(ignoreError)
    return holder === undefined
      ? { is: 'silent', reason: 'its owner changes' }
      : { is: 'taken', holder }
  } catch (error) {
    socket.destroy()
    const { code, message } = error as NodeJS.ErrnoException
    return code === '57P03' ? { is: 'busy' } : { is: 'silent', reason: message }
  }
}

/**
 * Creates the database if it is missing. The caller holds the lock, so no other process can create
 * it at the same time.
 */
async function createDatabaseIfMissing(client: Client): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`create database ${databaseName} template template0`)
}

async function findLockHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ holder: number }>(
    `select split_part(activity.application_name, ' ', 3)::int as holder
       from pg_locks as held
       join pg_stat_activity as activity using (pid)
      where held.locktype = 'advisory' and held.granted and (held.classid, held.objid) = (${ownerLock})
        and activity.datname = 'postgres'`,
  )
  return rows[0]?.holder
}

function trimLogQuietly(cluster: Cluster): void {
  try {
    trimLog(cluster)
  } catch {
    // This may be a full disk, for example: it is retried a minute later, and the database itself
    // reports serious problems.
  }
}
