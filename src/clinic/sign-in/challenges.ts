// Challenges that a browser has to sign or return: stored as a hash, usable once, for five minutes.

import type { Database } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import { insertChallenge, takeChallenge } from './factor-queries.ts'
import { hashToken, newToken, realNow } from './links.ts'

type Purpose = 'PASSKEY_SIGN_IN' | 'PASSKEY_NEW' | 'OPENID'

export interface Challenges {
  make(purpose: Purpose): Promise<string>
  /** Whether it was created for this purpose, is recent, and was not used before. */
  take(challenge: string, purpose: Purpose): Promise<boolean>
}

/** How long a challenge can be answered. */
export const challengeMs = 5 * 60_000

export function createChallenges({
  database,
  clock,
}: {
  database: Database
  clock: DatabaseClock
}): Challenges {
  return {
    async make(purpose) {
      const challenge = newToken()
      await database.rows(insertChallenge, {
        challengeHash: hashToken(challenge),
        purpose,
        expiresAt: realNow(clock) + challengeMs,
      })
      return challenge
    },
    async take(challenge, purpose) {
      const [usedChallenge] = await database.rows(takeChallenge, {
        challengeHash: hashToken(challenge),
        purpose,
        at: realNow(clock),
      })
      return usedChallenge !== undefined
    },
  }
}
