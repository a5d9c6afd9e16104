// The application on one page: what it is made of, in the order in which it is put together.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import about from '../../package.json' with { type: 'json' }
import { readNoticedVisit } from '../appointments/noticed-visit.ts'
import { type Resolver, systemResolver } from '../calendars/reachable.ts'
import { cachedConfigurations } from '../catalogue/configuration.ts'
import { type StaffActivity, staffActivity } from '../catalogue/staff/activity.ts'
import { gatewayMessages } from '../checkout/gateway-messages.ts'
import { refusalRows } from '../contract/errors.ts'
import type { Route } from '../contract/route.ts'
import { type Database, defaultLimits, openDatabase } from '../db/database.ts'
import { failureKind, loggable } from '../db/failures.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/session.ts'
import { type DueWork, openDueWork } from '../due-work/due-work.ts'
import type { WorkKind } from '../due-work/work.ts'
import { type ConnectionLimits, defaultConnectionLimits } from '../http/connections.ts'
import { defaultRateLimits, type Limits } from '../http/rate-limits.ts'
import { buildFrontDoor } from '../http/server.ts'
import { openMessageRails } from '../messages/message-rails.ts'
import { type Channel, channels, type MessageRails } from '../messages/rail.ts'
import { openMetrics } from '../monitoring/metrics.ts'
import type { Monitored } from '../monitoring/monitoring.ts'
import type { OperatorServices } from '../operator/operator-services.ts'
import type { Gateway } from '../payments/gateways/gateway.ts'
import { accountsOf } from '../payments/gateways/gateway-accounts.ts'
import { gatewaysOf } from '../payments/gateways/gateways.ts'
import { gatewaysElsewhere } from '../payments/gateways/gateways-elsewhere.ts'
import { sandboxGateway } from '../payments/gateways/sandbox/sandbox-gateway.ts'
import { sandboxGatewayPages } from '../payments/gateways/sandbox/sandbox-routes.ts'
import { databaseClock } from '../ports/clock.ts'
import { clockReading, keepSecret, keptSecret, settleInstallation } from '../ports/clock-queries.ts'
import { processCounters, redisCounters } from '../ports/counters.ts'
import { watchEventLoop } from '../ports/event-loop.ts'
import type { ZoneOfAddress } from '../ports/location-database.ts'
import type { Environment } from '../ports/secrets.ts'
import { WrongMode } from '../ports/wrong-mode.ts'
import { defaultStreamLimits, liveQueues, type StreamLimits } from '../queue/live-queues.ts'
import { noticedTokenReader } from '../queue/noticed-token.ts'
import { statusPages } from '../queue/status-routes.ts'
import { addressMatcher } from '../values/ip-address.ts'
import { defaultBuiltInVideo } from '../values/video-link.ts'
import { type ConsentGate, consentGate } from '../verification/consent-gate.ts'
import { countedHash } from '../verification/destination.ts'
import { keyedHash } from '../verification/keyed-hash.ts'
import { cachedKeys } from '../workspaces/keys.ts'
import { cachedNames } from '../workspaces/workspace-names.ts'
import { followChanges, type Presence } from './follow-changes.ts'
import { jobsOf, startJobs } from './jobs.ts'
import { patientTables } from './patient-tables.ts'
import { readyMs, unreadyDatabase } from './readiness.ts'
import { defaultRetention, type Retention } from './retention.ts'
import { routesOf } from './routes.ts'
import { workKindsOf } from './work-kinds.ts'

