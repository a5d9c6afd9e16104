// Limits sign-in attempts, by subject and by network (DASH-06).

import type { Database } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import { addressNetwork, addressSite } from '../../base/values/ip-address.ts'
import { createGuessQueue } from './guess-queue.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { realNow, type Visitor } from './links.ts'
import { countAttempts, forgetAttempts, forgetAttemptsByHash, recordAttempt } from './queries.ts'

export const countedMs = 15 * 60_000
/**
 * The limits of failures in the period. The reserve of a subject is for networks that have not
 * failed for it; after one such failure, a network has no reserve left.
 */
const failures = { ofSubjectMax: 10, ofReserveMax: 10, ofNetworkMax: 50, ofKnownBrowserMax: 10 }

export interface AttemptServices {
  database: Database
  clock: DatabaseClock
  browsers: KnownBrowsers
  /** The HMAC-SHA-256 by which attempts are counted without storing who made them. */
  hash(kind: 'sign-in', ...parts: readonly string[]): Buffer
}

/** A guess at the password of an address, or at a code of an account. */
interface Guess {
  kind: 'account' | 'code'
  name: string
  /** The only account that is tried, in which case the browser may be known. */
  accountId?: number
  /** A success does not prove that the failures before it were by the same person. */
  isShared?: boolean
}

/**
 * What an attempt is about. A passkey or a login at a provider names no one before it succeeds, and
 * cannot be guessed.
 */
type Subject = Guess | { kind: 'passkey' | 'provider' }

export type Attempts = ReturnType<typeof createAttemptLimiter>

export function createAttemptLimiter({ database, clock, browsers, hash }: AttemptServices) {
  const runInLine = createGuessQueue()
  const hashCounter = (...parts: readonly string[]) => hash('sign-in', ...parts).toString('hex')

  /**
   * The counters of an attempt, each with its limit. Wrong passwords from a network do not block
   * passkeys there, which are counted separately.
   */
  function attemptCounters(
    subject: Subject,
    { address, knownBy }: Pick<Visitor, 'address' | 'knownBy'>,
  ) {
    const { name = '', accountId = undefined } = 'name' in subject ? subject : {}
    const account = 'name' in subject ? accountId : 'any'
    const browser = account === undefined ? undefined : browsers.findBrowserId(knownBy, account)
    // A browser that signed in before is counted alone, so that no one else can use up its
    // attempts.
    if (browser !== undefined)
      return { browser: hashCounter('browser', browser, subject.kind, name) }
    const network = addressNetwork(address)
    const networkCounter =
      'name' in subject
        ? hashCounter('network', network)
        : hashCounter('network', network, subject.kind)
    if (!('name' in subject)) return { network: networkCounter }
    // Pairs are counted by site, as with one-time codes: a single line has 256 networks, which
    // could use up the reserve.
    return {
      network: networkCounter,
      subject: hashCounter(subject.kind, name),
      pair: hashCounter(subject.kind, name, addressSite(address)),
    }
  }

  /**
   * Returns the result of `tryIt`; undefined counts as a failure. An attempt is counted before it
   * is checked, so that parallel attempts get no more checks than sequential ones.
   */
  return async function attempt<T>(
    subject: Subject,
    visitor: Pick<Visitor, 'address' | 'knownBy'>,
    tryIt: () => Promise<T | undefined>,
  ): Promise<T | undefined | 'TOO_MANY_ATTEMPTS'> {
    const counters = attemptCounters(subject, visitor)
    // An attempt in a browser that signed in before waits for no one else.
    if (subject.kind !== 'account' || counters.browser !== undefined)
      return countAttempt(counters, subject, tryIt)
    const limited = await runInLine(addressSite(visitor.address), async () => ({
      result: await countAttempt(counters, subject, tryIt),
    }))
    return limited ? limited.result : 'TOO_MANY_ATTEMPTS'
  }

  async function countAttempt<T>(
    counters: ReturnType<typeof attemptCounters>,
    subject: Subject,
    tryIt: () => Promise<T | undefined>,
  ): Promise<T | undefined | 'TOO_MANY_ATTEMPTS'> {
    const at = realNow(clock)
    const recordedIds = (
      await database.rows(recordAttempt, { hashes: Object.values(counters), at })
    ).map(({ id }) => id)
    const counts = await database.rows(countAttempts, {
      hashes: Object.values(counters),
      after: at - countedMs,
    })
    const findCount = (counted: string | undefined) =>
      counts.find((one) => one.hash === counted)?.count ?? 0
    const subjectFailuresMax =
      failures.ofSubjectMax + (findCount(counters.pair) > 1 ? 0 : failures.ofReserveMax)
    const isTooMany =
      findCount(counters.browser) > failures.ofKnownBrowserMax ||
      findCount(counters.network) > failures.ofNetworkMax ||
      findCount(counters.subject) > subjectFailuresMax
    if (isTooMany) {
      await database.rows(forgetAttempts, { ids: recordedIds })
      return 'TOO_MANY_ATTEMPTS'
    }
    const found = await tryIt()
    if (found !== undefined) {
      await database.rows(forgetAttempts, { ids: recordedIds })
      const { browser, subject: subjectCounter, pair } = counters
      if (!('isShared' in subject && subject.isShared))
        await database.rows(forgetAttemptsByHash, {
          hashes: [browser, subjectCounter, pair].filter((counted) => counted !== undefined),
        })
    }
    return found
  }
}
