// An attacker's flood in its own thread: in the thread of the honest callers it would slow them down by itself.

import { randomInt } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Heard } from '../support/storms/honest-calls.ts'
import { type Attack, type Move, movesOf } from '../support/storms/visitor-moves.ts'

/** The answers to the flood: a count for each status, and all that were not refused for exceeding a limit. */
export interface Flood {
  counts: Record<string, number>
  heard: (Heard & { move: string })[]
}

const moves = Object.entries(movesOf(workerData as Attack))
const flood: Flood = { counts: {}, heard: [] }
let flooding = true
parentPort?.once('message', () => {
  flooding = false
})

async function attack() {
  while (flooding) {
    const [move, make] = moves[randomInt(moves.length)] as [string, Move]
    const heard = await make()
    flood.counts[heard.status] = (flood.counts[heard.status] ?? 0) + 1
    if (heard.status !== 429) flood.heard.push({ move, ...heard })
  }
}
await Promise.all(Array.from({ length: 4 }, attack))
parentPort?.postMessage(flood)
