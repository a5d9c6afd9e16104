import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import {
  type EmbeddedEngine,
  EngineInUse,
  openEmbeddedEngine,
  reachableDataDirectory,
} from '../../base/db/embedded/engine.ts'
import { findRunningEngineConnection, hasDatabase } from '../../base/db/embedded/running-engine.ts'
import { refuseWithoutInstallation } from '../../base/db/installation.ts'
import { detectPooling, type Pooling } from '../../base/db/pooler.ts'
import {
  type Connection,
  connectSession,
  createServers,
  isTimeout,
  ReadOnlyServer,
  type SessionClient,
  untimedSettings,
} from '../../base/db/session.ts'
import type { FindZoneOfAddress } from '../../base/ports/location-database.ts'
import { databaseHosts } from '../../base/values/database-url.ts'
import type { Application } from '../app/application.ts'
import { operatorSocket } from './environment.ts'
import { origin } from './from-package.ts'
import type { Settings } from './settings.ts'
import { isListening } from './socket/path.ts'
import { TerminalProblem } from './terminal-problem.ts'
import { lineTime, turnLog } from './turn-log.ts'

type Say = (sentence: string) => void

export interface OpenedDatabase {
  connection: Connection
  /** The connection to the server itself; `connection` may lead to a pooler. */
  direct: Connection
  /** `PostgreSQL 18.4, embedded, in /srv/clinic-data` or the server's host. */
  description: string
  close(): Promise<void>
}

export interface OpenedInstallation {
  application: Application
  databaseDescription: string
  close(): Promise<void>
}

/** Logs go to standard error as JSON lines; standard output is for people and scripts. */
export function openLog({ logLevel }: Settings): Logger {
  const formatters = { level: (level: string) => ({ level }) }
  return pino({ level: logLevel, base: null, formatters, timestamp: lineTime() }, turnLog(2))
}

/** Opens the database of the settings; starts the embedded database if the settings select it. */
export async function openConfiguredDatabase(
  settings: Settings,
  say: Say,
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseDirectUrl } = settings
  if (databaseUrl !== undefined) {
    const server = await reachServer('DATABASE_URL', databaseUrl)
    const direct =
      databaseDirectUrl === undefined
        ? server
        : await reachServer('CLINIC_DATABASE_DIRECT_URL', databaseDirectUrl)
    if (server.database !== direct.database) {
      throw new TerminalProblem(
        'DATABASE_URL and CLINIC_DATABASE_DIRECT_URL lead to different databases',
        'name one database in both, or leave the second out',
      )
    }
    if (server.pooling === 'unprepared') {
      throw new TerminalProblem(
        'the pooler of DATABASE_URL gives each transaction another session, and keeps no prepared statements for its callers',
        'have it pool sessions; or use PgBouncer 1.21 or later with max_prepared_statements above 0, and CLINIC_DATABASE_DIRECT_URL for the way around it',
      )
    }
    if (direct.pooling !== 'sessions') {
      const setting =
        databaseDirectUrl === undefined ? 'DATABASE_URL' : 'CLINIC_DATABASE_DIRECT_URL'
      throw new TerminalProblem(
        `${setting} leads to a pooler that gives each transaction another session`,
        'name the same database without the pooler in CLINIC_DATABASE_DIRECT_URL, or have the pooler pool sessions',
      )
    }
    return { ...server, direct: direct.connection, close: async () => {} }
  }
  const engine = await openEngine(settings, say)
  return {
    connection: engine.connection,
    direct: engine.connection,
    description: `${engine.description}, in ${engine.dataDirectory}`,
    close: engine.stop,
  }
}

/**
 * Opens the database for a command that only reads, possibly while a service is running: it then
 * shares the embedded database. Never creates a new database.
 */
export async function openSharedDatabase(settings: Settings, say: Say): Promise<OpenedDatabase> {
  refuseMissingDatabase(settings)
  try {
    return await openConfiguredDatabase(settings, say)
  } catch (error) {
    const dataDirectory = reachableDataDirectory(
      settings.dataDirectory,
      settings.dataDirectoryIsDefault,
    )
    const connection =
      error instanceof EngineInUse ? findRunningEngineConnection(dataDirectory) : undefined
    if (!connection) throw error
    return {
      connection,
      direct: connection,
      description: `the database of the running service, in ${dataDirectory}`,
      close: async () => {},
    }
  }
}

/**
 * Throws if the database of the settings does not exist: a command that created one would act on
 * the wrong database.
 */
