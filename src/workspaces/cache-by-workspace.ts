// What a process remembers of workspaces' keys, by names of any kind, where a workspace that has changed is forgotten at once: beside the
// cache stands which of its names are whose, so that a notice looks at the names of its own workspace and at no other.

import { LRUCache } from 'lru-cache'

export interface CacheByWorkspace<Value> {
  get(name: string): Value | undefined
  set(name: string, value: Value): void
  forgetWorkspace(workspaceId: number): void
  clear(): void
  /** How many names it holds, and of how many workspaces; those that are too old count until they are asked for or pushed out. */
  size(): { names: number; workspaces: number }
}

/** Holds at most `max` values, the longest unused making room, each for `ttl` milliseconds. */
export function cacheByWorkspace<Value extends { workspaceId: number }>({ max, ttl }: { max: number; ttl: number }): CacheByWorkspace<Value> {
  const namesOf = new Map<number, Set<string>>()
  const cache = new LRUCache<string, Value>({
    max,
    ttl,
    // A value that replaces another of its name is inserted after the other one has gone.
    onInsert({ workspaceId }, name) {
      const names = namesOf.get(workspaceId)
      if (names) names.add(name)
      else namesOf.set(workspaceId, new Set([name]))
    },
    dispose({ workspaceId }, name) {
      const names = namesOf.get(workspaceId)
      if (names?.delete(name) && names.size === 0) namesOf.delete(workspaceId)
    },
  })
  return {
    get: (name) => cache.get(name),
    set: (name, value) => void cache.set(name, value),
    forgetWorkspace(workspaceId) {
      for (const name of namesOf.get(workspaceId) ?? []) cache.delete(name)
    },
    clear: () => cache.clear(),
    size: () => ({ names: cache.size, workspaces: namesOf.size }),
  }
}
