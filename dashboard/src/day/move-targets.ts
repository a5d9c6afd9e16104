// Where a visit can be moved on the shown day. Pure; the service decides when the move is sent.

import { type DisplayStatus, isIncluded } from '../ui/status.tsx'
import { startMinute } from '../ui/times.ts'
import type { Column, DayVisit } from './queries.ts'

export interface MoveTarget {
  /** The minute of the clinic's day. */
  minute: number
  fromDateTimeIso: string
  toDateTimeIso: string
  /** Whether the visit fits there, counting its own time as free. */
  isFree: boolean
}

/** Whether a visit can be moved, according to its status. */
export const isMovable = ({ status }: { status: DisplayStatus }) =>
  isIncluded(status, 'SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE', 'MISSED', 'NO_SHOW')

/**
 * The starts of a practitioner's slots as targets for a visit, in order of time, including the
 * visit's own start.
 */
export function moveTargets({ slots }: Column, date: string, visit: DayVisit): MoveTarget[] {
  // Elapsed time, because in the night in which a clock goes back it shows some times twice.
  const ownInterval = { from: Date.parse(visit.fromDateTimeTs), to: Date.parse(visit.toDateTimeTs) }
  const length = ownInterval.to - ownInterval.from
  const free = [
    ownInterval,
    ...slots.filter(({ status }) => status === 'AVAILABLE').map(toInterval),
  ]
  const targetAt = (fromDateTimeIso: string, isFree: boolean) => {
    const toDateTimeIso = new Date(Date.parse(fromDateTimeIso) + length).toISOString()
    return { minute: startMinute(fromDateTimeIso, date), fromDateTimeIso, toDateTimeIso, isFree }
  }
  const targets = new Map([[ownInterval.from, targetAt(visit.fromDateTimeTs, true)]])
  for (const { fromDateTimeIso } of slots) {
    const from = Date.parse(fromDateTimeIso)
    if (!targets.has(from))
      targets.set(from, targetAt(fromDateTimeIso, isCovered({ from, to: from + length }, free)))
  }
  return sortByStart([...targets.values()])
}

/** The targets on another day of the practitioner, where the visit is not yet. */
export const moveTargetsOnOtherDay = (column: Column, date: string, visit: DayVisit) =>
  moveTargets(column, date, visit).filter(
    ({ fromDateTimeIso }) => fromDateTimeIso !== visit.fromDateTimeTs,
  )

/**
 * The slots of another practitioner or location, in their own length: a new visit is booked there
 * instead.
 */
export function moveTargetsElsewhere({ slots }: Column, date: string): MoveTarget[] {
  return sortByStart(
    slots.map(({ fromDateTimeIso, toDateTimeIso, status }) => ({
      fromDateTimeIso,
      toDateTimeIso,
      minute: startMinute(fromDateTimeIso, date),
      isFree: status === 'AVAILABLE',
    })),
  )
}

const sortByStart = (targets: readonly MoveTarget[]) =>
  targets.toSorted((a, b) => Date.parse(a.fromDateTimeIso) - Date.parse(b.fromDateTimeIso))

/** How long a visit at a target takes. */
export const targetMinutes = ({ fromDateTimeIso, toDateTimeIso }: MoveTarget) =>
  (Date.parse(toDateTimeIso) - Date.parse(fromDateTimeIso)) / 60_000

const toInterval = ({
  fromDateTimeIso,
  toDateTimeIso,
}: {
  fromDateTimeIso: string
  toDateTimeIso: string
}) => ({
  from: Date.parse(fromDateTimeIso),
  to: Date.parse(toDateTimeIso),
})

/** Whether some intervals together cover another one completely. */
function isCovered(
  { from, to }: { from: number; to: number },
  intervals: readonly { from: number; to: number }[],
): boolean {
  let coveredUntil = from
  for (const interval of intervals.toSorted((a, b) => a.from - b.from))
    if (interval.from <= coveredUntil) coveredUntil = Math.max(coveredUntil, interval.to)
  return coveredUntil >= to
}

/** The target nearest to a minute. */
export function nearestTarget(
  targets: readonly MoveTarget[],
  minute: number,
): MoveTarget | undefined {
  return targets.reduce<MoveTarget | undefined>(
    (nearest, target) =>
      nearest && Math.abs(nearest.minute - minute) <= Math.abs(target.minute - minute)
        ? nearest
        : target,
    undefined,
  )
}
