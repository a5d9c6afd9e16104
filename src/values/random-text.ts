import { randomBytes } from 'node:crypto'

// Crockford's base 32: no I, L, O, U, so nothing is misread over a phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `length` random characters of base 32, five bits each. */
export function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
}
