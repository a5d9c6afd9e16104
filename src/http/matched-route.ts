// The route a request has come to.

import type { FastifyRequest } from 'fastify'
import type { Policy } from '../contract/route.ts'

/** A route of the API, as its gates need it: its pattern names its bucket. */
export interface MatchedRoute {
  method: string
  path: string
  policy: Policy
  /** What is sent to a route without one is not read. */
  takesBody: boolean
  bodyMayBeAbsent: boolean
}

/** What a route says of itself where it is registered, and its pattern, which Fastify adds; without one, no route was found. */
export interface RouteConfig {
  to?: MatchedRoute
  url?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** From the first hook on; read once for each request, for Fastify puts together all it knows of a route whenever it is asked. */
    config: RouteConfig | undefined
  }
}

export function configOf(request: FastifyRequest): RouteConfig {
  return request.config ?? request.routeOptions.config
}

/** The pattern of the route; null for a path that is none of ours. */
export function patternOf(request: FastifyRequest): string | null {
  return configOf(request).url ?? null
}

/** Undefined for a page, and for a path that is none of ours. */
export function matchedRouteOf(request: FastifyRequest): MatchedRoute | undefined {
  return configOf(request).to
}

export function policyOf(request: FastifyRequest): Policy | undefined {
  return matchedRouteOf(request)?.policy
}
