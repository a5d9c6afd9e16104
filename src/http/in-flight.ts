// What the front door notes of a request while it is in flight.

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../contract/errors.ts'
import type { Policy } from '../contract/route.ts'
import type { IpAddress } from '../values/ip-address.ts'
import type { MatchedRoute, Passage } from './pipeline.ts'

export interface InFlight {
  passage: Passage
  /** Names the request in a 500 and in the log, whatever the caller's x-request-id is. */
  uuid: string
  startedAt: number
  /** Why it was refused, once it was. */
  code?: Refusal['code']
}

/** Gone with the request. */
export const inFlight = new WeakMap<FastifyRequest, InFlight>()

export function uuidOf(request: FastifyRequest): string {
  return inFlight.get(request)?.uuid ?? randomUUID()
}

/** Where a request came from. */
export function addressOf(request: FastifyRequest): IpAddress {
  const noted = inFlight.get(request)
  if (!noted) throw new Error('a request is asked for its address before it is noted')
  return noted.passage.address
}

export function matchedRouteOf(request: FastifyRequest): MatchedRoute | undefined {
  return request.is404 ? undefined : (request.routeOptions.config as { to?: MatchedRoute }).to
}

export function policyOf(request: FastifyRequest): Policy | undefined {
  return matchedRouteOf(request)?.policy
}
