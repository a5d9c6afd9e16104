// What the answers about one visit tell, and whether it can be true: changes that come one after the other, in an order in which nothing
// comes before what had already been answered when it was asked.

import { mayBeSent } from '../clinic/permitted-moves.ts'

/** Where a visit stands. */
export interface Place {
  status: string
  /** Its start, as answers write it. */
  from: string
  cancellationReason: string | null
  rescheduleReason: string | null
}

/** Where a change leads from a place; undefined where it is refused. */
export type Leads = (place: Place) => Place | undefined

export interface Told {
  leads: Leads
  /** Nothing is known of what became of it: it may have happened at any time after it was asked, or never. */
  isUnknown: boolean
  asked: number
  answered: number
}

/** Whether what is told can lead from `place` to `end`. */
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

/** To another time; to the one it has changes nothing. */
export function toTime(from: string, rescheduleReason: string): Leads {
  return (place) => {
    if (!['SCHEDULED', 'CONFIRMED', 'NO_SHOW', 'RESCHEDULED'].includes(place.status)) return undefined
    return place.from === from ? place : { ...place, status: 'RESCHEDULED', from, rescheduleReason }
  }
}
