// Limits sign-in attempts, by subject and by network (DASH-06).

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
  /** The HMAC-SHA-256 by which attempts are counted without storing who made them. */
  hash(kind: 'sign-in', ...parts: readonly string[]): Buffer
}

/** What an attempt is for, such as an account by its e-mail address; undefined if that is not known in advance. */
type Subject = readonly [kind: 'account' | 'code', name: string] | undefined

export type Attempts = ReturnType<typeof boundedAttempts>

export function boundedAttempts({ database, clock, hash }: AttemptServices) {
  /**
   * Returns the result of `look`, or undefined, which counts as a failure. An attempt is counted before it is checked, so that parallel
   * attempts get no more checks than sequential ones.
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
