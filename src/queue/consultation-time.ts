// How long a consultation takes, learned from the last ones: recent, and not thrown by one that never seemed to end.

/** So many of the latest consultations count. */
export const consultationsCounted = 50
// With fewer, one unusual morning would decide.
const consultationsMin = 5
// Of the shortest and of the longest, each: a forgotten "completed" and a double click.
const sharePutAside = 0.1

/**
 * Seconds of one consultation: the mean of the latest, without the tenth that were shortest and the tenth that were longest, or
 * `defaultSeconds` before there are five. The mean and not the median: those who wait, wait for the sum.
 */
export function averageSeconds(latest: readonly number[], defaultSeconds: number): number {
  if (latest.length < consultationsMin) return defaultSeconds
  const ordered = latest.toSorted((a, b) => a - b)
  const aside = Math.max(1, Math.floor(ordered.length * sharePutAside))
  const kept = ordered.slice(aside, ordered.length - aside)
  return Math.round(kept.reduce((sum, seconds) => sum + seconds, 0) / kept.length)
}
