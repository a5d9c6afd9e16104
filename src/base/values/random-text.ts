import { randomFillSync } from 'node:crypto'

// Crockford's base 32: no I, L, O, U, so nothing is misheard or misread over a phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// Random bytes are fetched in pages: ten of them take as long as four thousand.
const page = Buffer.alloc(4_096)
let usedBytes = page.length

/** A random byte, used only once. */
function randomByte(): number {
  if (usedBytes === page.length) {
    randomFillSync(page)
    usedBytes = 0
  }
  const byte = page[usedBytes] as number
  // Cleared, so that it cannot be read from memory later.
  page[usedBytes] = 0
  usedBytes += 1
  return byte
}

/** `length` random base-32 characters, five bits each. */
export function randomBase32(length: number): string {
  let text = ''
  for (let position = 0; position < length; position += 1)
    text += alphabet.charAt(randomByte() & 31)
  return text
}
