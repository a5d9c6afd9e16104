// How things are compared: in turns, in the same run, so that a noisy machine disturbs both alike.
// A speed ratio is the median of the rounds' ratios. CPU time is measured in slices of a few
// hundred requests; other work on the machine can only add to it, so the tenth percentile of the
// slices counts.

import { readdirSync, readFileSync } from 'node:fs'

export interface Subject {
  name: string
  /** One operation by one of the callers. */
  once(caller: number): Promise<unknown>
  /** The process whose CPU time is counted; this process when omitted. */
  processId?: number
}

export interface Comparison {
  title: string
  floor: string
  goal: string
  /** The subject's operations per second divided by the floor's. */
  ratio: number
  /** The floor's CPU time divided by the subject's; above 1 the subject needs less. */
  cpuRatio: number | undefined
  perSecond: [subject: number, floor: number]
  cpuMicroseconds: [subject: number | undefined, floor: number | undefined]
}

export interface Rounds {
  rounds: number
  ms: number
  callers: number
}

/**
 * CPU time used by the threads of a process, in microseconds. The scheduler counts it to the
 * nanosecond, while the ticks of `stat` are ten milliseconds. Undefined if the system does not
 * report it.
 */
export function readCpuMicroseconds(processId: number | undefined): number | undefined {
  if (processId === undefined) {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  try {
    const threads = readdirSync(`/proc/${processId}/task`)
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${processId}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
    )
    return nanoseconds.reduce((sum, part) => sum + part, 0) / 1_000
  } catch {
    return undefined
  }
}

interface Measurement {
  perSecond: number
  /** CPU time per operation, over the whole round. */
  cpu: number | undefined
  /** CPU time per operation in each slice of the round. */
  cpuOfSlices: readonly number[]
}

const slicesPerRound = 10
/** A slice takes a tenth of a round and has at least this many operations. */
const sliceOperationsMin = 20

export async function measure(
  { once: runOnce, processId }: Subject,
  { ms, callers }: Rounds,
): Promise<Measurement> {
  let doneCount = 0
  const startedAt = performance.now()
  const cpuBefore = readCpuMicroseconds(processId)
  const sliceCpus: number[] = []
  let slice = { done: 0, at: startedAt, cpu: cpuBefore }

  function endSlice(now: number) {
    const cpu = readCpuMicroseconds(processId)
    if (cpu !== undefined && slice.cpu !== undefined)
      sliceCpus.push((cpu - slice.cpu) / (doneCount - slice.done))
    slice = { done: doneCount, at: now, cpu }
  }

  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let now = startedAt; now - startedAt < ms; now = performance.now()) {
        await runOnce(caller)
        doneCount += 1
        if (now - slice.at >= ms / slicesPerRound && doneCount - slice.done >= sliceOperationsMin)
          endSlice(now)
      }
    }),
  )
  const perSecond = (doneCount / (performance.now() - startedAt)) * 1000
  const cpuAfter = readCpuMicroseconds(processId)
  if (sliceCpus.length === 0 && doneCount > slice.done) endSlice(performance.now())
  return {
    perSecond,
    cpu:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : (cpuAfter - cpuBefore) / doneCount,
    cpuOfSlices: sliceCpus,
  }
}

const warmUpRequests = 3_000
const warmUpMsMax = 5_000

/**
 * Warms a subject up until its code is compiled. This is counted in requests, because a slow
 * subject has served few of them after any given time.
 */
async function warmUp({ once: runOnce }: Subject, { callers }: Rounds): Promise<void> {
  const endAt = performance.now() + warmUpMsMax
  let remaining = warmUpRequests
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (remaining > 0 && performance.now() < endAt) {
        remaining -= 1
        await runOnce(caller)
      }
    }),
  )
}

/** The CPU time of an undisturbed operation. */
function undisturbedCpu(rounds: readonly Measurement[]): number | undefined {
  const slices = rounds.flatMap(({ cpuOfSlices: sliceCpus }) => sliceCpus).toSorted((a, b) => a - b)
  return slices[Math.floor(slices.length / 10)]
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** Measures both in turn, alternating which goes first. */
export async function compare(
  title: string,
  goal: string,
  subject: Subject,
  floor: Subject,
  rounds: Rounds,
): Promise<Comparison> {
  for (const coldSubject of [subject, floor]) await warmUp(coldSubject, rounds)
  const pairs: [Measurement, Measurement][] = []
  for (let round = 0; round < rounds.rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await measure(subject, rounds)
      pairs.push([first, await measure(floor, rounds)])
    } else {
      const first = await measure(floor, rounds)
      pairs.push([await measure(subject, rounds), first])
    }
  }
  const subjectCpu = undisturbedCpu(pairs.map(([a]) => a))
  const floorCpu = undisturbedCpu(pairs.map(([, b]) => b))
  return {
    title,
    floor: floor.name,
    goal,
    ratio: median(pairs.map(([a, b]) => a.perSecond / b.perSecond)),
    cpuRatio:
      subjectCpu === undefined || floorCpu === undefined ? undefined : floorCpu / subjectCpu,
    perSecond: [median(pairs.map(([a]) => a.perSecond)), median(pairs.map(([, b]) => b.perSecond))],
    cpuMicroseconds: [subjectCpu, floorCpu],
  }
}

export function comparisonText({
  title,
  floor,
  goal,
  ratio,
  cpuRatio,
  perSecond,
  cpuMicroseconds,
}: Comparison): string {
  const [subjectCpu, floorCpu] = cpuMicroseconds.map((cpu) =>
    cpu === undefined ? '' : ` and ${cpu.toFixed(0)} CPU µs`,
  )
  return [
    `${title}, beside ${floor}: ${(ratio * 100).toFixed(0)} % (goal ${goal})${cpuRatio === undefined ? '' : `, ${(cpuRatio * 100).toFixed(0)} % by CPU time`}`,
    `    ${perSecond[0].toFixed(0)}/s${subjectCpu} against ${perSecond[1].toFixed(0)}/s${floorCpu}`,
  ].join('\n')
}
