// One route behind the gates: its input is validated, it is called, and its answer is serialised by
// its schema.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJsonObject } from '../contract/body.ts'
import { refusal, refusalForProblem } from '../contract/errors.ts'
import type { Caller, Deprecation, Route } from '../contract/route.ts'
import { bodyValidator, parameterValidator } from '../contract/validation.ts'
import { invalid } from '../values/problem.ts'
import type { InFlight } from './in-flight.ts'
import type { MatchedRoute } from './matched-route.ts'
import type { Passage } from './pipeline.ts'
import { createBodyRefusal } from './request-body.ts'
import { createCachingSerialiser, dropEscapeChecks } from './serialiser.ts'

export interface RouteDependencies {
  viewerTimezoneOf(request: FastifyRequest): string | undefined
  /** Called when something was done on behalf of a staff member. */
  staffActed(workspaceId: number, userId: number): void
}

export function serveRoute(
  app: FastifyInstance,
  route: Route,
  { viewerTimezoneOf: viewerTimezone, staffActed }: RouteDependencies,
) {
  const { method, path, policy, bodyMayBeAbsent = false } = route
  const checkPath = route.pathParameters && parameterValidator(route.pathParameters)
  const checkQuery = route.query && parameterValidator(route.query)
  const checkBody = route.body && bodyValidator(route.body)
  const deprecation = route.deprecated && deprecationHeaders(route.deprecated)
  const cachingSerialisers = new Map(
    Object.entries(route.replies).map(([status, schema]) => [
      Number(status),
      createCachingSerialiser(schema),
    ]),
  )
  app.route({
    method,
    url: path,
    config: {
      to: {
        method,
        path,
        policy,
        takesBody: route.body !== undefined,
        bodyMayBeAbsent,
      } satisfies MatchedRoute,
    },
    schema: { response: dropEscapeChecks(route.replies) },
    async handler(request, reply) {
      const { passage } = request.inFlight as InFlight
      const caller = passage.caller as Caller
      checkPath?.(request.params)
      checkQuery?.(request.query)
      const sent = request.body === undefined && bodyMayBeAbsent ? {} : request.body
      if (checkBody) {
        if (!isJsonObject(sent)) throw createBodyRefusal(request, 'must be a JSON object', sent)
        checkReferences(sent, route.needsOneOf)
        checkBody(sent)
      }
      const { status, body } = await route.handle({
        caller,
        address: passage.address,
        viewerTimezone: viewerTimezone(request),
        idempotencyKey: policy.idempotent && readIdempotencyKey(request),
        query: request.query as never,
        body: sent as never,
        path: request.params as never,
      })
      if (policy.actingUser && caller.actingUserId !== undefined)
        staffActed(caller.workspaceId, caller.actingUserId)
      if (passage.limits) reply.headers(limitHeaders(passage.limits))
      if (deprecation) reply.headers(deprecation)
      const serialise = cachingSerialisers.get(status)
      if (serialise) reply.type('application/json; charset=utf-8').serializer(serialise)
      return reply.code(status).send(body)
    },
  })
}

/** Throws if none of the members is present, whichever others are. */
function checkReferences(body: Readonly<Record<string, unknown>>, members: readonly string[] = []) {
  const [first] = members
  if (first === undefined || members.some((member) => (body[member] ?? '') !== '')) return
  throw refusal('REFERENCE_REQUIRED', { members: members.join(', ') }, [
    { field: first, error: 'is required', value: null },
  ])
}

/** Reads the Idempotency-Key header; an empty one counts as absent. */
function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'] ?? ''
  if (typeof key === 'string' && /^[ -~]{0,255}$/.test(key)) return key === '' ? undefined : key
  throw refusalForProblem(invalid('Idempotency-Key must be at most 255 printable ASCII characters'))
}

/** The headers with the caller's limits, for successful answers only. */
function limitHeaders({
  key,
  keyLeft,
  route,
  routeLeft,
}: NonNullable<Passage['limits']>): Record<string, string> {
  return {
    'x-ratelimit-limit': String(key),
    'x-ratelimit-remaining': String(keyLeft),
    'x-ratelimit-route-limit': String(route),
    'x-ratelimit-route-remaining': String(routeLeft),
  }
}

/** The headers of RFC 9745, and of RFC 8594 for the end; both dates are midnight UTC. */
function deprecationHeaders({ since, until, guide }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(until).toUTCString(),
    link: `<${guide}>; rel="deprecation"`,
  }
}
