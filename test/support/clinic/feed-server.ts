// A calendar server with a feed that the test sets.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '../run/after-file.ts'

export interface FeedServer {
  /** The address of the feed, which ends in a secret word. */
  url: string
  /** Sets how it answers from now on: with a feed, or otherwise. */
  answer: string | ((request: IncomingMessage, response: ServerResponse) => void)
  asked: IncomingMessage[]
}

export const feedSecret = 'private-canary-4711'

export async function startFeedServer(): Promise<FeedServer> {
  const server = createServer((request, response) => {
    feeds.asked.push(request)
    if (typeof feeds.answer === 'string')
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(feeds.answer)
    else feeds.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const feeds: FeedServer = {
    url: `http://127.0.0.1:${port}/${feedSecret}/basic.ics`,
    answer: '',
    asked: [],
  }
  return feeds
}
