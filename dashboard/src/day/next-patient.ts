// The patient that a practitioner sees next.

import { type DisplayStatus, isIncluded } from '../ui/status.tsx'
import { isAwaited } from './arrivals.tsx'

interface ListRow {
  id: number | string
  /** Undefined for a time that is taken by something other than a visit here. */
  status?: DisplayStatus
  /** The minutes of the day at which its time ends; undefined for a token. */
  toMinute?: number | undefined
}

/**
 * The id of the one who is being seen, or else of the first who is here or still to come; undefined
 * if there is none, or on another day than today. `rows` are in their order, `nowMinute` is that of
 * the clinic's day.
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
