// Counters in Redis, in a separate file: the library is only loaded if needed, which makes other
// starts faster.

import { createHash } from 'node:crypto'
import { Redis } from 'ioredis'
import { type Counters, minuteMs, secondsToNextMinute } from './counters.ts'

// All buckets of a request in one atomic step and one round trip. Keys live two minutes, so that
// hosts with slightly different clocks share them.
const script = `
local used = {}
local allowed = 1
for i, key in ipairs(KEYS) do
  used[i] = tonumber(redis.call('GET', key) or '0')
  if used[i] >= tonumber(ARGV[i]) then allowed = 0 end
end
if allowed == 1 then
  for i, key in ipairs(KEYS) do
    used[i] = redis.call('INCR', key)
    if used[i] == 1 then redis.call('PEXPIRE', key, 120000) end
  end
end
return {allowed, unpack(used)}`

const deadlineMs = 50
const failuresMax = 5
const restMs = 1_000

export interface CounterEvents {
  /**
   * The store does not respond; called once, until it responds again. The reason is a code such as
   * ECONNREFUSED or WRONGPASS.
   */
  unavailable(error: unknown, reason: string | undefined): void
  available(): void
  /** A request passed uncounted. */
  uncounted(): void
}

/** Counters that all processes of one Redis share. */
export function redisCounters(
  url: string,
  { unavailable, available, uncounted }: CounterEvents,
): Counters {
  const redis = new Redis(url, {
    connectTimeout: 1_000,
    // Nothing waits for a connection, and nothing is retried.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(100 * attempt, 2_000),
    scripts: { spendAll: { lua: script } },
  }) as Redis & { spendAll(count: number, ...parameters: (string | number)[]): Promise<unknown> }
  let failures = 0
  let restUntil = 0
  let isUnavailable = false

  function recordFailure(error: unknown) {
    failures += 1
    uncounted()
    // After some failures in a row there is a pause: a frozen store costs one deadline a second,
    // not one a request.
    if (failures >= failuresMax) restUntil = performance.now() + restMs
    if (failures >= failuresMax && !isUnavailable) {
      isUnavailable = true
      // Whatever still arrives there would only take memory.
      redis.disconnect(true)
      const cause = lastError ?? error
      unavailable(cause, failureReason(cause))
    }
    return undefined
  }

  // `spend` reports it, once; an error event without a listener would end the process. The error of
  // a command only says that there is no connection.
  let lastError: unknown
  redis.on('error', (error) => {
    lastError = error
  })
  redis.on('ready', () => {
    lastError = undefined
  })
  return {
    async spend(buckets, now) {
      if (performance.now() < restUntil) {
        uncounted()
        return undefined
      }
      const minute = Math.floor(now / minuteMs)
      // Names contain workspaces and addresses, which must not be in the store in clear text.
      const keys = buckets.map(
        ({ name }) =>
          `clinic:${createHash('sha256').update(`${minute} ${name}`).digest('base64url').slice(0, 22)}`,
      )
      try {
        const reply = await withDeadline(
          redis.spendAll(keys.length, ...keys, ...buckets.map(({ limit }) => limit)),
        )
        const [allowed, ...used] = parseReply(reply, keys.length)
        failures = 0
        if (isUnavailable) {
          isUnavailable = false
          available()
        }
        const remaining = buckets.map(({ limit }, index) => Math.max(0, limit - (used[index] ?? 0)))
        return { allowed: allowed === 1, remaining, retryAfterSeconds: secondsToNextMinute(now) }
      } catch (error) {
        return recordFailure(error)
      }
    },
    async close() {
      redis.disconnect()
    },
  }
}

/** The reply of the script; throws for anything else, which says nothing about the counters. */
function parseReply(reply: unknown, count: number): number[] {
  const isReply =
    Array.isArray(reply) &&
    reply.length === count + 1 &&
    reply.every((number) => Number.isSafeInteger(number) && number >= 0) &&
    reply[0] <= 1
  if (!isReply) throw new Error('UNEXPECTED reply')
  return reply
}

class TooLate extends Error {}

/**
 * The code of a failed connection, or the first word of Redis's error; the sentence after it may
 * quote a name.
 */
function failureReason(error: unknown): string | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return typeof code === 'string' ? code : /^[A-Z]{3,}(?= )/.exec(message)?.[0]
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new TooLate(`no response within ${deadlineMs} ms`))
    // Gives up in the next turn of the event loop: in a burst of requests, the response may have
    // arrived without having been read yet.
    timer = setTimeout(() => setImmediate(refuse), deadlineMs)
  })
  // A late response may also be an error, which no longer matters.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
