// Counts requests in fixed minutes, aligned to the clock: in this process by default, or in
// Redis for all processes together. If a count does not arrive in time, the request passes: the
// limiter fails open, and nothing else does (RATE-19, RATE-20).

export const minuteMs = 60_000

interface Bucket {
  name: string
  limit: number
}

interface SpendResult {
  allowed: boolean
  remaining: number[]
  retryAfterSeconds: number
}

export interface Counters {
  /** Takes one from every bucket, or nothing from any; undefined if the store is unavailable. */
  spend(
    buckets: readonly Bucket[],
    now: number,
  ): SpendResult | undefined | Promise<SpendResult | undefined>
  close(): Promise<void>
}

/** Whole seconds to the next minute, at least 1. */
export function secondsToNextMinute(now: number): number {
  return Math.max(1, Math.ceil((minuteMs - (now % minuteMs)) / 1000))
}

// Beyond this many buckets in a minute the oldest are dropped: an attacker with many addresses gets
// a few more requests, and the memory of the process stays limited.
const bucketsMax = 200_000

/** Counters of this process alone. */
export function processCounters(): Counters {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    spend(buckets, now) {
      const current = Math.floor(now / minuteMs)
      if (current !== minute) {
        minute = current
        counts = new Map()
      }
      // Loops, for speed: every request comes here twice.
      const used: number[] = []
      let allowed = true
      for (const { name, limit } of buckets) {
        const count = counts.get(name) ?? 0
        used.push(count)
        if (count >= limit) allowed = false
      }
      const increment = allowed ? 1 : 0
      const remaining: number[] = []
      let index = 0
      for (const { name, limit } of buckets) {
        const count = (used[index++] ?? 0) + increment
        if (allowed) counts.set(name, count)
        remaining.push(Math.max(0, limit - count))
      }
      while (counts.size > bucketsMax) counts.delete(counts.keys().next().value as string)
      return { allowed, remaining, retryAfterSeconds: secondsToNextMinute(now) }
    },
    close: async () => {},
  }
}
