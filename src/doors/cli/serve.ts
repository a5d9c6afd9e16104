// clinic serve: runs the service until it is stopped.

import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { loggableError } from '../../base/db/failures.ts'
import { createGracefulCloser, inFlightMsMax } from '../../base/http/close-in-time.ts'
import {
  type FindZoneOfAddress,
  openLocationDatabase,
  UnusableLocationDatabase,
} from '../../base/ports/location-database.ts'
import { Problem } from '../../base/values/problem.ts'
import {
  listenForMonitoring,
  type MonitoringSource,
} from '../../management/monitoring/monitoring.ts'
import { createDemo, type Demo, demoShift } from '../demo/demo.ts'
import { createEmptyClinic, type EmptyClinic } from '../demo/empty-clinic.ts'
import { operatorSocket, settingsEnvironment } from './environment.ts'
import { origin } from './from-package.ts'
import { DatabaseAbsent, type OpenedInstallation, openInstallation, openLog } from './open.ts'
import { effectiveSettings, type Settings, unknownVariables } from './settings.ts'
import { listenForOperators } from './socket/server.ts'
import { followStarter } from './starter.ts'
import { TerminalProblem } from './terminal-problem.ts'

// The time for what follows the last requests: writing data in memory, closing connections, and
// stopping the embedded database.
const closingMs = 4_000

type Say = (sentence: string) => void

export interface ServeOptions {
  /** Whether to write a single line to standard output, when the service is ready. */
  json: boolean
  /** Whether a sandbox without a workspace starts with an empty one instead of the demo clinic. */
  empty: boolean
}

type StartSettings = Settings & Pick<ServeOptions, 'empty'>

/** Serves until a signal arrives. Throws a TerminalProblem if the start is refused. */
export async function serve(settings: Settings, { json, empty }: ServeOptions): Promise<void> {
  if (empty && settings.mode !== 'sandbox')
    throw new TerminalProblem(
      '--empty is for a sandbox',
      'leave it out: in production nothing is made, and clinic workspace import makes a workspace',
    )
  const startedAt = performance.now()
  const log = openLog(settings)
  for (const { name } of unknownVariables(settingsEnvironment()))
    log.warn({ variable: name }, 'the environment variable is not a setting and is ignored')
  // The error does not affect other requests, and ending the process would end them all.
  process.on('unhandledRejection', (error) =>
    log.error({ error: loggableError(error) }, 'an unhandled promise rejection'),
  )
  // The reader of the output, such as a terminal or a killed npm, may be gone: this must not
  // interrupt the shutdown.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const say: Say = (sentence) => (json ? process.stderr : process.stdout).write(`${sentence}\n`)
  const stopped = new AbortController()
  const opening = start({ ...settings, empty }, log, say, stopped.signal)
  // Signals are handled first, so that none leaves a database server behind.
  let isEnding = false
  const delay = settings.drainMs + inFlightMsMax + closingMs
  const ending = closeWithGrace(
    { delay, logger: false, skip: ['unhandledRejection'] },
    async ({ signal, manual, err }) => {
      isEnding = true
      if (err) log.fatal(loggableError(err), 'the process cannot continue')
      const reason = signal ?? (manual ? `${origin.start} has ended` : undefined)
      stopped.abort()
      // It may have been waiting for its database.
      const service = await opening.catch(() => undefined)
      if (!service) return
      if (reason && settings.drainMs > 0) {
        say(`\n${reason}: not ready any more, and still serving for ${settings.drainMs / 1_000} s`)
        service.stopping()
        await sleep(settings.drainMs)
      }
      if (reason) say(`\n${reason}: finishing what is in flight`)
      await service.close()
      if (reason) say('stopped')
    },
  )
  // A signal may have reached both processes, so that the shutdown is already in progress.
  followStarter(() => void (isEnding || ending.close()))
  try {
    const { url, dashboardUrl, monitorUrl, database, demo, emptyClinic } = await opening
    // bin/clinic.js limited memory growth while modules were loaded; from now on, growth follows
    // the load. Two is the default.
    setFlagsFromString('--semi-space-growth-factor=2')
    if (json) {
      const ready = {
        url,
        dashboardUrl,
        monitorUrl: monitorUrl ?? null,
        mode: settings.mode,
        database,
        demo: demo ?? null,
        empty: emptyClinic ?? null,
      }
      return void process.stdout.write(`${JSON.stringify(ready)}\n`)
    }
    say(
      `Clinic Scheduling is ready at ${url} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s (${settings.mode}, ${database})`,
    )
    const link = demo?.dashboardLink ?? emptyClinic?.dashboardLink
    if (link) say(`Dashboard (this link signs you in, once): ${link}`)
    else if (dashboardUrl !== null)
      say(`Dashboard: ${dashboardUrl}    Sign in: ${origin.command} dashboard link`)
    if (demo) say(`Booking page of the demo clinic: ${url}${demo.bookingPage}`)
    if (monitorUrl) say(`Monitoring: ${monitorUrl}/readyz and ${monitorUrl}/metrics`)
    if (demo) say(formatFirstSteps(url, demo))
    else if (emptyClinic)
      say(
        `The workspace ${emptyClinic.workspace} is empty: the dashboard leads through its first steps. A key: ${origin.command} key create --allow 127.0.0.1`,
      )
    else if (settings.mode === 'sandbox')
      say(`Keys: ${origin.command} key list    Names and ids: ${origin.command} ids`)
  } catch (error) {
    ending.uninstall()
    throw error
  }
}

