// One-time codes and their limits.

import { randomInt } from 'node:crypto'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Destination } from './destination.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { problem } from './problems.ts'

/** The end user who requests or verifies a code. */
export interface EndUser {
  workspaceId: number
  keyId: number
  /** Keyed hash of the id. */
  hash: Buffer
  /** The session by which the end user calls; null under a developer key. */
  sessionId: number | null
  /**
   * The owner of codes and the gate: the end user under a key; under a session, the end
   * user at the client's address.
   */
  visitorHash: Buffer
  origin: Origin
}

/** Keyed hashes, for one workspace, of a caller's network location. */
export interface Origin {
  /** An IPv4 address, or an IPv6 /64. */
  networkHash: Buffer
  /** The same address, or the /56 above. */
  siteHash: Buffer
}

/** A maximum number within a window. */
export interface Limit {
  countMax: number
  windowMs: number
}

export const dayMs = 24 * 3_600_000

export const destinationSendLimit: Limit = { countMax: 3, windowMs: 600_000 }
export const endUserSendLimit: Limit = { countMax: 50, windowMs: dayMs }
/** Counted for sites with a failure: other sites may still try. */
export const destinationFailureLimit: Limit = { countMax: 100, windowMs: dayMs }

export const validMinutes = 10
/** How often one code can be tried; the database has the same number (`five_attempts_at_most`). */
export const attemptsMax = 5

/** Six digits, leading zeros kept. */
export function generateCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The hash of a code for one end user and one destination; useless for any other. */
export function hashCode(
  hash: KeyedHash,
  { workspaceId, keyId, hash: endUser }: EndUser,
  { channel, address, countryCode }: Destination,
  code: string,
): Buffer {
  return hash(
    'code',
    workspaceId,
    keyId,
    endUser.toString('hex'),
    channel,
    address,
    countryCode,
    code,
  )
}

/**
 * The parameters with which a statement counts by a limit: it returns the entry that fills the
 * window.
 */
export function limitParameters(
  { countMax, windowMs }: Limit,
  now: Instant,
): { since: Instant; skipped: number } {
  return { since: now - windowMs, skipped: countMax - 1 }
}

/**
 * Refuses if a limit is reached; `counted` is the instant of the entry that must leave the window
 * before another one can enter.
 */
export function refuseWhenReached(
  limits: readonly { limit: Limit; counted: Instant | undefined }[],
  now: Instant,
): void {
  const waitsMs = limits.flatMap(({ limit, counted }) =>
    counted === undefined ? [] : [counted + limit.windowMs - now],
  )
  // All limits must allow the next one.
  if (waitsMs.length > 0)
    throw problem('TOO_MANY_CODES', {
      retryAfterSeconds: String(Math.ceil(Math.max(...waitsMs) / 1000)),
    })
}
