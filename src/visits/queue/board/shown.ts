// The content of a board: the called numbers and their doors, those being seen, the next ones, and those that were called and absent.
// Patients appear only as numbers.

import type { Instant } from '../../../base/values/clinic-time.ts'
import { waitsIn } from '../queue-status.ts'
import { tokenDisplay } from '../queue-visit.ts'
import type { WaitingTime } from '../waiting-time.ts'
import type { QueueOnBoard, VisitOnBoard } from './queries.ts'

export interface NumberShown {
  token: string
  /** Where the patient goes; for a shift without a door, the practitioner. */
  door: string
}

export interface CallShown extends NumberShown {
  isInside: boolean
  /** When it was last called; null while it is being seen. */
  announcedAt: Instant | null
}

export interface BoardShown {
  /** Whether a queue is running. */
  isRunning: boolean
  /** The called tokens, the latest first, and then those being seen. */
  calls: CallShown[]
  next: (NumberShown & { wait: WaitingTime })[]
  /** Tokens that were called and absent; their patients ask at the desk. */
  absent: string[]
  /** Whether tokens have different doors. */
  hasDoors: boolean
}

/** The numbers that are readable from eight metres. */
const callsMax = 8
const nextMax = 5
const absentMax = 3

export function shownBoard(queues: readonly QueueOnBoard[], now: Instant): BoardShown {
  const running = queues.filter(({ startedAt, endedAt }) => startedAt !== null && endedAt === null)
  const numbers = running.flatMap((queue) => {
    const door = queue.door ?? queue.practitioner
    const wait = waitsIn(queue, now)
    const waiting = queue.line.filter(({ status }) => status === 'WAITING')
    return queue.line.map((visit) => ({ visit, place: waiting.indexOf(visit), token: tokenDisplay(visit), door, wait }))
  })
  const of = (status: VisitOnBoard['status']) => numbers.filter(({ visit }) => visit.status === status)
  const latestFirst = (when: (visit: VisitOnBoard) => Instant | null) => (one: { visit: VisitOnBoard }, other: { visit: VisitOnBoard }) =>
    (when(other.visit) ?? 0) - (when(one.visit) ?? 0)
  const called = of('CALLED').sort(latestFirst(({ announcedAt }) => announcedAt))
  const inside = of('IN_CONSULTATION').sort(latestFirst(({ calledAt }) => calledAt))
  // The first of each queue comes before the second of any.
  const next = of('WAITING').sort((one, other) => one.place - other.place)
  const absent = of('SKIPPED').sort(latestFirst(({ calledAt }) => calledAt))
  return {
    isRunning: running.length > 0,
    calls: [...called, ...inside].slice(0, callsMax).map(({ visit, token, door }) => ({
      ...{ token, door, isInside: visit.status === 'IN_CONSULTATION', announcedAt: visit.announcedAt },
    })),
    next: next.slice(0, nextMax).map(({ visit, token, door, wait }) => ({ token, door, wait: wait(visit) })),
    absent: absent.slice(0, absentMax).map(({ token }) => token),
    hasDoors: new Set(running.map(({ door, practitioner }) => door ?? practitioner)).size > 1,
  }
}
