// Finds the patient whom a practitioner sees next.

import { type DisplayStatus, isIncluded } from '../ui/status.tsx'
import { isAwaited } from './arrivals.tsx'

interface ListRow {
  id: number | string
  /** Undefined for a time taken by something other than a visit here. */
  status?: DisplayStatus
  /** The minute of the day at which its time ends; undefined for a token. */
  toMinute?: number | undefined
}

/**
 * The id of the visit or token in consultation, or else of the first whose patient is here or
 * expected; undefined if there is none, or if the day is not today. `rows` are in the order of the
 * day, and `nowMinute` is the current minute of the clinic's day.
 */
export function findNextPatient(
  rows: readonly ListRow[],
  nowMinute: number | undefined,
): ListRow['id'] | undefined {
  if (nowMinute === undefined) return undefined
  const isInConsultation = ({ status }: ListRow) => status === 'IN_CONSULTATION'
  const isNext = ({ status, toMinute }: ListRow) =>
    status !== undefined &&
    (isIncluded(status, 'ARRIVED', 'CALLED') ||
      (isAwaited(status) && (toMinute === undefined || toMinute > nowMinute)))
  return (rows.find(isInConsultation) ?? rows.find(isNext))?.id
}
