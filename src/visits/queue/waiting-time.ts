// How long a patient in line will still wait, as a range rather than a promise: consultations
// differ, and so do days.

import { estimateConsultationSeconds } from './consultation-time.ts'

/** Minutes from now, or from the start of a queue that has not started. */
export interface WaitingTime {
  fromMinutes: number
  toMinutes: number
}

export interface LineAhead {
  /** The latest consultations, in seconds. */
  latest: readonly number[]
  /** The length of one consultation, until there are enough to average. */
  defaultSeconds: number
  /** The number of people who will be seen first, not counting the person being seen. */
  peopleAhead: number
  /** How long the current consultation has lasted; null if there is none. */
  currentSeconds: number | null
}

// With fewer consultations, their spread cannot be estimated.
const spreadConsultationsMin = 3
// The spread of consultations relative to the average, without a history.
const usualSpread = 0.6
// A consultation that was never ended says nothing about the next ones.
const outlierTimes = 4

// Staff who complete visits right after calling them produce no usable times.
const averageSecondsMin = 30

// Corrections for what the latest consultations do not show: they are few, the average leaves out
// the longest, doctors take breaks, and some days are slower than others. The four figures were
// tuned so that on simulated days four of five waits end in the range (waiting-time.test.ts).
const pausesShare = 1.16
const spreadUnseen = 1.3
const differenceOfDays = 0.22
// The time if no one is being seen: the next call is imminent, or the doctor is away for a moment.
const nobodyInside = { mean: 150, deviation: 240 }
// The time per call, beyond the consultation itself, until the doctor is free for the next one.
const changeoverSeconds = 40

// In a normal distribution, a tenth lies beyond this many deviations on either side.
const tenthPercentileDeviations = 1.2816

const stepMinutes = 5
const longMinutes = 120

/**
 * The range in which about four of five waits end: a sum of consultations like the latest ones,
 * plus the remainder of the current one. A sum of positive times is skewed, so it is modelled as a
 * gamma distribution. The result is in steps of five minutes, or of ten beyond two hours.
 */
export function estimateWaitingTime(line: LineAhead): WaitingTime {
  const one = estimateConsultation(line)
  const remaining = estimateRemaining(line, one)
  const mean = line.peopleAhead * one.mean + remaining.mean
  const variance =
    line.peopleAhead * one.deviation ** 2 +
    (line.peopleAhead * one.doubt) ** 2 +
    remaining.deviation ** 2
  // A gamma distribution with this mean and variance, by the cube-root approximation of Wilson and
  // Hilferty.
  const ninth = variance / mean ** 2 / 9
  const waitQuantile = (deviations: number) =>
    roundMinutes((mean * Math.max(0, 1 - ninth + deviations * Math.sqrt(ninth)) ** 3) / 60)
  const fromMinutes = waitQuantile(-tenthPercentileDeviations)
  return {
    fromMinutes,
    toMinutes: Math.max(waitQuantile(tenthPercentileDeviations), fromMinutes + stepMinutes),
  }
}

interface Estimate {
  mean: number
  deviation: number
}

/** The mean, the spread of single consultations and the uncertainty of today's mean, in seconds. */
function estimateConsultation({ latest, defaultSeconds }: LineAhead): Estimate & { doubt: number } {
  const average = Math.max(estimateConsultationSeconds(latest, defaultSeconds), averageSecondsMin)
  const usable = dropOutliers(latest, average)
  const deviation =
    usable.length < spreadConsultationsMin
      ? average * usualSpread
      : standardDeviation(average, usable)
  const doubt = Math.hypot(
    average * differenceOfDays,
    deviation / Math.sqrt(Math.max(usable.length, spreadConsultationsMin)),
  )
  return { mean: average * pausesShare, deviation: deviation * spreadUnseen, doubt }
}

/**
 * Estimates how long the current consultation will still take: the average remainder of
 * consultations that lasted longer than it has so far.
 */
function estimateRemaining({ latest, currentSeconds }: LineAhead, one: Estimate): Estimate {
  if (currentSeconds === null) return nobodyInside
  const longerOnes = dropOutliers(latest, one.mean)
    .filter((seconds) => seconds > currentSeconds)
    .map((seconds) => seconds - currentSeconds)
  if (longerOnes.length < spreadConsultationsMin) {
    // The current consultation has lasted longer than nearly all others: it may end now, or take
    // about as long again.
    const mean = Math.max(one.mean - currentSeconds, one.mean * usualSpread)
    return { mean, deviation: mean }
  }
  const mean = longerOnes.reduce((sum, seconds) => sum + seconds, 0) / longerOnes.length
  return {
    mean: mean + changeoverSeconds,
    deviation: standardDeviation(mean, longerOnes) * spreadUnseen,
  }
}

function dropOutliers(latest: readonly number[], average: number): number[] {
  return latest.filter((seconds) => seconds <= average * outlierTimes)
}

function standardDeviation(mean: number, values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

function roundMinutes(minutes: number): number {
  const step = minutes > longMinutes ? 2 * stepMinutes : stepMinutes
  return Math.round(minutes / step) * step
}
