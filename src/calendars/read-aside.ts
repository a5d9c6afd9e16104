import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CalendarQuestion, ReadCalendar, WrongCalendar } from './read-calendar.ts'

const readMsMax = 20_000
/** 50,000 events take some 90. */
const heapMegabytesMax = 128

/** Ended with the reading before, of whatever calendar: what strangers write has one core and one heap of this process at most. */
let lastReading: Promise<unknown> = Promise.resolve()

/**
 * Reads a calendar in a thread of its own, always: a stranger writes it, and a few lines of it can ask for hours of work. The thread is
 * ended when it takes longer than `deadlineMs` or more memory than there is for it, and with `signal`. One is read at a time.
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
    // What it reads knows of no secret, and nothing of it is for the log.
    env: {},
    stdout: true,
    stderr: true,
  })
  // Stays when nobody waits any more: that it is out of memory may come while the thread is being ended, and an error that nobody hears would
  // end the process.
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
