// The whole application: its parts, in the order in which they are assembled.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import about from '../../../package.json' with { type: 'json' }
import { type Route, routeRateClass } from '../../base/contract/route.ts'
import { type Database, defaultLimits, openDatabase } from '../../base/db/database.ts'
import { loggableError } from '../../base/db/failures.ts'
import { migrate } from '../../base/db/migrate.ts'
import { type DueWork, openDueWork } from '../../base/due-work/due-work.ts'
import { documentationPages } from '../../base/http/documentation.ts'
import { defaultRateLimits } from '../../base/http/rate-limits.ts'
import { type Channel, channels } from '../../base/messages/channels.ts'
import { openMessageRails } from '../../base/messages/message-rails.ts'
import type { MessageRails } from '../../base/messages/rail.ts'
import { type DatabaseClock, databaseClock } from '../../base/ports/clock.ts'
import { clockReading, insertInstallation } from '../../base/ports/clock-queries.ts'
import { type Counters, processCounters } from '../../base/ports/counters.ts'
import { watchEventLoop } from '../../base/ports/event-loop.ts'
import { createSealing, type Sealing } from '../../base/ports/sealing.ts'
import type { Environment } from '../../base/ports/secrets.ts'
import { WrongMode } from '../../base/ports/wrong-mode.ts'
import { addressMatcher } from '../../base/values/ip-address.ts'
import {
  type Configurations,
  createConfigurationCache,
} from '../../clinic/catalogue/configuration.ts'
import { createStaffActivity, type StaffActivity } from '../../clinic/catalogue/staff/activity.ts'
import { deleteAnswers } from '../../clinic/forms/delete-answers.ts'
import { createFormValues, openExportedForms } from '../../clinic/forms/form-values.ts'
import { anyForm } from '../../clinic/forms/queries.ts'
import { type SealedAnswers, sealedAnswers } from '../../clinic/forms/sealed-answers.ts'
import {
  type CallbackServices,
  callbackPath,
  carrierCallbacks,
  hearMessageOrWord,
} from '../../clinic/notices/carrier-callbacks.ts'
import type { NoticeServices } from '../../clinic/notices/send-notice.ts'
import { hearMessage } from '../../clinic/patient-messages/hear-message.ts'
import { recordMessageDelivery } from '../../clinic/patient-messages/queries.ts'
import { createRetention } from '../../clinic/patients/retention.ts'
import type { OpenIdRefusal } from '../../clinic/sign-in/openid-provider.ts'
import {
  defaultSignInSettings,
  createSignIns as openSignIns,
} from '../../clinic/sign-in/sign-in.ts'
import { type ConsentGate, consentGate } from '../../clinic/verification/consent-gate.ts'
import { countedHash } from '../../clinic/verification/destination.ts'
import { type KeyedHash, keyedHash } from '../../clinic/verification/keyed-hash.ts'
import { createCallLog } from '../../clinic/workspaces/key-calls.ts'
import { type CachedKeys, createKeyCache } from '../../clinic/workspaces/keys.ts'
import { createNameCache, type WorkspaceNames } from '../../clinic/workspaces/workspace-names.ts'
import { createMetrics, type Metrics } from '../../management/monitoring/metrics.ts'
import type { MonitoringSource } from '../../management/monitoring/monitoring.ts'
import {
  openInstallationSecrets,
  warnOfOtherSecret,
} from '../../management/secret/installation-secrets.ts'
import type { CheckoutServices } from '../../money/checkout/checkout-services.ts'
import { gatewayMessages } from '../../money/checkout/gateway-messages.ts'
import { readNoticePack } from '../../money/packs/noticed-pack.ts'
import { externalGateways } from '../../money/payments/gateways/external-gateways.ts'
import { createGatewayAccounts } from '../../money/payments/gateways/gateway-accounts.ts'
import { createGateways } from '../../money/payments/gateways/gateways.ts'
import { sandboxGateway } from '../../money/payments/gateways/sandbox/sandbox-gateway.ts'
import { sandboxGatewayPages } from '../../money/payments/gateways/sandbox/sandbox-routes.ts'
import { readNoticeOffer } from '../../visits/appointments/noticed-offer.ts'
import { listSameDayVisits, readNoticeVisit } from '../../visits/appointments/noticed-visit.ts'
import { confirmByReply, listUpcoming } from '../../visits/appointments/reply.ts'
import { systemResolver } from '../../visits/calendars/reachable.ts'
import { boardPages } from '../../visits/queue/board/routes.ts'
import { type LiveQueues, liveQueues } from '../../visits/queue/live-queues.ts'
import { defaultStreamLimits } from '../../visits/queue/live-streams.ts'
import { noticeTokenReader } from '../../visits/queue/noticed-token.ts'
import type { VideoServices } from '../../visits/video/enter-video.ts'
import { testRoomPages } from '../../visits/video/test-room-routes.ts'
import { createLiveChanges } from '../dashboard/live.ts'
import { dashboardPages } from '../dashboard/pages.ts'
import { healthPages, noDashboard } from '../dashboard/separate-dashboard.ts'
import { hostedPages } from '../patient-pages/hosted-routes.ts'
import { legalPages } from '../patient-pages/legal-routes.ts'
import { ownVisitsPages } from '../patient-pages/own-visits/own-visits-routes.ts'
import { statusPages } from '../patient-pages/queue-routes.ts'
import { writeQueue } from '../patient-pages/queue-texts.ts'
import { bookingScript } from '../patient-pages/script-files.ts'
import { videoPages } from '../patient-pages/video-routes.ts'
import { formPages } from '../patient-pages/visit/form-routes.ts'
import { messagePages } from '../patient-pages/visit/message-routes.ts'
import { visitPages } from '../patient-pages/visit/visit-routes.ts'
import { apiRefusals } from '../register/all-problems.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { confirmPages, confirmRoutes } from './confirmed-answers.ts'
import { followChanges, type Presence } from './follow-changes.ts'
import { buildApplicationDoor, type FrontDoorParts } from './front-door.ts'
import { createJobs, startJobs } from './jobs.ts'
import {
  type ApplicationOptions,
  defaultCalendarMs,
  defaultHoldMs,
  defaultSessionMs,
} from './options.ts'
import { patientTables } from './patient-tables.ts'
import { createReadinessCheck, readyMs } from './readiness.ts'
import { defaultRetention } from './retention.ts'
import { createRoutes } from './routes.ts'
import { configureVideo, createVideoServices, warnAboutPublicVideo } from './video.ts'
import { createWorkKinds } from './work-kinds.ts'

