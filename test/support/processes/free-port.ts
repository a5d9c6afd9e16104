import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that the system gives to connections (from 32,768 on), so that nothing else takes
// one between this answer and its use. Each process begins elsewhere.
const first = 20_000
const count = 10_000
let next = (process.pid * 97) % count

/** A port of this machine that nothing listens on, for a program that cannot choose its own. */
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
