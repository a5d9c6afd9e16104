// How long a consultation takes, learned from the latest ones: recent, and robust against one that
// was never ended.

/** The number of latest consultations that count. */
export const consultationsCounted = 50
// With fewer consultations, one unusual morning would decide the result.
const averagedConsultationsMin = 5
// The share of consultations left out at each end, the shortest and the longest: a double click, or
// a forgotten "completed".
const trimmedShare = 0.1

/**
 * The length of one consultation in seconds: the mean of the latest, without the shortest and the
 * longest tenth, or `defaultSeconds` until there are five. The mean and not the median,
 * because patients wait for the sum.
 */
export function estimateConsultationSeconds(
  latest: readonly number[],
  defaultSeconds: number,
): number {
  if (latest.length < averagedConsultationsMin) return defaultSeconds
  const ordered = latest.toSorted((a, b) => a - b)
  const trimmedCount = Math.max(1, Math.floor(ordered.length * trimmedShare))
  const trimmed = ordered.slice(trimmedCount, ordered.length - trimmedCount)
  return Math.round(trimmed.reduce((sum, seconds) => sum + seconds, 0) / trimmed.length)
}
