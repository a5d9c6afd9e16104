// The content of a board: the called numbers and their room doors, those being seen, the next ones,
// and those whose patients were absent when called. Patients appear only as numbers.

import type { Instant } from '../../../base/values/clinic-time.ts'
import { waitEstimator } from '../queue-status.ts'
import { tokenDisplay } from '../queue-visit.ts'
import type { WaitingTime } from '../waiting-time.ts'
import type { QueueOnBoard, VisitOnBoard } from './queries.ts'

export interface ShownNumber {
  token: string
  /**
   * Where the patient goes: the door of the room or, if the shift has none, the practitioner's
   * name.
   */
  door: string
}

export interface ShownCall extends ShownNumber {
  isInside: boolean
  /** When it was last called; null while it is being seen. */
  announcedAt: Instant | null
}

export interface ShownBoard {
  /** Whether a queue is running. */
  isRunning: boolean
  /** The called tokens, the latest first, and then those being seen. */
  calls: ShownCall[]
  next: (ShownNumber & { wait: WaitingTime })[]
  /** Tokens whose patients were absent when called, and should ask at the desk. */
  absent: string[]
  /** Whether tokens have different doors. */
  hasDoors: boolean
}

/** The maximum number of calls that are readable from eight metres. */
const callsMax = 8
const nextMax = 5
const absentMax = 3

export function buildBoard(queues: readonly QueueOnBoard[], now: Instant): ShownBoard {
  const running = queues.filter(({ startedAt, endedAt }) => startedAt !== null && endedAt === null)
  const numbers = running.flatMap((queue) => {
    const door = queue.door ?? queue.practitioner
    const wait = waitEstimator(queue, now)
    const waiting = queue.line.filter(({ status }) => status === 'WAITING')
    return queue.line.map((visit) => ({
      visit,
      place: waiting.indexOf(visit),
      token: tokenDisplay(visit),
      door,
      wait,
    }))
  })
  const withStatus = (status: VisitOnBoard['status']) =>
    numbers.filter(({ visit }) => visit.status === status)
  const latestFirst =
    (readTime: (visit: VisitOnBoard) => Instant | null) =>
    (one: { visit: VisitOnBoard }, other: { visit: VisitOnBoard }) =>
      (readTime(other.visit) ?? 0) - (readTime(one.visit) ?? 0)
  const called = withStatus('CALLED').sort(latestFirst(({ announcedAt }) => announcedAt))
  const inside = withStatus('IN_CONSULTATION').sort(latestFirst(({ calledAt }) => calledAt))
  // The first token of each queue comes before the second of any.
  const next = withStatus('WAITING').sort((one, other) => one.place - other.place)
  const absent = withStatus('SKIPPED').sort(latestFirst(({ calledAt }) => calledAt))
  return {
    isRunning: running.length > 0,
    calls: [...called, ...inside].slice(0, callsMax).map(({ visit, token, door }) => ({
      token,
      door,
      isInside: visit.status === 'IN_CONSULTATION',
      announcedAt: visit.announcedAt,
    })),
    next: next
      .slice(0, nextMax)
      .map(({ visit, token, door, wait }) => ({ token, door, wait: wait(visit) })),
    absent: absent.slice(0, absentMax).map(({ token }) => token),
    hasDoors: new Set(running.map(({ door, practitioner }) => door ?? practitioner)).size > 1,
  }
}
