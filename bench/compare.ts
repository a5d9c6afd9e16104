// How things are compared: round about, in the same run, so that a noisy machine disturbs both alike.
// Ratios are medians of the ratios of the rounds.

import { readFileSync } from 'node:fs'

export interface Subject {
  name: string
  /** One operation of one of the callers. */
  once(caller: number): Promise<unknown>
  /** The process whose CPU time is counted; this one when omitted. */
  processId?: number
}

export interface Comparison {
  title: string
  floor: string
  goal: string
  /** Of the floor's operations per second. */
  ratio: number
  /** Of the floor's CPU time; above 1 the subject needs less. */
  cpuRatio: number | undefined
  perSecond: [subject: number, floor: number]
  cpuMicroseconds: [subject: number | undefined, floor: number | undefined]
}

export interface Rounds {
  rounds: number
  ms: number
  callers: number
}

const ticksPerSecond = 100

/** CPU time a process has used, in microseconds; undefined where the system does not tell. */
export function cpuOf(processId: number | undefined): number | undefined {
  if (processId === undefined) {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  try {
    const facts = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(facts[11]) + Number(facts[12])) / ticksPerSecond) * 1e6
  } catch {
    return undefined
  }
}

interface Measured {
  perSecond: number
  cpu: number | undefined
}

export async function measure({ once, processId }: Subject, { ms, callers }: Rounds): Promise<Measured> {
  let done = 0
  const [cpuBefore, startedAt] = [cpuOf(processId), performance.now()]
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - startedAt < ms) {
        await once(caller)
        done += 1
      }
    }),
  )
  const cpuAfter = cpuOf(processId)
  return {
    perSecond: (done / (performance.now() - startedAt)) * 1000,
    cpu: cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / done,
  }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function medianOf(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined)
  return known.length === 0 ? undefined : median(known)
}

/** Measures both in turn, changing who comes first. */
export async function compare(title: string, goal: string, subject: Subject, floor: Subject, rounds: Rounds): Promise<Comparison> {
  for (const warmUp of [subject, floor]) await measure(warmUp, rounds)
  const pairs: [Measured, Measured][] = []
  for (let round = 0; round < rounds.rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await measure(subject, rounds)
      pairs.push([first, await measure(floor, rounds)])
    } else {
      const first = await measure(floor, rounds)
      pairs.push([await measure(subject, rounds), first])
    }
  }
  return {
    title,
    floor: floor.name,
    goal,
    ratio: median(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
    cpuRatio: medianOf(pairs.map(([a, b]) => (a.cpu === undefined || b.cpu === undefined ? undefined : b.cpu / a.cpu))),
    perSecond: [median(pairs.map(([a]) => a.perSecond)), median(pairs.map(([, b]) => b.perSecond))],
    cpuMicroseconds: [medianOf(pairs.map(([a]) => a.cpu)), medianOf(pairs.map(([, b]) => b.cpu))],
  }
}

export function comparisonText({ title, floor, goal, ratio, cpuRatio, perSecond, cpuMicroseconds }: Comparison): string {
  const [subjectCpu, floorCpu] = cpuMicroseconds.map((cpu) => (cpu === undefined ? '' : ` and ${cpu.toFixed(0)} CPU µs`))
  return [
    `${title}, beside ${floor}: ${(ratio * 100).toFixed(0)} % (goal ${goal})${cpuRatio === undefined ? '' : `, ${(cpuRatio * 100).toFixed(0)} % by CPU time`}`,
    `    ${perSecond[0].toFixed(0)}/s${subjectCpu} against ${perSecond[1].toFixed(0)}/s${floorCpu}`,
  ].join('\n')
}