export interface ApplicationOptions {
  connection: Connection
  /** Leads to the server itself, where `connection` leads to a pooler. */
  directConnection?: Connection | undefined
  mode: 'sandbox' | 'production'
  databaseConnections?: number
  trustedProxies?: readonly string[]
  /** Headers in which a trusted proxy names the viewer's zone. */
  zoneHeaders?: readonly string[]
  /** Where callers are; nowhere known when omitted. */
  zoneOfAddress?: ZoneOfAddress | undefined
  /** Where people reach the service: an origin; the address it listens on when omitted. */
  publicUrl?: string | undefined
  /** Whether the API reference is served; it is when omitted. */
  docs?: boolean
  /** Requests a minute. */
  limits?: Limits
  /** Connections of callers that may be open at once. */
  connectionLimits?: ConnectionLimits
  /** By how many milliseconds the process may be late before it refuses requests; a second when omitted. */
  lateMsMax?: number
  /** By how many it is; tests set it. */
  lateMs?: () => number
  /** Where processes count requests together; each by itself when omitted. */
  redisUrl?: string | undefined
  /** Where visits by the built-in video happen; `{visit}` in it is each visit's own. */
  builtInVideo?: string
  /** Of how many workspaces configurations are kept in memory; 2,000 when omitted. */
  workspacesCached?: number
  /** How long a browser's session lasts. */
  sessionMs?: number
  /** How long what is only needed for a while is kept. */
  retention?: Retention
  /** Keys the hashes of end users, contacts and codes; one kept in the database when omitted. */
  secret?: string | undefined
  /** What carries messages, in place of what the clinic files say; tests set it. */
  rails?: MessageRails
  /** Where secrets of clinic files are. */
  environment?: Environment
  /** Whether due work is done here; it is when omitted. A command, which ends in a moment, begins none. */
  doesDueWork?: boolean
  /** Kinds of due work beside those there are; tests set them. */
  workKinds?: readonly WorkKind[]
  log?: Logger
  /** Payment gateways; those elsewhere and, in a sandbox, its own when omitted. */
  gateways?: readonly Gateway[]
  /** How long a place is held for its payment; a quarter of an hour when omitted. */
  holdMs?: number
  /** How often calendars are fetched; every quarter of an hour when omitted. */
  calendarMs?: number
  /** Addresses and ranges that calendars may be fetched from beside the public internet. */
  calendarNetworks?: readonly string[]
  /** How many milliseconds one may take to read; tests set it. */
  calendarReadMsMax?: number
  /** How their names are resolved; tests set it. */
  resolveName?: Resolver
  /** Of the streams of patients' pages; tests set them. */
  streamLimits?: Partial<StreamLimits>
  /** Hears what the start waits for, a sentence at a time. */
  waitsFor?: (what: string) => void
  /** What this host's clock shows; tests set it. */
  hostNow?: () => number
}

export interface Application extends OperatorServices, Monitored {
  messages: MessageRails
  gate: ConsentGate
  activity: StaffActivity
  dueWork: DueWork
  routes: readonly Route[]
  /** How many patients' pages are told of their queue by this process. */
  openStreams(): number
  /** The public surface, built but not listening; with more routes than the documented ones where tests need them. */
  frontDoor(more?: readonly Route[]): FastifyInstance
  /** Where the public surface listens, once it does: where people reach it unless `publicUrl` says otherwise. */
  listensAt(url: string): void
  /** From now on it says that it is not ready, so that no more requests are sent; patients' pages poll. */
  stopping(): void
  /** Begins no more work of its own, and gives what is running a few seconds; requests are still answered. */
  stopWork(): Promise<void>
  /** Writes down what is still in memory and closes every connection. */
  close(): Promise<void>
}

const defaultSessionMs = 3_600_000
const defaultCalendarMs = 900_000
//
const defaultHoldMs = 900_000
const defaultLateMsMax = 1_000
const defaultListeningUrl = 'http://127.0.0.1:3000'

