import { extname } from 'node:path'
import { askAside, oneAtATime } from '../../base/ports/aside.ts'
import type { CalendarQuestion, ReadCalendar, WrongCalendar } from './read-calendar.ts'

const readMsMax = 20_000
/** 50,000 events take some 60. */
const heapMegabytesMax = 128

/** Of any calendar: input from strangers uses at most one core and one heap beside this process. */
const inLine = oneAtATime(8)

/**
 * Reads a calendar, always in a separate process: its content is untrusted, and a few lines of it can cause hours of work. The process is
 * killed if it takes longer than `deadlineMs` or more than its memory limit, and on `signal`. One calendar is read at a time, and clinics take turns.
 */
export async function readCalendarAside(
  question: CalendarQuestion,
  {
    deadlineMs = readMsMax,
    heapMegabytes = heapMegabytesMax,
    signal,
    workspaceId,
  }: { deadlineMs?: number | undefined; heapMegabytes?: number; signal?: AbortSignal | undefined; workspaceId?: number } = {},
): Promise<ReadCalendar | WrongCalendar> {
  const reader = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url)
  const reading = await inLine(() => askAside<ReadCalendar | WrongCalendar>(reader, question, { deadlineMs, heapMegabytes, signal }), workspaceId)
  return reading ?? { problem: 'takes too long to read, or too much memory', isCostly: true }
}
