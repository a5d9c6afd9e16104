// The application on one page: what it is made of, in the order in which it is put together.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import about from '../package.json' with { type: 'json' }
import { bookUnifiedRoute } from './appointments/book-unified.ts'
import { recordVitalsRoute } from './appointments/record-vitals.ts'
import { retirePastClaims } from './appointments/retire-claims.ts'
import { availableSlotsRoute } from './availability/available-slots.ts'
import { addressesRoute } from './catalogue/addresses.ts'
import { rememberedConfigurations } from './catalogue/configuration.ts'
import { createUserRoute } from './catalogue/create-user.ts'
import { doctorsRoute } from './catalogue/doctors.ts'
import { practitionerShiftsRoute } from './catalogue/practitioner-shifts.ts'
import { publicProfileRoute } from './catalogue/public-profile.ts'
import { searchMedicinesRoute } from './catalogue/search-medicines.ts'
import { type StaffActivity, staffActivity } from './catalogue/staff-activity.ts'
import { usersRoute } from './catalogue/users.ts'
import { workspaceDetailRoute } from './catalogue/workspace-detail.ts'
import { type Connection, type Database, openDatabase, usualLimits } from './db/database.ts'
import { failureKind, loggable } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import { type Limits, usualRateLimits } from './http/pipeline.ts'
import type { Route } from './http/route.ts'
import { buildFrontDoor } from './http/server.ts'
import { openMetrics } from './operator/metrics.ts'
import type { Monitored } from './operator/monitoring.ts'
import type { OperatorServices } from './operator/operation.ts'
import { listPatientsRoute } from './patients/list-patients.ts'
import { upsertPatientRoute } from './patients/upsert-patient.ts'
import { databaseClock } from './ports/clock.ts'
import { clockReading, keepSecret, keptSecret, settleInstallation } from './ports/clock-queries.ts'
import { processCounters, redisCounters } from './ports/counters.ts'
import { openMessageRails } from './ports/messages/message-rails.ts'
import type { MessageRails } from './ports/messages/rail.ts'
import type { Environment } from './ports/secrets.ts'
import { forgetPast, type Retention, usualRetention } from './retention.ts'
import { addressMatcher } from './values/ip-address.ts'
import { type Gate, gateOf } from './verification/gate.ts'
import { keyedHash } from './verification/keyed-hash.ts'
import { searchByPhoneRoute } from './verification/search-by-phone.ts'
import { sendCodeRoutes } from './verification/send-routes.ts'
import { verifyCodeRoutes } from './verification/verify-routes.ts'
import { rememberedKeys } from './workspaces/keys.ts'
import { widgetSessionRoute } from './workspaces/widget-sessions.ts'

export interface ApplicationOptions {
  connection: Connection
  mode: 'sandbox' | 'production'
  databaseConnections?: number
  trustedProxies?: readonly string[]
  /** Headers in which a trusted proxy names the viewer's zone. */
  zoneHeaders?: readonly string[]
  /** Requests a minute. */
  limits?: Limits
  /** Where processes count requests together; each by itself when omitted. */
  redisUrl?: string | undefined
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
  log?: Logger
  /** What this host's clock shows; tests set it. */
  hostNow?: () => number
}

export interface Application extends OperatorServices, Monitored {
  messages: MessageRails
  gate: Gate
  activity: StaffActivity
  routes: readonly Route[]
  /** The public surface, built but not listening; with more routes than the documented ones where tests need them. */
  frontDoor(more?: readonly Route[]): FastifyInstance
  /** From now on it says that it is not ready, so that nobody sends more. */
  stopping(): void
  /** Writes down what is still in memory and closes every connection. */
  close(): Promise<void>
}

/** A setting contradicts what the database was made for. */
export class WrongMode extends Error {}

const clockMs = 60_000
const usesMs = 30_000
const claimsMs = 3_600_000
const usualSessionMs = 3_600_000
const retentionMs = 3_600_000
// A balancer asks every few seconds; a database that needs longer than this serves nobody.
const readyMs = 1_000

