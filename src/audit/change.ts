// What the audit tells of a change of a visit.

import type { Instant } from '../values/clinic-time.ts'

export interface Change {
  /** The status it came to. */
  status?: string
  /** When it was to begin before it was moved. */
  movedFrom?: Instant
}

/** The columns that tell it. */
export const changeParameters = { status: 'text?', movedFrom: 'timestamptz?' } as const

export function changeValues({ status, movedFrom }: Change) {
  return { status: status ?? null, movedFrom: movedFrom ?? null }
}
