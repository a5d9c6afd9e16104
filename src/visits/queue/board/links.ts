// A board's link. Its URL is returned only once, when it is created; only the hash of its secret is
// stored.

import { hash } from 'node:crypto'
import type { Queries } from '../../../base/db/database.ts'
import { randomBase32 } from '../../../base/values/random-text.ts'
import { boardsOfLinks } from './queries.ts'

// 130 bits.
const tokenLength = 26
const tokenPattern = /^[0-9a-z]{26}$/

const hashToken = (token: string) => hash('sha256', token, 'buffer')

/** A new link: its public URL, and the stored hash. */
export function createBoardLink(publicUrl: string): { url: string; tokenHash: Buffer } {
  const token = randomBase32(tokenLength).toLowerCase()
  return { url: `${new URL(publicUrl).origin}/board/${token}`, tokenHash: hashToken(token) }
}

/** The board of a link; undefined for any other text. */
export async function findBoard(queries: Queries, token = '') {
  if (!tokenPattern.test(token)) return undefined
  const [board] = await queries.rows(boardsOfLinks, {
    tokenHashes: [hashToken(token).toString('hex')],
  })
  return board
}
