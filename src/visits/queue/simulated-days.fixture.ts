// Plausible days of a queue, generated from a seed. They are simulated, not recorded in a clinic:
// log-normal consultations, doctors and days that differ, absent patients, pauses, and occasionally
// a consultation that never seems to end.

/** The course of a visit, in seconds since its queue was started. */
export interface SimulatedVisit {
  calledAt: number
  /** When the doctor was free again. */
  endedAt: number
  cameWhenCalled: boolean
}

export interface SimulatedPractice {
  defaultSeconds: number
  /** Each day's visits in the order of their tokens; everyone waits from the start on. */
  days: SimulatedVisit[][]
}

/** A number from 0 up to but not including 1, the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const absentShare = 0.07
const endlessShare = 1 / 150

/** Simulates some days of one doctor. */
export function simulatedPractice(seed: number, dayCount: number): SimulatedPractice {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const between = (from: number, to: number) => from + (to - from) * random()
  const median = between(240, 900)
  const spread = between(0.35, 0.65)
  // The length in the clinic file is only a guess.
  const defaultSeconds = Math.round((median * between(0.8, 1.3)) / 60) * 60
  const days = Array.from({ length: dayCount }, () => {
    const pace = Math.exp(0.12 * normal())
    const patients = Math.round(between(12, 40))
    const pauseAfter = Math.round(between(0.3, 0.7) * patients)
    let free = between(0, 120)
    return Array.from({ length: patients }, (_, index) => {
      const calledAt = free
      const cameWhenCalled = random() >= absentShare
      const consultation =
        random() < endlessShare
          ? between(3_600, 6_000)
          : median * pace * Math.exp(spread * normal())
      const endedAt = calledAt + (cameWhenCalled ? consultation : between(60, 240))
      free = endedAt + between(5, 40) + (index === pauseAfter ? between(300, 1_200) : 0)
      return { calledAt, endedAt, cameWhenCalled }
    })
  })
  return { defaultSeconds, days }
}
