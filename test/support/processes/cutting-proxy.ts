// A network that fails: a proxy in front of the service that breaks connections on request.

import { request as forward } from 'node:http'
import { listen } from '../screens/element-page.ts'

export interface ConnectionCuts {
  /**
   * When to cut each new kind of request: `before` it is forwarded, or `after` that, before its
   * answer is; or every reservation.
   */
  mode: 'before' | 'after' | 'reservations' | undefined
  /** Requests that have arrived, each by its method and path. */
  seen: Set<string>
}

/**
 * Listens in front of the service. Pages and scripts always pass, because a browser retries them by
 * itself.
 */
export async function startCuttingProxy(
  service: () => string,
): Promise<{ origin: string; cuts: ConnectionCuts }> {
  const cuts: ConnectionCuts = { mode: undefined, seen: new Set() }
  const isCutNow = (method: string, url: string) => {
    if (method === 'OPTIONS' || cuts.mode === undefined || !/^\/v\d/.test(url)) return false
    return cuts.mode === 'reservations'
      ? url.includes('reserve-slot')
      : !cuts.seen.has(`${method} ${url}`)
  }
  const origin = await listen((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = 'GET', url = '', headers } = incoming
      const isCut = isCutNow(method, url)
      if (/^\/v\d/.test(url)) cuts.seen.add(`${method} ${url}`)
      if (isCut && cuts.mode === 'before') return incoming.socket.destroy()
      const onward = forward(service() + url, { method, headers }, (answer) => {
        if (isCut) {
          answer.resume().on('end', () => incoming.socket.destroy())
          return
        }
        // A browser resends a request by itself if it was lost on a reused connection.
        outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' })
        answer.pipe(outgoing)
      })
      onward.end(Buffer.concat(chunks))
    })
  })
  return { origin, cuts }
}
