// Whether the answers about one visit can all be true: changes in some sequential order, in which nothing comes before a change that had
// already been answered when it was requested.

import { mayBeSent } from '../clinic/permitted-moves.ts'

/** The state of a visit. */
export interface Place {
  status: string
  /** Its start, as answers write it. */
  from: string
  cancellationReason: string | null
  rescheduleReason: string | null
}

/** The state after a change; undefined if it is refused. */
export type Leads = (place: Place) => Place | undefined

export interface Told {
  leads: Leads
  /** The outcome is unknown: it may have happened at any time after it was requested, or never. */
  isUnknown: boolean
  asked: number
  answered: number
}

/** Whether the answers can lead from `place` to `end`. */
export function canBeTrue(place: Place, told: readonly Told[], end: Place): boolean {
  const tried = new Set<string>()
  const numbers = new Map(told.map((change, number) => [change, number]))
  function leadsToEnd(place: Place, left: readonly Told[]): boolean {
    const at = JSON.stringify(place)
    const point = `${at} ${left.map((change) => numbers.get(change))}`
    if (tried.has(point)) return false
    tried.add(point)
    if (left.every(({ isUnknown }) => isUnknown) && at === JSON.stringify(end)) return true
    return left.some((change) => {
      if (left.some(({ answered }) => answered < change.asked)) return false
      const next = change.leads(place)
      return (
        next !== undefined &&
        leadsToEnd(
          next,
          left.filter((other) => other !== change),
        )
      )
    })
  }
  return leadsToEnd(place, told)
}

export function toStatus(status: string): Leads {
  return (place) => (mayBeSent(place.status, status) ? { ...place, status } : undefined)
}

export function toCancelled(cancellationReason: string): Leads {
  return (place) => (mayBeSent(place.status, 'CANCELLED') ? { ...place, status: 'CANCELLED', cancellationReason } : undefined)
}

/** To another time; moving to its own time changes nothing. */
export function toTime(from: string, rescheduleReason: string): Leads {
  return (place) => {
    if (!['SCHEDULED', 'CONFIRMED', 'NO_SHOW', 'RESCHEDULED'].includes(place.status)) return undefined
    return place.from === from ? place : { ...place, status: 'RESCHEDULED', from, rescheduleReason }
  }
}
