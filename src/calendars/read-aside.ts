import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CalendarQuestion, ReadCalendar, WrongCalendar } from './read-calendar.ts'

const readMsMax = 20_000
/** 50,000 events take some 90. */
const heapMegabytesMax = 128

/** Resolves after the previous reading, of any calendar: input from strangers uses at most one core and one heap of this process. */
let lastReading: Promise<unknown> = Promise.resolve()

/**
 * Reads a calendar, always in a separate thread: its content is untrusted, and a few lines of it can cause hours of work. The thread is
 * terminated if it takes longer than `deadlineMs` or more than its memory limit, and on `signal`. One calendar is read at a time.
 */
export function readCalendarAside(...reading: Parameters<typeof readNow>): Promise<ReadCalendar | WrongCalendar> {
  const read = lastReading.then(() => readNow(...reading))
  lastReading = read.catch(() => {})
  return read
}

async function readNow(
  question: CalendarQuestion,
  {
    deadlineMs = readMsMax,
    heapMegabytes = heapMegabytesMax,
    signal,
  }: { deadlineMs?: number | undefined; heapMegabytes?: number; signal?: AbortSignal | undefined } = {},
): Promise<ReadCalendar | WrongCalendar> {
  const worker = new Worker(new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: question,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // The parser needs no secrets, and none of its output is for the log.
    env: {},
    stdout: true,
    stderr: true,
  })
  // Stays attached after the result: an out-of-memory error may arrive while the thread is being terminated, and an error without a
  // listener would end the process.
  worker.on('error', () => {})
  try {
    const [reading] = (await once(worker, 'message', { signal: AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])]) })) as [
      ReadCalendar | WrongCalendar,
    ]
    return reading
  } catch {
    return { problem: 'takes too long to read, or too much memory', isCostly: true }
  } finally {
    await worker.terminate()
  }
}
