// A queue as shown to a patient: their own position, the number of people ahead, and the token
// being seen, but nothing else about other patients. Its texts are written by the patients' pages,
// in the viewer's language.

import type { RowOf } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { tokenRoomEntry } from '../../base/values/video-times.ts'
import { tokenDisplay } from './queue-visit.ts'
import type { dayLine, VisitInLine } from './status-queries.ts'
import { isWaitingInLine, type VisitStatus } from './visit-status.ts'
import { estimateWaitingTime, type WaitingTime } from './waiting-time.ts'

export type DayLine = RowOf<typeof dayLine.returns>

export interface QueueStatus {
  token: string
  clinic: string
  status: VisitStatus
  /** Whether nothing will change any more. */
  isOver: boolean
  isStarted: boolean
  /** Null for a visit that no longer waits. */
  peopleAhead: number | null
  nowServing: string[]
  /**
   * Minutes from now, or from the start of a queue that has not started; null for a visit that no
   * longer waits.
   */
  wait: WaitingTime | null
  /** Whether the video of an online visit can be entered. */
  hasVideo?: boolean
}

/** The texts of the page, by position; empty ones are hidden. */
export interface QueueTexts {
  headline: string
  wait: string
  serving: string
  queue: string
  video?: string
}

/** A day's queue in one language. */
export interface WrittenQueue {
  /** When it was read, by the clinic's clock. */
  updated: string
  textsFor(visit: VisitInLine, status: QueueStatus): QueueTexts
}

/** Writes the texts that all viewers of a queue share, in the language of a locale. */
export type WriteQueue = (locale: string, day: DayLine, now: Instant) => WrittenQueue

/** The state of a visit with its texts, as its page shows it. */
export type ShownStatus = QueueStatus & { texts: QueueTexts }

/** A day's queue as its viewers see it. Each language is written once, for all its viewers. */
export function showQueue(day: DayLine, now: Instant, write: WriteQueue) {
  const statusOf = queueStatuses(day, now)
  const visits = new Map(day.line.map((visit) => [visit.id, visit]))
  const writtenByLocale = new Map<string, WrittenQueue>()

  function writeIn(locale: string): WrittenQueue {
    const written = writtenByLocale.get(locale) ?? write(locale, day, now)
    writtenByLocale.set(locale, written)
    return written
  }

  return {
    updated: (locale: string) => writeIn(locale).updated,
    statusFor(visitId: number, locale: string): ShownStatus | undefined {
      const visit = visits.get(visitId)
      const status = statusOf(visitId)
      if (!visit || !status) return undefined
      const { hasVideo, ...facts } = status
      const texts = writeIn(locale).textsFor(visit, status)
      return { ...facts, texts, ...(hasVideo !== undefined && { hasVideo }) }
    },
  }
}

/** The status of each visit in a day's queue. */
export function queueStatuses(
  day: DayLine,
  now: Instant,
): (visitId: number) => QueueStatus | undefined {
  const { line, startedAt, endedAt } = day
  const isStarted = startedAt !== null
  const nowServing = line.filter(({ status }) => isServed(status)).map(tokenDisplay)
  const waiting = line.filter(({ status }) => isWaitingInLine(status))
  const positions = new Map(waiting.map(({ id }, index) => [id, index]))
  const wait = waitEstimator(day, now)

  return (visitId) => {
    const visit = line.find(({ id }) => id === visitId)
    if (!visit) return undefined
    const { status } = visit
    const peopleAhead = status === 'WAITING' ? (positions.get(visitId) ?? null) : null
    const expected = status === 'WAITING' && endedAt === null ? wait(visit) : null
    const isOver = endedAt !== null || status === 'COMPLETED' || status === 'CANCELLED'
    return {
      token: tokenDisplay(visit),
      clinic: day.clinic,
      status,
      isOver,
      isStarted,
      peopleAhead,
      nowServing,
      wait: expected,
      ...(visit.hasVideo && { hasVideo: tokenRoomEntry(visit).state === 'OPEN' }),
    }
  }
}

/**
 * Estimates the remaining wait of a visit in a line; without a visit, that of someone who takes a
 * token now.
 */
export function waitEstimator(
  {
    line,
    latestConsultations,
    defaultSeconds,
  }: Pick<DayLine, 'line' | 'latestConsultations' | 'defaultSeconds'>,
  now: Instant,
): (visit?: VisitInLine) => WaitingTime {
  const waiting = line.filter(({ status }) => status === 'WAITING')
  const currentlyInside = currentVisit(line)
  const called = line.filter(({ status }) => status === 'CALLED')
  const calledBefore = called.filter((other) => other !== currentlyInside).length
  const currentSeconds =
    currentlyInside === undefined
      ? null
      : Math.max(0, now - (currentlyInside.calledAt ?? now)) / 1_000
  return (visit) => {
    const before = visit ? waiting.findIndex(({ id }) => id === visit.id) : waiting.length
    return estimateWaitingTime({
      latest: latestConsultations,
      defaultSeconds,
      peopleAhead: before + calledBefore,
      currentSeconds,
    })
  }
}

function isServed(status: VisitStatus): boolean {
  return status === 'CALLED' || status === 'IN_CONSULTATION'
}

/**
 * The token being seen: among those in consultation or, if there are none, those called, the one
 * called last.
 */
function currentVisit(line: readonly VisitInLine[]): VisitInLine | undefined {
  const latestWithStatus = (wantedStatus: VisitStatus) =>
    line
      .filter(({ status }) => status === wantedStatus)
      .toSorted((a, b) => (b.calledAt ?? 0) - (a.calledAt ?? 0))[0]
  return latestWithStatus('IN_CONSULTATION') ?? latestWithStatus('CALLED')
}