interface RunningService {
  url: string
  /** Null if it is disabled. */
  dashboardUrl: string | null
  monitorUrl: string | undefined
  database: string
  /** Created by a first start. */
  demo: Demo | undefined
  emptyClinic: EmptyClinic | undefined
  /** Makes the service report that it is not ready. */
  stopping(): void
  close(): Promise<void>
}

async function start(
  settings: StartSettings,
  log: Logger,
  say: Say,
  stopped: AbortSignal,
): Promise<RunningService> {
  await refuseTakenPort(settings)
  // While starting, the service may wait for a migration longer than a supervisor's health checks
  // allow.
  const monitored: Starting = { waitsFor: 'the service is starting' }
  const monitoring = await openMonitoring(monitored, settings)
  try {
    const reportWaiting = (reason: string) => {
      monitored.waitsFor = reason
    }
    const service = {
      zoneOfAddress: openAddressZones(settings, say),
      waitsFor: reportWaiting,
    }
    const installation = await awaitDatabase(
      () => openInstallation(settings, log, say, service),
      (absence) => {
        reportWaiting(absence.message)
        say(`${absence.message}: waiting for it\nnext: ${absence.nextStep}`)
      },
      stopped,
    )
    monitored.application = installation.application
    return await run(settings, installation, monitoring, log, say)
  } catch (error) {
    await monitoring?.close()
    throw error
  }
}

const absenceCheckMs = 1_000

/**
 * Tries to open until the database is there. A service that ended instead would not be started for
 * ever: systemd gives up after five starts in ten seconds, and a failover takes longer.
 */
async function awaitDatabase<Opened>(
  open: () => Promise<Opened>,
  report: (absence: DatabaseAbsent) => void,
  stopped: AbortSignal,
): Promise<Opened> {
  let reported = ''
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof DatabaseAbsent)) throw error
      if (error.message !== reported) report(error)
      reported = error.message
      await sleep(absenceCheckMs, undefined, { signal: stopped }).catch(() => {
        throw error
      })
    }
  }
}

/** Answers monitoring requests while there is no application yet. */
interface Starting {
  application?: MonitoringSource
  waitsFor: string
}

async function openMonitoring(starting: Starting, { monitorHost, monitorPort }: Settings) {
  if (monitorPort === undefined) return undefined
  const monitored: MonitoringSource = {
    unready: async () =>
      starting.application ? starting.application.unready() : starting.waitsFor,
    metricsText: async () => starting.application?.metricsText() ?? '',
  }
  return awaitListening(
    listenForMonitoring(monitored, monitorHost, monitorPort),
    monitorHost,
    monitorPort,
    monitoringPort,
  )
}

