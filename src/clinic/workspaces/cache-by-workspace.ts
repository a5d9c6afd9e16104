// A cache of workspaces' keys, by names of any kind, from which a changed workspace is removed
// immediately: an index lists the names of each workspace, so that a notification affects only the
// names of its own workspace.

import { LRUCache } from 'lru-cache'

export interface CacheByWorkspace<Value> {
  get(name: string): Value | undefined
  /** The cached value, even if it has expired. */
  getExpired(name: string): Value | undefined
  set(name: string, value: Value): void
  forgetWorkspace(workspaceId: number): void
  clear(): void
  /**
   * The number of cached names, and of their workspaces; expired ones count until they are replaced
   * or evicted.
   */
  size(): { names: number; workspaces: number }
}

/** Holds at most `max` values, each for `ttl` milliseconds; the least recently used is evicted. */
export function createCacheByWorkspace<Value extends { workspaceId: number }>({
  max,
  ttl,
}: {
  max: number
  ttl: number
}): CacheByWorkspace<Value> {
  const namesByWorkspace = new Map<number, Set<string>>()
  const cache = new LRUCache<string, Value>({
    max,
    ttl,
    noDeleteOnStaleGet: true,
    // A value that replaces another with the same name is inserted after the other one was removed.
    onInsert({ workspaceId }, name) {
      const names = namesByWorkspace.get(workspaceId)
      if (names) names.add(name)
      else namesByWorkspace.set(workspaceId, new Set([name]))
    },
    dispose({ workspaceId }, name) {
      const names = namesByWorkspace.get(workspaceId)
      if (names?.delete(name) && names.size === 0) namesByWorkspace.delete(workspaceId)
    },
  })
  return {
    get: (name) => cache.get(name),
    getExpired: (name) => cache.peek(name, { allowStale: true }),
    set: (name, value) => void cache.set(name, value),
    forgetWorkspace(workspaceId) {
      for (const name of namesByWorkspace.get(workspaceId) ?? []) cache.delete(name)
    },
    clear: () => cache.clear(),
    size: () => ({ names: cache.size, workspaces: namesByWorkspace.size }),
  }
}
