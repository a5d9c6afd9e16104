const firstMs = 30_000
const longestMs = 3_600_000

/**
 * How long work that has failed waits: half a minute after the first attempt, twice as long after each other, an hour at most; a fifth
 * more or less, as `random` (0 to 1) says, so that what failed together does not come back together.
 */
export function backOffMs(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(firstMs * 2 ** (attempt - 1), longestMs) * (0.8 + 0.4 * random))
}
