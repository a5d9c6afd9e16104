// A private Redis, which can be frozen, filled and killed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { findFreePort } from './free-port.ts'

/** Whether this machine has `redis-server`. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  url: string
  child: ChildProcess
}

/** Starts a server; if a port is given, on the port of a server that has ended. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const taken = port ?? (await findFreePort())
  const child = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(taken), '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  const url = `redis://127.0.0.1:${taken}`
  while (!(await isAnswering(url))) await sleep(20)
  return { url, child }
}

export async function stopRedis({ child }: RedisServer): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs one command on a new connection. */
export async function redisCommand(
  url: string,
  name: string,
  ...parameters: string[]
): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.call(name, ...parameters)
  } finally {
    client.disconnect()
  }
}

async function isAnswering(url: string): Promise<boolean> {
  return redisCommand(url, 'PING').then(
    () => true,
    () => false,
  )
}
