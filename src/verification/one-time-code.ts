// What a one-time code is, and how many there may be.

import { randomInt } from 'node:crypto'
import type { Instant } from '../values/clinic-time.ts'
import { problem } from '../values/problem.ts'
import type { Destination } from './destination.ts'
import type { KeyedHash } from './keyed-hash.ts'

/** Who asks for a code or verifies one. */
export interface EndUser {
  workspaceId: number
  keyId: number
  /** Keyed hash of the id. */
  hash: Buffer
  /** The session by which the end user calls; null under a developer key. */
  sessionId: number | null
  /** What codes and the gate belong to: the end user under a key; under a session, the end user at the client's address. */
  visitorHash: Buffer
  origin: Origin
}

/** Keyed hashes, for one workspace, of where a caller is. */
export interface Origin {
  /** An IPv4 address, or an IPv6 /64. */
  networkHash: Buffer
  /** The same address, or the /56 above. */
  siteHash: Buffer
}

/** So many within so long. */
export interface Limit {
  countMax: number
  windowMs: number
}

export const dayMs = 24 * 3_600_000

export const sendsOfDestination: Limit = { countMax: 3, windowMs: 600_000 }
export const sendsOfEndUser: Limit = { countMax: 50, windowMs: dayMs }
export const failuresOfDestination: Limit = { countMax: 100, windowMs: dayMs }
/** Of networks without a failure: a stranger who has spent the hundred has not locked the patient out. Twenty, since addresses are cheap. */
export const failuresWithReserve: Limit = { countMax: 120, windowMs: dayMs }

export const validMinutes = 10

/** Six digits, leading zeros kept. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The hash of a code for one end user and one destination: of no use for any other. */
export function hashCode(
  hash: KeyedHash,
  { workspaceId, keyId, hash: endUser }: EndUser,
  { channel, address, countryCode }: Destination,
  code: string,
): Buffer {
  return hash('code', workspaceId, keyId, endUser.toString('hex'), channel, address, countryCode, code)
}

/** What a statement counts by a limit: it returns the entry before which the limit is reached. */
export function countedBy({ countMax, windowMs }: Limit, now: Instant): { since: Instant; skipped: number } {
  return { since: now - windowMs, skipped: countMax - 1 }
}

/** Refuses when a limit is reached; `counted` is the instant of the entry that has to leave before another one comes in. */
export function refuseWhenReached(limits: readonly { limit: Limit; counted: Instant | undefined }[], now: Instant): void {
  const waitsMs = limits.flatMap(({ limit, counted }) => (counted === undefined ? [] : [counted + limit.windowMs - now]))
  // All of them have to let the next one in.
  if (waitsMs.length > 0) throw problem('TOO_MANY_CODES', { retryAfterSeconds: String(Math.ceil(Math.max(...waitsMs) / 1000)) })
}
