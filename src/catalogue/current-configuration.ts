import { problem } from '../values/problem.ts'
import type { Configuration, Configurations } from './configuration.ts'

/** Thrown by a write that found another configuration than its rules were applied to; nothing was written. */
export class ConfigurationChanged extends Error {}

// How often work starts again because the configuration changed under it; each time it is read anew.
const attemptsMax = 5

/**
 * Runs work that applies rules of the configuration and then writes. The work, with whatever transaction it opens, starts again
 * from nothing when it throws `ConfigurationChanged`; one that never meets a quiet configuration ends with the problem BUSY.
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
 * Configurations for work within a transaction: that of the workspace is read beforehand, for a transaction that waits for a second
 * connection, with all of them in transactions, waits for good. Once it is forgotten, it is read anew.
 */
export async function readBeforehand(configurations: Configurations, workspaceId: number): Promise<Configurations> {
  let known: Configuration | undefined = await configurations.of(workspaceId)
  return {
    ...configurations,
    of: (id) => (id === workspaceId && known ? known : configurations.of(id)),
    forget(id) {
      if (id === workspaceId) known = undefined
      configurations.forget(id)
    },
  }
}