export interface Application extends OperatorServices, MonitoringSource {
  messages: MessageRails
  gate: ConsentGate
  activity: StaffActivity
  dueWork: DueWork
  routes: readonly Route[]
  /** How many streams of patients' pages and boards this process has open. */
  openStreams(): number
  /** The public surface, built but not listening; tests may add routes to the documented ones. */
  frontDoor(more?: readonly Route[]): FastifyInstance
  /** The dashboard's own server, if it has its own port: built but not listening. */
  dashboardDoor(): FastifyInstance
  /**
   * Sets the address on which the public surface now listens (its public address unless `publicUrl`
   * is set), and the dashboard's own address.
   */
  listensAt(url: string, dashboardUrl?: string): void
  /**
   * Makes the application report that it is not ready, so that it gets no new requests; patients'
   * pages then poll.
   */
  stopping(): void
  /**
   * Starts no more background work, and gives running work a few seconds; requests are still
   * answered.
   */
  stopWork(): Promise<void>
  /** Writes data that is still in memory and closes every connection. */
  close(): Promise<void>
}

function openApplicationDatabase({
  connection,
  directConnection,
  databaseConnections,
  databaseWaitMs,
  databaseLimits,
}: ApplicationOptions): Database {
  const { connectionsMax, connectionWaitMs } = defaultLimits
  const poolLimits = {
    connectionsMax: databaseConnections ?? connectionsMax,
    connectionWaitMs: databaseWaitMs ?? connectionWaitMs,
  }
  return openDatabase(
    connection,
    { ...defaultLimits, ...poolLimits, ...databaseLimits },
    directConnection,
  )
}

