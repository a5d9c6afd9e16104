import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that the system assigns to connections (from 32,768 on), so that nothing else
// takes a port between finding and using it. Each process starts at a different one.
const first = 20_000
const count = 10_000
let next = (process.pid * 97) % count

/** A port of this machine on which nothing listens, for a program that cannot choose its own. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = first + next
    next = (next + 1) % count
    const server = createServer().listen(port, '127.0.0.1')
    const listens = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ])
    server.close()
    if (listens) return port
  }
}
