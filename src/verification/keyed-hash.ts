// What identifies a person or lets one in is stored as a hash that only this installation can compute:
// a plain SHA-256 of a phone or of six digits can be found by trying all of them (decision 15).

import { createHmac } from 'node:crypto'

/** What is hashed; hashes of different kinds never meet, whatever the text. */
type Kind = 'end user' | 'visitor' | 'destination' | 'code' | 'network' | 'sign-in' | 'recovery code'

/** The HMAC-SHA-256 of a kind and its parts. */
export type KeyedHash = (kind: Kind, ...parts: readonly (string | number)[]) => Buffer

export function keyedHash(secret: string): KeyedHash {
  // As JSON, where one part ends and the next begins cannot be mistaken.
  return (kind, ...parts) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, ...parts]))
      .digest()
}
