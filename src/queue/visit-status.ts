// Where a visit of the queue stands. Staff tell who was called, and who was not there when called; from outside, the first still waits
// and the second did not come.

export const visitStatuses = ['WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const
export type VisitStatus = (typeof visitStatuses)[number]

export const shownVisitStatuses = ['WAITING', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'] as const
export type ShownVisitStatus = (typeof shownVisitStatuses)[number]

/** A status as callers of the API see it. */
export function shownStatus(status: VisitStatus): ShownVisitStatus {
  if (status === 'CALLED') return 'WAITING'
  return status === 'SKIPPED' ? 'NO_SHOW' : status
}

/** The statuses that are shown as one. */
export function statusesShownAs(shown: ShownVisitStatus): VisitStatus[] {
  return visitStatuses.filter((status) => shownStatus(status) === shown)
}

/** Whether a visit has a place among those who wait; `waits_in_line` of the database. */
export function waitsInLine(status: VisitStatus): boolean {
  return status === 'WAITING' || status === 'CALLED'
}
