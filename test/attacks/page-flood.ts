// A stranger's flood of requests in its own thread: in the thread of the honest callers it would
// slow them down by itself.

import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { type ProxiedRequest, sendProxied } from '../support/storms/honest-calls.ts'

/**
 * What is sent, in order, repeatedly. In a path, RANDOM stands for a token that belongs to no
 * visit.
 */
export interface PageFlood {
  requests: ProxiedRequest[]
  atOnce: number
}

/** A token like that of a visit, of 26 characters. */
export const createToken = () =>
  [...randomBytes(26)].map((byte) => (byte % 32).toString(32)).join('')

/** How often each request was answered with which status, such as `GET /booking.js 200`. */
export type PageFloodCounts = Record<string, number>

if (parentPort) {
  const { requests, atOnce } = workerData as PageFlood
  const counts: PageFloodCounts = {}
  let flooding = true
  let next = 0
  parentPort.once('message', () => {
    flooding = false
  })
  const flood = async () => {
    while (flooding) {
      const request = requests[next++ % requests.length] as ProxiedRequest
      const { status } = await sendProxied({
        ...request,
        path: request.path.replace('RANDOM', createToken()),
      })
      const name = `${request.method} ${request.path} ${status}`
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, flood))
  parentPort.postMessage(counts)
}
