// The application on one page: what it is made of, in the order in which it is put together.

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import about from '../package.json' with { type: 'json' }
import { bookUnifiedRoute } from './appointments/book-unified.ts'
import { retirePastClaims } from './appointments/retire-claims.ts'
import { availableSlotsRoute } from './availability/available-slots.ts'
import { addressesRoute } from './catalogue/addresses.ts'
import { rememberedConfigurations } from './catalogue/configuration.ts'
import { doctorsRoute } from './catalogue/doctors.ts'
import { publicProfileRoute } from './catalogue/public-profile.ts'
import { workspaceDetailRoute } from './catalogue/workspace-detail.ts'
import { type Connection, openDatabase, usualLimits } from './db/database.ts'
import { failureKind, loggable } from './db/failures.ts'
import { migrate } from './db/migrate.ts'
import type { Route } from './http/route.ts'
import { buildFrontDoor } from './http/server.ts'
import { openMetrics } from './operator/metrics.ts'
import type { Monitored } from './operator/monitoring.ts'
import type { OperatorServices } from './operator/operation.ts'
import { databaseClock } from './ports/clock.ts'
import { clockReading, settleInstallation } from './ports/clock-queries.ts'
import { addressMatcher } from './values/ip-address.ts'
import { rememberedKeys } from './workspaces/keys.ts'

export interface ApplicationOptions {
  connection: Connection
  mode: 'sandbox' | 'production'
  databaseConnections?: number
  trustedProxies?: readonly string[]
  log?: Logger
  /** What this host's clock shows; tests set it. */
  hostNow?: () => number
}

export interface Application extends OperatorServices, Monitored {
  routes: readonly Route[]
  /** The public surface, built but not listening. */
  frontDoor(): FastifyInstance
  /** From now on it says that it is not ready, so that nobody sends more. */
  stopping(): void
  /** Writes down what is still in memory and closes every connection. */
  close(): Promise<void>
}

/** A setting contradicts what the database was made for. */
export class WrongMode extends Error {}

const clockMs = 60_000
const keyUsesMs = 30_000
const claimsMs = 3_600_000
// A balancer asks every few seconds; a database that needs longer than this serves nobody.
const readyMs = 1_000

/** Opens the application on a database, which it first brings up to date. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { connection, mode, trustedProxies = [], hostNow } = options
  const log = options.log ?? pino({ level: 'silent' })
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
      every(keyUsesMs, keys.writeUses, failed('noting key uses')),
      every(claimsMs, () => retirePastClaims(database, Date.now() + clock.skewMs()), failed('retiring past claims')),
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

    const services = { database, configurations, clock }
    const routes: readonly Route[] = [
      workspaceDetailRoute(services),
      addressesRoute(services),
      doctorsRoute(services),
      publicProfileRoute(services),
      availableSlotsRoute(services),
      bookUnifiedRoute(services),
    ]

    return {
      ...services,
      keys,
      mode,
      followClock,
      unready,
      metricsText: metrics.text,
      stopping: () => {
        isStopping = true
      },
      routes,
      frontDoor: () =>
        buildFrontDoor({
          routes,
          version: about.version,
          services: { now: clock.now, findKey: keys.find, keyUsed: keys.used, isEntitled: configurations.isEntitled },
          isTrustedProxy: addressMatcher(trustedProxies),
          failureKind,
          answered: metrics.answered,
          loggable,
          log,
        }),
      async close() {
        for (const tick of ticks) clearInterval(tick)
        await keys.writeUses().catch(failed('noting key uses'))
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