/** Opens the application on a database, after bringing it up to date. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { connection, mode, redisUrl, sessionMs = defaultSessionMs, hostNow } = options
  const {
    retention = defaultRetention,
    environment = {},
    log = pino({ level: 'silent' }),
  } = options
  const { doesDueWork = true, workKinds = [], zoneOfAddress = () => undefined } = options
  const {
    calendarMs = defaultCalendarMs,
    streamLimits = {},
    staffSessions = defaultSignInSettings,
  } = options
  const { directConnection, dashboard = 'on', waitsFor = () => {} } = options
  await migrate(directConnection ?? connection, (sentence) => {
    log.warn(sentence)
    waitsFor(sentence)
  })
  const database = openApplicationDatabase(options)
  try {
    await database.rows(insertInstallation, { mode })
    const clock = databaseClock(hostNow)
    const followClock = () => clock.follow(() => readClock(database, mode))
    await followClock()

    const eventLoop = watchEventLoop()
    const { lateMs = eventLoop.lateMs } = options
    const findUnreadyReason = createReadinessCheck(database)
    const metrics = createMetrics({
      version: about.version,
      mode,
      connections: database.connections,
      clockSkewMs: clock.skewMs,
      dueWork: () => dueWorkOverview(dueWork, clock),
      openStreams: () => queues.streams(),
      lateMs,
      isReady: async () => (await findUnreadyReason()) === undefined,
    })
    let listeningUrl = 'http://127.0.0.1:3000'
    const publicUrl = () => options.publicUrl ?? listeningUrl
    const video = configureVideo(options, publicUrl)
    if (doesDueWork) await warnAboutPublicVideo(database, video, log)
    const configurations = createConfigurationCache(database, video, {
      workspacesMax: options.workspacesCached,
    })
    const keys = createKeyCache(database, configurations)
    const calls = createCallLog(database, clock, {
      isOn: options.callLog,
      dropped: metrics.droppedCall,
    })
    const names = createNameCache(database)
    const activity = createStaffActivity(database)
    const secrets = await openInstallationSecrets(database, options)
    if (doesDueWork) await warnOfOtherSecret(database, secrets, log)
    const hash = keyedHash(secrets.ofHashes)
    const gate = consentGate(database, hash)
    const answers = sealedAnswers(createSealing(secrets.all, 'answers to forms'))
    const formValues = createFormValues(answers)
    if (doesDueWork && mode === 'production' && secrets.isStored)
      await warnAboutStoredSecret(database, log)
    const videoServices = createVideoServices(
      { configurations, publicUrl },
      options,
      secrets.ofHashes,
    )
    const counters = await openCounters(redisUrl, log, metrics.uncounted)
    const presence: Presence = { isUnavailable: false }
    const reportFailure = createFailureReporter(metrics, presence, log)
    let ownUrl = typeof dashboard === 'number' ? `http://127.0.0.1:${dashboard}` : undefined
    const dashboardOrigin = () =>
      options.dashboardUrl ?? options.publicUrl ?? ownUrl ?? listeningUrl
    const dashboardUrl = () => (dashboard === 'off' ? undefined : dashboardOrigin())
    const sealing = createSealing(secrets.all, 'messages of patients')
    const outside = {
      database,
      configurations,
      clock,
      hash,
      environment,
      log,
      names,
      publicUrl,
      sealing,
      counted: metrics.message,
    }
    const { messages, notices, checkouts, feeds, callbacks } = connectOutside(options, outside)
    const kinds = doesDueWork
      ? [
          ...createWorkKinds(
            { database, clock, environment, feeds, calendarMs },
            { ...notices, dashboardUrl },
            checkouts,
          ),
          ...workKinds,
        ]
      : []
    metrics.begin({
      codes: Object.keys(apiRefusals),
      channels,
      workKinds: kinds.map(({ name }) => name),
    })
    const dueWork = openDueWork({
      database,
      clock,
      kinds,
      log,
      counted: metrics.work,
      onFailure: reportFailure('doing due work'),
    })

    const signIns = openSignIns(
      { database, clock, hash, secrets: secrets.all, openId: options.openId, dashboardOrigin },
      staffSessions,
    )
    const live = createLiveChanges(
      { database, currentSessions: signIns.currentSessions },
      reportFailure('reading what changed'),
    )
    const queues = liveQueues(
      { database, clock, writeQueue, onFailure: reportFailure('reading a queue') },
      { ...defaultStreamLimits, ...streamLimits },
    )

    const followInstallation = (isHeard: boolean) =>
      void followClock()
        .then(queues.missedChanges)
        .then(isHeard ? dueWork.tick : undefined)
        .catch(reportFailure('following the clock'))
    followChanges(
      database,
      { configurations, names, keys, queues, dashboards: live, followClock: followInstallation },
      presence,
      log,
    )

    const patients = openExportedForms(patientTables, answers)
    const jobs = startJobs(
      createJobs({
        database,
        configurations,
        clock,
        keys,
        calls,
        activity,
        dueWork,
        retention,
        signIns,
        followClock,
        eraseExpired: createRetention({ database, clock, patients, deleteAnswers }),
      }),
      reportFailure,
    )

    async function stopWork() {
      jobs.stop()
      await dueWork.close()
    }

    let isStopping = false
    const unreadyReason = async () => (isStopping ? 'the service is stopping' : findUnreadyReason())
    const services = {
      database,
      configurations,
      clock,
      sessionMs,
      staffSessions,
      gate,
      rails: messages,
      sealing,
      secrets,
      spend: counters.spend,
    }
    const { medicineSearchLimits } = options
    const routes = createRoutes({
      ...services,
      publicUrl,
      ...checkouts,
      mode,
      zoneOfAddress,
      hash,
      formValues,
      medicineSearchLimits,
    })

    const onOpenIdRefused = (refusal: OpenIdRefusal, requestId: string) =>
      log.warn({ ...refusal, requestId }, 'a login by OpenID Connect was refused')
    const pages = buildPages(options, {
      database,
      clock,
      queues,
      checkouts,
      callbacks,
      notices,
      names,
      gate,
      findSession: keys.findSession,
      answers,
      log,
      ...videoServices,
    })

    const operatorServices: OperatorServices = {
      ...services,
      keys,
      calls,
      api: describeApi(options, routes, publicUrl),
      ...videoServices,
      videoIsPublic: video.isPublic,
      gateways: checkouts.gateways,
      hashOf: notices.hashOf,
      hearMessage: (to, message) => hearMessageOrWord(callbacks, to, message),
      patients,
      formValues,
      answers,
      checkouts,
      mode,
      environment,
      feeds,
      calendarMs,
      publicUrl,
      dashboardUrl,
      followClock,
    }

    const publicOrigin = options.dashboardUrl ?? options.publicUrl
    const besideRequests = {
      connection: directConnection ?? connection,
      onFailure: reportFailure('bringing a file in'),
      folder: options.dashboardFolder,
    }
    const buildDashboardPages = () =>
      dashboardPages({
        ...besideRequests,
        operatorServices,
        signIns,
        live,
        publicOrigin,
        onOpenIdRefused,
        linkCommand: `${options.command ?? 'clinic'} dashboard link`,
      })
    const buildDoor = (parts: Pick<FrontDoorParts, 'routes' | 'pages'>, doorOptions = options) =>
      buildApplicationDoor(doorOptions, {
        ...parts,
        clock,
        keys,
        calls,
        configurations,
        gate,
        activity,
        metrics,
        lateMs,
        log,
        spend: counters.spend,
        isDatabaseUnavailable: () => presence.isUnavailable,
      })

    return {
      ...operatorServices,
      gate,
      activity,
      dueWork,
      messages,
      unready: unreadyReason,
      metricsText: metrics.text,
      stopping: () => {
        isStopping = true
        queues.close()
        live.close()
      },
      stopWork,
      routes,
      openStreams: queues.streams,
      frontDoor: (more = []) =>
        buildDoor({
          routes: confirmRoutes(database, [...routes, ...more]),
          // An operation of the dashboard confirms by itself.
          pages: [
            ...confirmPages(database, pages),
            ...(dashboard === 'on' ? buildDashboardPages() : noDashboard),
          ],
        }),
      dashboardDoor: () =>
        buildDoor(
          { routes: [], pages: [...buildDashboardPages(), ...healthPages(unreadyReason)] },
          { ...options, docs: false },
        ),
      listensAt(url, own) {
        listeningUrl = url
        ownUrl = own
        // Configurations contain links to this service's video rooms.
        configurations.forgetAll()
      },
      async close() {
        queues.close()
        live.close()
        eventLoop.stop()
        await stopWork()
        await flushPending({ keys, calls, activity }, reportFailure)
        await counters.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface PageParts extends VideoServices {
  database: Database
  clock: DatabaseClock
  queues: LiveQueues
  checkouts: CheckoutServices
  callbacks: CallbackServices
  notices: NoticeServices
  names: WorkspaceNames
  gate: ConsentGate
  findSession: CachedKeys['findSession']
  answers: SealedAnswers
  log: Logger
}

/** Pages for patients, boards, gateways and documentation. */
function buildPages(
  { mode, docs, documentationFolder }: ApplicationOptions,
  {
    queues,
    checkouts,
    callbacks,
    notices,
    names,
    gate,
    findSession,
    answers,
    log,
    ...common
  }: PageParts,
): FrontDoorParts['pages'] {
  const { database, clock, configurations, publicUrl } = common
  return [
    ...statusPages({ ...common, queues }),
    ...boardPages({ database, clock, queues }),
    ...gatewayMessages({ ...checkouts, names, log }),
    ...carrierCallbacks(callbacks),
    ...hostedPages({ database, configurations, clock, publicUrl }, bookingScript()),
    ...ownVisitsPages({ database, configurations, clock, gate, findSession }),
    ...visitPages({ ...checkouts, ...common, gate }),
    ...formPages({ ...checkouts, ...common, gate, answers }),
    ...legalPages(common),
    ...messagePages({ ...checkouts, ...common, gate, notices }),
    ...videoPages(common),
    ...(docs === false ? [] : documentationPages(documentationFolder)),
    ...(mode === 'sandbox' ? sandboxGatewayPages({ database, clock }) : []),
    ...testRoomPages(common, clock),
  ]
}

