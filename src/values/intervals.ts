import type { Instant } from './clinic-time.ts'

/** A half-open stretch of time: `from` belongs to it, `to` does not. */
export interface Interval {
  from: Instant
  to: Instant
}

/**
 * Splits `candidates` into those that touch no busy time and those that do. Both lists may overlap
 * within themselves; each is sorted here, so the pass is linear after that.
 */
export function splitByBusy<T extends Interval>(candidates: readonly T[], busy: readonly Interval[]): { free: T[]; taken: T[] } {
  const sorted = [...busy].sort((a, b) => a.from - b.from)
  const free: T[] = []
  const taken: T[] = []
  for (const candidate of candidates) {
    let low = 0
    let high = sorted.length
    // First busy interval that starts at or after the candidate's end: only earlier ones can overlap.
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as Interval).from < candidate.to) low = middle + 1
      else high = middle
    }
    let hit = false
    // Busy intervals may nest, so every earlier one counts; they are few (a day of one doctor).
    for (let index = 0; index < low && !hit; index += 1) hit = (sorted[index] as Interval).to > candidate.from
    ;(hit ? taken : free).push(candidate)
  }
  return { free, taken }
}
