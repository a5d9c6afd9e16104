// The limits of codes, counted in the transaction that sends or verifies one.

import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import {
  dayMs,
  destinationFailureLimit,
  destinationSendLimit,
  type EndUser,
  endUserSendLimit,
  type Limit,
  limitParameters,
  refuseWhenReached,
} from './one-time-code.ts'
import {
  fullDestination,
  fullEndUser,
  fullFailures,
  fullForVerified,
  hasFailedFromSite,
  sendsOfNetwork,
  sendsOfSite,
  sendsOfWorkspace,
} from './queries.ts'

/**
 * Throws the 429 if destination or end user have reached their limit of codes, or too many wrong
 * ones were tried.
 */
export async function refuseWhenSpent(
  queries: Queries,
  endUser: EndUser,
  { destinationHash, countedHash }: { destinationHash: Buffer; countedHash: Buffer },
  now: Instant,
): Promise<void> {
  const { workspaceId, hash: endUserHash } = endUser
  const [endUserSend] = await queries.rows(fullEndUser, {
    workspaceId,
    endUserHash,
    ...limitParameters(endUserSendLimit, now),
  })
  refuseWhenReached(
    [
      {
        limit: destinationSendLimit,
        counted: await findFillingSend(queries, endUser, countedHash, now),
      },
      { limit: endUserSendLimit, counted: endUserSend?.sentAt },
      await findFillingFailure(queries, endUser, destinationHash, now),
    ],
    now,
  )
}

/**
 * The time of the send that fills the destination's limit; undefined if the limit is not reached.
 * For a visitor who has verified the destination, only codes that this visitor requested count, so
 * that strangers cannot use up the limit.
 */
async function findFillingSend(
  queries: Queries,
  { workspaceId, keyId, hash: endUserHash, visitorHash }: EndUser,
  countedHash: Buffer,
  now: Instant,
) {
  const window = limitParameters(destinationSendLimit, now)
  const [fillingEntry] = await queries.rows(fullDestination, { countedHash, ...window })
  if (!fillingEntry) return undefined
  const [verified] = await queries.rows(fullForVerified, {
    workspaceId,
    keyId,
    endUserHash,
    visitorHash,
    countedHash,
    ...window,
  })
  return verified ? (verified.sentAt ?? undefined) : fillingEntry.sentAt
}

/** Throws the 429 if codes of a destination are no longer compared for this caller. */
export async function refuseWhenFailed(
  queries: Queries,
  endUser: EndUser,
  destinationHash: Buffer,
  now: Instant,
): Promise<void> {
  refuseWhenReached([await findFillingFailure(queries, endUser, destinationHash, now)], now)
}

/**
 * A stranger who uses up the failures does not lock the patient out: a site without a failure is
 * never locked. A wrong attempt from such a site needs its own code, and at most 432 codes are sent
 * to a destination in a day (`destinationSendLimit`).
 */
async function findFillingFailure(
  queries: Queries,
  { workspaceId, origin: { siteHash } }: EndUser,
  destinationHash: Buffer,
  now: Instant,
) {
  const [failed] = await queries.rows(hasFailedFromSite, {
    workspaceId,
    destinationHash,
    siteHash,
    since: now - dayMs,
  })
  const [fillingEntry] = failed?.exists
    ? await queries.rows(fullFailures, {
        workspaceId,
        destinationHash,
        ...limitParameters(destinationFailureLimit, now),
      })
    : []
  return { limit: destinationFailureLimit, counted: fillingEntry?.failedAt }
}

/**
 * A network's share of the day's codes: a tenth, so that one visitor cannot use them up. Three
 * count as few, and networks with few sends have a reserve: with a higher number, the networks of a
 * single line (256 sites of a /48) could use that up too. A site's share is twice as large.
 */
function networkShares(codesPerDay: number) {
  const few = 3
  const network = Math.max(few, Math.ceil(codesPerDay / 10))
  return { network, site: 2 * network, fewOfNetwork: few, fewOfSite: 2 * few }
}

const loggedAt = 0.8

/**
 * Throws the 429 if the workspace has reached its limit for a day, counted separately for
 * visitors and for developer keys, or if the visitor's network has used its share. Once all codes
 * are used, networks with few sends continue from a reserve of the same size. Warns the operator
 * when four fifths are used, and when all are.
 */
export async function refuseOverBudget(
  queries: Queries,
  { workspaceId, sessionId, origin }: EndUser,
  codesPerDay: number,
  now: Instant,
  log: { warn(fields: Record<string, unknown>, sentence: string): void },
): Promise<void> {
  const bySession = sessionId !== null
  const hasReserve = bySession && (await isQuiet())
  const max = hasReserve ? 2 * codesPerDay : codesPerDay
  const [sends] = await queries.rows(sendsOfWorkspace, {
    workspaceId,
    bySession,
    since: now - dayMs,
    max,
  })
  const count = sends?.count ?? 0
  const logFields = { workspaceId, codesPerDay, by: bySession ? 'sessions' : 'keys' }
  if (count >= max || count === codesPerDay) {
    log.warn(
      logFields,
      'the daily limit of one-time codes is reached; only the reserve is left (messages.codesPerDay)',
    )
  }
  if (count >= max) refuseWhenReached([toLimitState(max, sends)], now)
  if (count + 1 === Math.ceil(codesPerDay * loggedAt)) {
    log.warn(
      { ...logFields, sent: count + 1 },
      'four fifths of the daily limit of one-time codes are used (messages.codesPerDay)',
    )
  }

  /** Whether the caller's network has sent only a few codes; throws if it has used its share. */
  async function isQuiet(): Promise<boolean> {
    const share = networkShares(codesPerDay)
    const { networkHash, siteHash } = origin
    const [networkSends] = await queries.rows(sendsOfNetwork, {
      workspaceId,
      networkHash,
      since: now - dayMs,
      max: share.network,
    })
    const [siteSends] = await queries.rows(sendsOfSite, {
      workspaceId,
      siteHash,
      since: now - dayMs,
      max: share.site,
    })
    refuseWhenReached(
      [toLimitState(share.network, networkSends), toLimitState(share.site, siteSends)],
      now,
    )
    return (
      (networkSends?.count ?? 0) < share.fewOfNetwork && (siteSends?.count ?? 0) < share.fewOfSite
    )
  }
}

/** A count within a day, in the form that `refuseWhenReached` takes. */
function toLimitState(
  countMax: number,
  sends: { count: number; firstAt: Instant | null } | undefined,
): { limit: Limit; counted: Instant | undefined } {
  return {
    limit: { countMax, windowMs: dayMs },
    counted: (sends && sends.count >= countMax && sends.firstAt) || undefined,
  }
}
