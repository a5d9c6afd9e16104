// A queue as shown to a patient: their own position, and only the number of the others and the
// token being seen. The texts are made here, once, for the page and for its updates.

import type { RowOf } from '../../base/db/statement.ts'
import { type CalendarDate, dayNumber } from '../../base/values/calendar-date.ts'
import { clockAt, formatClock, type Instant } from '../../base/values/clinic-time.ts'
import { tokenRoomEntry } from '../../base/values/video-times.ts'
import { tokenDisplay } from './queue-visit.ts'
import type { dayLine, VisitInLine } from './status-queries.ts'
import { isWaitingInLine, type VisitStatus } from './visit-status.ts'
import { type WaitingTime, waitingTime } from './waiting-time.ts'

export type DayLine = RowOf<typeof dayLine.returns>

export interface QueueStatus {
  token: string
  clinic: string
  status: VisitStatus
  /** Nothing will change any more. */
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
  /** For an online visit: whether its video can be entered. */
  hasVideo?: boolean
  /** The page's texts, by where they appear; an empty one is hidden. */
  texts: { headline: string; wait: string; serving: string; queue: string; video?: string }
}

/** A day's queue, as shown to each visit in it. */
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
    const texts = {
      headline: headline(day, visit, peopleAhead),
      wait: expected ? `${rangeText(expected)}${isStarted ? '' : ' after the start'}` : '',
      serving: isOver || !isStarted ? '' : nowServing.join(', ') || 'no one at the moment',
      queue: queueText(day),
      ...(visit.hasVideo && {
        video: status === 'WAITING' && endedAt === null ? 'opens here when it is your turn' : '',
      }),
    }
    return {
      token: tokenDisplay(visit),
      clinic: day.clinic,
      status,
      isOver,
      isStarted,
      peopleAhead,
      nowServing,
      wait: expected,
      texts,
      ...(visit.hasVideo && { hasVideo: tokenRoomEntry(visit).state === 'OPEN' }),
    }
  }
}

/**
 * How long each waiting visit in a line, or at its front, still waits; without a visit, someone who
 * takes a token now.
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
    return waitingTime({
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
 * The token being seen: the last one called of those in consultation or, if there are none, of
 * those called.
 */
function currentVisit(line: readonly VisitInLine[]): VisitInLine | undefined {
  const latestWithStatus = (wantedStatus: VisitStatus) =>
    line
      .filter(({ status }) => status === wantedStatus)
      .toSorted((a, b) => (b.calledAt ?? 0) - (a.calledAt ?? 0))[0]
  return latestWithStatus('IN_CONSULTATION') ?? latestWithStatus('CALLED')
}

function headline(
  { mode, timezone, startedAt, endedAt }: DayLine,
  { status, calledAt }: VisitInLine,
  peopleAhead: number | null,
): string {
  const isAtClinic = mode === 'OFFLINE'
  const instruction = isAtClinic ? 'please tell the reception' : 'please tell the clinic'
  switch (status) {
    case 'WAITING':
      if (peopleAhead === 0) return startedAt === null ? 'You are first in line.' : 'You are next.'
      return peopleAhead === 1
        ? '1 person is ahead of you.'
        : `${peopleAhead} people are ahead of you.`
    case 'CALLED':
      return isAtClinic
        ? 'It is your turn — please go in.'
        : 'It is your turn — please be ready for your online visit.'
    case 'SKIPPED':
      return `${calledAt === null ? 'It was your turn' : `You were called at ${clockAt(timezone, calledAt)}`} and you were not there: ${instruction}.`
    case 'IN_CONSULTATION':
      return 'You are in consultation.'
    case 'COMPLETED':
      return 'Your visit is completed.'
    case 'NO_SHOW':
      return endedAt === null
        ? `You were marked as absent. If you are here, ${instruction}.`
        : 'You were marked as absent.'
    case 'CANCELLED':
      return 'This visit was cancelled. The clinic can tell you more.'
  }
}

function queueText({ timezone, startedAt, endedAt }: DayLine): string {
  if (startedAt === null) return 'not started yet'
  return endedAt === null
    ? `running since ${clockAt(timezone, startedAt)}`
    : `over since ${clockAt(timezone, endedAt)}`
}

function rangeText({ fromMinutes, toMinutes }: WaitingTime): string {
  if (toMinutes < 120)
    return fromMinutes === 0
      ? `up to ${toMinutes} minutes`
      : `${fromMinutes} to ${toMinutes} minutes`
  return `${hoursText(fromMinutes)} to ${hoursText(toMinutes)}`
}

function hoursText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  return [
    hours > 0 ? `${hours} h` : '',
    minutes % 60 > 0 || hours === 0 ? `${minutes % 60} min` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `Tuesday 1 January, 09:00–13:00`, in the clinic's local time. */
export function shiftText({
  date,
  fromMinute,
  toMinute,
}: {
  date: CalendarDate
  fromMinute: number
  toMinute: number
}): string {
  return `${dateFormat.format(dayNumber(date) * 86_400_000).replace(',', '')}, ${formatClock(fromMinute)}–${formatClock(toMinute)}`
}
