// What the front door notes of a request while it is in flight.

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../contract/errors.ts'
import type { IpAddress } from '../values/ip-address.ts'
import type { Passage } from './pipeline.ts'

export interface InFlight {
  passage: Passage
  /** Names the request in a 500 and in the log, whatever the caller's x-request-id is. */
  uuid: string
  startedAt: number
  /** Why it was refused, once it was. */
  code?: Refusal['code']
}

declare module 'fastify' {
  interface FastifyRequest {
    /** From the first hook on. A member of the request itself: to look it up beside takes longer. */
    inFlight: InFlight | undefined
  }
}

export function uuidOf(request: FastifyRequest): string {
  return request.inFlight?.uuid ?? randomUUID()
}

/** Where a request came from. */
export function addressOf({ inFlight }: FastifyRequest): IpAddress {
  if (!inFlight) throw new Error('a request is asked for its address before it is noted')
  return inFlight.passage.address
}
