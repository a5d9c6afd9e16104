import {
  type RedisServer,
  startRedis as start,
} from '../../../test/support/processes/redis-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

export { hasRedis, redisCommand, stopRedis } from '../../../test/support/processes/redis-process.ts'

/** A Redis that ends with the test file. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const server = await start(port)
  afterFile(() => server.child.kill('SIGKILL'))
  return server
}