/**
 * What operations need to know about the API: its limits, each endpoint's limit, the texts of its
 * refusals, and the address of its reference.
 */
function describeApi(
  { limits = defaultRateLimits, docs = true }: ApplicationOptions,
  routes: readonly Route[],
  publicUrl: () => string,
): OperatorServices['api'] {
  const classes = new Map(
    routes.map((route) => [`${route.method} ${route.path}`, routeRateClass(route)]),
  )
  return {
    limits,
    findRateClass: (method, route) => classes.get(`${method} ${route}`),
    findSentence: (code) =>
      Object.hasOwn(apiRefusals, code) ? apiRefusals[code]?.sentence : undefined,
    referenceUrl: () => (docs ? `${publicUrl()}/docs` : null),
  }
}

/** Writes data that is still in memory; failures are reported. */
async function flushPending(
  { keys, calls, activity }: Pick<FrontDoorParts, 'keys' | 'calls' | 'activity'>,
  onFailure: (name: string) => (error: unknown) => void,
): Promise<void> {
  await keys.writeUses().catch(onFailure('recording key uses'))
  await calls.write().catch(onFailure('recording calls of keys'))
  await activity.write().catch(onFailure('recording who acted'))
}

/**
 * The overview of due work; empty if the database does not answer, which is when the other metrics
 * are needed most.
 */
