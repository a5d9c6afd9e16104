// How long somebody in line still waits, as a range and not as a promise: consultations differ, and so do days.

import { averageSeconds } from './consultation-time.ts'

/** Minutes from now, or from the start of a queue that has not started. */
export interface WaitingTime {
  fromMinutes: number
  toMinutes: number
}

export interface LineAhead {
  /** The latest consultations, in seconds. */
  latest: readonly number[]
  /** Of one consultation, before there is a history of them. */
  defaultSeconds: number
  /** Who will be seen before, without who is being seen. */
  peopleAhead: number
  /** How long who is being seen has been; null where nobody is. */
  currentSeconds: number | null
}

// With fewer, nothing can be said of how they differ.
const consultationsMin = 3
// How far single consultations lie from the average, where there is no history.
const usualSpread = 0.6
// One that never seemed to end says nothing of the next ones.
const outlierTimes = 4

// Staff who note visits as completed right after the call teach nothing.
const averageSecondsMin = 30

// What the latest consultations do not show: they are few, the average leaves out the longest, doctors pause, and are slower on one day
// than on another. The four figures were set so that on simulated days four of five waits end in the range (waiting-time.test.ts).
const pausesShare = 1.16
const spreadUnseen = 1.3
const differenceOfDays = 0.22
// Where nobody is being seen: somebody is called any moment, or the doctor is out for one.
const nobodyInside = { mean: 150, deviation: 240 }
// From the call to the doctor being free for the next one, beyond the consultation itself.
const changeoverSeconds = 40

// Of a normal distribution, a tenth lies beyond as many deviations on either side.
const deviationsOfTheTenth = 1.2816

const stepMinutes = 5
const longMinutes = 120

/**
 * The range in which about four of five waits end: a sum of consultations like the latest ones, and the rest of the one that goes on.
 * A sum of positive times is skewed, so it is taken as a gamma distribution. In steps of five minutes, of ten beyond two hours.
 */
export function waitingTime(line: LineAhead): WaitingTime {
  const one = oneConsultation(line)
  const rest = restOfCurrent(line, one)
  const mean = line.peopleAhead * one.mean + rest.mean
  const variance = line.peopleAhead * one.deviation ** 2 + (line.peopleAhead * one.doubt) ** 2 + rest.deviation ** 2
  // Of a gamma distribution with this mean and variance, by the cube root of Wilson and Hilferty.
  const ninth = variance / mean ** 2 / 9
  const at = (deviations: number) => rounded((mean * Math.max(0, 1 - ninth + deviations * Math.sqrt(ninth)) ** 3) / 60)
  const fromMinutes = at(-deviationsOfTheTenth)
  return { fromMinutes, toMinutes: Math.max(at(deviationsOfTheTenth), fromMinutes + stepMinutes) }
}

interface Estimate {
  mean: number
  deviation: number
}

/** Seconds: the mean, how far single ones lie from it, and how far it may itself be off today. */
function oneConsultation({ latest, defaultSeconds }: LineAhead): Estimate & { doubt: number } {
  const average = Math.max(averageSeconds(latest, defaultSeconds), averageSecondsMin)
  const usable = withoutOutliers(latest, average)
  const deviation = usable.length < consultationsMin ? average * usualSpread : deviationFrom(average, usable)
  const doubt = Math.hypot(average * differenceOfDays, deviation / Math.sqrt(Math.max(usable.length, consultationsMin)))
  return { mean: average * pausesShare, deviation: deviation * spreadUnseen, doubt }
}

/** What is left of the consultation that goes on: what was left, after as long, of those that lasted longer. */
function restOfCurrent({ latest, currentSeconds }: LineAhead, one: Estimate): Estimate {
  if (currentSeconds === null) return nobodyInside
  const left = withoutOutliers(latest, one.mean)
    .filter((seconds) => seconds > currentSeconds)
    .map((seconds) => seconds - currentSeconds)
  if (left.length < consultationsMin) {
    // Longer than nearly all: it may end now, or take about as long as another.
    const mean = Math.max(one.mean - currentSeconds, one.mean * usualSpread)
    return { mean, deviation: mean }
  }
  const mean = left.reduce((sum, seconds) => sum + seconds, 0) / left.length
  return { mean: mean + changeoverSeconds, deviation: deviationFrom(mean, left) * spreadUnseen }
}

function withoutOutliers(latest: readonly number[], average: number): number[] {
  return latest.filter((seconds) => seconds <= average * outlierTimes)
}

function deviationFrom(mean: number, values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

function rounded(minutes: number): number {
  const step = minutes > longMinutes ? 2 * stepMinutes : stepMinutes
  return Math.round(minutes / step) * step
}
