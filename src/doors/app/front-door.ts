// Builds the public server of an application, with the services for its checks and the observers of
// its responses.

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import about from '../../../package.json' with { type: 'json' }
import { failureKind, loggableError } from '../../base/db/failures.ts'
import { defaultConnectionLimits } from '../../base/http/connections.ts'
import type { GateServices } from '../../base/http/pipeline.ts'
import { defaultRateLimits } from '../../base/http/rate-limits.ts'
import { buildFrontDoor, type FrontDoor } from '../../base/http/server.ts'
import { addressMatcher } from '../../base/values/ip-address.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import type { StaffActivity } from '../../clinic/catalogue/staff/activity.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import type { CallLog } from '../../clinic/workspaces/key-calls.ts'
import type { CachedKeys } from '../../clinic/workspaces/keys.ts'
import type { Metrics } from '../../management/monitoring/metrics.ts'
import { apiRefusals } from '../register/all-problems.ts'
import { type ApplicationOptions, defaultLateMsMax } from './options.ts'

export interface FrontDoorParts
  extends Pick<FrontDoor, 'routes' | 'pages' | 'isDatabaseUnavailable'>,
    Pick<GateServices, 'spend' | 'lateMs'> {
  clock: { now: GateServices['now'] }
  keys: CachedKeys
  calls: CallLog
  configurations: Configurations
  gate: ConsentGate
  activity: StaffActivity
  metrics: Metrics
  log: Logger
}

/** Builds the server, which is not listening yet. */
export function buildApplicationDoor(
  {
    docs = true,
    limits = defaultRateLimits,
    lateMsMax = defaultLateMsMax,
    connectionLimits = defaultConnectionLimits,
    ...options
  }: ApplicationOptions,
  {
    routes,
    pages,
    clock,
    keys,
    calls,
    configurations,
    gate,
    activity,
    metrics,
    spend,
    lateMs,
    isDatabaseUnavailable,
    log,
  }: FrontDoorParts,
): FastifyInstance {
  return buildFrontDoor({
    routes,
    refusals: apiRefusals,
    pages,
    docs,
    version: about.version,
    connectionLimits,
    failureKind,
    isDatabaseUnavailable,
    loggable: loggableError,
    log,
    services: {
      now: clock.now,
      limits,
      lateMs,
      lateMsMax,
      spend,
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
