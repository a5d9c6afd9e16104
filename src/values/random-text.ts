import { randomFillSync } from 'node:crypto'

// Crockford's base 32: no I, L, O, U, so nothing is misread over a phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

// Random bytes are fetched by the page: to ask for ten of them takes as long as to ask for four thousand.
const page = Buffer.alloc(4_096)
let used = page.length

/** A random byte that is given out once. */
function randomByte(): number {
  if (used === page.length) {
    randomFillSync(page)
    used = 0
  }
  const byte = page[used] as number
  // Not left in memory for whoever might read it there later.
  page[used] = 0
  used += 1
  return byte
}

/** `length` random characters of base 32, five bits each. */
export function randomBase32(length: number): string {
  let text = ''
  for (let position = 0; position < length; position += 1) text += alphabet.charAt(randomByte() & 31)
  return text
}
