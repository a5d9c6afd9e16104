// Where a visit can be moved on the shown day. Pure; the service decides when the move is sent.

import { isOneOf, type ShownStatus } from '../ui/status.tsx'
import { startMinuteOf } from '../ui/times.ts'
import type { Column, DayVisit } from './queries.ts'

export interface Target {
  /** Of the clinic's day. */
  minute: number
  fromDateTimeIso: string
  toDateTimeIso: string
  /** Whether the visit fits there, counting its own time as free. */
  isFree: boolean
}

/** Whether a visit can be moved, by its status. */
export const isMovable = ({ status }: { status: ShownStatus }) => isOneOf(status, 'SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE', 'MISSED', 'NO_SHOW')

/** The starts of a practitioner's slots as targets of a visit, by time, the visit's own start among them. */
export function targetsOf({ slots }: Column, date: string, visit: DayVisit): Target[] {
  // Elapsed time, because a clock shows some times twice in the night in which it goes back.
  const own = { from: Date.parse(visit.fromDateTimeTs), to: Date.parse(visit.toDateTimeTs) }
  const length = own.to - own.from
  const free = [own, ...slots.filter(({ status }) => status === 'AVAILABLE').map(instantsOf)]
  const targetAt = (fromDateTimeIso: string, isFree: boolean) => {
    const toDateTimeIso = new Date(Date.parse(fromDateTimeIso) + length).toISOString()
    return { minute: startMinuteOf(fromDateTimeIso, date), fromDateTimeIso, toDateTimeIso, isFree }
  }
  const targets = new Map([[own.from, targetAt(visit.fromDateTimeTs, true)]])
  for (const { fromDateTimeIso } of slots) {
    const from = Date.parse(fromDateTimeIso)
    if (!targets.has(from)) targets.set(from, targetAt(fromDateTimeIso, isCovered({ from, to: from + length }, free)))
  }
  return inOrder([...targets.values()])
}

/** The same on another day of the practitioner, where the visit is not yet. */
export const targetsOnOtherDay = (column: Column, date: string, visit: DayVisit) =>
  targetsOf(column, date, visit).filter(({ fromDateTimeIso }) => fromDateTimeIso !== visit.fromDateTimeTs)

/** The slots of another practitioner or location, where a new visit is booked instead, of their length. */
export function targetsElsewhere({ slots }: Column, date: string): Target[] {
  return inOrder(
    slots.map(({ fromDateTimeIso, toDateTimeIso, status }) => ({
      ...{ fromDateTimeIso, toDateTimeIso, minute: startMinuteOf(fromDateTimeIso, date), isFree: status === 'AVAILABLE' },
    })),
  )
}

const inOrder = (targets: readonly Target[]) => targets.toSorted((a, b) => Date.parse(a.fromDateTimeIso) - Date.parse(b.fromDateTimeIso))

/** How long a visit takes at a target. */
export const minutesAt = ({ fromDateTimeIso, toDateTimeIso }: Target) => (Date.parse(toDateTimeIso) - Date.parse(fromDateTimeIso)) / 60_000

const instantsOf = ({ fromDateTimeIso, toDateTimeIso }: { fromDateTimeIso: string; toDateTimeIso: string }) => ({
  from: Date.parse(fromDateTimeIso),
  to: Date.parse(toDateTimeIso),
})

/** Whether some intervals cover another completely. */
function isCovered({ from, to }: { from: number; to: number }, stretches: readonly { from: number; to: number }[]): boolean {
  let reached = from
  for (const stretch of stretches.toSorted((a, b) => a.from - b.from)) if (stretch.from <= reached) reached = Math.max(reached, stretch.to)
  return reached >= to
}

/** The target nearest to a minute. */
export function nearestTarget(targets: readonly Target[], minute: number): Target | undefined {
  return targets.reduce<Target | undefined>(
    (nearest, target) => (nearest && Math.abs(nearest.minute - minute) <= Math.abs(target.minute - minute) ? nearest : target),
    undefined,
  )
}
