// What the audit tells of a change of a visit or a record.

import type { Instant } from '../values/clinic-time.ts'

export interface Change {
  /** The status it came to. */
  status?: string
  /** When it was to begin before it was moved. */
  movedFrom?: Instant
  /** Of a record: the names of the members that are another now. */
  changedMembers?: readonly string[]
}

/** The columns that tell it. */
export const changeParameters = { status: 'text?', movedFrom: 'timestamptz?', changedMembers: 'text[]?' } as const

export function changeValues({ status, movedFrom, changedMembers }: Change) {
  return { status: status ?? null, movedFrom: movedFrom ?? null, changedMembers: changedMembers ?? null }
}