/** Opens the application on a database, which it first brings up to date. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { connection, mode, trustedProxies = [], zoneHeaders = [], limits = usualRateLimits, redisUrl, sessionMs = usualSessionMs, hostNow } = options
  const { retention = usualRetention, environment = {}, log = pino({ level: 'silent' }) } = options
  await migrate(connection)
  const database = openDatabase(connection, { ...usualLimits, connectionsMax: options.databaseConnections ?? usualLimits.connectionsMax })
  try {
    await database.rows(settleInstallation, [mode])
    const clock = databaseClock(hostNow)
    const followClock = () => clock.follow(readClock)
    async function readClock() {
      const [reading] = await database.rows(clockReading, [])
      if (!reading) throw new Error('the installation row is missing')
      if (reading.mode !== mode) throw new WrongMode(`this database belongs to a ${reading.mode} instance, and CLINIC_MODE is ${mode}`)
      return reading
    }
    await followClock()

    const metrics = openMetrics({ version: about.version, mode, connections: database.connections, clockSkewMs: clock.skewMs })
    const configurations = rememberedConfigurations(database)
    const keys = rememberedKeys(database)
    const activity = staffActivity(database)
    const hash = keyedHash(options.secret ?? (await secretInDatabase(database)))
    const gate = gateOf(database, hash)
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

    // Whatever any process changes is told to all of them at commit; after a silence everything is forgotten.
    const failed = (what: string) => (error: unknown) => {
      metrics.backgroundFailure(what)
      log.warn({ error: loggable(error) }, `${what} failed; it is tried again`)
    }
    database.listen(
      'clinic_changes',
      (notice) => {
        const [what, workspaceId] = notice.split(' ')
        if (what === 'workspace') configurations.forget(Number(workspaceId))
        if (what === 'keys') keys.forgetWorkspace(Number(workspaceId))
        if (what === 'installation') followClock().catch(failed('following the clock'))
      },
      () => {
        configurations.forgetAll()
        keys.forgetAll()
        followClock().catch(failed('following the clock'))
      },
    )

    const ticks = [
      every(clockMs, followClock, failed('following the clock')),
      every(usesMs, keys.writeUses, failed('noting key uses')),
      every(usesMs, activity.write, failed('noting who acted')),
      every(claimsMs, () => retirePastClaims(database, Date.now() + clock.skewMs()), failed('retiring past claims')),
      every(retentionMs, () => forgetPast(database, retention, clock.now()), failed('forgetting what is past keeping')),
    ]

    let isStopping = false
    async function unready(): Promise<string | undefined> {
      if (isStopping) return 'the service is stopping'
      const answered = database.rows(clockReading, []).then(
        () => undefined,
        () => 'the database does not answer',
      )
      return Promise.race([answered, sleep(readyMs, 'the database does not answer in time', { ref: false })])
    }

    const services = { database, configurations, clock, sessionMs, gate }
    const codeServices = { ...services, hash, rails: messages }
    const routes: readonly Route[] = [
      workspaceDetailRoute(services),
      addressesRoute(services),
      doctorsRoute(services),
      practitionerShiftsRoute(services),
      usersRoute(services),
      createUserRoute(services),
      publicProfileRoute(services),
      searchMedicinesRoute(services),
      upsertPatientRoute(services),
      listPatientsRoute(services),
      availableSlotsRoute(services),
      bookUnifiedRoute(services),
      recordVitalsRoute(services),
      widgetSessionRoute(services),
      ...sendCodeRoutes(codeServices),
      ...verifyCodeRoutes(codeServices),
      searchByPhoneRoute(services),
    ]

    return {
      ...services,
      keys,
      activity,
      mode,
      environment,
      messages,
      followClock,
      unready,
      metricsText: metrics.text,
      stopping: () => {
        isStopping = true
      },
      routes,
      frontDoor: (more = []) =>
        buildFrontDoor({
          routes: [...routes, ...more],
          version: about.version,
          services: {
            now: clock.now,
            limits,
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
          zoneHeaders,
          failureKind,
          answered: metrics.answered,
          loggable,
          log,
        }),
      async close() {
        for (const tick of ticks) clearInterval(tick)
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

/** Repeats `work`; one that fails is tried again at the next tick. */
function every(ms: number, work: () => Promise<unknown>, failed: (error: unknown) => void): NodeJS.Timeout {
  const timer = setInterval(() => void work().catch(failed), ms)
  timer.unref()
  return timer
}

/** The secret of the first start that was given none; the same for every process. */
async function secretInDatabase(database: Database): Promise<string> {
  await database.rows(keepSecret, [randomBytes(32).toString('base64url')])
  const [kept] = await database.rows(keptSecret, [])
  if (!kept?.secret) throw new Error('the installation row is missing')
  return kept.secret
}
