// When the room of an online visit can be entered: a visit from a quarter of an hour before its
// start until its end, a token from its call until its consultation is over (VIDEO-04). Instants
// are in UTC.

import type { Instant } from './clinic-time.ts'

const beforeMs = 15 * 60_000

/**
 * Whether a room is open, and until when; before a visit, from when; afterwards, when it closed.
 * Null: with the consultation.
 */
export type RoomEntry =
  | { state: 'OPEN'; until: Instant | null }
  | { state: 'EARLY'; opensAt: Instant }
  | { state: 'NOT_CALLED' }
  | { state: 'OVER'; closedAt: Instant | null }

/** Whether a visit at this time can be entered now; at its end it no longer can. */
export function visitRoomEntry(
  { status, fromAt, toAt }: { status: string; fromAt: Instant; toAt: Instant },
  now: Instant,
): RoomEntry {
  if (status === 'CANCELLED' || status === 'COMPLETED' || now >= toAt)
    return { state: 'OVER', closedAt: now < toAt ? null : toAt }
  const opensAt = fromAt - beforeMs
  return now < opensAt ? { state: 'EARLY', opensAt } : { state: 'OPEN', until: toAt }
}

/** Whether a token can be entered. One that was skipped waits to be called again. */
export function tokenRoomEntry({ status }: { status: string }): RoomEntry {
  if (status === 'CALLED' || status === 'IN_CONSULTATION') return { state: 'OPEN', until: null }
  return status === 'WAITING' || status === 'SKIPPED'
    ? { state: 'NOT_CALLED' }
    : { state: 'OVER', closedAt: null }
}
