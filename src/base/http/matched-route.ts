// The route that a request matched.

import type { FastifyRequest } from 'fastify'
import type { Policy } from '../contract/route.ts'

/** A route of the API, as its gates need it; its pattern names its rate limit. */
export interface MatchedRoute {
  method: string
  path: string
  policy: Policy
  /** Whether a request's body is read. */
  takesBody: boolean
  bodyMayBeAbsent: boolean
}

/**
 * What a route declares when it is registered, and its pattern, which Fastify adds; without a
 * pattern, no route was found.
 */
export interface RouteConfig {
  to?: MatchedRoute
  url?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set from the first hook on; read once per request, since Fastify assembles it at each access.
     */
    config: RouteConfig | undefined
  }
}

export function routeConfig(request: FastifyRequest): RouteConfig {
  return request.config ?? request.routeOptions.config
}

/** The pattern of the route; null for an unknown path. */
export function routePattern(request: FastifyRequest): string | null {
  return routeConfig(request).url ?? null
}

/** Undefined for a page, and for an unknown path. */
export function matchedRoute(request: FastifyRequest): MatchedRoute | undefined {
  return routeConfig(request).to
}

export function routePolicy(request: FastifyRequest): Policy | undefined {
  return matchedRoute(request)?.policy
}
