// The audit's data about a change of a visit or a record.

import type { Instant } from '../../base/values/clinic-time.ts'

export interface Change {
  /** The new status. */
  status?: string
  /** The start before the visit was moved. */
  movedFrom?: Instant
  /** The names of a record's changed members. */
  changedMembers?: readonly string[]
}

/** The columns of a change. */
export const changeParameters = {
  status: 'text?',
  movedFrom: 'timestamptz?',
  changedMembers: 'text[]?',
} as const

export function changeValues({ status, movedFrom, changedMembers }: Change) {
  return {
    status: status ?? null,
    movedFrom: movedFrom ?? null,
    changedMembers: changedMembers ?? null,
  }
}
