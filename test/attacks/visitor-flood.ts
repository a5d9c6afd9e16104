// An attacker's flood in its own thread: in the thread of the honest callers it would slow them
// down by itself.

import { randomInt } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { TimedReply } from '../support/storms/honest-calls.ts'
import { type Attack, listMoves, type VisitorMove } from '../support/storms/visitor-moves.ts'

/**
 * The answers to the flood: a count for each status, and all that were not refused for exceeding a
 * limit.
 */
export interface FloodResult {
  counts: Record<string, number>
  heard: (TimedReply & { move: string })[]
}

const visitorMoves = Object.entries(listMoves(workerData as Attack))
const flood: FloodResult = { counts: {}, heard: [] }
let floodLoops = true
parentPort?.once('message', () => {
  floodLoops = false
})

async function runAttack() {
  while (floodLoops) {
    const [move, make] = visitorMoves[randomInt(visitorMoves.length)] as [string, VisitorMove]
    const heard = await make()
    flood.counts[heard.status] = (flood.counts[heard.status] ?? 0) + 1
    if (heard.status !== 429) flood.heard.push({ move, ...heard })
  }
}
await Promise.all(Array.from({ length: 4 }, runAttack))
parentPort?.postMessage(flood)
