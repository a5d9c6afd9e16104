const firstMs = 30_000
const longestMs = 3_600_000

/**
 * The pause before failed work is retried: half a minute after the first attempt, doubled after
 * each further one, at most an hour; plus or minus a fifth, by `random` (0 to 1), so that work
 * which failed together does not run again together.
 */
export function backOffMs(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(firstMs * 2 ** (attempt - 1), longestMs) * (0.8 + 0.4 * random))
}
