// Attempts to prove who signs in are bounded, by what is tried and by where they come from (DASH-06).

import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import { type IpAddress, networkOf } from '../values/ip-address.ts'
import { realNow } from './links.ts'
import { attemptsOf, forgetAttempts, forgetAttemptsOf, noteAttempt } from './queries.ts'

export const countedMs = 15 * 60_000
const failures = { ofSubjectMax: 10, ofNetworkMax: 50 }

export interface AttemptServices {
  database: Database
  clock: DatabaseClock
  /** The HMAC-SHA-256 by which attempts are counted without saying whose they are. */
  hash(kind: 'sign-in', ...parts: readonly string[]): Buffer
}

/** What is tried: an account by its address, for example; undefined where that is not known before. */
type Subject = readonly [kind: 'account' | 'code', name: string] | undefined

export type Attempts = ReturnType<typeof boundedAttempts>

export function boundedAttempts({ database, clock, hash }: AttemptServices) {
  /**
   * What `look` finds, or undefined, which counts as a failure. An attempt is counted before it is looked at: of many at once
   * no more are looked at than of many in a row.
   */
  return async function attempt<T>(subject: Subject, address: IpAddress, look: () => Promise<T | undefined>): Promise<T | undefined | 'TOO_MANY_ATTEMPTS'> {
    const network = hash('sign-in', 'network', networkOf(address))
    const hashed = subject && hash('sign-in', ...subject)
    const at = realNow(clock)
    const noted = (await database.rows(noteAttempt, { subject: hashed ?? null, network, at })).map(({ id }) => id)
    const [count] = await database.rows(attemptsOf, { subject: hashed ?? network, network, after: at - countedMs })
    if (!count || (hashed && count.ofSubject > failures.ofSubjectMax) || count.ofNetwork > failures.ofNetworkMax) {
      await database.rows(forgetAttempts, { ids: noted })
      return 'TOO_MANY_ATTEMPTS'
    }
    const found = await look()
    if (found !== undefined) {
      await database.rows(forgetAttempts, { ids: noted })
      if (hashed) await database.rows(forgetAttemptsOf, { subject: hashed })
    }
    return found
  }
}
