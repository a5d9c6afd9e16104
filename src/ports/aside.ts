// Reads what callers and strangers send in a process of its own. A thread is no boundary: where its heap is full, V8 ends the whole process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { problem } from '../values/problem.ts'
import type { AsideQuestion } from './aside-process.ts'

export interface AsideLimits {
  deadlineMs: number
  heapMegabytes: number
  signal?: AbortSignal | undefined
}

/**
 * Asks a module, which answers its `workerData` with a message, in a process that is killed if it takes longer than its deadline or more
 * than its memory, and on the signal; undefined if it was killed.
 */
export async function askAside<Answer>(module: URL, question: unknown, { deadlineMs, heapMegabytes, signal }: AsideLimits): Promise<Answer | undefined> {
  const child = fork(new URL(`./aside-process${extname(import.meta.url)}`, import.meta.url), {
    // It needs no secrets, and none of its output is for the log.
    ...{ env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    serialization: 'advanced',
  })
  try {
    return await answerOf<Answer>(
      child,
      { module: module.href, question, heapMegabytes },
      AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]),
    )
  } finally {
    await kill(child)
  }
}

function answerOf<Answer>(child: ChildProcess, question: AsideQuestion, signal: AbortSignal): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const give = () => resolve(undefined)
    if (signal.aborted) return give()
    signal.addEventListener('abort', give, { once: true })
    child.once('message', (answer) => resolve(answer as Answer))
    child.once('disconnect', give)
    // There are too many processes already. It stays attached: more errors may follow.
    child.on('error', () => reject(problem('BUSY')))
    // What cannot be sent disconnects.
    child.send(question, () => {})
  })
}

/** Only when it has ended is its memory free for the next. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs one piece of work at a time; its owner is the workspace that asks, or the installation. */
export type OneAtATime = <T>(work: () => Promise<T>, owner?: number) => Promise<T>

/**
 * Owners take turns, so that none waits for more than one piece of work of each other. Refuses with BUSY if more than `waitingMax` of an
 * owner wait.
 */
export function oneAtATime(waitingMax: number): OneAtATime {
  const waiting = new Map<number, (() => Promise<unknown>)[]>()
  let isRunning = false

  function goOn(): void {
    const [turn] = waiting
    if (isRunning || !turn) return
    const [owner, [next, ...others]] = turn
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    isRunning = true
    const after = () => {
      isRunning = false
      goOn()
    }
    next?.().then(after, after)
  }

  return (work, owner = 0) => {
    const own = waiting.get(owner) ?? []
    if (own.length >= waitingMax) return Promise.reject(problem('BUSY'))
    return new Promise((resolve, reject) => {
      waiting.set(owner, [...own, async () => (async () => work())().then(resolve, reject)])
      goOn()
    })
  }
}