async function dueWorkOverview(dueWork: DueWork, clock: DatabaseClock) {
  const rows = await Promise.race([
    dueWork.overview().catch(() => []),
    sleep(readyMs, [], { ref: false }),
  ])
  return rows.map(({ oldestDueAt, ...row }) => ({
    ...row,
    oldestMs: oldestDueAt === null ? 0 : clock.now() - oldestDueAt,
  }))
}

interface OutsideServices {
  database: Database
  configurations: Configurations
  clock: DatabaseClock
  hash: KeyedHash
  environment: Environment
  log: Logger
  names: WorkspaceNames
  publicUrl(): string
  sealing: Sealing
  counted: Metrics['message']
}

/** The connections to the outside: messages and notices, gateways, external calendars. */
function connectOutside(
  options: ApplicationOptions,
  { names, counted, ...services }: OutsideServices,
) {
  const { database, configurations, clock, hash, environment, log, publicUrl, sealing } = services
  const {
    mode,
    holdMs = defaultHoldMs,
    calendarNetworks = [],
    resolveName = systemResolver,
  } = options
  const messageSettings = async (workspaceId: number) =>
    (await configurations.of(workspaceId)).messages
  const messages =
    options.rails ??
    openMessageRails({
      settingsOf: messageSettings,
      callbackUrl: async (workspaceId, carrier) =>
        `${publicUrl()}${callbackPath(carrier, (await names.findName(workspaceId)) ?? '')}`,
      mode,
      queries: database,
      clock,
      environment,
      log,
      counted,
    })
  const readToken = noticeTokenReader(publicUrl)
  const notices = {
    database,
    clock,
    rails: messages,
    mode,
    settingsOf: configurations.of,
    readVisit: readNoticeVisit,
    listSameDayVisits,
    readToken,
    readOffer: readNoticeOffer,
    readPack: readNoticePack,
    publicUrl,
    sealing,
    hashOf: (channel: Channel, address: string) => countedHash(hash, { channel, address }),
  }
  const accounts = createGatewayAccounts({
    loadSettings: async (workspaceId) => (await configurations.of(workspaceId)).gateways,
    environment,
    mode,
  })
  const sandboxGateways = mode === 'sandbox' ? [sandboxGateway({ database, clock, publicUrl })] : []
  const { gateways = [...sandboxGateways, ...externalGateways(accounts)] } = options
  const checkouts = {
    database,
    configurations,
    clock,
    gateways: createGateways(gateways),
    holdMs,
    log,
  }
  const replies = {
    ...notices,
    confirmVisit: (workspaceId: number, appointmentId: number) =>
      confirmByReply(checkouts, workspaceId, appointmentId),
    listUpcoming: (workspaceId: number, appointmentIds: readonly number[]) =>
      listUpcoming(database, workspaceId, appointmentIds, clock.now()),
  }
  const feeds = {
    resolve: resolveName,
    allows: addressMatcher(calendarNetworks),
    readMsMax: options.calendarReadMsMax,
  }
  const callbacks: CallbackServices = {
    database,
    clock,
    environment,
    log,
    publicUrl,
    settingsOf: messageSettings,
    hashOf: notices.hashOf,
    findId: names.findId,
    hearMessage: (...heard) => hearMessage(replies, ...heard),
    hearReport: (workspaceId, { reference, delivery, code }) =>
      database.rows(recordMessageDelivery, { workspaceId, reference, delivery, code }),
  }
  return { messages, notices, checkouts, feeds, callbacks }
}

