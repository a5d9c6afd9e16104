import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCacheByWorkspace } from './cache-by-workspace.ts'

interface CachedItem {
  workspaceId: number
}

describe('a workspace that is forgotten', () => {
  it('removes its own names and no others', () => {
    const cache = createCacheByWorkspace<CachedItem>({ max: 100, ttl: 60_000 })
    for (const [name, workspaceId] of Object.entries({ a: 1, b: 1, c: 2 }))
      cache.set(name, { workspaceId })
    cache.forgetWorkspace(1)
    expect(['a', 'b', 'c'].map((name) => cache.get(name))).toEqual([
      undefined,
      undefined,
      { workspaceId: 2 },
    ])
    expect(cache.size()).toEqual({ names: 1, workspaces: 1 })
  })

  it('removes its remaining names after one was evicted', () => {
    const cache = createCacheByWorkspace<CachedItem>({ max: 2, ttl: 60_000 })
    for (const [name, workspaceId] of Object.entries({ a: 1, b: 1, c: 2 }))
      cache.set(name, { workspaceId })
    cache.forgetWorkspace(1)
    expect(['a', 'b', 'c'].map((name) => cache.get(name))).toEqual([
      undefined,
      undefined,
      { workspaceId: 2 },
    ])
  })

  it('costs no more than its own names, among 10,000 others', () => {
    let looks = 0
    // An iteration over the values visits each of them, and is counted.
    const watched = (workspaceId: number): CachedItem => ({
      get workspaceId() {
        looks += 1
        return workspaceId
      },
    })
    const workspaces = Array.from({ length: 10_000 }, (_, index) => index + 1)
    const cache = createCacheByWorkspace<CachedItem>({ max: 20_000, ttl: 60_000 })
    for (const workspaceId of workspaces)
      for (const kind of ['key', 'session'])
        cache.set(`${kind} ${workspaceId}`, watched(workspaceId))
    looks = 0
    for (const workspaceId of workspaces) cache.forgetWorkspace(workspaceId)
    expect(looks).toBe(20_000)
    for (const workspaceId of workspaces) cache.forgetWorkspace(workspaceId)
    expect(looks).toBe(20_000)
    expect(cache.size()).toEqual({ names: 0, workspaces: 0 })
  })
})

it('removes the same entries as a plain cache that is scanned in full, after any sets, replacements and evictions', () => {
  const name = fc.integer({ min: 0, max: 7 }).map(String)
  const workspaceId = fc.integer({ min: 1, max: 3 })
  const step = fc.oneof(
    fc.record({ does: fc.constant('set' as const), name, workspaceId }),
    fc.record({ does: fc.constant('get' as const), name, workspaceId }),
    fc.record({ does: fc.constant('forget' as const), name, workspaceId }),
    fc.record({ does: fc.constant('clear' as const), name, workspaceId }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const max = 5
      const cache = createCacheByWorkspace<CachedItem>({ max, ttl: 60_000 })
      // Least recently used first.
      const plain = new Map<string, CachedItem>()
      for (const { does, name, workspaceId } of steps) {
        const known = plain.get(name)
        if (does === 'clear') {
          cache.clear()
          plain.clear()
        } else if (does === 'forget') {
          cache.forgetWorkspace(workspaceId)
          for (const [other, kept] of plain)
            if (kept.workspaceId === workspaceId) plain.delete(other)
        } else if (does === 'get') {
          expect(cache.get(name)).toEqual(known)
          if (known) plain.delete(name)
          if (known) plain.set(name, known)
        } else {
          cache.set(name, { workspaceId })
          plain.delete(name)
          plain.set(name, { workspaceId })
          for (const longestUnused of [...plain.keys()].slice(0, Math.max(0, plain.size - max)))
            plain.delete(longestUnused)
        }
        expect(cache.size()).toEqual({
          names: plain.size,
          workspaces: new Set([...plain.values()].map((kept) => kept.workspaceId)).size,
        })
      }
    }),
  )
})
