// Whether the answers about one visit can all be true: there must be an order of the changes in
// which each follows all changes that had been answered before it was requested.

import { isTransitionPermitted } from '../clinic/permitted-moves.ts'

/** The state of a visit. */
export interface VisitState {
  status: string
  /** The start of the visit as answers write it. */
  from: string
  cancellationReason: string | null
  rescheduleReason: string | null
}

/** The state after a change; undefined if the change is refused. */
export type VisitTransition = (state: VisitState) => VisitState | undefined

export interface ReportedChange {
  leads: VisitTransition
  /**
   * The outcome is unknown: the change may have happened at any time after it was requested, or
   * never.
   */
  isUnknown: boolean
  asked: number
  answered: number
}

/** Whether the changes, as answered, can lead from `state` to `end`. */
export function isConsistent(
  state: VisitState,
  changes: readonly ReportedChange[],
  end: VisitState,
): boolean {
  const visited = new Set<string>()
  const numbers = new Map(changes.map((change, number) => [change, number]))
  function canReachEnd(state: VisitState, remaining: readonly ReportedChange[]): boolean {
    const stateKey = JSON.stringify(state)
    const searchKey = `${stateKey} ${remaining.map((change) => numbers.get(change))}`
    if (visited.has(searchKey)) return false
    visited.add(searchKey)
    if (remaining.every(({ isUnknown }) => isUnknown) && stateKey === JSON.stringify(end))
      return true
    return remaining.some((change) => {
      if (remaining.some(({ answered: answeredAt }) => answeredAt < change.asked)) return false
      const next = change.leads(state)
      return (
        next !== undefined &&
        canReachEnd(
          next,
          remaining.filter((other) => other !== change),
        )
      )
    })
  }
  return canReachEnd(state, changes)
}

export function statusTransition(status: string): VisitTransition {
  return (state) => (isTransitionPermitted(state.status, status) ? { ...state, status } : undefined)
}

export function cancelTransition(cancellationReason: string): VisitTransition {
  return (state) =>
    isTransitionPermitted(state.status, 'CANCELLED')
      ? { ...state, status: 'CANCELLED', cancellationReason }
      : undefined
}

/** A move to another time; moving to the same time changes nothing. */
export function timeTransition(from: string, rescheduleReason: string): VisitTransition {
  return (state) => {
    if (!['SCHEDULED', 'CONFIRMED', 'NO_SHOW', 'RESCHEDULED'].includes(state.status))
      return undefined
    return state.from === from ? state : { ...state, status: 'RESCHEDULED', from, rescheduleReason }
  }
}
