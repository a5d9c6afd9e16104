// Recognises the browsers in which someone signed in before. A stranger who guesses passwords must
// not lock these out (DASH-06).

import { timingSafeEqual } from 'node:crypto'
import { newToken } from './links.ts'

/** Several people sign in with the browser at a desk: the last ten are remembered. */
const peopleMax = 10

export interface KnownBrowsers {
  /** Identifies the browser if this account, or any, has signed in with it. */
  findBrowserId(token: string | undefined, account: number | 'any'): string | undefined
  /**
   * The value that the browser stores from now on: it signs no one in, and is bound to the account,
   * because others may use the same browser.
   */
  remember(token: string | undefined, accountId: number): string
}

export function createKnownBrowsers({
  hash,
}: {
  hash(kind: 'sign-in', ...parts: readonly string[]): Buffer
}): KnownBrowsers {
  const browserProof = (id: string, account: number | 'any') =>
    hash('sign-in', 'known browser', id, String(account)).toString('base64url')
  const splitToken = (token = '') =>
    /^[\w-]{43}(\.[\w-]{43})*$/.test(token) ? token.split('.') : []
  return {
    findBrowserId(token, account) {
      const [id, ...proofs] = splitToken(token)
      if (id === undefined) return undefined
      const expectedProof = Buffer.from(browserProof(id, account))
      return proofs.some((proof) => timingSafeEqual(Buffer.from(proof), expectedProof))
        ? id
        : undefined
    },
    remember(token, accountId) {
      const [id = newToken(), ...earlierProofs] = splitToken(token)
      return [
        id,
        ...new Set([browserProof(id, 'any'), browserProof(id, accountId), ...earlierProofs]),
      ]
        .slice(0, peopleMax + 2)
        .join('.')
    },
  }
}
