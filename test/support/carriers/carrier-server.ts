// A server in place of an SMS carrier. It answers as the carrier's documentation says, and fails in
// the ways that carriers fail.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '../run/after-file.ts'

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** What the server does with a request that it has read to its end. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

export const answerJson =
  (status: number, body: unknown): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
/** It never answers. */
export const stayingSilent: Behaviour = () => {}
/** The connection ends in the middle of an answer. */
export const answeringHalf: Behaviour = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"sid":"SM', () => response.destroy())
}

export async function openCarrierServer(behaviour: Behaviour) {
  const carrier = { url: '', requests: [] as ReceivedRequest[], behaves: behaviour }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    carrier.requests.push(received)
    carrier.behaves(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return carrier
}