/** Opens the application on a database, which it first brings up to date. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { connection, mode, trustedProxies = [], zoneHeaders = [], limits = defaultRateLimits, redisUrl, sessionMs = defaultSessionMs, hostNow } = options
  const { builtInVideo = defaultBuiltInVideo, retention = defaultRetention, environment = {}, log = pino({ level: 'silent' }) } = options
  const { doesDueWork = true, workKinds = [], zoneOfAddress = () => undefined } = options
  const { holdMs = defaultHoldMs } = options
  const { calendarMs = defaultCalendarMs, calendarNetworks = [], resolveName = systemResolver, streamLimits = {} } = options
  const { directConnection, waitsFor = () => {} } = options
  await migrate(directConnection ?? connection, (sentence) => {
    log.warn(sentence)
    waitsFor(sentence)
  })
  const database = openDatabase(connection, { ...defaultLimits, connectionsMax: options.databaseConnections ?? defaultLimits.connectionsMax }, directConnection)
  try {
    await database.rows(settleInstallation, { mode })
    const clock = databaseClock(hostNow)
    const followClock = () => clock.follow(readClock)
    async function readClock() {
      const [reading] = await database.rows(clockReading)
      if (!reading) throw new Error('the installation row is missing')
      if (reading.mode !== mode) throw new WrongMode(reading.mode, mode)
      return reading
    }
    await followClock()

    const eventLoop = watchEventLoop()
    const { lateMs = eventLoop.lateMs, lateMsMax = defaultLateMsMax } = options
    const metrics = openMetrics({
      ...{ version: about.version, mode, connections: database.connections, clockSkewMs: clock.skewMs, dueWork: workOverview },
      openStreams: () => queues.streams(),
      lateMs,
    })
    const configurations = cachedConfigurations(database, builtInVideo, { workspacesMax: options.workspacesCached })
    const keys = cachedKeys(database)
    const names = cachedNames(database)
    const activity = staffActivity(database)
    const hash = keyedHash(options.secret ?? (await secretInDatabase(database)))
    const gate = consentGate(database, hash)
    const messages =
      options.rails ??
      openMessageRails({
        settingsOf: async (workspaceId) => (await configurations.of(workspaceId)).messages,
        mode,
        queries: database,
        clock,
        environment,
        log,
        counted: metrics.message,
      })

    const counters =
      redisUrl === undefined
        ? processCounters()
        : redisCounters(redisUrl, {
            away: (error, reason) => log.warn({ error: loggable(error), reason }, 'REDIS_URL does not answer: requests pass uncounted until it does'),
            back: () => log.warn('REDIS_URL answers again: requests are counted'),
            uncounted: metrics.uncounted,
          })

    const presence: Presence = { isAway: false }
    const failed = (what: string) => {
      metrics.begin({ backgroundWork: [what] })
      return (error: unknown) => {
        metrics.backgroundFailure(what)
        // That the database is away is said once.
        if (!presence.isAway) log.warn({ error: loggable(error) }, `${what} failed; it is tried again`)
      }
    }
    let listeningUrl = defaultListeningUrl
    const feeds = { resolve: resolveName, allows: addressMatcher(calendarNetworks), readMsMax: options.calendarReadMsMax }
    const publicUrl = () => options.publicUrl ?? listeningUrl
    const readToken = noticedTokenReader(publicUrl)
    const notices = {
      ...{ database, clock, rails: messages, mode, settingsOf: configurations.of, readVisit: readNoticedVisit, readToken },
      hashOf: (channel: Channel, address: string) => countedHash(hash, { channel, address }),
    }
    const isSandbox = mode === 'sandbox'
    const accounts = accountsOf({ settingsOf: async (workspaceId) => (await configurations.of(workspaceId)).gateways, environment, mode })
    const ofItself = isSandbox ? [sandboxGateway({ database, clock, publicUrl })] : []
    const { gateways = [...ofItself, ...gatewaysElsewhere(accounts)] } = options
    const checkouts = { database, configurations, clock, gateways: gatewaysOf(gateways), holdMs, log }
    const kinds = doesDueWork ? [...workKindsOf({ database, clock, environment, feeds, calendarMs }, notices, checkouts), ...workKinds] : []
    metrics.begin({ codes: Object.keys(refusalRows), channels, workKinds: kinds.map(({ name }) => name) })
    const dueWork = openDueWork({
      database,
      clock,
      kinds,
      log,
      counted: metrics.work,
      failed: failed('doing due work'),
    })
    /** Nothing where the database does not answer: what else is measured is wanted then most of all. */
    async function workOverview() {
      const rows = await Promise.race([dueWork.overview().catch(() => []), sleep(readyMs, [], { ref: false })])
      return rows.map(({ oldestDueAt, ...row }) => ({ ...row, oldestMs: oldestDueAt === null ? 0 : clock.now() - oldestDueAt }))
    }

    const queues = liveQueues({ database, clock, failed: failed('reading a queue') }, { ...defaultStreamLimits, ...streamLimits })

    const clockFailed = failed('following the clock')
    const followInstallation = (isHeard: boolean) => {
      const followed = followClock()
      if (isHeard) followed.then(dueWork.tick).catch(clockFailed)
      else followed.catch(clockFailed)
    }
    followChanges(database, { configurations, names, keys, queues, followClock: followInstallation }, presence, log)

    const jobs = startJobs(jobsOf({ database, clock, keys, activity, dueWork, retention, followClock }), failed)

    async function stopWork() {
      jobs.stop()
      await dueWork.close()
    }

    let isStopping = false
    const unready = async () => (isStopping ? 'the service is stopping' : unreadyDatabase(database))

    const services = { database, configurations, clock, sessionMs, gate }
    const routes = routesOf({ ...services, ...checkouts, mode, zoneOfAddress, hash, rails: messages })

    return {
      ...services,
      keys,
      activity,
      dueWork,
      gateways: checkouts.gateways,
      patients: patientTables,
      checkouts,
      mode,
      environment,
      feeds,
      calendarMs,
      messages,
      followClock,
      unready,
      metricsText: metrics.text,
      stopping: () => {
        isStopping = true
        queues.close()
      },
      stopWork,
      routes,
      openStreams: queues.streams,
      frontDoor: (more = []) =>
        buildFrontDoor({
          routes: [...routes, ...more],
          version: about.version,
          docs: options.docs ?? true,
          pages: [
            ...statusPages({ database, clock, queues }),
            ...gatewayMessages({ ...checkouts, names, log }),
            ...(isSandbox ? sandboxGatewayPages({ database, clock }) : []),
          ],
          services: {
            now: clock.now,
            limits,
            lateMs,
            lateMsMax,
            spend: counters.spend,
            findKey: keys.find,
            findSession: keys.findSession,
            knowsOrigin: keys.knowsOrigin,
            keyUsed: keys.used,
            isEntitled: configurations.isEntitled,
            isActiveMember: configurations.isActiveMember,
            hashEndUser: gate.hashEndUser,
            verifiedContact: gate.verifiedContact,
          },
          staffActed: (workspaceId, userId) => activity.acted(workspaceId, userId, clock.now()),
          isTrustedProxy: addressMatcher(trustedProxies),
          connectionLimits: options.connectionLimits ?? defaultConnectionLimits,
          zoneHeaders,
          failureKind,
          isDatabaseAway: () => presence.isAway,
          canAnswer: (answers) => metrics.begin({ answers }),
          answered: metrics.answered,
          loggable,
          log,
        }),
      listensAt(url) {
        listeningUrl = url
      },
      async close() {
        queues.close()
        eventLoop.stop()
        await stopWork()
        await keys.writeUses().catch(failed('noting key uses'))
        await activity.write().catch(failed('noting who acted'))
        await counters.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The secret of the first start that was given none; the same for every process. */
async function secretInDatabase(database: Database): Promise<string> {
  await database.rows(keepSecret, { secret: randomBytes(32).toString('base64url') })
  const [kept] = await database.rows(keptSecret)
  if (!kept?.secret) throw new Error('the installation row is missing')
  return kept.secret
}