async function run(
  settings: StartSettings,
  installation: OpenedInstallation,
  monitoring: { url: string; close(): Promise<void> } | undefined,
  log: Logger,
  say: Say,
): Promise<RunningService> {
  const { application, databaseDescription } = installation
  const frontDoor = application.frontDoor()
  const closeFrontDoor = createCloser(frontDoor)
  const dashboardDoor =
    typeof settings.dashboard === 'number' ? application.dashboardDoor() : undefined
  const closeDashboardDoor = dashboardDoor && createCloser(dashboardDoor)
  let operators: { close(): Promise<void> } | undefined
  const close = async () => {
    application.stopping()
    try {
      await Promise.all([
        closeFrontDoor(),
        closeDashboardDoor?.(),
        operators?.close(),
        application.stopWork(),
      ])
    } finally {
      await monitoring?.close()
      await installation.close()
    }
  }
  try {
    await awaitListening(
      frontDoor.listen({ host: settings.host, port: settings.port }),
      settings.host,
      settings.port,
      apiPort,
    )
    if (dashboardDoor && typeof settings.dashboard === 'number')
      await awaitListening(
        dashboardDoor.listen({ host: settings.host, port: settings.dashboard }),
        settings.host,
        settings.dashboard,
        dashboardPort,
      )
    const url = listeningUrl(frontDoor)
    application.listensAt(url, dashboardDoor && listeningUrl(dashboardDoor))
    const dashboardOrigin = application.dashboardUrl()
    operators = await openOperatorSocket(settings, installation, log, say)
    // This comes last: its key is shown only once, so nothing may fail between creating and showing
    // it.
    const demo =
      settings.mode === 'sandbox' && !settings.empty ? await createDemo(application) : undefined
    const emptyClinic = settings.empty ? await createEmptyClinic(application) : undefined
    return {
      url,
      dashboardUrl: dashboardOrigin === undefined ? null : `${dashboardOrigin}/dashboard`,
      monitorUrl: monitoring?.url,
      database: databaseDescription,
      demo,
      emptyClinic,
      stopping: application.stopping,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens the IP location database: a configured database must exist, while the bundled one may be
 * missing.
 */
function openAddressZones({ locationDatabase }: Settings, say: Say): FindZoneOfAddress | undefined {
  if (locationDatabase === null) return undefined
  try {
    return openLocationDatabase(locationDatabase)
  } catch (error) {
    if (!(error instanceof UnusableLocationDatabase)) throw error
    const problem = `the file of locations${locationDatabase === undefined ? '' : ` ${locationDatabase}`} cannot be read (${error.message})`
    if (locationDatabase !== undefined)
      throw new TerminalProblem(problem, 'name an .mmdb file in CLINIC_LOCATION_DATABASE, or off')
    say(`${problem}: viewers with an unknown timezone see the clinic's time`)
  }
}

async function openOperatorSocket(
  settings: Settings,
  { application, databaseDescription }: OpenedInstallation,
  log: Logger,
  say: Say,
) {
  const about = {
    database: databaseDescription,
    mode: settings.mode,
    settings: effectiveSettings(settingsEnvironment()),
  }
  try {
    return await listenForOperators(application, operatorSocket(settings), about, (error) =>
      log.error({ error: loggableError(error) }, 'an operation failed'),
    )
  } catch (error) {
    // Another user could answer commands in place of the service: this is reported, and the service
    // does not start.
    if (settings.databaseUrl === undefined || error instanceof Problem) throw error
    // This happens on a read-only file system, for example. Commands then open the database
    // themselves.
    say(
      `Commands cannot use this process and will open the database themselves (${(error as Error).message}).`,
    )
    return { close: async () => {} }
  }
}

/**
 * Returns a function that closes a server within the time limit; it observes the server from now
 * on.
 */
function createCloser(door: FastifyInstance): () => Promise<void> {
  const close = createGracefulCloser(door.server)
  return () => close(() => door.close())
}

function listeningUrl(door: FastifyInstance): string {
  const { address, family, port } = door.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const apiPort: PortSettings = { host: 'HOST', port: 'PORT' }
const monitoringPort: PortSettings = { host: 'CLINIC_MONITOR_HOST', port: 'CLINIC_MONITOR_PORT' }
const dashboardPort: PortSettings = { host: 'HOST', port: 'CLINIC_DASHBOARD' }

/** The settings of a listening address. */
interface PortSettings {
  host: string
  port: string
}

/**
 * Refuses a port that is taken, before a database is created or changed for a service that could
 * not be reached.
 */
async function refuseTakenPort({ host, port, dashboard }: Settings) {
  await awaitListening(tryToListen(host, port), host, port, apiPort)
  if (typeof dashboard === 'number')
    await awaitListening(tryToListen(host, dashboard), host, dashboard, dashboardPort)
}

function tryToListen(host: string, port: number): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}

/** Waits until a server is listening; explains what to do if it cannot. */
async function awaitListening<T>(
  starting: Promise<T>,
  host: string,
  port: number,
  portSettings: PortSettings,
): Promise<T> {
  try {
    return await starting
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE')
      throw new TerminalProblem(
        `port ${port} is in use`,
        `stop what uses it, or choose another: ${portSettings.port}=3001 ${origin.start}`,
      )
    if (code === 'EACCES')
      throw new TerminalProblem(
        `port ${port} may not be opened by this user`,
        `choose one above 1023: ${portSettings.port}=3000`,
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new TerminalProblem(
        `${portSettings.host} ${host} is not an address of this machine`,
        `leave ${portSettings.host} out, or use 0.0.0.0 for all addresses`,
      )
    throw error
  }
}

function formatFirstSteps(
  url: string,
  { key, addressId, doctorId, date, fromDateTimeIso, toDateTimeIso, queuePage }: Demo,
): string {
  const booking = {
    addressId,
    doctorId,
    patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: 'OFFLINE',
    fromDateTimeIso,
    toDateTimeIso,
    paymentMode: 'CASH',
    consultationCharge: 500,
    source: 'DEVELOPER_API',
  }
  return `
A demo clinic was made. Its developer key, shown this once:

  ${key}

Read the API and try it in a browser: ${url}/docs

List free slots:

  curl -s -H 'x-api-key: ${key}' \\
    '${url}/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${date}&mode=OFFLINE'

Book one (a second time it is refused: the slot is taken):

  curl -s -H 'x-api-key: ${key}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(booking)}' \\
    ${url}/v1/appointments/book-appointment-unified
${queuePage === null ? '' : formatQueueSteps(`${url}${queuePage}`)}`
}

function formatQueueSteps(page: string): string {
  return `
A queue is running too. Watch it in another terminal, call the next, and see what its last patient sees:

  ${origin.quietCommand} queue show ${demoShift} --watch
  ${origin.quietCommand} queue next ${demoShift}
  ${page}
`
}
