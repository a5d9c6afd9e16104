// Cross-origin headers (GEN-23, A-007): only for pages of origins that a widget key lists. A server
// never gets one, so a page that uses a developer key sees a failed connection.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitsSessions, type Route } from '../contract/route.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { GateArguments } from './pipeline.ts'

const preflightSeconds = '600'
// The response headers that a page may read.
const exposedHeaders =
  'x-request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-route-limit, x-ratelimit-route-remaining, deprecation, sunset, link'

/** The request headers that a page may send. */
const allowedHeaders =
  'authorization, content-type, x-api-key, x-end-user-id, x-request-id, idempotency-key'

export interface Origins {
  knowsOrigin(origin: string, now: Instant): Promise<boolean>
  now(): Instant
}

/**
 * Matches the paths of routes that a session may use, and of the route that opens sessions:
 * `/v1/x/:id` with any id.
 */
export function createPageRouteMatcher(
  routes: readonly Route[],
): (method: string, url: string) => boolean {
  const forPages = routes.filter(({ policy }) => admitsSessions(policy) || policy.opensSessions)
  const patterns = forPages.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
  }))
  return (method, url) => {
    const path = url.split('?', 1)[0] ?? ''
    return patterns.some((route) => route.method === method && route.pattern.test(path))
  }
}

/**
 * Answers a preflight of a listed origin for a route that pages may use; false leaves the request
 * to the gates.
 */
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  isPageRoute: ReturnType<typeof createPageRouteMatcher>,
  origins: Origins,
): Promise<boolean> {
  const { origin } = request.headers
  const method = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || typeof origin !== 'string' || typeof method !== 'string')
    return false
  if (!isPageRoute(method, request.url) || !(await origins.knowsOrigin(origin, origins.now())))
    return false
  reply
    .code(204)
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', allowedHeaders)
    .header('access-control-max-age', preflightSeconds)
    .header('vary', 'origin')
    .removeHeader('content-type')
    .send()
  return true
}

/**
 * Lets a page read the answer if its origin is listed by its own widget key or, where it has no key
 * or gets no session, by any widget key.
 */
export async function allowPageToRead(
  [request, { key }, to, origins]: GateArguments,
  reply: FastifyReply,
): Promise<void> {
  const { origin } = request.headers
  if (typeof origin !== 'string' || key?.kind === 'DEVELOPER') return
  const isBearer =
    request.headers['x-api-key'] === undefined && request.headers.authorization !== undefined
  const isOwn = key?.allowedOrigins.includes(origin) === true
  const mayBeOfAnother = to?.policy.opensSessions === true || (isBearer && !key)
  if (!isOwn && !(mayBeOfAnother && (await origins.knowsOrigin(origin, origins.now())))) return
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', exposedHeaders)
    .header('vary', 'origin')
}
