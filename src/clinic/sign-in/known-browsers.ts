// Recognises the browsers in which someone signed in before. A stranger who guesses passwords must not lock these out (DASH-06).

import { timingSafeEqual } from 'node:crypto'
import { newToken } from './links.ts'

/** Several people sign in with a browser at a desk: those who did so last are remembered. */
const peopleMax = 10

export interface KnownBrowsers {
  /** Identifies the browser if this account, or any, signed in in it. */
  idOf(token: string | undefined, account: number | 'any'): string | undefined
  /**
   * The value that the browser stores from now on: it signs no one in, and is bound to the account,
   * because others may use the same browser.
   */
  remember(token: string | undefined, accountId: number): string
}

export function knownBrowsers({ hash }: { hash(kind: 'sign-in', ...parts: readonly string[]): Buffer }): KnownBrowsers {
  const proofOf = (id: string, account: number | 'any') => hash('sign-in', 'known browser', id, String(account)).toString('base64url')
  const partsOf = (token = '') => (/^[\w-]{43}(\.[\w-]{43})*$/.test(token) ? token.split('.') : [])
  return {
    idOf(token, account) {
      const [id, ...proofs] = partsOf(token)
      if (id === undefined) return undefined
      const wanted = Buffer.from(proofOf(id, account))
      return proofs.some((proof) => timingSafeEqual(Buffer.from(proof), wanted)) ? id : undefined
    },
    remember(token, accountId) {
      const [id = newToken(), ...known] = partsOf(token)
      return [id, ...new Set([proofOf(id, 'any'), proofOf(id, accountId), ...known])].slice(0, peopleMax + 2).join('.')
    },
  }
}
