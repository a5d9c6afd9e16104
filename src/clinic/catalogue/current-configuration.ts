import type { Configuration, Configurations } from './configuration.ts'
import { problem } from './problems.ts'

/**
 * Thrown by a write if the configuration has changed since the write's rules were applied; nothing
 * was written.
 */
export class ConfigurationChanged extends Error {}

// How often work is restarted because the configuration changed during it; each time it is read
// again.
const attemptsMax = 5

/**
 * Runs work that applies rules of the configuration and then writes. If it throws
 * `ConfigurationChanged`, it starts again from scratch, with a new transaction; after too many
 * attempts it throws the problem BUSY.
 */
export async function withCurrentConfiguration<T>(
  configurations: Configurations,
  workspaceId: number,
  work: (configuration: Configuration) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      return await work(await configurations.of(workspaceId))
    } catch (error) {
      if (!(error instanceof ConfigurationChanged)) throw error
      configurations.forget(workspaceId)
    }
  }
  throw problem('BUSY')
}

/**
 * Configurations for work within a transaction: the workspace's own is read beforehand, since a
 * transaction that waits for a second connection would wait for ever once all connections are in
 * transactions. After it is forgotten, it is read again.
 */
export async function preloadConfiguration(
  configurations: Configurations,
  workspaceId: number,
): Promise<Configurations> {
  let preloaded: Configuration | undefined = await configurations.of(workspaceId)
  return {
    ...configurations,
    of: (id) => (id === workspaceId && preloaded ? preloaded : configurations.of(id)),
    forget(id) {
      if (id === workspaceId) preloaded = undefined
      configurations.forget(id)
    },
  }
}
