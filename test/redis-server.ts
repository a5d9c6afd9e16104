import { afterFile } from './after-file.ts'
import { type RedisServer, startRedis as start } from './redis-process.ts'

export { redisCommand, redisIsHere, stopRedis } from './redis-process.ts'

/** A Redis that ends with the test file. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const server = await start(port)
  afterFile(() => server.child.kill('SIGKILL'))
  return server
}
