// How long a consultation takes, learned from the latest ones: recent, and robust against one that
// was never ended.

/** The number of latest consultations that count. */
export const consultationsCounted = 50
// With fewer, one unusual morning would decide.
const averagedConsultationsMin = 5
// The share left out at each end, shortest and longest: a double click, and a "completed" that was
// forgotten.
const trimmedShare = 0.1

/**
 * Seconds of one consultation: the mean of the latest, without the shortest and the longest tenth,
 * or `defaultSeconds` until there are five. The mean and not the median, because patients
 * wait for the sum.
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
