// Honest callers with one key, in their own thread; in the attacker's thread, the attacker itself
// would slow them down.

import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { sendProxied, type TimedReply } from './honest-calls.ts'

/** The data given to the thread. */
export interface HonestCallers {
  url: string
  from: string
  key: string
  paths: string[]
  /** Milliseconds between two requests. */
  everyMs: number
}

const { url, from, key, paths, everyMs } = workerData as HonestCallers
const calls: Promise<Pick<TimedReply, 'status' | 'ms'>>[] = []
let callerLoops = true
parentPort?.once('message', () => {
  callerLoops = false
})
while (callerLoops) {
  const path = paths[calls.length % paths.length] as string
  calls.push(
    sendProxied({ url, from, method: 'GET', path, headers: { 'x-api-key': key } }).then(
      ({ status, ms }) => ({ status, ms }),
    ),
  )
  await sleep(everyMs)
}
parentPort?.postMessage(await Promise.all(calls))
