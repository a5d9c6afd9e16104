// What the front door records about a request while it is in flight.

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../contract/errors.ts'
import type { IpAddress } from '../values/ip-address.ts'
import type { Passage } from './pipeline.ts'

export interface InFlight {
  passage: Passage
  /**
   * Identifies the request in a 500 and in the log, independently of the caller's x-request-id
   * (A-011).
   */
  uuid: string
  startedAt: number
  /** Why it was refused, if it was. */
  code?: Refusal['code']
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set from the first hook on. It is a property of the request itself, since a look-up in a map
     * is slower.
     */
    inFlight: InFlight | undefined
  }
}

export function requestUuid(request: FastifyRequest): string {
  return request.inFlight?.uuid ?? randomUUID()
}

/** The address a request came from. */
export function requestAddress({ inFlight }: FastifyRequest): IpAddress {
  if (!inFlight) throw new Error('the address of a request was read before it was recorded')
  return inFlight.passage.address
}
