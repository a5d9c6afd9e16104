// The link of a board. Its address leaves the service once, when it is made; the hash of what is secret in it is kept.

import { hash } from 'node:crypto'
import type { Queries } from '../../db/database.ts'
import { randomBase32 } from '../../values/random-text.ts'
import { boardsOfLinks } from './queries.ts'

// 130 bits.
const tokenLength = 26
const tokenForm = /^[0-9a-z]{26}$/

const hashOf = (token: string) => hash('sha256', token, 'buffer')

/** A new link: its address below where people reach the service, and what is kept of it. */
export function newBoardLink(publicUrl: string): { url: string; tokenHash: Buffer } {
  const token = randomBase32(tokenLength).toLowerCase()
  return { url: `${new URL(publicUrl).origin}/board/${token}`, tokenHash: hashOf(token) }
}

/** The board that a link leads to; undefined for any other text. */
export async function boardOfToken(queries: Queries, token = '') {
  if (!tokenForm.test(token)) return undefined
  const [board] = await queries.rows(boardsOfLinks, { tokenHashes: [hashOf(token).toString('hex')] })
  return board
}
