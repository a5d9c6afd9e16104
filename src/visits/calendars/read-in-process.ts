import { extname } from 'node:path'
import { askInChildProcess, createSerialQueue } from '../../base/ports/ask-in-child-process.ts'
import type { CalendarContent, CalendarInput, CalendarProblem } from './read-calendar.ts'

const readMsMax = 20_000
/** 50,000 events take some 60 MB. */
const heapMegabytesMax = 128

/**
 * The queue of all calendars: untrusted input uses at most one core and one heap in addition to
 * this process.
 */
const queueRead = createSerialQueue(8)

/**
 * Reads a calendar, always in a separate process: its content is untrusted, and a few lines of it
 * can cause hours of work. The process is killed if it takes longer than `deadlineMs` or more than
 * its memory limit, or when `signal` aborts. One calendar is read at a time, and clinics take
 * turns.
 */
export async function readCalendarInProcess(
  input: CalendarInput,
  {
    deadlineMs = readMsMax,
    heapMegabytes = heapMegabytesMax,
    signal,
    workspaceId,
  }: {
    deadlineMs?: number | undefined
    heapMegabytes?: number
    signal?: AbortSignal | undefined
    workspaceId?: number
  } = {},
): Promise<CalendarContent | CalendarProblem> {
  const reader = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url)
  const reading = await queueRead(
    () =>
      askInChildProcess<CalendarContent | CalendarProblem>(reader, input, {
        deadlineMs,
        heapMegabytes,
        signal,
      }),
    workspaceId,
  )
  return reading ?? { problem: 'takes too long to read, or too much memory', isCostly: true }
}