export function refuseMissingDatabase({
  databaseUrl,
  dataDirectory,
  dataDirectoryIsDefault,
}: Settings) {
  const folder = reachableDataDirectory(dataDirectory, dataDirectoryIsDefault)
  if (databaseUrl !== undefined || hasDatabase(folder)) return
  throw new TerminalProblem(
    `there is no database in ${folder}`,
    `name the one that is meant as its service does, its server in DATABASE_URL or its folder in CLINIC_DATA; ${origin.start} makes a new one`,
  )
}

/**
 * Opens the application on the database of the settings. A service also does due work, looks up
 * callers' timezones, and creates the installation if there is none; a command then fails.
 */
export async function openInstallation(
  settings: Settings,
  log: Logger,
  say: Say,
  service?: { zoneOfAddress: FindZoneOfAddress | undefined; waitsFor: Say },
): Promise<OpenedInstallation> {
  const database = await openConfiguredDatabase(settings, say)
  try {
    if (!service) await refuseWithoutInstallation(database.direct)
    // Loaded here, so that a command that needs only the database does not load the application.
    const { openApplication } = await import('../app/application.ts')
    const application = await openApplication({
      ...settings,
      ...service,
      command: origin.command,
      environment: process.env,
      doesDueWork: service !== undefined,
      log,
      connection: database.connection,
      directConnection: settings.databaseDirectUrl === undefined ? undefined : database.direct,
    })
    return {
      application,
      databaseDescription: database.description,
      close: () => application.close().finally(database.close),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const otherCommandMs = 10_000

/** Waits for another command that has the embedded database open for a moment. */
async function openEngine(settings: Settings, say: Say): Promise<EmbeddedEngine> {
  const giveUpAt = performance.now() + otherCommandMs
  for (;;) {
    try {
      return await openEmbeddedEngine({
        dataDirectory: settings.dataDirectory,
        dataDirectoryIsDefault: settings.dataDirectoryIsDefault,
        say,
      })
    } catch (error) {
      if (
        !(error instanceof EngineInUse) ||
        performance.now() > giveUpAt ||
        (await isListening(operatorSocket(settings)))
      )
        throw error
      await sleep(100)
    }
  }
}

const serverVersionMin = 150_000

/** A database that may come by itself: its server does not answer, or is not the primary yet. */
export class DatabaseAbsent extends TerminalProblem {}

// 57P03: the server is starting.
const passingCodes = /^(ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0)/

interface ReachedServer {
  connection: Connection
  description: string
  /** Identifies a database: the same for its standbys and poolers, and different for all others. */
  database: string
  pooling: Pooling
}

/**
 * Checks that the server that a setting names can be used; if not, describes in a sentence what is
 * wrong.
 */
async function reachServer(setting: string, url: string): Promise<ReachedServer> {
  const connection = { connectionString: url }
  const servers = createServers(connection)
  let client: SessionClient | undefined
  try {
    client = await connectSession(servers, untimedSettings(0), 'clinic')
    const { rows } = await client.query<{ number: number; version: string; database: string }>(`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as database`)
    const [{ number = 0, version = '', database = '' } = {}] = rows
    if (number < serverVersionMin)
      throw new TerminalProblem(
        `the server at ${client.host} is PostgreSQL ${version}`,
        `use PostgreSQL 15 or later in ${setting}`,
      )
    return {
      connection,
      description: `PostgreSQL ${version} at ${client.host}`,
      database,
      pooling: await detectPooling(connection),
    }
  } catch (error) {
    if (error instanceof TerminalProblem) throw error
    if (error instanceof ReadOnlyServer) {
      throw new DatabaseAbsent(
        `${databaseHosts(url)} of ${setting} is a standby, or takes no writes`,
        'name the primary, or both servers by comma; or promote the standby first',
      )
    }
    const { code = '', message } = error as { code?: string; message: string }
    const at = `at ${databaseHosts(url)} (${message || code})`
    if (code === '3D000')
      throw new TerminalProblem(
        `there is no database of the name in ${setting} ${at}`,
        'make it there with createdb, or correct the name',
      )
    if (code.startsWith('28'))
      throw new TerminalProblem(
        `the login of ${setting} is refused ${at}`,
        'check the user and the password, and that pg_hba.conf lets them in',
      )
    const Unreached = passingCodes.test(code) || isTimeout(error) ? DatabaseAbsent : TerminalProblem
    throw new Unreached(
      `the database of ${setting} cannot be reached ${at}`,
      'check that the server runs, its host and port, and certificates in the URL',
    )
  } finally {
    await client?.end().catch(() => {})
  }
}