/**
 * Failures of background work by name; each is counted and logged, but an unavailable database is
 * logged only once.
 */
function createFailureReporter(metrics: Metrics, presence: Presence, log: Logger) {
  return (workName: string) => {
    metrics.begin({ backgroundWork: [workName] })
    return (error: unknown) => {
      metrics.backgroundFailure(workName)
      if (!presence.isUnavailable)
        log.warn({ error: loggableError(error) }, `${workName} failed and will be retried`)
    }
  }
}

/** Answers to forms are no secret to someone with a dump that contains their key. */
async function warnAboutStoredSecret(database: Database, log: Logger): Promise<void> {
  const [form] = await database.rows(anyForm)
  if (form)
    log.warn(
      'a workspace has forms, but CLINIC_SECRET is not set: the database contains the key to the answers, and so does each dump of it',
    )
}

/** Opens the counters: in Redis, where processes count together; otherwise in this process. */
async function openCounters(
  redisUrl: string | undefined,
  log: Logger,
  uncounted: () => void,
): Promise<Counters> {
  if (redisUrl === undefined) return processCounters()
  const { redisCounters } = await import('../../base/ports/redis-counters.ts')
  return redisCounters(redisUrl, {
    unavailable: (error, reason) =>
      log.warn(
        { error: loggableError(error), reason },
        'REDIS_URL does not answer: requests pass uncounted until it does',
      ),
    available: () => log.warn('REDIS_URL answers again: requests are counted'),
    uncounted,
  })
}

/** The database's clock; throws WrongMode if the database was created for the other mode. */
async function readClock(database: Database, mode: string) {
  const [reading] = await database.rows(clockReading)
  if (!reading) throw new Error('the installation row is missing')
  if (reading.mode !== mode) throw new WrongMode(reading.mode, mode)
  return reading
}
