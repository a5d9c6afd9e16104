// Recognises the browsers in which someone signed in before. A stranger who guesses passwords must not lock these out (DASH-06).

import { timingSafeEqual } from 'node:crypto'
import { normalisedEmail } from '../values/email.ts'
import { newToken } from './links.ts'

/** Of a browser at a desk, several people sign in: those who did so last are remembered. */
const peopleMax = 10

export interface KnownBrowsers {
  /** Identifies the browser if someone signed in in it with this address, or with any for ''. */
  idOf(token: string | undefined, email: string): string | undefined
  /** What the browser keeps from now on: it signs no one in, and is bound to the addresses. */
  remember(token: string | undefined, emails: readonly string[]): string
}

export function knownBrowsers({ hash }: { hash(kind: 'sign-in', ...parts: readonly string[]): Buffer }): KnownBrowsers {
  const proofOf = (id: string, email: string) => hash('sign-in', 'known browser', id, normalisedEmail(email)).toString('base64url')
  const partsOf = (token = '') => (/^[\w-]{43}(\.[\w-]{43})*$/.test(token) ? token.split('.') : [])
  return {
    idOf(token, email) {
      const [id, ...proofs] = partsOf(token)
      if (id === undefined) return undefined
      const wanted = Buffer.from(proofOf(id, email))
      return proofs.some((proof) => timingSafeEqual(Buffer.from(proof), wanted)) ? id : undefined
    },
    remember(token, emails) {
      const [id = newToken(), ...known] = partsOf(token)
      const proofs = ['', ...emails].map((email) => proofOf(id, email))
      return [id, ...new Set([...proofs, ...known])].slice(0, peopleMax + 2).join('.')
    },
  }
}
