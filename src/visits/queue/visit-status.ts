// The status of a queue visit. Staff see who was called, and who was absent when called; API
// callers see the former as waiting and the latter as a no-show.

export const visitStatuses = [
  'WAITING',
  'CALLED',
  'SKIPPED',
  'IN_CONSULTATION',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
] as const
export type VisitStatus = (typeof visitStatuses)[number]

export const shownVisitStatuses = [
  'WAITING',
  'IN_CONSULTATION',
  'COMPLETED',
  'NO_SHOW',
  'CANCELLED',
] as const
export type ShownVisitStatus = (typeof shownVisitStatuses)[number]

/** A status as API callers see it. */
export function shownStatus(status: VisitStatus): ShownVisitStatus {
  if (status === 'CALLED') return 'WAITING'
  return status === 'SKIPPED' ? 'NO_SHOW' : status
}

/** The internal statuses behind a shown one. */
export function internalStatuses(shown: ShownVisitStatus): VisitStatus[] {
  return visitStatuses.filter((status) => shownStatus(status) === shown)
}

/** Whether a visit has a position in the waiting line; `waits_in_line` in the database. */
export function isWaitingInLine(status: VisitStatus): boolean {
  return status === 'WAITING' || status === 'CALLED'
}
