// Anything that identifies a person or grants access is stored as a hash that only this
// installation can compute: a plain SHA-256 of a phone number or six digits can be found by trying
// all of them (docs/decisions/security.md).

import { createHmac } from 'node:crypto'

/** The kind of value; hashes of different kinds are always different, whatever the text. */
type Kind =
  | 'end user'
  | 'visitor'
  | 'destination'
  | 'code'
  | 'network'
  | 'sign-in'
  | 'recovery code'
  | 'secret'

/** The HMAC-SHA-256 of a kind and its parts. */
export type KeyedHash = (kind: Kind, ...parts: readonly (string | number)[]) => Buffer

export function keyedHash(secret: string): KeyedHash {
  // The parts are hashed as JSON, so that the boundaries between parts are unambiguous.
  return (kind, ...parts) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, ...parts]))
      .digest()
}
