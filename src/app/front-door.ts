// The front door of an application: the services of its gates, and the observers of its responses.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import about from '../../package.json' with { type: 'json' }
import type { Configurations } from '../catalogue/configuration.ts'
import type { StaffActivity } from '../catalogue/staff/activity.ts'
import { failureKind, loggable } from '../db/failures.ts'
import { defaultConnectionLimits } from '../http/connections.ts'
import type { GateServices } from '../http/pipeline.ts'
import { defaultRateLimits } from '../http/rate-limits.ts'
import { buildFrontDoor, type FrontDoor } from '../http/server.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { addressMatcher } from '../values/ip-address.ts'
import type { ConsentGate } from '../verification/consent-gate.ts'
import type { CallLog } from '../workspaces/key-calls.ts'
import type { CachedKeys } from '../workspaces/keys.ts'
import { type ApplicationOptions, defaultLateMsMax } from './options.ts'

export interface FrontDoorParts extends Pick<FrontDoor, 'routes' | 'pages' | 'isDatabaseAway'>, Pick<GateServices, 'spend' | 'lateMs'> {
  clock: { now: GateServices['now'] }
  keys: CachedKeys
  calls: CallLog
  configurations: Configurations
  gate: ConsentGate
  activity: StaffActivity
  metrics: Metrics
  log: Logger
}

/** Built, but not listening. */
export function frontDoorOf(
  { docs = true, limits = defaultRateLimits, lateMsMax = defaultLateMsMax, connectionLimits = defaultConnectionLimits, ...options }: ApplicationOptions,
  { routes, pages, clock, keys, calls, configurations, gate, activity, metrics, spend, lateMs, isDatabaseAway, log }: FrontDoorParts,
): FastifyInstance {
  return buildFrontDoor({
    ...{ routes, pages, docs, version: about.version, connectionLimits, failureKind, isDatabaseAway, loggable, log },
    services: {
      ...{ now: clock.now, limits, lateMs, lateMsMax, spend },
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
    isTrustedProxy: addressMatcher(options.trustedProxies ?? []),
    zoneHeaders: options.zoneHeaders ?? [],
    canAnswer: (answers) => metrics.begin({ answers }),
    answered: metrics.answered,
    keyAnswered: calls.answered,
  })
}
