// Uses separate processes to read what callers and strangers send. A thread is no boundary: when
// its heap is full, V8 ends the whole process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import type { ChildAnswer, ChildModule } from './answering-process.ts'
import { problem } from './problems.ts'

export interface ChildLimits {
  deadlineMs: number
  heapMegabytes: number
  signal?: AbortSignal | undefined
}

/**
 * Asks a module that answers each message with a message. It runs in a process, which is killed at
 * its deadline, if it exceeds its memory, or on the signal; the result is then undefined. Otherwise
 * the process waits a while for the next question.
 */
export async function askInChildProcess<Answer>(
  module: URL,
  question: unknown,
  { deadlineMs, heapMegabytes, signal }: ChildLimits,
): Promise<Answer | undefined> {
  const started = { module: module.href, heapMegabytes }
  const name = JSON.stringify(started)
  const ending = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])])
  const waiting = takeIdleProcess(name)
  let child = waiting ?? start(started)
  let answer = await requestAnswer(child, question, ending)
  if (!answer && waiting && !ending.aborted) {
    // The idle process may have been ended, because the system ran out of memory.
    await kill(child)
    child = start(started)
    answer = await requestAnswer(child, question, ending)
  }
  if (!answer) {
    await kill(child)
    return undefined
  }
  keepIdle(name, child)
  return answer.answer as Answer
}

function start(started: ChildModule): ChildProcess {
  const child = fork(
    new URL(`./answering-process${extname(import.meta.url)}`, import.meta.url),
    [JSON.stringify(started)],
    {
      // The process needs no secrets, and none of its output is for the log.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    },
  )
  // The caller also listens; without a listener, an error in between would end this process.
  return child.on('error', () => {})
}

/**
 * The processes that wait for a question: a start takes a hundred times as long as reading a clinic
 * file of usual size.
 */
const idleProcesses = new Map<string, { child: ChildProcess; end: NodeJS.Timeout }>()
const idleMsMax = 10_000

/** Takes a waiting process of a module, if there is one. */
function takeIdleProcess(name: string): ChildProcess | undefined {
  const found = idleProcesses.get(name)
  if (!found) return undefined
  idleProcesses.delete(name)
  clearTimeout(found.end)
  found.child.ref()
  found.child.channel?.ref()
  return found.child
}

/** Lets a process wait for its next question; it does not keep this process from ending. */
function keepIdle(name: string, child: ChildProcess): void {
  if (idleProcesses.has(name)) {
    child.kill('SIGKILL')
    return
  }
  const end = setTimeout(() => {
    idleProcesses.delete(name)
    child.kill('SIGKILL')
  }, idleMsMax).unref()
  child.unref()
  child.channel?.unref()
  idleProcesses.set(name, { child, end })
}

function requestAnswer(
  child: ChildProcess,
  question: unknown,
  signal: AbortSignal,
): Promise<ChildAnswer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<ChildAnswer | undefined>()
  const giveUp = () => resolve(undefined)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  child.once('message', (answer) => resolve(answer as ChildAnswer))
  child.once('disconnect', giveUp)
  // There are too many processes already.
  const refuse = () => reject(problem('BUSY'))
  child.once('error', refuse)
  // If the question cannot be sent, the process disconnects.
  child.send(question as object, () => {})
  return promise.finally(() => {
    signal.removeEventListener('abort', giveUp)
    child.off('disconnect', giveUp).off('error', refuse)
  })
}

/** Kills a process, and waits until it has ended: only then is its memory free for the next one. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Runs one piece of work at a time; its owner is the workspace that asks, or the installation. */
export type SerialQueue = <T>(work: () => Promise<T>, owner?: number) => Promise<T>

/**
 * Owners take turns, so that none waits for more than one piece of each other's work. Refuses with
 * BUSY if more than `waitingMax` pieces of an owner's work wait.
 */
export function createSerialQueue(waitingMax: number): SerialQueue {
  const waiting = new Map<number, (() => Promise<unknown>)[]>()
  let isRunning = false

  function runNext(): void {
    const [turn] = waiting
    if (isRunning || !turn) return
    const [owner, [next, ...others]] = turn
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    isRunning = true
    const after = () => {
      isRunning = false
      runNext()
    }
    next?.().then(after, after)
  }

  return (work, owner = 0) => {
    const own = waiting.get(owner) ?? []
    if (own.length >= waitingMax) return Promise.reject(problem('BUSY'))
    return new Promise((resolve, reject) => {
      waiting.set(owner, [...own, async () => (async () => work())().then(resolve, reject)])
      runNext()
    })
  }
}
